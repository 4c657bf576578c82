// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/objectives/exact_score.hpp>
#include <regula/objectives/one_hot.hpp>
#include <regula/testing/gradient.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace regula;

static_assert(check_objective<exact_score<>>() && check_objective<exact_score<one_hot_zero_one>>());

/// The stored training step, its target computed by the objective.
struct golden_step {
  named_tensors file = read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/exact_score.safetensors");
  batch clean;
  exact_corruption corruption;
  exact_score<> objective;

  golden_step() {
    auto const copy = [&](char const* key) {
      auto const from = file.at(key).values<float>();
      return std::vector<float>(from.begin(), from.end());
    };
    clean = {{{2, 6}, 1, 2}, 4, {}, copy("batch/x")};
    std::vector<token> boards;
    for (float const v : copy("batch/training"))
      boards.push_back(v > 0 ? 1 : 0);
    objective.train_on(boards, clean.shape);
    objective.prepare(clean, corruption);
    corruption.sigma = copy("batch/sigma");
    corruption.noise = copy("batch/noise");
    for (std::size_t i = 0; i < clean.size; ++i) {
      std::vector<double> noisy(12);
      for (std::size_t j = 0; j < 12; ++j)
        noisy[j] = static_cast<double>(clean.values[i * 12 + j]) +
                   static_cast<double>(corruption.sigma[i]) * static_cast<double>(corruption.noise[i * 12 + j]);
      (*objective.training_boards)(
          noisy, static_cast<double>(corruption.sigma[i]), std::span{corruption.target}.subspan(i * 12, 12));
    }
  }
  template <class Real>
  [[nodiscard]] std::vector<Real> output_of(std::size_t i) const {
    auto const f = file.at("output").values<float>().subspan(i * 12, 12);
    return {f.begin(), f.end()};
  }
};

TEST_CASE_TEMPLATE("exact_score: the loss of the reference step", Real, float, double) {
  golden_step const step;
  auto const expected = step.file.at("loss_per_sample").values<double>();
  double mean         = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<Real> gradient(12);
    double const loss = step.objective.loss<Real>(step.output_of<Real>(i), step.clean, step.corruption, i, gradient);
    CHECK(std::abs(loss - expected[i]) < (std::is_same_v<Real, float> ? 1e-5 : 1e-6) * expected[i]);
    mean += loss / 4;
  }
  CHECK(std::abs(mean - step.file.at("loss").scalar<double>()) < 1e-5 * mean);
}

TEST_CASE("exact_score: the gradient is the derivative of the loss") {
  for (auto const weighting : {noise_weighting::edm, noise_weighting::none}) {
    golden_step step;
    step.objective.weighting = weighting;
    std::vector<double> gradient(12), unused(12);
    for (std::size_t i = 0; i < 4; ++i) {
      auto output = step.output_of<double>(i);
      (void)step.objective.loss<double>(output, step.clean, step.corruption, i, gradient);
      auto const worst = testing::compare_gradient(
          [&] { return step.objective.loss<double>(output, step.clean, step.corruption, i, unused); },
          output,
          gradient);
      CHECK(worst.largest < 1e-8);
    }
  }
}

/// Four boards of 4 cells as a batch.
batch four_boards(exact_score<> const& objective) {
  batch b{{{2, 2}, 1, 2}, 4, {0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1}, {}};
  objective.encode(b);
  return b;
}

TEST_CASE("exact_score: noise is that of denoising from the same stream, the target the denoiser at the noisy sample") {
  exact_score<> objective{.log_sigma = {.mean = 0.5, .deviation = 0.1}};
  auto const clean = four_boards(objective);
  objective.train_on(clean.boards, clean.shape);
  stream_family const streams{3, purpose::corruption, 9};
  auto const c     = corrupt(objective, clean, streams);
  auto const plain = corrupt(denoising<>{.log_sigma = {.mean = 0.5, .deviation = 0.1}}, clean, streams);
  CHECK(c.sigma == plain.sigma);
  CHECK(c.noise == plain.noise);
  REQUIRE(c.target.size() == 16);
  for (std::size_t i = 0; i < 4; ++i) {
    double const sigma = static_cast<double>(c.sigma[i]);
    double total       = 0;
    std::vector<double> mean(4);
    for (std::size_t k = 0; k < 4; ++k) {
      double distance = 0;
      for (std::size_t j = 0; j < 4; ++j) {
        double const noisy =
            static_cast<double>(clean.values[i * 4 + j]) + sigma * static_cast<double>(c.noise[i * 4 + j]);
        distance += std::pow(noisy - static_cast<double>(clean.values[k * 4 + j]), 2);
      }
      double const p = std::exp(-distance / (2 * sigma * sigma));
      total += p;
      for (std::size_t j = 0; j < 4; ++j)
        mean[j] += p * static_cast<double>(clean.values[k * 4 + j]);
    }
    for (std::size_t j = 0; j < 4; ++j)
      CHECK(c.target[i * 4 + j] == doctest::Approx(mean[j] / total).epsilon(1e-12));
  }
  // Sample 2 alone: from its own stream.
  exact_corruption alone;
  objective.prepare(clean, alone);
  stream rng = streams(2);
  objective.corrupt(clean, 2, rng, alone);
  CHECK(std::equal(alone.target.begin() + 8, alone.target.begin() + 12, c.target.begin() + 8));
  CHECK(alone.target[0] == 0);
}

TEST_CASE("exact_score: in the mean over clean samples and noise its gradient is that of denoising") {
  exact_score<> objective{.log_sigma = {.mean = 0, .deviation = 0}, .weighting = noise_weighting::none};
  auto const four = four_boards(objective);
  objective.train_on(four.boards, four.shape);
  constexpr std::size_t n = 20'000;
  batch many{four.shape, n, {}, {}};
  for (std::size_t i = 0; i < n; ++i)
    many.boards.insert(many.boards.end(),
                       four.boards.begin() + static_cast<std::ptrdiff_t>(i % 4 * 4),
                       four.boards.begin() + static_cast<std::ptrdiff_t>(i % 4 * 4 + 4));
  objective.encode(many);
  auto const c = corrupt(objective, many, stream_family{4, purpose::test});
  std::vector<double> const output{0.3, -0.2, 0.1, 0.7};
  std::vector<double> exact(4), plain(4);
  double mean = 0, square = 0, exact_square = 0;
  for (std::size_t i = 0; i < n; ++i) {
    (void)objective.loss<double>(output, many, c, i, exact);
    (void)objective.without_oracle().loss<double>(output, many, c, i, plain);
    mean += (exact[1] - plain[1]) / n;
    square += (exact[1] - plain[1]) * (exact[1] - plain[1]) / n;
    exact_square += exact[1] * exact[1] / n;
  }
  CHECK(std::abs(mean) < 4 * std::sqrt(square / n));
  CHECK(square > 0.1 * exact_square);  // a single clean sample is another target
}

TEST_CASE("exact_score: what it shares with denoising, and what it refuses") {
  exact_score<one_hot_zero_one> const objective{.sigma_data = 0.4};
  CHECK(objective.accepts(5));
  CHECK(objective.channels(5) == 5);
  CHECK(objective.precondition(2).skip == objective.without_oracle().precondition(2).skip);
  batch b{{{1, 2}, 3, 3}, 1, {2, 0}, {}};
  objective.encode(b);
  CHECK(b.values == std::vector<float>{0, 0, 1, 1, 0, 0});
  std::vector<token> back(2);
  objective.decode(b.values, b.shape, back);
  CHECK(back == b.boards);
  exact_corruption c;
  objective.prepare(b, c);
  stream rng{1, purpose::test, 0, 0};
  CHECK_THROWS_WITH_AS(objective.corrupt(b, 0, rng, c),
                       "exact_score: expected train_on(boards, shape) before a corruption is drawn",
                       range_error);
  CHECK_NOTHROW(check(exact_score<>{}));
  CHECK_THROWS_WITH_AS(
      check(exact_score<>{.sigma_data = 0}), "exact_score: expected sigma_data > 0, got 0", range_error);
  CHECK_THROWS_AS(check(exact_score<>{.log_sigma = {.deviation = -1}}), range_error);
}

}  // namespace
