// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/objectives/masked_diffusion.hpp>
#include <regula/objectives/t_beta.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace {

using regula::t_beta;

static_assert(regula::TLaw<t_beta> && regula::Objective<regula::masked_diffusion<t_beta>>);

TEST_CASE("t_beta: quantiles of the reference file") {
  auto const file = regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/masked_schedules.safetensors");
  auto const u = file.at("u").values<double>(), of = file.at("beta/parameters").values<double>(),
             t = file.at("beta/t").values<double>();
  for (std::size_t row = 0; row < of.size() / 2; ++row)
    for (std::size_t i = 0; i < u.size(); ++i)
      CHECK(std::abs(t_beta{of[2 * row], of[2 * row + 1]}.at(u[i], 0) - t[row * u.size() + i]) < 1e-9);
}

TEST_CASE("t_beta: closed forms") {
  for (double const v : {0.001, 0.25, 0.5, 0.999}) {
    CHECK(t_beta{1, 1}.at(v, 0) == doctest::Approx(v).epsilon(1e-13));
    CHECK(t_beta{3, 1}.at(v, 0) == doctest::Approx(std::cbrt(v)).epsilon(1e-13));          // v = t^3
    CHECK(t_beta{1, 2}.at(v, 0) == doctest::Approx(1 - std::sqrt(1 - v)).epsilon(1e-12));  // 1 - v = (1 - t)^2
    CHECK(t_beta{3, 1}.floored(v, 0, 0.1) == doctest::Approx(0.1 + 0.9 * std::cbrt(v)).epsilon(1e-13));
  }
}

TEST_CASE("t_beta: parameters that cannot be meant are refused with the value") {
  CHECK_NOTHROW(check(t_beta{0.5, 10}));
  CHECK_THROWS_WITH_AS(check(t_beta{0, 1}), "t_beta: expected a > 0, got 0", regula::range_error);
  CHECK_THROWS_WITH_AS(check(t_beta{1, -2}), "t_beta: expected b > 0, got -2", regula::range_error);
  CHECK_THROWS_AS(check(t_beta{std::numeric_limits<double>::infinity(), 1}), regula::range_error);
}

}  // namespace
