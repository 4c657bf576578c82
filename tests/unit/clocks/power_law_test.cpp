// SPDX-License-Identifier: MIT
#include <regula/clocks/power_law.hpp>

#include "../../support/golden_clocks.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace {

using regula::fit_power_law;
using regula::power_law_point;
using regula::test::golden_clocks;
using regula::test::json;
using regula::test::optional_of;

void check_value(std::optional<double> got, json const& expected, double tolerance) {
  REQUIRE(got.has_value() == !expected.is_null());
  if (got) CHECK(std::abs(*got - expected.get<double>()) <= tolerance * std::max(1.0, std::abs(*got)));
}

TEST_CASE("power law: every reference fit") {
  auto const& cases = golden_clocks().at("power_law");
  REQUIRE(cases.size() == 36);
  int published = 0;
  for (auto const& g : cases) {
    CAPTURE(g.at("name").get<std::string>());
    std::vector<power_law_point> points;
    for (auto const& p : g.at("points"))
      points.push_back({.x = p.at(0), .y = optional_of<double>(p.at(1))});
    auto const fit = fit_power_law(points);
    CHECK(fit.point_count == g.at("n").get<std::size_t>());
    check_value(fit.c, g.at("c"), 1e-12);
    check_value(fit.alpha, g.at("alpha"), 1e-13);
    check_value(fit.r2, g.at("r2"), 1e-13);
    if (g.contains("published")) {
      ++published;
      check_value(fit.c, g.at("published").at("c"), 1e-10);
      check_value(fit.alpha, g.at("published").at("alpha"), 1e-10);
      check_value(fit.r2, g.at("published").at("r2"), 1e-10);
    }
  }
  CHECK(published == 3);
}

TEST_CASE("power law: no points, no law") {
  auto const fit = fit_power_law({});
  CHECK(fit == regula::power_law{});
  CHECK_FALSE(fit(10.0).has_value());
}

TEST_CASE("power law: equal y give a flat law and leave nothing to explain") {
  std::vector<power_law_point> const points{{1, 0.3}, {7, 0.3}, {11, 0.3}};
  auto const fit = fit_power_law(points);
  CHECK(fit.alpha == std::optional<double>{0.0});
  CHECK(fit.c == std::optional<double>{0.3});
  CHECK_FALSE(fit.r2.has_value());
}

TEST_CASE("power law: one x only, however often, fixes no slope") {
  std::vector<power_law_point> const points{{3, 1.0}, {3, 2.0}, {3, 5.0}, {7, std::nullopt}};
  auto const fit = fit_power_law(points);
  CHECK(fit.point_count == 3);
  CHECK_FALSE(fit.c.has_value());
  CHECK_FALSE(fit.alpha.has_value());
  CHECK_FALSE(fit.r2.has_value());
}

TEST_CASE("power law: a censored point in the middle is passed over") {
  std::vector<power_law_point> const points{{1, 3.0}, {2, std::nullopt}, {4, 48.0}};  // 3 x^2
  auto const fit = fit_power_law(points);
  CHECK(fit.point_count == 2);
  check_value(fit.alpha, 2.0, 1e-13);
}

TEST_CASE("power law: the law predicts y") {
  std::vector<power_law_point> const points{{1, 3.0}, {2, 12.0}, {4, 48.0}};  // 3 x^2
  auto const at_ten = fit_power_law(points)(10.0);
  REQUIRE(at_ten.has_value());
  CHECK(*at_ten == doctest::Approx(300.0).epsilon(1e-13));
}

TEST_CASE("power law: values without a logarithm are refused by name") {
  auto const fit = [](double x, std::optional<double> y) {
    std::vector<power_law_point> const points{{1, 1.0}, {x, y}};
    static_cast<void>(fit_power_law(points));
  };
  CHECK_THROWS_WITH_AS(fit(0, 1.0), "fit_power_law: expected a positive, finite x, got 0", regula::range_error);
  CHECK_THROWS_WITH_AS(fit(2, -1.0), "fit_power_law: expected a positive, finite y, got -1", regula::range_error);
  CHECK_THROWS_AS(fit(-1, std::nullopt), regula::range_error);
  CHECK_THROWS_AS(fit(std::numeric_limits<double>::infinity(), 1.0), regula::range_error);
  CHECK_THROWS_AS(fit(2, std::numeric_limits<double>::quiet_NaN()), regula::range_error);
}

}  // namespace
