// SPDX-License-Identifier: MIT
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/cell_entropy.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_memory.hpp"
#include "support/redrawn_views.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace regula;

std::vector<double> logarithms(test::json const& p) {
  std::vector<double> out;
  for (auto const& each : p)
    out.push_back(std::log(each.get<double>()));
  return out;
}

TEST_CASE("entropy_of, top_gap_of, gini_of: the reference distributions") {
  for (auto const& each : test::golden_memory().at("entropy").at("distributions")) {
    auto const log_p = logarithms(each.at("distribution"));
    CHECK(entropy_of(log_p) == doctest::Approx(each.at("entropy").get<double>()).epsilon(1e-13));
    CHECK(top_gap_of(log_p) == doctest::Approx(each.at("top_gap").get<double>()).epsilon(1e-13));
    CHECK(gini_of(log_p) == doctest::Approx(each.at("gini").get<double>()).epsilon(1e-13));
  }
  double const nothing = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(entropy_of(std::vector{0.0, nothing})));
}

TEST_CASE("entropy_of: logits of a large spread, by the logarithm of their softmax") {
  for (auto const& each : test::golden_memory().at("entropy").at("logits")) {
    auto row = each.at("logits").get<std::vector<double>>();
    detail::normalise_logarithms(row);
    CHECK(entropy_of(row) == doctest::Approx(each.at("entropy").get<double>()).epsilon(1e-9));
  }
}

/// One distribution for every cell, whatever the board. In the reference each has an observed symbol of its own.
struct one_law {
  std::vector<double> log_p;
  void operator()(std::span<token const> z, double, std::span<double> out) const {
    for (std::size_t i = 0; i < z.size(); ++i)
      std::ranges::copy(log_p, out.begin() + static_cast<std::ptrdiff_t>(i * log_p.size()));
  }
};

TEST_CASE("cell_entropies: leave-one-out and posterior follow from each other as in the reference") {
  for (auto const& each : test::golden_memory().at("conversions")) {
    auto const others = logarithms(each.at("leave_one_out")), own = logarithms(each.at("posterior"));
    double const alpha = each.at("alpha").get<double>();
    corruption_time const at{1 - alpha, {.eps = 1e-300}};  // alpha = 1 - t
    data_shape const shape{{1, 1}, 1, each.at("alphabet").get<token>()};
    std::vector<token> const z{each.at("z").get<token>()};
    for (auto const law : {cell_law::leave_one_out, cell_law::posterior}) {
      double const right = entropy_of(law == cell_law::posterior ? own : others);
      CHECK(cell_entropies(one_law{others}, z, at, shape, law)[0] == doctest::Approx(right).epsilon(1e-12));
      CHECK(cell_entropies(one_law{own}, z, at, shape, law, cell_law::posterior)[0] ==
            doctest::Approx(right).epsilon(1e-12));
    }
  }
}

TEST_CASE("cell_entropies: of redrawn parity, and the two laws of one oracle agree") {
  population const oracle{group_parity<9, 3>{}};
  data_shape const shape{{1, 9}, 1, 2};
  corruption_time const at{.t = 0.3};
  double const alpha = at.level().alpha, m = (1 + alpha * alpha) / 2;  // two others of a group agree with the third
  std::vector<token> const z{1, 1, 1, 0, 1, 1, 0, 0, 0};
  auto const others = cell_entropies(test::leave_one_out_view(oracle), z, at, shape, cell_law::leave_one_out);
  auto const turned =
      cell_entropies(test::posterior_view(oracle), z, at, shape, cell_law::leave_one_out, cell_law::posterior);
  auto const own = cell_entropies(test::leave_one_out_view(oracle), z, at, shape, cell_law::posterior);
  auto const right =
      cell_entropies(test::posterior_view(oracle), z, at, shape, cell_law::posterior, cell_law::posterior);
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(others[i] == doctest::Approx(-m * std::log(m) - (1 - m) * std::log(1 - m)).epsilon(1e-12));
    CHECK(turned[i] == doctest::Approx(others[i]).epsilon(1e-12));
    CHECK(own[i] == doctest::Approx(right[i]).epsilon(1e-12));
  }
  CHECK(own[0] < own[3] / 2);  // the first group holds, the second does not
}

TEST_CASE("cell_entropies: of hidden cells a group that lacks no other cell says all, else nothing") {
  auto const view = oracle_masked_view{population{group_parity<9, 3>{}}};
  data_shape const shape{{1, 9}, 1, 2};
  std::vector<token> const z{1, no_token, 1, 0, no_token, no_token, 1, 1, 1};
  double const b          = std::numbers::ln2;
  auto const others       = cell_entropies(view, z, {}, shape, cell_law::leave_one_out);
  auto const own          = cell_entropies(view, z, {}, shape, cell_law::posterior);
  double const all_but[9] = {b, 0, b, b, b, b, 0, 0, 0}, seen[9] = {0, 0, 0, 0, b, b, 0, 0, 0};
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(others[i] == doctest::Approx(all_but[i]).epsilon(1e-12));
    CHECK(own[i] == doctest::Approx(seen[i]).epsilon(1e-12));
  }
}

TEST_CASE("cell_law: names in records") {
  CHECK(name_of(cell_law::leave_one_out) == "leave_one_out");
  CHECK(name_of(cell_law::posterior) == "posterior");
  CHECK(name_of(static_cast<cell_law>(2)) == "unknown");
}

}  // namespace
