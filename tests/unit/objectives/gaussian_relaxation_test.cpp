// SPDX-License-Identifier: MIT
#include <regula/objectives/gaussian_relaxation.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <thread>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("gaussian_relaxation: mixing, alpha and its rate of the reference") {
  for (auto const& row : test::golden_memory().at("relaxation")) {
    double const gamma  = row.at("gamma");
    auto const alphabet = row.at("alphabet").get<token>();
    CAPTURE(alphabet);
    CAPTURE(gamma);
    auto const mixing = relaxed_mixing::at(gamma);
    CHECK(std::abs(mixing.signal - row.at("signal").get<double>()) < 1e-15);
    CHECK(std::abs(mixing.noise - row.at("noise").get<double>()) < 1e-15);
    auto const level = gaussian_relaxation::of(alphabet).level(gamma, 1.75);
    CHECK(std::abs(level.alpha - row.at("alpha").get<double>()) < 1e-13);
    CHECK(std::abs(level.one_minus_alpha - (1 - row.at("alpha").get<double>())) < 1e-13);
    CHECK(std::abs(level.alpha_prime - row.at("alpha_per_t").get<double>()) < 1e-13);
    CHECK(std::abs(gaussian_relaxation::of(alphabet).level(gamma, 1).alpha_prime -
                   row.at("alpha_per_gamma").get<double>()) < 1e-13);
  }
}

TEST_CASE("gaussian_relaxation: of two symbols alpha is an error function, with all digits of 1 - alpha") {
  auto const& two = gaussian_relaxation::of(2);
  for (double gamma = gaussian_relaxation::least_gamma; gamma <= gaussian_relaxation::greatest_gamma; gamma += 0.3) {
    double const r   = std::exp(-gamma / 2);
    auto const level = two.level(gamma, 2);
    CAPTURE(gamma);
    CHECK(level.one_minus_alpha == doctest::Approx(std::erfc(r / 2)).epsilon(1e-11));
    CHECK(std::abs(level.alpha - std::erf(r / 2)) < 1e-14);
    CHECK(level.alpha > 0);
    CHECK(level.one_minus_alpha > 0);
    CHECK(level.alpha_prime == doctest::Approx(-r / std::sqrt(std::numbers::pi) * std::exp(-r * r / 4)).epsilon(1e-11));
  }
}

TEST_CASE("gaussian_relaxation: the rate is the derivative of alpha for the largest alphabet too") {
  auto const& many = gaussian_relaxation::of(65534);
  for (double const gamma : {-4.0, -3.0, -2.0, -1.0}) {
    double const width = 1e-4;
    double const rate  = (many.level(gamma + width, 1).alpha - many.level(gamma - width, 1).alpha) / (2 * width);
    CHECK(many.level(gamma, 1).alpha_prime == doctest::Approx(rate).epsilon(1e-6));
  }
}

TEST_CASE("gaussian_relaxation: one table for an alphabet, whichever threads ask") {
  std::vector<gaussian_relaxation const*> found(4);
  std::vector<std::thread> threads;
  for (auto& place : found)
    threads.emplace_back([&place] { place = &gaussian_relaxation::of(17); });
  for (auto& thread : threads)
    thread.join();
  for (auto const* place : found)
    CHECK(place == &gaussian_relaxation::of(17));
  CHECK(&gaussian_relaxation::of(18) != found[0]);
}

}  // namespace
