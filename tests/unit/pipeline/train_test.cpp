// SPDX-License-Identifier: MIT
#include <regula/core.hpp>

#include "support/affine_engine.hpp"
#include <doctest/doctest.h>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/stride.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

namespace {

namespace rg = regula;
using rg::test::affine_engine;
using rg::test::affine_log;

using rule  = rg::group_parity<12, 3>;
using model = rg::dit<rg::size{.width = 8, .depth = 1, .heads = 2}>;

auto const bare  = rg::compose(rule{}, model{}, rg::denoising{});
auto const plan  = rg::compose(rule{}, model{}, rg::denoising{}, rg::rule_accuracy{}, rg::memorization{});
auto const other = rg::compose(rg::memorization{}, rg::denoising{}, rg::rule_accuracy{}, model{}, rule{});

rg::settings short_run() {
  return {
      .train_size = 20,
      .steps      = 12,
      .batch      = 4,
      .seed       = 3,
      .rate       = {.base = 0.05},
      .evaluation = {.schedule = rg::evaluation_schedule::every(5), .samples = 6, .sampler = rg::heun{.levels = 3}}};
}

std::vector<double> losses_of(auto run) {
  std::vector<double> out;
  for (auto const& s : run)
    out.push_back(s.loss);
  return out;
}

TEST_CASE("train: a run of n steps has n + 1 elements, from the untrained model to the state after n updates") {
  std::vector<std::uint64_t> seen;
  auto run = rg::train(plan, short_run(), affine_engine{});
  for (auto const& s : run)
    seen.push_back(s.index);
  CHECK(seen == std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  CHECK(run.index() == 12);
}

TEST_CASE("train: evaluations stand at the scheduled steps and at the last one") {
  std::vector<std::uint64_t> evaluated;
  for (auto const& s : rg::train(plan, short_run(), affine_engine{})) {
    if (!s.evaluated()) continue;
    evaluated.push_back(s.index);
    CHECK(s.value<rg::rule_accuracy>().valid.total == 6);
    CHECK(s.value<rg::rule_accuracy>().clauses.total == 24);
    CHECK(s.value<rg::memorization>().copied.total == 6);
    CHECK(s.value<rg::memorization>().chance == doctest::Approx(20.0 / 256));
  }
  CHECK(evaluated == std::vector<std::uint64_t>{0, 5, 10, 12});
}

TEST_CASE("train: asking a step that was not evaluated says which") {
  auto run        = rg::train(plan, short_run(), affine_engine{});
  auto at         = run.begin();
  auto const kept = *++at;
  CHECK_FALSE(kept.evaluated());
  CHECK_THROWS_WITH_AS(
      (void)kept.value<rg::memorization>(), "step::value<memorization>: step 1 was not evaluated", rg::range_error);
}

TEST_CASE("train: steps are values that outlive their run") {
  auto steps = [] {
    auto run = rg::train(plan, short_run(), affine_engine{});
    return run | ranges::views::stride(5) | ranges::to<std::vector>();
  }();
  REQUIRE(steps.size() == 3);
  CHECK(steps[2].index == 10);
  CHECK(steps[2].value<rg::rule_accuracy>().valid.total == 6);
}

TEST_CASE("train: a network that is linear finds the best linear denoiser") {
  auto settings       = short_run();
  settings.train_size = 200;
  settings.steps      = 4000;
  settings.batch      = 32;
  settings.rate       = {.base = 0.02, .course = rg::rate_course::linear};
  // With a sigma_data below the data's deviation the best linear denoiser has to correct the preconditioning: for
  // independent signs the slope is E[in (1 - skip (1 + s^2)) / out] / E[in^2 (1 + s^2)], by quadrature 0.33850.
  auto const understated = rg::compose(rule{}, model{}, rg::denoising{.sigma_data = 0.5});
  auto run               = rg::train(understated, settings, affine_engine{});
  (void)losses_of(std::ranges::subrange(run.begin(), run.end()));
  double const slope = static_cast<double>(run.weights().at("slope").scalar<float>());
  CHECK(std::abs(slope - 0.33850) < 0.02);
}

TEST_CASE("train: a run is a lazy single-pass range for std and for range-v3") {
  auto run = rg::train(bare, short_run(), affine_engine{});
  static_assert(std::ranges::input_range<decltype(run)>);
  static_assert(!std::ranges::forward_range<decltype(run)>);
  static_assert(ranges::input_range<decltype(run)>);

  std::vector<std::uint64_t> seen;
  for (auto const& s : run | std::views::take(3))
    seen.push_back(s.index);
  CHECK(seen == std::vector<std::uint64_t>{0, 1, 2});

  // range-v3's take(n) advances once more than it shows; the run goes on from where it stands.
  auto const from = run.index();
  for (auto const& s : run | ranges::views::take(2))
    CHECK(s.index >= from);
  CHECK(run.index() < 8);

  auto even = rg::train(bare, short_run(), affine_engine{});
  auto list = even | ranges::views::filter([](auto const& s) { return s.index % 4 == 0; }) |
              ranges::views::transform([](auto const& s) { return s.index; }) | ranges::to<std::vector>();
  CHECK(list == std::vector<std::uint64_t>{0, 4, 8, 12});
}

TEST_CASE("train: a loop that stops leaves the weights of the element it saw last") {
  auto stopped = rg::train(bare, short_run(), affine_engine{});
  for (auto const& s : stopped)
    if (s.index == 7) break;
  CHECK(stopped.index() == 7);

  auto settings  = short_run();
  settings.steps = 7;
  auto ended     = rg::train(bare, settings, affine_engine{});
  for ([[maybe_unused]] auto const& s : ended) {
  }
  CHECK(stopped.weights().at("slope") == ended.weights().at("slope"));
  CHECK(stopped.weights().at("slope").scalar<float>() != 0.0F);
}

TEST_CASE("train: the same seed gives the same batches, noise and losses; another seed does not") {
  auto const record = [](std::uint64_t seed) {
    auto settings  = short_run();
    settings.seed  = seed;
    auto const log = std::make_shared<affine_log>();
    auto losses    = losses_of(rg::train(bare, settings, affine_engine{.log = log}));
    return std::pair{*log, losses};
  };
  auto const [log, losses]             = record(3);
  auto const [again, losses_again]     = record(3);
  auto const [different, losses_other] = record(4);
  CHECK(log.boards == again.boards);
  CHECK(log.sigmas == again.sigmas);
  CHECK(log.noises == again.noises);
  CHECK(losses == losses_again);
  CHECK(log.boards != different.boards);
  CHECK(log.noises != different.noises);
  REQUIRE(log.boards.size() == 13);
  CHECK(log.boards[0] != log.boards[1]);
  CHECK(log.sigmas[0] != log.sigmas[1]);
}

TEST_CASE("train: batches are training boards, drawn evenly and with replacement") {
  auto settings       = short_run();
  settings.train_size = 5;
  settings.steps      = 400;
  settings.batch      = 10;
  auto const log      = std::make_shared<affine_log>();
  auto run            = rg::train(bare, settings, affine_engine{.log = log});
  (void)losses_of(std::ranges::subrange(run.begin(), run.end()));
  std::vector<std::size_t> seen(5, 0);
  bool repeated = false;
  for (auto const& boards : log->boards) {
    std::vector<bool> in_this(5, false);
    for (std::size_t i = 0; i < 10; ++i) {
      rg::cells<12> const board{boards.data() + i * 12, 12};
      auto const place = run.data().index_of_training.find(board);
      REQUIRE(place.has_value());
      ++seen[*place];
      repeated        = repeated || in_this[*place];
      in_this[*place] = true;
    }
  }
  CHECK(repeated);
  double const n = 4010, expected = n / 5, error = std::sqrt(n * 0.2 * 0.8);
  for (std::size_t const count : seen)
    CHECK(std::abs(static_cast<double>(count) - expected) < 4 * error);
}

TEST_CASE("train: neither probes nor the order of parts change a bit of a run") {
  auto settings     = short_run();
  auto const losses = losses_of(rg::train(bare, settings, affine_engine{}));
  CHECK(losses_of(rg::train(plan, settings, affine_engine{})) == losses);
  CHECK(losses_of(rg::train(other, settings, affine_engine{})) == losses);
  settings.evaluation.schedule = rg::evaluation_schedule::every(1);
  settings.evaluation.samples  = 31;
  CHECK(losses_of(rg::train(plan, settings, affine_engine{})) == losses);
}

TEST_CASE("train: probes of either order give the same values") {
  auto a = rg::train(plan, short_run(), affine_engine{});
  auto b = rg::train(other, short_run(), affine_engine{});
  auto i = a.begin();
  auto j = b.begin();
  for (; i != a.end(); ++i, ++j) {
    REQUIRE(i->evaluated() == j->evaluated());
    if (!i->evaluated()) continue;
    CHECK(i->value<rg::rule_accuracy>().clauses == j->value<rg::rule_accuracy>().clauses);
    CHECK(i->value<rg::memorization>().copied == j->value<rg::memorization>().copied);
  }
}

TEST_CASE("train: held-out boards are valid and not of the training set, as many as asked for") {
  auto settings          = short_run();
  settings.held_out_size = 50;
  auto run               = rg::train(bare, settings, affine_engine{});
  auto const& data       = run.data();
  CHECK(data.training.size() == 20);
  CHECK(data.held_out.size() == 50);
  CHECK(data.control.size() == 20);
  for (auto const board : data.held_out) {
    CHECK(rg::is_valid(rule{}, board));
    CHECK_FALSE(data.index_of_training.contains(board));
  }
  CHECK(rg::train(bare, short_run(), affine_engine{}).data().held_out.size() == 20);
}

TEST_CASE("train: samples are a function of the weights and the seed: sample i is the same in any number") {
  auto run         = rg::train(bare, short_run(), affine_engine{});
  auto const all   = run.samples(9);
  auto const fewer = run.samples(4);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(std::ranges::equal(all[i], fewer[i]));
  std::vector<float> values;
  CHECK(run.samples(9, &values) == all);
  CHECK(values.size() == 9 * 12);
}

TEST_CASE("train: a loss that is not finite ends the run, names the step and leaves the weights of the step before") {
  auto run           = rg::train(bare, short_run(), affine_engine{.breaks_at = 6});
  std::uint64_t last = 0;
  try {
    for (auto const& s : run)
      last = s.index;
    FAIL("no exception");
  } catch (rg::diverged const& e) {
    CHECK(e.step() == 6);
    CHECK(std::string{e.what()} == "train: expected a finite loss, but it is not finite at step 6");
  }
  CHECK(last == 5);
  CHECK(run.index() == 5);
  CHECK(run.begin() == run.end());

  auto settings  = short_run();
  settings.steps = 5;
  auto until     = rg::train(bare, settings, affine_engine{});
  (void)losses_of(std::ranges::subrange(until.begin(), until.end()));
  CHECK(run.weights().at("slope") == until.weights().at("slope"));
  CHECK(run.weights().at("offset") == until.weights().at("offset"));
}

TEST_CASE("train: a first loss that is not finite throws at the start") {
  auto run = rg::train(bare, short_run(), affine_engine{.breaks_at = 0});
  CHECK_THROWS_AS((void)run.begin(), rg::diverged);
}

TEST_CASE("train: what cannot be meant is refused before anything is drawn") {
  auto settings  = short_run();
  settings.batch = 0;
  CHECK_THROWS_WITH_AS((void)rg::train(bare, settings, affine_engine{}),
                       "settings: expected batch of at least 1, got 0",
                       rg::range_error);
  settings            = short_run();
  settings.train_size = 257;
  CHECK_THROWS_WITH_AS((void)rg::train(bare, settings, affine_engine{}),
                       "draw_split: expected at most 256 distinct training boards, the population of "
                       "group_parity{cells 12, group 3}, but 257 were asked for",
                       rg::range_error);
  auto const noiseless = rg::compose(rule{}, model{}, rg::denoising{.sigma_data = 0});
  CHECK_THROWS_WITH_AS((void)rg::train(noiseless, short_run(), affine_engine{}),
                       "denoising: expected sigma_data > 0, got 0",
                       rg::range_error);
}

TEST_CASE("train: a run says what it was made of") {
  auto run = rg::train(plan, short_run(), affine_engine{});
  CHECK(run.settings().train_size == 20);
  CHECK(run.plan().shape() == rg::data_shape{{3, 4}, 1, 2});
  CHECK(run.trainer().facts().front().second == "affine");
  static_assert(std::is_nothrow_move_constructible_v<decltype(run)>);
}

}  // namespace
