// SPDX-License-Identifier: MIT
#include <regula/probes/pattern_memory.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace {

using namespace regula;

struct no_model {};

/// Signs of sums of three of twelve features, each with a sign of its own: 1760 boards that are made of the same parts.
struct mixed_features {
  static constexpr std::size_t cell_count = 60;
  static constexpr token alphabet         = 2;

  std::array<std::array<int, 60>, 12> features{};

  explicit mixed_features(std::uint64_t seed) {
    stream rng{seed, purpose::rule, 0, 0};
    for (auto& f : features)
      for (int& s : f)
        s = pick(rng, 2) == 1 ? 1 : -1;
  }

  [[nodiscard]] bool holds(cells<60>) const noexcept { return true; }
  void draw(auto& rng, cells_out<60> x) const {
    std::array<std::size_t, 12> order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    shuffle_front(rng, std::span<std::size_t>{order}, 3);
    std::array<int, 3> signs{};
    for (int& s : signs)
      s = pick(rng, 2) == 1 ? 1 : -1;
    for (std::size_t i = 0; i < 60; ++i) {
      int sum = 0;
      for (std::size_t k = 0; k < 3; ++k)
        sum += signs[k] * features[order[k]][i];
      x[i] = sum > 0;
    }
  }
};

static_assert(Probe<pattern_memory> && Measures<pattern_memory, group_parity<12, 3>, no_model>);
static_assert(!Measures<pattern_memory, latin_square<4>, no_model>);

template <Rule R>
pattern_memory::result measured(R const& rule, split_sizes sizes, pattern_memory const& probe) {
  auto const data = draw_split(rule, sizes, 3);
  board_set<R::cell_count> const none;
  no_model const model;
  return probe.measure(evaluation<R, no_model>{rule, 0, data, none, {}, model, {1, purpose::probe}});
}

TEST_CASE("pattern_memory: from few patterns it copies, from many it learns the parts of which they are made") {
  mixed_features const rule{4};
  auto const of = [&](std::size_t patterns, std::uint64_t steps) {
    return measured(rule, {patterns, 200, 100}, {.training = {.steps = steps}, .search = {.grid = 10}});
  };
  auto const few = of(8, 400), some = of(64, 400), many = of(512, 400);
  CHECK(few.load == doctest::Approx(8.0 / 60));
  CHECK(few.seen.recovery.recovered.share() > 0.98);
  CHECK(few.seen.held.share() == 1);
  CHECK(few.unseen.recovery.recovered.share() < 0.75);
  CHECK(few.unseen.held.share() < 0.1);
  CHECK(few.seen.loss.mean < 0.2 * few.unseen.loss.mean);
  CHECK(few.curve.critical >= 0.1);
  CHECK(few.stability > 0);
  // What is seen is held less well, what is not seen better, until the two are the same.
  CHECK(some.seen.loss.mean > few.seen.loss.mean);
  CHECK(many.seen.loss.mean > some.seen.loss.mean);
  CHECK(many.unseen.loss.mean < few.unseen.loss.mean);
  CHECK(many.unseen.loss.mean < 2 * many.seen.loss.mean);
  CHECK(many.seen.recovery.recovered.share() < few.seen.recovery.recovered.share());
  CHECK(std::abs(many.seen.recovery.recovered.share() - many.unseen.recovery.recovered.share()) < 0.1);
  CHECK(many.unseen.held.share() > 0.25);
  CHECK(many.unseen.held.share() > few.unseen.held.share() + 0.2);
  CHECK(many.random.held.count == 0);
  CHECK(many.stability < few.stability);
}

TEST_CASE("pattern_memory: pairs are learnt by one coupling each, seen and unseen boards alike") {
  auto const found = measured(group_parity<12, 2>{}, {40, 20, 64}, {.training = {.steps = 4000}});
  CHECK(found.seen.held == rate{40, 40});
  CHECK(found.unseen.held == rate{20, 20});
  CHECK(found.seen.loss.mean < 0.05);
  CHECK(found.unseen.loss.mean < 0.05);
  CHECK(found.unseen.loss.count == 20);
  CHECK(found.seen.recovery.exact.total == 40);
  // Of parity in groups of three no pair of cells tells anything: what it holds it has by heart, and unseen boards cost
  // more than if nothing was known.
  auto const triples = measured(group_parity<12, 3>{}, {6, 100, 64}, {});
  CHECK(triples.seen.held.share() == 1);
  CHECK(triples.unseen.loss.mean > std::numbers::ln2);
  CHECK(triples.unseen.held.share() < 0.1);
}

TEST_CASE("pattern_memory: theory beside it, the first boards, and flips on their own") {
  auto const found =
      measured(mixed_features{4}, {50, 0, 10}, {.boards = 15, .training = {.steps = 20}, .flipped = 0.3});
  CHECK(found.load == doctest::Approx(0.25));
  CHECK(found.largest == doctest::Approx(largest_stability(0.25)));
  CHECK(found.bound == doctest::Approx(corruption_bound(found.stability)));
  CHECK(found.seen.held.total == 15);
  CHECK(found.unseen.held.total == 0);
  CHECK(std::isnan(found.unseen.loss.mean));
  CHECK(found.random.held.total == 10);
  double const n = 15 * 60, flipped = static_cast<double>(found.seen.recovery.recovered.total);
  CHECK(std::abs(flipped / n - 0.3) < 4 * std::sqrt(0.21 / n));
}

TEST_CASE("pattern_memory: laws, errors and what is written") {
  pattern_memory const quick{.training = {.steps = 5}, .search = {.grid = 4}};
  CHECK(laws::probe(quick, group_parity<12, 3>{}).empty());
  CHECK_THROWS_AS(static_cast<void>(measured(group_parity<12, 3>{}, {0, 4, 4}, quick)), range_error);
  CHECK_THROWS_AS(static_cast<void>(measured(group_parity<12, 3>{}, {4, 4, 4}, {.flipped = 2})), range_error);
  auto const written = to_json(measured(group_parity<12, 3>{}, {4, 4, 4}, quick));
  CHECK(written.at("curve").at("points").size() == 3);
  CHECK(written.at("seen").at("held").at("total") == 4);
  CHECK(to_json(quick).at("training").at("steps") == 5);
}

}  // namespace
