// SPDX-License-Identifier: MIT
#include <regula/models/one_layer_transformer.hpp>

#include "support/spec_tensors.hpp"
#include <doctest/doctest.h>

namespace {

using regula::data_shape;
using regula::one_layer_transformer;
using regula::reduced;

TEST_CASE("one_layer_transformer: tensors and count of the reference file") {
  regula_test::check_tensors_of_file<one_layer_transformer<reduced{.hidden = 14}>>("one_layer", {{1, 6}, 1, 2});
}

TEST_CASE_TEMPLATE("one_layer_transformer: the tensors add up to the parameter count",
                   Spec,
                   one_layer_transformer<>,
                   one_layer_transformer<reduced{.hidden = 1}>) {
  for (data_shape const shape : {data_shape{{1, 21}, 1, 2}, data_shape{{2, 2}, 1, 2}})
    regula_test::check_tensors_add_up<Spec>(shape);
}

TEST_CASE("one_layer_transformer: every matrix starts uniform within the root of its inputs") {
  using spec = one_layer_transformer<reduced{.hidden = 64}>;
  for (auto const& t : spec::tensors({{1, 12}, 1, 2})) {
    CAPTURE(t.name);
    CHECK(t.initial.law == regula::initial_law::kind::uniform);
    CHECK(t.initial.scale == doctest::Approx(t.name == "out.weight" ? 1 / 8.0 : 1 / 6.0));
  }
}

TEST_CASE("one_layer_transformer: head, name and parameters") {
  CHECK(one_layer_transformer<>::heads.contains(regula::head::predictions));
  CHECK(regula::describe(one_layer_transformer<reduced{.hidden = 8}>{}).text() == "one_layer_transformer{hidden 8}");
}

}  // namespace
