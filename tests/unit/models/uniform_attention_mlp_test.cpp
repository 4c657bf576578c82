// SPDX-License-Identifier: MIT
#include <regula/models/uniform_attention_mlp.hpp>

#include "support/spec_tensors.hpp"
#include <doctest/doctest.h>

#include <cmath>

namespace {

using regula::data_shape;
using regula::reduced;
using regula::uniform_attention_mlp;

TEST_CASE("uniform_attention_mlp: tensors and counts of the reference files") {
  regula_test::check_tensors_of_file<uniform_attention_mlp<reduced{.hidden = 20}>>("parity_mlp", {{1, 7}, 1, 2});
  using all_options = uniform_attention_mlp<reduced{.hidden = 16, .mean = true, .bias = true}>;
  regula_test::check_tensors_of_file<all_options>("uniform_attention", {{1, 6}, 1, 2});
}

TEST_CASE_TEMPLATE("uniform_attention_mlp: the tensors add up to the parameter count",
                   Spec,
                   uniform_attention_mlp<>,
                   uniform_attention_mlp<reduced{.hidden = 1}>,
                   uniform_attention_mlp<reduced{.hidden = 2560, .bias = true}>) {
  for (data_shape const shape : {data_shape{{1, 21}, 1, 2}, data_shape{{2, 2}, 1, 2}})
    regula_test::check_tensors_add_up<Spec>(shape);
}

TEST_CASE("uniform_attention_mlp: every tensor starts uniform within the root of its inputs") {
  using spec = uniform_attention_mlp<reduced{.hidden = 64, .bias = true}>;
  for (auto const& t : spec::tensors({{1, 12}, 1, 2})) {
    CAPTURE(t.name);
    CHECK(t.initial.law == regula::initial_law::kind::uniform);
    CHECK(t.initial.scale == doctest::Approx(t.name == "out.weight" ? 1 / 8.0 : 1 / 6.0));
  }
}

TEST_CASE("uniform_attention_mlp: head, name and parameters") {
  CHECK(uniform_attention_mlp<>::heads.contains(regula::head::predictions));
  CHECK_FALSE(uniform_attention_mlp<>::heads.contains(regula::head::logits));
  CHECK(regula::describe(uniform_attention_mlp<reduced{.hidden = 8, .mean = true}>{}).text() ==
        "uniform_attention_mlp{hidden 8, mean 1, bias 0}");
}

}  // namespace
