// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/reverse_posterior.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace regula;

TEST_CASE_TEMPLATE("reverse_posterior: the reference steps", Real, float, double) {
  auto const file = read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/uniform_reverse.safetensors");
  log_linear const schedule{std::stod(file.note("eps"))};
  std::size_t last_steps = 0;
  for (std::size_t const v : {2U, 5U, 27U}) {
    auto const name     = "V" + std::to_string(v) + "/";
    auto const x_theta  = file.at(name + "x_theta").values<float>();
    auto const z        = file.at(name + "z").values<std::int64_t>();
    auto const t        = file.at(name + "t").values<double>();
    auto const s        = file.at(name + "s").values<double>();
    auto const expected = file.at(name + "posterior").values<double>();
    REQUIRE(z.size() == 16);
    for (std::size_t i = 0; i < z.size(); ++i) {
      std::vector<Real> const in(x_theta.begin() + static_cast<std::ptrdiff_t>(i * v),
                                 x_theta.begin() + static_cast<std::ptrdiff_t>((i + 1) * v));
      std::vector<Real> out(v);
      reverse_posterior<Real>(in, static_cast<token>(z[i]), schedule.at(t[i]), schedule.at(s[i]), out);
      for (std::size_t j = 0; j < v; ++j)
        CHECK(std::abs(static_cast<double>(out[j]) - expected[i * v + j]) <
              (std::is_same_v<Real, float> ? 1e-6 : 1e-12));
      last_steps += s[i] == 0 ? 1 : 0;
    }
  }
  CHECK(last_steps > 0);
}

TEST_CASE("reverse_posterior: other reference steps, given by alpha") {
  for (auto const& row : test::golden_memory().at("reverse_step")) {
    auto const in       = row.at("prediction").get<std::vector<double>>();
    auto const expected = row.at("probabilities").get<std::vector<double>>();
    std::vector<double> out(in.size());
    reverse_posterior<double>(in,
                              row.at("z").get<token>(),
                              redrawn_level::of(row.at("alpha_t").get<double>()),
                              redrawn_level::of(row.at("alpha_s").get<double>()),
                              out);
    for (std::size_t j = 0; j < in.size(); ++j)
      CHECK(std::abs(out[j] - expected[j]) < 1e-13);
  }
}

/// q(to | from) when a cell is kept with probability alpha.
double redrawn(std::size_t to, std::size_t from, double alpha, double v) {
  return (to == from ? alpha : 0) + (1 - alpha) / v;
}

TEST_CASE("reverse_posterior: Bayes' rule, with what the other cells tell of x as the prior") {
  stream rng{6, purpose::test, 0, 0};
  std::vector<double> x_theta(6), out(6);
  for (int k = 0; k < 200; ++k) {
    double sum = 0;
    for (double& p : x_theta)
      sum += p = exponential(rng);
    for (double& p : x_theta)
      p /= sum;
    double const b = uniform(rng), a = b * uniform(rng);
    auto const z = pick(rng, token{6});
    reverse_posterior<double>(x_theta, z, redrawn_level::of(a), redrawn_level::of(b), out);
    double evidence = 0, total = 0;
    for (std::size_t x = 0; x < 6; ++x)
      evidence += x_theta[x] * redrawn(z, x, a, 6);
    for (std::size_t j = 0; j < 6; ++j) {
      double right = 0;
      for (std::size_t x = 0; x < 6; ++x)
        right += x_theta[x] * redrawn(j, x, b, 6) * redrawn(z, j, a / b, 6) / evidence;
      REQUIRE(std::abs(out[j] - right) < 1e-13);
      total += out[j];
    }
    REQUIRE(std::abs(total - 1) < 1e-13);
  }
}

}  // namespace
