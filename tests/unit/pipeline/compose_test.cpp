// SPDX-License-Identifier: MIT
#include <regula/models/dit.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/rule_accuracy.hpp>

#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <string_view>
#include <tuple>

namespace {

/// A rule with a number that is no template argument.
struct shifted : regula::test::palindrome<6> {
  int shift = 0;
};

/// A probe with a setting.
struct counting {
  static constexpr regula::probe_need needs = regula::probe_need::samples;
  static constexpr std::string_view name    = "counting";
  using result                              = std::size_t;

  std::size_t extra = 0;

  std::size_t measure(auto const& e) const { return e.samples.size() + extra; }
};

// What the types are is a matter of tests/static/compose_static.cpp.
TEST_CASE("compose: every part arrives with its values, whatever the order") {
  using namespace regula;
  auto const check = [](auto const& plan) {
    CHECK(plan.rule.shift == 3);
    CHECK(plan.objective.sigma_data == 0.5);
    CHECK(std::get<counting>(plan.probes).extra == 7);
    CHECK(std::tuple_size_v<decltype(plan.probes)> == 2);
    CHECK(plan.shape() == data_shape{{2, 3}, 1, 2});
  };
  shifted const rule{{}, 3};
  denoising<> const objective{.sigma_data = 0.5};
  check(compose(rule, dit<>{}, objective, counting{7}, memorization{}));
  check(compose(memorization{}, objective, counting{7}, rule, dit<>{}));
  check(compose(counting{7}, dit<>{}, memorization{}, rule, objective));
}

TEST_CASE("compose: a plan is a value") {
  using namespace regula;
  auto plan       = compose(shifted{{}, 1}, dit<>{}, denoising{});
  auto const copy = plan;
  plan.rule.shift = 2;
  CHECK(copy.rule.shift == 1);
}

}  // namespace
