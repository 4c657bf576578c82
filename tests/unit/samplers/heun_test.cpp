// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/samplers/heun.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using regula::churn;
using regula::heun;
using regula::state_precision;
using regula::stream;
using regula::stream_family;

/// The exact denoiser of independent Gaussian data of deviation `data`: E[x0 | x] = x data^2 / (data^2 + sigma^2).
///
/// With it dx/dsigma = x sigma / (data^2 + sigma^2), so x(sigma) is proportional to sqrt(data^2 + sigma^2).
struct gaussian_denoiser {
  double data       = 1;
  std::size_t calls = 0;

  template <class State>
  void operator()(std::span<State const> x, double sigma, std::span<State> out) {
    ++calls;
    auto const factor = static_cast<State>(data * data / (data * data + sigma * sigma));
    for (std::size_t j = 0; j < x.size(); ++j)
      out[j] = factor * x[j];
  }

  /// The exact flow from x at noise scale `from` to noise scale `to`.
  [[nodiscard]] double flow(double x, double from, double to) const {
    return x * std::sqrt((data * data + to * to) / (data * data + from * from));
  }
};

stream_family const streams{21, regula::purpose::test};
auto const no_noise = [](std::size_t) -> stream& {
  static stream unused = streams(0);
  return unused;
};
auto const no_observer = [](std::size_t, auto) {};

/// The largest relative error of the states at sigma_min, just before the last step, which is Euler's in any case.
double error_at_sigma_min(heun const& sampler) {
  gaussian_denoiser denoise{.data = 0.7};
  std::vector<double> x{56.0};
  double error = 0;
  sampler.integrate<double>(denoise, std::span{x}, 1, no_noise, [&](std::size_t level, std::span<double const> state) {
    if (level + 1 != sampler.levels) return;
    double const exact = denoise.flow(56, sampler.sigma_max, sampler.sigma_min);
    error              = std::abs(state[0] / exact - 1);
  });
  return error;
}

TEST_CASE("heun: the noise scales of the reference file") {
  auto const file     = regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/heun.safetensors");
  auto const expected = file.at("levels").values<double>();
  heun const sampler{.levels    = std::stoul(file.note("levels_count")),
                     .sigma_max = std::stod(file.note("sigma_max")),
                     .sigma_min = std::stod(file.note("sigma_min")),
                     .rho       = std::stod(file.note("rho"))};
  auto const ours = sampler.sigmas();
  REQUIRE(ours.size() == expected.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    CHECK(std::abs(ours[i] - expected[i]) <= 1e-12 * expected[i]);
  CHECK(ours.back() == 0);
  CHECK(sampler.evaluations() == std::stoul(file.note("evaluations")));
}

TEST_CASE("heun: one denoiser call a level and a second at all levels but the last") {
  for (std::size_t const levels : {1UL, 2UL, 8UL, 35UL}) {
    for (bool const second_order : {true, false}) {
      heun const sampler{.levels = levels, .second_order = second_order};
      gaussian_denoiser denoise;
      (void)sampler.sample(denoise, 3, {{1, 2}, 1, 2}, streams);
      CHECK(denoise.calls == (second_order ? 2 * levels - 1 : levels));
      CHECK(sampler.evaluations() == denoise.calls);
    }
  }
}

TEST_CASE("heun: observers see every level once, in order") {
  gaussian_denoiser denoise;
  std::vector<double> x{80.0, -40.0};
  std::vector<std::size_t> seen;
  heun{.levels = 5}.integrate<double>(denoise, std::span{x}, 2, no_noise, [&](std::size_t level, auto state) {
    seen.push_back(level);
    CHECK(state.size() == 2);
  });
  CHECK(seen == std::vector<std::size_t>{1, 2, 3, 4, 5});
}

TEST_CASE("heun: follows the exact flow of Gaussian data") {
  heun const sampler{.levels = 400};
  gaussian_denoiser denoise{.data = 0.7};
  std::vector<double> x{80.0, -24.0, 0.0};
  sampler.integrate<double>(denoise, std::span{x}, 3, no_noise, no_observer);
  CHECK(x[0] == doctest::Approx(denoise.flow(80, 80, 0)).epsilon(1e-4));
  CHECK(x[1] == doctest::Approx(denoise.flow(-24, 80, 0)).epsilon(1e-4));
  CHECK(x[2] == 0);
  // By an independent computation of algorithm 1 at 35 levels.
  CHECK(std::abs(error_at_sigma_min({.levels = 35}) - 0.01175050094) < 1e-10);
}

TEST_CASE("heun: the error falls with the square of the levels, Euler's with their number") {
  for (std::size_t const levels : {64UL, 128UL}) {
    double const second = error_at_sigma_min({.levels = levels}) / error_at_sigma_min({.levels = 2 * levels - 1});
    CHECK(second > 3.7);  // steps half as long: 2^2
    CHECK(second < 4.3);
    double const first = error_at_sigma_min({.levels = levels, .second_order = false}) /
                         error_at_sigma_min({.levels = 2 * levels - 1, .second_order = false});
    CHECK(first > 1.9);
    CHECK(first < 2.1);
  }
}

TEST_CASE("heun: a sample does not depend on how many are drawn") {
  gaussian_denoiser denoise;
  for (auto const precision : {state_precision::float64, state_precision::float32})
    for (double const amount : {0.0, 10.0}) {
      heun const sampler{.levels = 6, .churn = {.amount = amount}, .precision = precision};
      auto const all   = sampler.sample(denoise, 7, {{1, 5}, 1, 2}, streams);
      auto const fewer = sampler.sample(denoise, 3, {{1, 5}, 1, 2}, streams);
      REQUIRE(all.size() == 35);
      CHECK(std::equal(fewer.begin(), fewer.end(), all.begin()));
      CHECK(all[0] != all[5]);
    }
}

TEST_CASE("heun: a state in float32 stays near one in float64") {
  gaussian_denoiser denoise;
  auto const fine   = heun{}.sample(denoise, 50, {{1, 4}, 1, 2}, streams);
  auto const coarse = heun{.precision = state_precision::float32}.sample(denoise, 50, {{1, 4}, 1, 2}, streams);
  double largest = 0, difference = 0;
  for (std::size_t j = 0; j < fine.size(); ++j) {
    largest    = std::max(largest, std::abs(static_cast<double>(fine[j])));
    difference = std::max(difference, std::abs(static_cast<double>(fine[j]) - static_cast<double>(coarse[j])));
  }
  CHECK(difference < 1e-5 * largest);
  CHECK(difference > 0);
}

TEST_CASE("heun: samples of Gaussian data have its variance, with churn and without") {
  std::size_t const n = 20'000;
  for (auto const& chosen : {churn{}, churn{.amount = 40}, churn{.amount = 20, .sigma_min = 0.05, .sigma_max = 50}}) {
    gaussian_denoiser denoise{.data = 0.7};
    auto const samples = heun{.levels = 80, .churn = chosen}.sample(denoise, n, {{1, 1}, 1, 2}, streams);
    double mean = 0, square = 0;
    for (float const v : samples) {
      mean += static_cast<double>(v) / n;
      square += static_cast<double>(v) * static_cast<double>(v) / n;
    }
    CHECK(std::abs(mean) < 4 * 0.7 / std::sqrt(n));
    CHECK(std::abs(square - 0.49) < 4 * 0.49 * std::sqrt(2.0 / n));
  }
}

TEST_CASE("heun: churn changes samples, but not outside its range of noise scales") {
  gaussian_denoiser denoise;
  auto const plain   = heun{.levels = 10}.sample(denoise, 4, {{1, 3}, 1, 2}, streams);
  auto const stirred = heun{.levels = 10, .churn = {.amount = 5}}.sample(denoise, 4, {{1, 3}, 1, 2}, streams);
  auto const beyond =
      heun{.levels = 10, .churn = {.amount = 5, .sigma_min = 81}}.sample(denoise, 4, {{1, 3}, 1, 2}, streams);
  auto const below =
      heun{.levels = 10, .churn = {.amount = 5, .sigma_max = 1e-3}}.sample(denoise, 4, {{1, 3}, 1, 2}, streams);
  CHECK(stirred != plain);
  CHECK(beyond == plain);
  CHECK(below == plain);
}

TEST_CASE("heun: churn raises sigma by at most sqrt(2) - 1 of it") {
  struct recorder {
    std::vector<double> sigmas;
    void operator()(std::span<double const>, double sigma, std::span<double> out) {
      sigmas.push_back(sigma);
      std::ranges::fill(out, 0.0);
    }
  };
  auto const first_scale = [](double amount) {
    recorder denoise;
    std::vector<double> x{1.0};
    stream rng = streams(0);
    heun{.levels = 4, .churn = {.amount = amount}}.integrate<double>(
        denoise, std::span{x}, 1, [&](std::size_t) -> stream& { return rng; }, no_observer);
    return denoise.sigmas.front();
  };
  CHECK(first_scale(0) == 80);
  CHECK(first_scale(0.4) == doctest::Approx(88).epsilon(1e-14));  // 1 + 0.4 / 4
  CHECK(first_scale(100) == doctest::Approx(80 * std::sqrt(2.0)).epsilon(1e-14));
}

TEST_CASE("heun: settings that cannot be meant are refused with their names") {
  using regula::range_error;
  double const infinity = std::numeric_limits<double>::infinity();
  CHECK_NOTHROW(regula::check(heun{}));
  CHECK_THROWS_WITH_AS(regula::check(heun{.levels = 0}), "heun: expected at least 1 level, got 0", range_error);
  CHECK_THROWS_WITH_AS(regula::check(heun{.sigma_max = 1, .sigma_min = 1}),
                       "heun: expected 0 < sigma_min < sigma_max, got sigma_min 1 and sigma_max 1",
                       range_error);
  CHECK_THROWS_AS(regula::check(heun{.sigma_min = 0}), range_error);
  CHECK_THROWS_AS(regula::check(heun{.sigma_max = infinity}), range_error);
  CHECK_THROWS_WITH_AS(regula::check(heun{.rho = 0}), "heun: expected rho > 0, got 0", range_error);
  // Scales that meet, overflow or vanish would give samples that are no numbers.
  CHECK_THROWS_WITH_AS(
      regula::check(heun{.rho = 1e-3}), doctest::Contains("heun: expected noise scales that fall"), range_error);
  CHECK_THROWS_AS(regula::check(heun{.sigma_max = 1e30}), range_error);
  CHECK_THROWS_AS(regula::check(heun{.sigma_min = 1e-30}), range_error);
  CHECK_THROWS_AS(regula::check(heun{.churn = {.amount = 1, .noise_factor = std::nan("")}}), range_error);
  CHECK_NOTHROW(regula::check(heun{.levels = 1}));
  CHECK_THROWS_WITH_AS(regula::check(heun{.churn = {.amount = -1}}),
                       doctest::Contains("heun: expected churn.amount >= 0 and numbers in churn, got amount -1"),
                       range_error);
}

}  // namespace
