// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace rg = regula;

namespace {

constexpr rg::size sizes{.width = 32, .depth = 2, .heads = 2};

auto const plan = rg::compose(rg::group_parity<24, 2>{}, rg::dit<sizes>{}, rg::denoising{}, rg::rule_accuracy{});

rg::settings const settings{.train_size = 128,
                            .steps      = 50,
                            .batch      = 32,
                            .seed       = 5,
                            .rate       = {.base = 1e-3, .course = rg::rate_course::cosine, .warm_up = 5},
                            .clip       = 1,
                            .evaluation = {.schedule = {}, .samples = 8, .sampler = rg::heun{.levels = 4}}};

/// The losses of a run, and its weights at the end one after the other.
struct course {
  std::vector<double> losses;
  std::vector<double> weights;

  template <class Engine>
  explicit course(Engine engine) {
    auto run = rg::train(plan, settings, engine);
    for (auto const& step : run)
      losses.push_back(step.loss);
    rg::named_tensors const last = run.weights();
    for (auto const& spec : rg::dit<sizes>::tensors(plan.shape()))
      for (float const w : last.at(spec.name).values<float>())
        weights.push_back(static_cast<double>(w));
  }
};

std::vector<double> initial_weights() {
  auto const specs = rg::dit<sizes>::tensors(plan.shape());
  auto const drawn = rg::draw_initial_weights(specs, settings.seed);
  std::vector<double> out;
  for (auto const& [name, value] : drawn)
    for (float const w : value.values<float>())
      out.push_back(static_cast<double>(w));
  return out;
}

double distance(std::vector<double> const& a, std::vector<double> const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("a run from one seed draws the same data and noise on both engines, and their curves stay together") {
  course const ours{rg::native{.threads = 2}}, reference{rg::torch_cpu{}};
  REQUIRE(ours.losses.size() == 51);
  REQUIRE(reference.losses.size() == 51);
  CHECK(ours.losses.front() == doctest::Approx(reference.losses.front()).epsilon(1e-6));
  for (std::size_t i = 0; i < ours.losses.size(); ++i) {
    CAPTURE(i);
    CHECK(ours.losses[i] == doctest::Approx(reference.losses[i]).epsilon(1e-3));
  }
  // Rounding separates them slowly: after 50 updates by less than a fiftieth of the way they went.
  double const way = distance(reference.weights, initial_weights());
  CHECK(way > 0.1);
  CHECK(distance(ours.weights, reference.weights) < 0.02 * way);
}
