// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/objectives/denoising.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using regula::batch;
using regula::denoising;
using regula::gaussian_corruption;
using regula::preconditioning;
using regula::sample_input;
using regula::stream;
using regula::stream_family;

/// A stored training step: batch, corruption, the network's output, and the loss of every sample.
struct golden_step {
  regula::named_tensors file;
  batch clean;
  gaussian_corruption corruption;
  std::vector<double> output;
  std::size_t values = 0;  ///< of one sample

  explicit golden_step(std::string const& name)
      : file{regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/" + name + ".safetensors")} {
    auto const number = [&](char const* key) { return std::stoul(file.note(key)); };
    auto const copy   = [&](char const* key) {
      auto const from = file.at(key).values<float>();
      return std::vector<float>(from.begin(), from.end());
    };
    clean.shape  = {{number("rows"), number("cols")}, number("channels"), 2};
    clean.size   = number("batch");
    clean.values = copy("batch/x");
    corruption   = {copy("batch/sigma"), copy("batch/noise")};
    auto const f = file.at("output").values<float>();
    output.assign(f.begin(), f.end());
    values = clean.shape.values();
  }
  [[nodiscard]] denoising<> objective() const { return {.sigma_data = std::stod(file.note("sigma_data"))}; }
};

batch zeros(std::size_t size, regula::extents board = {2, 3}) {
  return {{board, 1, 2}, size, {}, std::vector<float>(size * board.cells(), 0.0F)};
}

TEST_CASE("preconditioning: unit variance in and out, and an error of the network that counts alike at every scale") {
  for (double const sigma_data : {0.408, 1.0, 2.0})
    for (double const sigma : {0.002, 0.1, 1.0, 7.0, 80.0}) {
      auto const p = preconditioning::at(sigma, sigma_data);
      denoising<> const o{.sigma_data = sigma_data};
      CHECK(p.in * p.in * (sigma * sigma + sigma_data * sigma_data) == doctest::Approx(1).epsilon(1e-14));
      // The target of F is (x - skip (x + sigma n)) / out; its variance for data of deviation sigma_data is 1.
      double const target = std::pow((1 - p.skip) * sigma_data, 2) + std::pow(p.skip * sigma, 2);
      CHECK(target / (p.out * p.out) == doctest::Approx(1).epsilon(1e-12));
      CHECK(o.weight(sigma) * p.out * p.out == doctest::Approx(1).epsilon(1e-14));
      CHECK(denoising<>{.weighting = regula::noise_weighting::none}.weight(sigma) == 1);
    }
}

TEST_CASE_TEMPLATE("denoising: the loss of the reference steps", Real, float, double) {
  for (std::string const name : {"dit_bits", "dit_onehot"}) {
    CAPTURE(name);
    golden_step const step{name};
    auto const expected = step.file.at("loss_per_sample").values<double>();
    REQUIRE(expected.size() == step.clean.size);
    double mean = 0;
    for (std::size_t i = 0; i < step.clean.size; ++i) {
      std::vector<Real> const output(step.output.begin() + static_cast<std::ptrdiff_t>(i * step.values),
                                     step.output.begin() + static_cast<std::ptrdiff_t>((i + 1) * step.values));
      std::vector<Real> gradient(step.values);
      double const loss = step.objective().loss<Real>(output, step.clean, step.corruption, i, gradient);
      // The stored output is rounded to float32, so double precision cannot do better than 1e-6.
      CHECK(std::abs(loss - expected[i]) < (std::is_same_v<Real, float> ? 1e-5 : 1e-6) * expected[i]);
      mean += loss / static_cast<double>(step.clean.size);
    }
    CHECK(std::abs(mean - step.file.at("loss").scalar<double>()) < 1e-5 * mean);
  }
}

TEST_CASE("denoising: the gradient is the derivative of the loss, by central differences") {
  for (auto const weighting : {regula::noise_weighting::edm, regula::noise_weighting::none}) {
    golden_step const step{"dit_onehot"};
    auto objective      = step.objective();
    objective.weighting = weighting;
    std::vector<double> unused(step.values);
    for (std::size_t i = 0; i < step.clean.size; ++i) {
      std::vector<double> output(step.output.begin() + static_cast<std::ptrdiff_t>(i * step.values),
                                 step.output.begin() + static_cast<std::ptrdiff_t>((i + 1) * step.values));
      std::vector<double> gradient(step.values);
      (void)objective.loss<double>(output, step.clean, step.corruption, i, gradient);
      double largest = 0;
      for (double const g : gradient)
        largest = std::max(largest, std::abs(g));
      for (std::size_t j = 0; j < step.values; ++j) {
        double const at = output[j], width = 1e-4;  // the loss is quadratic: differences have no truncation error
        output[j]         = at + width;
        double const high = objective.loss<double>(output, step.clean, step.corruption, i, unused);
        output[j]         = at - width;
        double const low  = objective.loss<double>(output, step.clean, step.corruption, i, unused);
        output[j]         = at;
        CHECK(std::abs((high - low) / (2 * width) - gradient[j]) < 1e-7 * largest);
      }
    }
  }
}

TEST_CASE("denoising: the perfect output costs nothing") {
  golden_step const step{"dit_bits"};
  std::vector<double> output(step.values), gradient(step.values);
  auto const p = step.objective().precondition(static_cast<double>(step.corruption.sigma[1]));
  for (std::size_t j = 0; j < step.values; ++j) {
    double const y = static_cast<double>(step.clean.values[step.values + j]);
    double const noisy =
        y + static_cast<double>(step.corruption.sigma[1]) * static_cast<double>(step.corruption.noise[step.values + j]);
    output[j] = (y - p.skip * noisy) / p.out;
  }
  CHECK(step.objective().loss<double>(output, step.clean, step.corruption, 1, gradient) < 1e-25);
  for (double const g : gradient)
    CHECK(std::abs(g) < 1e-12);
}

TEST_CASE("denoising: the network reads c_in (x + sigma n) and ln(sigma) / 4") {
  golden_step const step{"dit_bits"};
  std::vector<double> in(step.values);
  for (std::size_t i = 0; i < step.clean.size; ++i) {
    double const sigma = static_cast<double>(step.corruption.sigma[i]);
    sample_input<double> input{.symbols = {}, .values = in};
    step.objective().read(step.clean, step.corruption, i, input);
    CHECK(input.noise == doctest::Approx(std::log(sigma) / 4).epsilon(1e-14));
    for (std::size_t j = 0; j < step.values; ++j) {
      std::size_t const at = i * step.values + j;
      double const noisy =
          static_cast<double>(step.clean.values[at]) + sigma * static_cast<double>(step.corruption.noise[at]);
      CHECK(in[j] == doctest::Approx(noisy / std::sqrt(1 + sigma * sigma)).epsilon(1e-13));
    }
  }
}

TEST_CASE("denoising: ln sigma has the stated mean and deviation, noise is standard normal") {
  std::size_t const n = 20'000;
  denoising<> const objective{.log_sigma = {.mean = -0.7, .deviation = 1.6}};
  auto const c = regula::corrupt(objective, zeros(n), stream_family{11, regula::purpose::test});
  REQUIRE(c.sigma.size() == n);
  REQUIRE(c.noise.size() == 6 * n);
  double mean = 0, square = 0, noise_mean = 0, noise_square = 0;
  for (float const s : c.sigma) {
    double const z = (std::log(static_cast<double>(s)) + 0.7) / 1.6;
    mean += z / n;
    square += z * z / n;
  }
  for (float const v : c.noise) {
    noise_mean += static_cast<double>(v) / (6 * n);
    noise_square += static_cast<double>(v) * static_cast<double>(v) / (6 * n);
  }
  CHECK(std::abs(mean) < 4 / std::sqrt(n));
  CHECK(std::abs(square - 1) < 4 * std::sqrt(2.0 / n));
  CHECK(std::abs(noise_mean) < 4 / std::sqrt(6.0 * n));
  CHECK(std::abs(noise_square - 1) < 4 * std::sqrt(2.0 / (6 * n)));
}

TEST_CASE("denoising: the default law of ln sigma is that of the papers") {
  CHECK(denoising<>{}.log_sigma.mean == -1.2);
  CHECK(denoising<>{}.log_sigma.deviation == 1.2);
  CHECK(denoising<>{}.sigma_data == 1);
}

TEST_CASE("denoising: the corruption of a sample depends on its own stream only") {
  denoising<> const objective;
  stream_family const streams{5, regula::purpose::corruption, 17};
  auto const all   = regula::corrupt(objective, zeros(8), streams);
  auto const fewer = regula::corrupt(objective, zeros(3), streams);
  CHECK(std::equal(fewer.sigma.begin(), fewer.sigma.end(), all.sigma.begin()));
  CHECK(std::equal(fewer.noise.begin(), fewer.noise.end(), all.noise.begin()));

  gaussian_corruption alone;
  objective.prepare(zeros(8), alone);
  stream rng = streams(5);
  objective.corrupt(zeros(8), 5, rng, alone);
  CHECK(alone.sigma[5] == all.sigma[5]);
  for (std::size_t j = 30; j < 36; ++j)
    CHECK(alone.noise[j] == all.noise[j]);
  CHECK(alone.sigma[4] == 0);

  auto const next_step = regula::corrupt(objective, zeros(8), {5, regula::purpose::corruption, 18});
  CHECK(next_step.sigma != all.sigma);
  CHECK(all.sigma[0] != all.sigma[1]);
}

TEST_CASE("denoising: boards become values and values boards") {
  denoising<> const objective;
  batch b{{{1, 4}, 1, 2}, 2, {1, 0, 0, 1, 1, 1, 1, 0}, {}};
  objective.encode(b);
  CHECK(b.values == std::vector<float>{1, -1, -1, 1, 1, 1, 1, -1});
  std::array<regula::token, 4> board{};
  objective.decode(std::array{0.95F, -1.05F, 0.5F, std::numeric_limits<float>::quiet_NaN()}, b.shape, board);
  CHECK(board == std::array<regula::token, 4>{1, 0, regula::no_token, regula::no_token});
  denoising<> const lenient{.encoding = {.tolerance = 0.6}};
  lenient.decode(std::array{0.95F, -1.05F, 0.5F, -0.3F}, b.shape, board);
  CHECK(board == std::array<regula::token, 4>{1, 0, 1, regula::no_token});
}

TEST_CASE("denoising: settings that cannot be meant are refused with their names") {
  using limits = std::numeric_limits<double>;
  CHECK_NOTHROW(regula::check(denoising<>{}));
  CHECK_NOTHROW(regula::check(denoising<>{.log_sigma = {.deviation = 0}}));
  CHECK_THROWS_WITH_AS(
      regula::check(denoising<>{.sigma_data = -1}), "denoising: expected sigma_data > 0, got -1", regula::range_error);
  CHECK_THROWS_WITH_AS(regula::check(denoising<>{.sigma_data = limits::infinity()}),
                       "denoising: expected sigma_data > 0, got inf",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(regula::check(denoising<>{.log_sigma = {.mean = limits::infinity()}}),
                       "denoising: expected a finite log_sigma.mean, got inf",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(regula::check(denoising<>{.log_sigma = {.deviation = -0.5}}),
                       "denoising: expected log_sigma.deviation >= 0, got -0.5",
                       regula::range_error);
}

}  // namespace
