// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/objectives/uniform_diffusion.hpp>
#include <regula/testing/gradient.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace regula;

static_assert(check_objective<uniform_diffusion>() && Tallies<uniform_diffusion>);

/// A stored training step: batch, corruption, the network's log-probabilities, and the loss of every sample.
struct golden_step {
  named_tensors file;
  batch clean;
  redrawn_corruption corruption;
  std::vector<float> output;
  uniform_diffusion objective;

  explicit golden_step(std::string const& name)
      : file{read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/" + name + ".safetensors")} {
    auto const number   = [&](char const* key) { return std::stoul(file.note(key)); };
    auto const alphabet = static_cast<token>(number("alphabet"));
    clean               = {{{1, number("tokens")}, 1, alphabet}, number("batch"), symbols("batch/x"), {}};
    auto const f        = file.at("output").values<float>();
    output.assign(f.begin(), f.end());
    bool const soft = file.note("objective") == "uniform_curriculum";
    if (soft)
      objective.curriculum = {
          1, std::stod(file.note("tau")), std::stod(file.note("gamma_0")), std::stod(file.note("gamma_1"))};
    else
      objective.eps = std::stod(file.note("eps"));
    objective.prepare(clean, corruption);
    corruption.z = symbols(soft ? "z" : "batch/corrupted");
    auto const t = file.at("batch/t").values<float>();
    for (std::size_t i = 0; i < clean.size; ++i) {
      corruption.t[i] = static_cast<double>(t[i]);
      auto const level =
          soft ? objective.curriculum.level(corruption.t[i], alphabet) : log_linear{objective.eps}.at(corruption.t[i]);
      corruption.alpha[i]           = level.alpha;
      corruption.one_minus_alpha[i] = level.one_minus_alpha;
      corruption.alpha_prime[i]     = level.alpha_prime;
    }
  }

  [[nodiscard]] std::vector<token> symbols(char const* key) const {
    std::vector<token> out;
    for (std::int64_t const v : file.at(key).values<std::int64_t>())
      out.push_back(static_cast<token>(v));
    return out;
  }
  [[nodiscard]] std::size_t values() const { return clean.shape.cells() * clean.shape.alphabet; }
  template <class Real>
  [[nodiscard]] std::vector<Real> output_of(std::size_t i) const {
    return {output.begin() + static_cast<std::ptrdiff_t>(i * values()),
            output.begin() + static_cast<std::ptrdiff_t>((i + 1) * values())};
  }
};

batch zeros(std::size_t size, std::size_t cells, token alphabet) {
  return {{{1, cells}, 1, alphabet}, size, std::vector<token>(size * cells, 0), {}};
}

TEST_CASE_TEMPLATE("uniform_diffusion: the loss of the reference steps, in both forms", Real, float, double) {
  for (std::string const name : {"uddm_uniform", "uddm_soft"})
    for (auto const form : {bound_form::summed, bound_form::closed}) {
      CAPTURE(name);
      golden_step step{name};
      step.objective.form = form;
      auto const expected = step.file.at("loss_per_sample").values<double>();
      double mean         = 0;
      for (std::size_t i = 0; i < step.clean.size; ++i) {
        auto const output = step.output_of<Real>(i);
        std::vector<Real> gradient(step.values());
        double const loss = step.objective.loss<Real>(output, step.clean, step.corruption, i, gradient);
        // The stored output is rounded to float32.
        CHECK(std::abs(loss - expected[i]) < 1e-6 * expected[i]);
        mean += loss / static_cast<double>(step.clean.size);
      }
      CHECK(std::abs(mean - step.file.at("loss").scalar<double>()) < 1e-6 * mean);
    }
}

TEST_CASE("uniform_diffusion: alpha, its rate, w and z of the relaxed reference step") {
  golden_step const step{"uddm_soft"};
  auto const alpha = step.file.at("alpha").values<double>(), prime = step.file.at("alpha_prime").values<double>(),
             gamma = step.file.at("gamma").values<double>();
  auto const noise = step.file.at("batch/noise").values<float>(), w = step.file.at("w").values<float>();
  std::size_t const n = step.clean.shape.cells(), v = step.clean.shape.alphabet;
  for (std::size_t i = 0; i < step.clean.size; ++i) {
    CHECK(std::abs(step.objective.curriculum.gamma(step.corruption.t[i]) - gamma[i]) < 1e-12);
    CHECK(std::abs(step.corruption.alpha[i] - alpha[i]) < 1e-12);
    CHECK(std::abs(step.corruption.one_minus_alpha[i] - (1 - alpha[i])) < 1e-12);
    CHECK(std::abs(step.corruption.alpha_prime[i] - prime[i]) < 1e-12);
    auto const mixing = relaxed_mixing::at(gamma[i]);
    for (std::size_t cell = i * n; cell < (i + 1) * n; ++cell) {
      std::vector<double> mixed(v);
      for (std::size_t k = 0; k < v; ++k) {
        mixed[k] = mixing.noise * static_cast<double>(noise[cell * v + k]) +
                   (k == step.clean.boards[cell] ? mixing.signal : 0);
        CHECK(std::abs(mixed[k] - static_cast<double>(w[cell * v + k])) < 1e-6);
      }
      CHECK(std::ranges::max_element(mixed) - mixed.begin() == step.corruption.z[cell]);
    }
  }
}

TEST_CASE("uniform_diffusion: the gradient is the derivative of the loss by the logits") {
  for (std::string const name : {"uddm_uniform", "uddm_soft"})
    for (auto const form : {bound_form::summed, bound_form::closed}) {
      golden_step step{name};
      step.objective.form = form;
      for (std::size_t i = 0; i < step.clean.size; ++i) {
        auto output = step.output_of<double>(i);
        for (std::size_t cell = 0; cell < step.clean.shape.cells(); ++cell)
          for (std::size_t k = 0; k < step.clean.shape.alphabet; ++k)
            output[cell * step.clean.shape.alphabet + k] += static_cast<double>(cell);  // logits need no normalising
        std::vector<double> gradient(step.values()), unused(step.values());
        (void)step.objective.loss<double>(output, step.clean, step.corruption, i, gradient);
        auto const worst = testing::compare_gradient(
            [&] { return step.objective.loss<double>(output, step.clean, step.corruption, i, unused); },
            output,
            gradient);
        CHECK(worst.largest < 1e-8);
      }
    }
}

TEST_CASE("uniform_diffusion: t is stratified over the batch, cells are kept with probability alpha") {
  uniform_diffusion const objective{.t_min = 0.2};
  std::size_t const size = 400, cells = 50;
  token const symbols = 4;
  auto const c        = corrupt(objective, zeros(size, cells, symbols), stream_family{21, purpose::test});
  double changed = 0, expected = 0, variance = 0, spread = 0;
  std::vector<double> seen(symbols);
  for (std::size_t i = 0; i < size; ++i) {
    double const stratum = (c.t[i] - 0.2) / 0.8 * static_cast<double>(size) - static_cast<double>(i);
    REQUIRE(stratum > 0);
    REQUIRE(stratum < 1);
    spread += stratum / static_cast<double>(size);
    CHECK(c.alpha[i] == doctest::Approx(1 - 0.999 * c.t[i]).epsilon(1e-14));
    CHECK(c.one_minus_alpha[i] == 0.999 * c.t[i]);
    CHECK(c.alpha_prime[i] == -0.999);
    CHECK(c.soft[i] == 0);
    double const p = c.one_minus_alpha[i] * 0.75;
    expected += cells * p;
    variance += cells * p * (1 - p);
    for (std::size_t j = 0; j < cells; ++j)
      ++seen[c.z[i * cells + j]];
  }
  changed = seen[1] + seen[2] + seen[3];
  CHECK(c.relaxed.empty());
  CHECK(std::abs(spread - 0.5) < 4 / std::sqrt(12.0 * static_cast<double>(size)));
  CHECK(std::abs(changed - expected) < 4 * std::sqrt(variance));
  for (std::size_t v = 1; v < symbols; ++v)
    CHECK(std::abs(seen[v] - changed / 3) < 4 * std::sqrt(changed * 2 / 9));
}

TEST_CASE("uniform_diffusion: the corruption of a sample depends on its stream and its place in the batch") {
  for (std::uint64_t const soft_steps : {0U, 1U}) {
    uniform_diffusion const objective{.curriculum = {.steps = soft_steps}};
    stream_family const streams{5, purpose::corruption, 17};
    auto const clean = zeros(8, 6, 5);
    auto const all   = corrupt(objective, clean, streams);
    redrawn_corruption alone;
    objective.prepare(clean, alone);
    stream rng = streams(5);
    objective.corrupt(clean, 5, rng, alone);
    CHECK(alone.t[5] == all.t[5]);
    CHECK(alone.alpha[4] == 0);
    for (std::size_t j = 30; j < 36; ++j)
      CHECK(alone.z[j] == all.z[j]);
    for (std::size_t j = 150; j < all.relaxed.size() && j < 180; ++j)
      CHECK(alone.relaxed[j] == all.relaxed[j]);
    CHECK(corrupt(objective, clean, {5, purpose::corruption, 18}).t != all.t);
  }
}

TEST_CASE("uniform_diffusion: the first updates of a curriculum read distributions, the later ones symbols") {
  uniform_diffusion const objective{.curriculum = {.steps = 10, .tau = 0.3, .gamma_0 = -2, .gamma_1 = 2}};
  auto clean = zeros(3, 4, 5);
  std::vector<token> symbols(4, 77);
  std::vector<double> values(20, -1.0);
  sample_input<double> input{.symbols = symbols, .values = values};

  clean.step      = 9;
  auto const soft = corrupt(objective, clean, stream_family{2, purpose::test});
  CHECK(soft.soft == std::vector<std::uint8_t>{1, 1, 1});
  objective.read(clean, soft, 1, input);
  CHECK(input.soft);
  CHECK(symbols == std::vector<token>(4, 77));
  for (std::size_t k = 0; k < 20; ++k)
    CHECK(values[k] == static_cast<double>(soft.relaxed[20 + k]));
  CHECK(input.noise == doctest::Approx(-std::log(soft.alpha[1])).epsilon(1e-13));
  CHECK(soft.alpha[1] == objective.curriculum.level(soft.t[1], 5).alpha);

  clean.step      = 10;
  auto const hard = corrupt(objective, clean, stream_family{2, purpose::test});
  CHECK(hard.soft == std::vector<std::uint8_t>{0, 0, 0});
  objective.read(clean, hard, 2, input);
  CHECK(!input.soft);
  CHECK(std::equal(symbols.begin(), symbols.end(), hard.z.begin() + 8));
  CHECK(input.noise == doctest::Approx(-std::log(1 - 0.999 * hard.t[2])).epsilon(1e-13));
}

TEST_CASE("uniform_diffusion: the tally of what was drawn") {
  uniform_diffusion const objective;
  auto const clean = zeros(2, 3, 4);
  redrawn_corruption c;
  objective.prepare(clean, c);
  c.z           = {0, 1, 0, 3, 0, 2};
  c.alpha       = {0.5, 0.001};
  c.alpha_prime = {-0.999, -0.999};
  uniform_diffusion::tally sum;
  CHECK(sum.numbers()[0].second == 0);
  objective.count(clean, c, sum);
  CHECK(sum.numbers() == std::vector<named_number>{{"changed_share", 0.5}, {"largest_weight", 999}});
}

TEST_CASE("uniform_diffusion: defaults are those of the papers, settings that cannot be meant are refused") {
  CHECK(uniform_diffusion{}.eps == 1e-3);
  CHECK(uniform_diffusion{}.t_min == 1e-3);
  CHECK(uniform_diffusion{}.curriculum.steps == 0);
  CHECK(uniform_diffusion{.eps = 0.01}.sampler().eps == 0.01);
  CHECK(uniform_diffusion::accepts(2));
  CHECK(!uniform_diffusion::accepts(1));
  CHECK(uniform_diffusion::channels(27) == 1);
  CHECK_NOTHROW(check(uniform_diffusion{}));
  CHECK_THROWS_WITH_AS(
      check(uniform_diffusion{.eps = 0}), "uniform_diffusion: expected eps in (0, 1), got 0", range_error);
  CHECK_THROWS_WITH_AS(
      check(uniform_diffusion{.t_min = 0}), "uniform_diffusion: expected t_min in (0, 1), got 0", range_error);
  CHECK_THROWS_AS(check(uniform_diffusion{.t_min = 1}), range_error);
  CHECK_THROWS_AS(check(uniform_diffusion{.curriculum = {.tau = -1}}), range_error);
}

}  // namespace
