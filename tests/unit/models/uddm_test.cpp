// SPDX-License-Identifier: MIT
#include <regula/models/uddm.hpp>

#include "support/spec_tensors.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>

namespace {

using regula::data_shape;
using regula::size;
using regula::uddm;
using regula::uddm_masked;
using kind = regula::initial_law::kind;

constexpr size golden{.width = 16, .depth = 2, .heads = 2, .condition = 12};

TEST_CASE("uddm: tensors and counts of the reference files") {
  regula_test::check_tensors_of_file<uddm<golden>>("uddm_uniform", {{1, 8}, 1, 5});
  regula_test::check_tensors_of_file<uddm_masked<golden>>("uddm_masked", {{1, 8}, 1, 5});
}

TEST_CASE_TEMPLATE("uddm: the tensors add up to the parameter count and no name comes twice",
                   Spec,
                   uddm<>,
                   uddm_masked<>,
                   uddm<size{.width = 4, .depth = 1, .heads = 2, .condition = 1}>,
                   uddm_masked<size{.width = 24, .depth = 5, .heads = 3}>) {
  for (data_shape const shape : {data_shape{{1, 7}, 1, 5}, data_shape{{2, 2}, 1, 65534}})
    regula_test::check_tensors_add_up<Spec>(shape);
}

TEST_CASE("uddm: positions are rotary, so the number of cells changes no tensor") {
  CHECK(uddm<>::parameter_count({{1, 8}, 1, 5}) == uddm<>::parameter_count({{4, 32}, 1, 5}));
}

TEST_CASE("uddm: the masked sibling has one more row in its table and nothing else") {
  data_shape const shape{{1, 8}, 1, 27};
  auto const plain = uddm<golden>::tensors(shape), masked = uddm_masked<golden>::tensors(shape);
  REQUIRE(plain.size() == masked.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CAPTURE(plain[i].name);
    CHECK(plain[i].name == masked[i].name);
    if (plain[i].name == "token.weight")
      CHECK(masked[i].shape[0] == plain[i].shape[0] + 1);
    else
      CHECK(plain[i].shape == masked[i].shape);
  }
  CHECK(uddm<>::heads.contains(regula::head::timed_logits));
  CHECK_FALSE(uddm<>::heads.contains(regula::head::logits));
  CHECK(uddm_masked<>::heads.contains(regula::head::logits));
  CHECK_FALSE(uddm_masked<>::heads.contains(regula::head::timed_logits));
}

TEST_CASE("uddm: how the tensors start") {
  data_shape const shape{{1, 8}, 1, 5};
  auto const bound_of = [&](std::string const& name) {
    auto const t = regula_test::tensor_named<uddm<golden>>(name, shape);
    CHECK(t.initial.law == kind::uniform);
    return t.initial.scale;
  };
  CHECK(bound_of("token.weight") == doctest::Approx(1 / 4.0));     // of the width, not of the rows
  CHECK(bound_of("noise.0.weight") == doctest::Approx(1 / 16.0));  // 256 features
  CHECK(bound_of("noise.0.bias") == doctest::Approx(1 / 16.0));
  CHECK(bound_of("noise.1.bias") == doctest::Approx(1 / std::sqrt(12.0)));
  CHECK(bound_of("blocks.1.attention.qkv.weight") == doctest::Approx(1 / 4.0));
  CHECK(bound_of("blocks.1.attention.out.weight") == doctest::Approx(1 / 4.0));
  CHECK(bound_of("blocks.0.mlp.0.bias") == doctest::Approx(1 / 4.0));
  CHECK(bound_of("blocks.0.mlp.1.weight") == doctest::Approx(1 / 8.0));
  CHECK(bound_of("blocks.0.mlp.1.bias") == doctest::Approx(1 / 8.0));
  for (auto const& t : uddm<golden>::tensors(shape)) {
    CAPTURE(t.name);
    bool const norm = t.name.find("norm") != std::string::npos;
    if (norm || t.name.find("modulation") != std::string::npos || t.name.starts_with("head.out")) {
      CHECK(t.initial.law == kind::constant);
      CHECK(t.initial.scale == (norm ? 1 : 0));
    } else {
      CHECK(t.initial.law == kind::uniform);
    }
  }
}

TEST_CASE("uddm: name and parameters for records") {
  CHECK(regula::describe(uddm<golden>{}).text() == "uddm{width 16, depth 2, heads 2, condition 12, dropout 0}");
  CHECK(regula::describe(uddm_masked<size{.dropout = 0.1}>{}).text() ==
        "uddm_masked{width 64, depth 3, heads 4, condition 128, dropout 0.1}");
}

}  // namespace
