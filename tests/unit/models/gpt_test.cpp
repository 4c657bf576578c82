// SPDX-License-Identifier: MIT
#include <regula/models/gpt.hpp>

#include "support/spec_tensors.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace {

using regula::attention;
using regula::data_shape;
using regula::gpt;
using regula::size;
using kind = regula::initial_law::kind;

constexpr data_shape bits{{6, 6}, 1, 2};

TEST_CASE("gpt: tensors and counts of the reference files") {
  regula_test::check_tensors_of_file<gpt<size{.width = 16, .depth = 2, .heads = 2}>>("gpt_next_token", {{1, 10}, 1, 2});
  using wide = gpt<size{.width = 16, .depth = 2, .heads = 4, .attends = attention::bidirectional}>;
  regula_test::check_tensors_of_file<wide>("bidirectional_masked", {{1, 9}, 1, 3});
  using narrow = gpt<size{.width = 16, .depth = 2, .heads = 2, .attends = attention::bidirectional}>;
  regula_test::check_tensors_of_file<narrow>("label_only", {{1, 7}, 1, 2});
}

TEST_CASE_TEMPLATE("gpt: the tensors add up to the parameter count and no name comes twice",
                   Spec,
                   gpt<>,
                   gpt<size{.width = 4, .depth = 1, .heads = 1}>,
                   gpt<size{.width = 24, .depth = 5, .heads = 3, .attends = attention::bidirectional}>) {
  for (data_shape const shape : {bits, data_shape{{1, 7}, 1, 5}, data_shape{{2, 2}, 1, 65534}})
    regula_test::check_tensors_add_up<Spec>(shape);
}

TEST_CASE("gpt: attention decides the head") {
  using causal        = gpt<size{}>;
  using bidirectional = gpt<size{.attends = attention::bidirectional}>;
  CHECK(causal::heads.contains(regula::head::causal_logits));
  CHECK_FALSE(causal::heads.contains(regula::head::logits));
  CHECK(bidirectional::heads.contains(regula::head::logits));
  CHECK_FALSE(bidirectional::heads.contains(regula::head::causal_logits));
}

TEST_CASE("gpt: matrices and tables start normal, the last ones of a branch smaller by sqrt(2 depth)") {
  using usual      = gpt<size{.width = 16, .depth = 8, .heads = 2}>;
  using wide       = gpt<size{.width = 16, .depth = 8, .heads = 2, .deviation = 0.1}>;
  auto const check = [](auto spec, double deviation) {
    for (auto const& t : decltype(spec)::tensors(bits)) {
      CAPTURE(t.name);
      bool const norm = t.name.find("norm") != std::string::npos;
      if (t.name.ends_with(".bias") || norm) {
        CHECK(t.initial.law == kind::constant);
        CHECK(t.initial.scale == (norm && t.name.ends_with(".weight") ? 1 : 0));
      } else {
        bool const last = t.name.ends_with("attention.out.weight") || t.name.ends_with("mlp.1.weight");
        CHECK(t.initial.law == kind::normal);
        CHECK(t.initial.scale == doctest::Approx(last ? deviation / 4 : deviation).epsilon(1e-14));
      }
    }
  };
  check(usual{}, 0.02);
  check(wide{}, 0.1);
}

TEST_CASE("gpt: a record names kind of attention, dropout and the start's deviation") {
  using spec = gpt<size{
      .width = 32, .depth = 2, .heads = 4, .dropout = 0.1, .attends = attention::bidirectional, .deviation = 0.05}>;
  CHECK(regula::describe(spec{}).text() ==
        "gpt{width 32, depth 2, heads 4, attends bidirectional, dropout 0.1, deviation 0.05}");
}

}  // namespace
