// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/objectives/t_laws.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <span>
#include <string>

namespace {

using regula::fixed_t;
using regula::t_anneal;
using regula::t_cosine;
using regula::t_mixture;
using regula::t_window;

regula::named_tensors const& golden() {
  static auto const file = regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/masked_schedules.safetensors");
  return file;
}
std::span<double const> numbers(std::string const& name) { return golden().at(name).values<double>(); }

/// Row `row` of the file's `expected` is the law at `uniforms`.
template <class Law>
void check_row(Law const& law,
               std::string const& uniforms,
               std::string const& expected,
               std::size_t row    = 0,
               std::uint64_t step = 0) {
  CAPTURE(expected);
  auto const v = numbers(uniforms), t = numbers(expected);
  REQUIRE(t.size() >= (row + 1) * v.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    CHECK(std::abs(law.at(v[i], step) - t[row * v.size() + i]) < 1e-12);
}

TEST_CASE("t laws: windows of the reference file, with uniforms as they are, in strata, and shifted") {
  auto const windows = numbers("windows");
  for (std::size_t row = 0; row < windows.size() / 2; ++row) {
    t_window const law{windows[2 * row], windows[2 * row + 1]};
    check_row(law, "u", "independent/t", row);
    check_row(law, "stratified_own_u", "stratified/t", row);
    check_row(law, "stratified_u", "stratified_shared/t", row);
  }
}

TEST_CASE("t laws: mixtures of the reference file") {
  auto const shares = numbers("mixture/shares"), w = numbers("mixture/windows");
  for (std::size_t row = 0; row < shares.size(); ++row)
    check_row(
        t_mixture{shares[row], {w[4 * row], w[4 * row + 1]}, {w[4 * row + 2], w[4 * row + 3]}}, "u", "mixture/t", row);
}

TEST_CASE("t laws: an annealed window of the reference file") {
  t_anneal const law{{0.001, 1.0}, {0.45, 0.55}, 100};
  auto const steps   = golden().at("anneal/steps").values<std::int64_t>();
  auto const windows = numbers("anneal/windows");
  for (std::size_t row = 0; row < steps.size(); ++row) {
    auto const step = static_cast<std::uint64_t>(steps[row]);
    CHECK(std::abs(law.window(step).lo - windows[2 * row]) < 1e-12);
    CHECK(std::abs(law.window(step).hi - windows[2 * row + 1]) < 1e-12);
    check_row(law, "u", "anneal/t", row, step);
  }
}

TEST_CASE("t laws: cosine of the reference file") { check_row(t_cosine{}, "u", "cosine/t"); }

TEST_CASE("t laws: moments of mixtures and annealed windows against closed forms") {
  auto const file = nlohmann::json::parse(std::ifstream{REGULA_GOLDEN_DIR "/masks.json"});
  // The probability that exactly one of k + 1 cells is hidden, by a midpoint rule over v.
  auto const signal = [](auto const& law, double k, std::uint64_t step) {
    double sum  = 0;
    int const n = 200'000;
    for (int i = 0; i < n; ++i) {
      double const t = law.at((i + 0.5) / n, step);
      sum += (k + 1) * t * std::pow(1 - t, k) / n;
    }
    return sum;
  };
  for (auto const& c : file.at("mixture_schedule")) {
    auto const parts = c.at("parts");
    if (parts.size() != 2) continue;
    t_mixture const law{parts[0][0].get<double>(),
                        {parts[0][1].get<double>(), parts[0][2].get<double>()},
                        {parts[1][1].get<double>(), parts[1][2].get<double>()}};
    CHECK(signal(law, c.at("k").get<double>(), 0) == doctest::Approx(c.at("signal").get<double>()).epsilon(1e-8));
  }
  for (auto const& c : file.at("annealed_schedule")) {
    t_anneal const law{{c["start"][0].get<double>(), c["start"][1].get<double>()},
                       {c["end"][0].get<double>(), c["end"][1].get<double>()},
                       c.at("steps").get<std::uint64_t>()};
    for (auto const& at : c.at("at"))
      CHECK(signal(law, c.at("k").get<double>(), at.at("step").get<std::uint64_t>()) ==
            doctest::Approx(at.at("signal").get<double>()).epsilon(1e-8));
  }
}

TEST_CASE("t laws: a floor raises the lower end of a window and compresses the other laws") {
  CHECK(t_window{0, 1}.floored(0, 0, 0.02) == 0.02);
  CHECK(t_window{0, 1}.floored(0.5, 0, 0.02) == doctest::Approx(0.51));
  CHECK(t_window{0.1, 0.3}.floored(0.5, 0, 0.02) == doctest::Approx(0.2));
  CHECK(fixed_t{0.25}.floored(0.9, 0, 0.02) == 0.25);
  CHECK(fixed_t{0.01}.floored(0.9, 0, 0.02) == 0.02);
  t_mixture const mixture{0.5, {0, 0.2}, {0.4, 0.6}};
  CHECK(mixture.floored(0, 0, 0.1) == 0.1);
  CHECK(mixture.floored(0.25, 0, 0.1) == doctest::Approx(0.15));
  CHECK(mixture.floored(0.75, 0, 0.1) == doctest::Approx(0.5));
  t_anneal const anneal{{0, 1}, {0.5, 0.5}, 10};
  CHECK(anneal.floored(0, 0, 0.1) == 0.1);
  CHECK(anneal.floored(0, 10, 0.1) == 0.5);
  CHECK(t_cosine{}.floored(0, 0, 0.1) == doctest::Approx(0.1));
  CHECK(t_cosine{}.floored(0.5, 0, 0.1) == doctest::Approx(0.1 + 0.9 * std::sqrt(0.5)));
  for (double const v : {0.0, 0.3, 0.99}) {
    CHECK(mixture.floored(v, 3, 0) == mixture.at(v, 3));
    CHECK(anneal.floored(v, 3, 0) == anneal.at(v, 3));
    CHECK(t_cosine{}.floored(v, 3, 0) == t_cosine{}.at(v, 3));
  }
}

TEST_CASE("t laws: laws that cannot be meant are refused with the value") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_NOTHROW(check(t_window{}));
  CHECK_NOTHROW(check(t_window{0.5, 0.5}));
  CHECK_THROWS_WITH_AS(check(t_window{-0.1, 1}), "t_window: expected lo in [0, 1], got -0.1", regula::range_error);
  CHECK_THROWS_WITH_AS(check(t_window{0, 1.5}), "t_window: expected hi in [0, 1], got 1.5", regula::range_error);
  CHECK_THROWS_WITH_AS(
      check(t_window{0.6, 0.4}), "t_window: expected lo <= hi, got lo 0.6 and hi 0.4", regula::range_error);
  CHECK_THROWS_WITH_AS(
      check(t_window{0, 0}), "t_window: expected hi > 0, got 0: nothing would ever be hidden", regula::range_error);
  CHECK_THROWS_WITH_AS(check(t_window{nan, 1}), "t_window: expected lo in [0, 1], got nan", regula::range_error);
  CHECK_THROWS_WITH_AS(check(fixed_t{0}), "fixed_t: expected t in (0, 1], got 0", regula::range_error);
  CHECK_THROWS_WITH_AS(check(fixed_t{1.1}), "fixed_t: expected t in (0, 1], got 1.1", regula::range_error);
  CHECK_THROWS_WITH_AS(check(t_mixture{.share = 2}), "t_mixture: expected share in [0, 1], got 2", regula::range_error);
  CHECK_THROWS_AS(check(t_mixture{.second = {0.2, 0.1}}), regula::range_error);
  CHECK_THROWS_AS(check(t_anneal{.start = {0.2, 0.1}}), regula::range_error);
  CHECK_THROWS_AS(check(t_anneal{.end = {0.2, 0.1}}), regula::range_error);
  CHECK_THROWS_WITH_AS(check(t_anneal{.steps = 0}), "t_anneal: expected steps > 0, got 0", regula::range_error);
}

}  // namespace
