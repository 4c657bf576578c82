// SPDX-License-Identifier: MIT
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/probes/vector_field.hpp>
#include <regula/rules/exact_k.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/row_only.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

namespace {

using namespace regula;

template <class R, class View>
vector_field::result measured(vector_field const& probe,
                              R const& rule,
                              View const& view,
                              data_split<R::cell_count> const& data) {
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, View>{rule, 7, data, none, {}, view, {1, purpose::probe, 7}});
}

/// Twice its input.
struct doubling_view {
  [[nodiscard]] static pm1 encoding() { return {}; }
  void operator()(std::span<double const> x, double, std::span<double> out) const {
    std::ranges::transform(x, out.begin(), [](double v) { return 2 * v; });
  }
};

using rule_type = group_parity<12, 3>;
static_assert(Probe<vector_field> && Measures<vector_field, rule_type, doubling_view>);
static_assert(!Measures<vector_field, rule_type, laws::detail::no_view>);

TEST_CASE("vector_field: for parity the corners are two flipped bits of a group, and one of them") {
  rule_type const rule;
  auto const data  = draw_split(rule, {.train = 5, .held_out = 5}, 3);
  auto const found = measured({}, rule, doubling_view{}, data);
  auto const first = data.training[0];
  CHECK(std::ranges::equal(found.first, first));
  REQUIRE(!data.index_of_training.contains(cells<12>{found.valid}));
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK((found.valid[i] != first[i]) == (i < 2));
    CHECK((found.invalid[i] != first[i]) == (i < 1));
  }
  CHECK(found.valid_at.u == doctest::Approx(2 * std::numbers::sqrt2));
  CHECK(found.valid_at.v == 0);
  CHECK(found.invalid_at.u == doctest::Approx(std::numbers::sqrt2));
  CHECK(found.invalid_at.v == doctest::Approx(std::numbers::sqrt2));
  CHECK(found.axis.front() == -1.75);
  CHECK(found.axis.back() == 3.75);
  CHECK(found.axis.size() == 50);
  REQUIRE(found.fields.size() == 4);
  for (field_at const& field : found.fields)
    CHECK(field.score.size() == 2500);
}

TEST_CASE("vector_field: pull and score of D = 2x are x, and its length over sigma^2") {
  rule_type const rule;
  auto const data = draw_split(rule, {.train = 5, .held_out = 5}, 3);
  vector_field const probe{.points = 3, .low = -1, .high = 3, .sigma = {0.5, 1, 2, 4}};
  auto const found = measured(probe, rule, doubling_view{}, data);
  // x = a + u e1 + v e2 with a.e1 = -sqrt(2) and a.e2 = 0 (flips go against a's signs, the second axis against one
  // and along the other), |a|^2 = 12.
  for (std::size_t s = 0; s < 4; ++s)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t i = 0; i < 3; ++i) {
        double const u = found.axis[i], v = found.axis[j];
        CHECK(found.fields[s].pull_u[j * 3 + i] == doctest::Approx(u - std::numbers::sqrt2));
        CHECK(found.fields[s].pull_v[j * 3 + i] == doctest::Approx(v));
        double const length = std::sqrt(12 + u * u + v * v - 2 * std::numbers::sqrt2 * u);
        CHECK(found.fields[s].score[j * 3 + i] == doctest::Approx(length / (probe.sigma[s] * probe.sigma[s])));
      }
}

TEST_CASE("vector_field: the population pulls to both valid boards, memory to the training board only") {
  rule_type const rule;
  auto const data = draw_split(rule, {.train = 5, .held_out = 5}, 3);
  // On a grid that has the boards a = (0, 0) and b = (2 sqrt 2, 0) on it.
  double const step = std::numbers::sqrt2;
  vector_field const probe{.points = 3, .low = 0, .high = 2 * step, .sigma = {0.2, 0.3, 0.2, 0.2}};
  auto const knows = measured(probe, rule, oracle_denoiser{population{rule}, pm1{}}, data).fields[0];
  CHECK(std::abs(knows.pull_u[0]) < 1e-9);  // a stays
  CHECK(std::abs(knows.pull_u[2]) < 1e-9);  // b stays
  CHECK(knows.score[2] < 1e-6);
  // At c = (sqrt 2, sqrt 2), one flip off, each of the group's three is as likely: D - x is 2/3 in every bit, which
  // cancels along u and adds up against v.
  CHECK(knows.pull_u[4] == doctest::Approx(0).epsilon(1e-9));
  CHECK(knows.pull_v[4] == doctest::Approx(-(2.0 / 3 + 2.0 / 3) / std::numbers::sqrt2));
  auto const copies = measured(probe, rule, oracle_denoiser{empirical_of(rule, data.training), pm1{}}, data).fields[0];
  CHECK(std::abs(copies.pull_u[0]) < 1e-9);
  CHECK(copies.pull_u[2] == doctest::Approx(-2 * step));  // b is taken to a, the nearest training board
  auto const blind = measured(probe, rule, oracle_denoiser{independent_of(population{rule}), pm1{}}, data).fields[1];
  CHECK(std::abs(blind.pull_u[4]) < 1e-6);  // signs hold wherever they are, valid or not
  CHECK(std::abs(blind.pull_v[4]) < 1e-6);
}

TEST_CASE("vector_field: other rules, other planes, and none") {
  auto const of = [](auto const& rule, auto const& encoding, split_sizes sizes) {
    auto const data = draw_split(rule, sizes, 3);
    auto const found =
        measured({.points = 2}, rule, oracle_denoiser{empirical_of(rule, data.training), encoding}, data);
    if (!found.first.empty()) {
      CHECK(rule.holds(std::span{found.valid}.template first<std::remove_cvref_t<decltype(rule)>::cell_count>()));
      CHECK_FALSE(
          rule.holds(std::span{found.invalid}.template first<std::remove_cvref_t<decltype(rule)>::cell_count>()));
      CHECK(found.invalid_at.v > 0);
    }
    return found;
  };
  CHECK(of(exact_k<8, 3>{}, pm1{}, {.train = 4, .held_out = 4}).fields.size() == 4);
  CHECK(of(row_only<4>{}, one_hot_pm1{}, {.train = 4, .held_out = 4}).valid_at.u == doctest::Approx(4));
  // All boards are in training: there is no other valid one.
  CHECK(of(group_parity<4, 2>{}, pm1{}, {.train = 4}).fields.empty());
  CHECK(measured({}, rule_type{}, doubling_view{}, data_split<12>{}).fields.empty());
  // Any three boards; none on a line.
  std::array<token, 12> a{}, b{}, c{};
  b[0] = c[0] = c[5] = 1;
  vector_field const probe{.points = 2};
  auto const plane = probe.on_plane<rule_type>(doubling_view{}, a, b, c);
  CHECK(plane.valid_at.u == doctest::Approx(2));
  CHECK(plane.invalid_at == plane_point{2, 2});
  CHECK(probe.on_plane<rule_type>(doubling_view{}, a, b, b).fields.empty());
  CHECK(probe.on_plane<rule_type>(doubling_view{}, a, a, b).fields.empty());
}

TEST_CASE("vector_field: laws, records and errors") {
  CHECK(laws::probe(vector_field{.points = 4}, rule_type{}, {}, doubling_view{}).empty());
  auto const data = draw_split(rule_type{}, {.train = 5}, 3);
  auto const json = to_json(measured({.points = 2}, rule_type{}, doubling_view{}, data));
  CHECK(json.at("fields")[3].at("pull_u").size() == 4);
  CHECK(json.at("valid_at").at("v") == 0.0);
  auto const with = [&](vector_field const& probe) { return measured(probe, rule_type{}, doubling_view{}, data); };
  CHECK_THROWS_WITH(static_cast<void>(with({.points = 1})),
                    "vector_field: expected at least 2 points from low to a higher end, got 1 from -1.75 to 3.75");
  CHECK_THROWS_AS(static_cast<void>(with({.low = 4})), range_error);
  CHECK_THROWS_WITH(static_cast<void>(with({.sigma = {1, 1, 0, 1}})), "vector_field: expected sigma > 0, got 0");
}

}  // namespace
