// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/recovery.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

namespace {

using namespace regula;

using pairs = group_parity<12, 2>;

template <Rule R, class View>
recovery::result measured(R const& rule, View const& view, recovery const& probe, split_sizes sizes = {32, 32, 400}) {
  auto const data = draw_split(rule, sizes, 9);
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, View>{rule, 0, data, none, {}, view, {1, purpose::probe}});
}

/// Within 4 standard errors, of groups that fail and hold together.
void check_share(rate const& r, double right, std::size_t together = 2) {
  double const error = std::sqrt(right * (1 - right) * static_cast<double>(together) / static_cast<double>(r.total));
  CHECK_MESSAGE(std::abs(r.share() - right) < 4 * error + 1e-12, r.share() << " for " << right);
}

static_assert(Probe<recovery> && Measures<recovery, pairs, oracle_masked_view<population<pairs>>>);
static_assert(Measures<recovery, pairs, oracle_redrawn_view<population<pairs>>>);
static_assert(!Measures<recovery, pairs, oracle_causal_view<population<pairs>>>);

TEST_CASE("recovery: who knows that cells are alike in pairs restores hidden ones, but for pairs hidden together") {
  auto const view = oracle_masked_view{population{pairs{}}};
  auto const found =
      measured(pairs{}, view, {.times = {0.25, 0.5, 1}, .boards = 400, .entropies = false}, {32, 32, 400});
  REQUIRE(found.times.size() == 3);
  for (auto const& at : found.times) {
    double const t = at.t;
    for (auto const* set : {&at.training, &at.unseen}) {
      check_share(set->score.recovered, 1 - t / 2);
      check_share(set->score.exact, std::pow(1 - t * t / 2, 6), 1);
      CHECK(set->score.broken.count == 0);
    }
    check_share(at.random.score.recovered, 0.5);  // half of the pairs are alike; of the others one cell at most
    CHECK(at.random.score.exact.total == 400);
  }
  CHECK(found.times[0].family == "t=0.25");
  CHECK(found.times[2].training.score.broken.total == 0);
  CHECK(std::isnan(found.times[2].training.score.unstable.mean));
  CHECK(std::isnan(found.times[0].training.entropy.kept.mean));
}

TEST_CASE("recovery: of redrawn pairs, what the other cell tells comes back, seen and unseen boards alike") {
  auto const view  = oracle_redrawn_view{population{pairs{}}};
  auto const found = measured(pairs{}, view, {.times = {0.4}}, {32, 32, 256});
  double const a = log_linear{}.at(0.4).alpha, same = (1 + a) / 2, other = (1 - a) / 2;
  double const both = other * other / (same * same + other * other);  // that two symbols alike were both changed
  auto const& at    = found.times[0];
  for (auto const* set : {&at.training, &at.unseen}) {
    check_share(set->score.recovered, same / 2 + other * both);
    check_share(set->score.broken, same * both + other / 2);
    CHECK(set->score.untouched.total == 32);
  }
}

TEST_CASE("recovery: who knows nothing restores by chance") {
  auto const view  = oracle_redrawn_view{independent_of(population{pairs{}})};
  auto const found = measured(pairs{}, view, {.times = {0.5}});
  double const a   = log_linear{}.at(0.5).alpha;
  for (auto const* set : {&found.times[0].training, &found.times[0].unseen, &found.times[0].random}) {
    check_share(set->score.recovered, (1 - a) / 2, 1);
    check_share(set->score.broken, (1 - a) / 2, 1);
    CHECK(set->entropy.recovered.mean == doctest::Approx(std::numbers::ln2));
    CHECK(set->entropy.broken.mean == doctest::Approx(std::numbers::ln2));
    CHECK(set->entropy.recovered.count == set->score.recovered.count);
    CHECK(set->entropy.failed.count == set->score.recovered.total - set->score.recovered.count);
    CHECK(set->entropy.broken.count == set->score.broken.count);
    CHECK(set->entropy.kept.count == set->score.broken.total - set->score.broken.count);
  }
}

TEST_CASE("recovery: who copies restores what it has seen and breaks all else, by every sampler") {
  using rule_type       = group_parity<32, 2>;
  auto const data       = draw_split(rule_type{}, {8, 32, 400}, 9);
  auto const copyist    = empirical_of(rule_type{}, data.training);
  auto const check_sets = [](recovery::at_time const& at) {
    CHECK(at.training.score.recovery.mean > 0.99);
    CHECK(at.training.score.exact.share() > 0.99);
    CHECK(at.training.entropy.recovered.mean < 1e-3);
    CHECK(at.unseen.score.exact.count == 0);
    CHECK(at.random.score.exact.count == 0);
    CHECK(at.unseen.score.recovered.share() < 0.75);
    CHECK(at.random.score.recovered.share() < 0.75);
  };
  split_sizes const sizes{8, 32, 32};
  check_sets(measured(rule_type{}, oracle_masked_view{copyist}, {.times = {0.5}}, sizes).times[0]);
  auto const redrawn = oracle_redrawn_view{copyist};
  check_sets(measured(rule_type{}, redrawn, {.times = {0.25}}, sizes).times[0]);
  check_sets(measured(rule_type{}, redrawn, {.times = {0.25}, .redrawn = iterated_argmax{}}, sizes).times[0]);
}

TEST_CASE("recovery: sets without boards have no score, and wrong times are refused") {
  auto const view  = oracle_masked_view{population{pairs{}}};
  auto const found = measured(pairs{}, view, {.times = {0.5}, .boards = 7}, {8, 0, 4});
  CHECK(found.times[0].training.score.exact.total == 7);
  CHECK(found.times[0].unseen.score.exact.total == 0);
  CHECK(std::isnan(found.times[0].unseen.score.recovery.mean));
  CHECK(found.times[0].random.score.exact.total == 4);
  CHECK_THROWS_AS(static_cast<void>(measured(pairs{}, view, {.times = {0}})), range_error);
}

TEST_CASE("recovery: laws, and what is written") {
  CHECK(laws::probe(recovery{.times = {0.5}}, pairs{}, {}, oracle_masked_view{population{pairs{}}}).empty());
  recovery const few{.times = {0.5}, .redrawn = reverse{.levels = 10}};
  CHECK(laws::probe(few, pairs{}, {}, oracle_redrawn_view{population{pairs{}}}).empty());
  recovery::result r{{{.family = "t=0.5", .t = 0.5, .training = {}, .unseen = {}, .random = {}}}};
  r.times[0].training.score.recovered = {1, 4};
  auto const written                  = to_json(r);
  CHECK(written.at("times").at("t=0.5").at("t") == 0.5);
  CHECK(written.at("times").at("t=0.5").at("training").at("score").at("recovered").at("share") == 0.25);
  CHECK(to_json(few).at("redrawn").at("reverse").at("levels") == 10);
}

}  // namespace
