// SPDX-License-Identifier: MIT
#include <regula/objectives/uniform_bound.hpp>
#include <regula/objectives/uniform_diffusion.hpp>
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_oracles.hpp"
#include "support/redrawn_views.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace regula;

/// A law of boards of two cells and three symbols, with its conditionals by enumeration.
struct small_joint {
  std::vector<double> p;  // [3, 3], the first cell in front
  bool leave_one_out = true;

  [[nodiscard]] static data_shape shape() { return {{1, 2}, 1, 3}; }
  [[nodiscard]] static std::vector<token> boards() { return {0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2, 2, 0, 2, 1, 2, 2}; }
  [[nodiscard]] double entropy() const {
    double h = 0;
    for (double const each : p)
      if (each > 0) h -= each * std::log(each);
    return h;
  }

  void operator()(std::span<token const> z, double lambda, std::span<double> out) const {
    double const alpha = std::exp(-lambda);
    auto const q       = [&](token seen, std::size_t x) { return (seen == x ? alpha : 0) - std::expm1(-lambda) / 3; };
    for (std::size_t at = 0; at < z.size(); ++at) {
      bool const first = at % 2 == 0;
      double total     = 0;
      auto const row   = out.subspan(at * 3, 3);
      for (std::size_t x = 0; x < 3; ++x) {
        row[x] = 0;
        for (std::size_t y = 0; y < 3; ++y)
          row[x] += (first ? p[x * 3 + y] : p[y * 3 + x]) * q(z[first ? at + 1 : at - 1], y);
        if (!leave_one_out) row[x] *= q(z[at], x);
        total += row[x];
      }
      for (double& each : row)
        each = std::log(each / total);
    }
  }
};

TEST_CASE("uniform_bound: over all alpha it is the entropy with leave-one-out conditionals, more with posteriors") {
  for (std::vector<double> const& weights : {std::vector<double>{3, 1, 4, 1, 5, 9, 2, 6, 5},
                                             std::vector<double>{1, 0, 0, 0, 2, 0, 0, 0, 3},
                                             std::vector<double>{0, 7, 0, 1, 0, 1, 1, 1, 0}}) {
    small_joint joint{weights};
    double sum = 0;
    for (double const w : weights)
      sum += w;
    for (double& each : joint.p)
      each /= sum;
    auto const bound = [&] {
      return exact_uniform_bound(joint, small_joint::boards(), joint.p, small_joint::shape(), {.eps = 0});
    };
    auto const least = bound();
    CHECK(least.exact);
    CHECK(least.t_low == 0);
    CHECK(least.t_high == 1);
    CHECK(2 * least.mean == doctest::Approx(joint.entropy()).epsilon(1e-10));
    joint.leave_one_out = false;
    CHECK(2 * bound().mean > joint.entropy() + 0.3);
  }
}

/// All boards of a rule of two symbols and their probabilities.
template <Rule R>
struct listed_rule {
  std::vector<token> boards;
  std::vector<double> probabilities;

  explicit listed_rule(R const& rule) {
    std::array<token, R::cell_count> board{};
    do {
      if (!rule.holds(board)) continue;
      boards.insert(boards.end(), board.begin(), board.end());
      probabilities.push_back(std::exp2(-rule.population().log2));
    } while (detail::next_board(board, R::alphabet));
  }
};

TEST_CASE("uniform_bound: exact values at a time, and over all times, are the reference floors") {
  auto const check_rule_floors = [](std::string const& name, auto const& rule) {
    INFO(name);
    auto const& floors = test::golden_oracle("population", name).at("floors");
    population const oracle{rule};
    data_shape const shape{{1, oracle.cell_count}, 1, 2};
    listed_rule const all{rule};
    auto const others    = test::leave_one_out_view(oracle);
    auto const posterior = test::posterior_view(oracle);
    for (auto const& floor : floors.at("uniform")) {
      auto const level = log_linear{}.at(floor.at("t").get<double>());
      CHECK(test::is_same(exact_uniform_loss(others, all.boards, all.probabilities, shape, level),
                          floor.at("leave_one_out").get<double>()));
      CHECK(test::is_same(exact_uniform_loss(posterior, all.boards, all.probabilities, shape, level),
                          floor.at("posterior_instead").get<double>()));
    }
    CHECK(exact_uniform_bound(others, all.boards, all.probabilities, shape).mean ==
          doctest::Approx(floors.at("uniform_integral").at("leave_one_out").get<double>()).epsilon(1e-9));
    CHECK(exact_uniform_bound(posterior, all.boards, all.probabilities, shape).mean ==
          doctest::Approx(floors.at("uniform_integral").at("posterior_instead").get<double>()).epsilon(1e-9));
  };
  check_rule_floors("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}});
  check_rule_floors("exact_k_10_3", exact_k<10, 3>{});
}

/// n boards of a rule, in one piece.
template <Rule R>
std::vector<token> drawn_boards(R const& rule, std::size_t n) {
  std::vector<token> boards(n * R::cell_count);
  for (std::size_t i = 0; i < n; ++i) {
    stream rng{31, purpose::test, 0, i};
    rule.draw(rng, std::span{boards}.subspan(i * R::cell_count).template first<R::cell_count>());
  }
  return boards;
}

template <class F>
void for_each_binary_rule(F const& f) {
  f("group_parity_12_3", group_parity<12, 3>{});
  f("group_parity_12_4", group_parity<12, 4>{});
  f("group_parity_10_2", group_parity<10, 2>{});
  f("exact_k_10_3", exact_k<10, 3>{});
  f("row_k_3_4_2", row_k<3, 4, 2>{});
  f("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
  f("global_k_3_4_1-2", global_k<3, 4, 1, 2>{});
  f("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}});
  f("both_group_parity_12_3__exact_k_12_6", both(group_parity<12, 3>{}, exact_k<12, 6>{}));
}

TEST_CASE("uniform_bound: drawn boards meet the reference floors within 4 standard errors") {
  for_each_binary_rule([](std::string const& name, auto const& rule) {
    INFO(name);
    population const oracle{rule};
    data_shape const shape{{1, oracle.cell_count}, 1, 2};
    auto const boards = drawn_boards(rule, 1000);
    bound_grid const grid{.t_min = 1e-9, .seed = 4};  // the floors are over [0, 1]
    auto const& floor = test::golden_oracle("population", name).at("floors").at("uniform_integral");
    auto const least  = uniform_bound(test::leave_one_out_view(oracle), boards, shape, grid);
    CHECK(!least.exact);
    CHECK(least.t_low == 1e-9);
    CHECK(least.standard_error < 0.02);
    CHECK(std::abs(least.mean - floor.at("leave_one_out").get<double>()) < 4 * least.standard_error);
    auto const wrong = uniform_bound(test::posterior_view(oracle), boards, shape, grid);
    CHECK(std::abs(wrong.mean - floor.at("posterior_instead").get<double>()) < 4 * wrong.standard_error);
    CHECK(wrong.mean > least.mean + 4 * least.standard_error);
  });
}

/// The floor of a rule over t in [t_min, 1]: that over [0, 1] less the part below t_min.
template <Rule R>
double floor_from(R const& rule, std::string const& name, double t_min) {
  population const oracle{rule};
  listed_rule const all{rule};
  double below = 0;
  for (auto const& [place, weight] : detail::legendre_nodes(24))
    below += 2 * place * weight * t_min *
             exact_uniform_loss(test::leave_one_out_view(oracle),
                                all.boards,
                                all.probabilities,
                                {{1, R::cell_count}, 1, 2},
                                log_linear{}.at(t_min * place * place));
  auto const& floor = test::golden_oracle("population", name).at("floors").at("uniform_integral");
  return (floor.at("leave_one_out").get<double>() - below) / (1 - t_min);
}

TEST_CASE("uniform_bound: over [1e-3, 1] the evaluation and the training loss meet the floor too") {
  k_parity<8, 3> const rule{{1, 4, 6}};
  population const oracle{rule};
  auto const view    = test::leave_one_out_view(oracle);
  double const right = floor_from(rule, "k_parity_8_1-4-6", 1e-3);
  data_shape const shape{{1, 9}, 1, 2};
  constexpr std::size_t n = 4000;
  batch const clean{shape, n, drawn_boards(rule, n), {}};
  auto const evaluated = uniform_bound(view, clean.boards, shape);
  CHECK(evaluated.t_low == 1e-3);
  CHECK(std::abs(evaluated.mean - right) < 4 * evaluated.standard_error);

  uniform_diffusion const objective;
  auto const c = corrupt(objective, clean, stream_family{6, purpose::corruption});
  detail::board_mean trained;
  std::vector<double> logits(18), gradient(18);
  for (std::size_t i = 0; i < n; ++i) {
    view(std::span{c.z}.subspan(i * 9, 9), c.level(i).lambda(), logits);
    trained.add(objective.loss<double>(logits, clean, c, i, gradient));
  }
  CHECK(trained.standard_error() < 0.05);
  CHECK(std::abs(trained.mean() - right) < 4 * trained.standard_error());
}

TEST_CASE("uniform_bound: a board's loss depends on its place and the seed, and is the same at every call") {
  group_parity<12, 3> const rule;
  population const oracle{rule};
  auto const view = test::leave_one_out_view(oracle);
  data_shape const shape{{1, 12}, 1, 2};
  auto const boards = drawn_boards(rule, 3);
  auto const one    = std::span<token const>{boards}.first(12);
  auto const all    = uniform_bound(view, boards, shape);
  CHECK(uniform_bound(view, boards, shape).mean == all.mean);
  CHECK(uniform_bound(view, boards, shape, {.seed = 1}).mean != all.mean);
  CHECK(std::isnan(uniform_bound(view, one, shape).standard_error));
  // What the second board adds does not depend on the first.
  auto const added = [&](std::size_t first) {
    std::vector<token> two(boards.begin() + static_cast<std::ptrdiff_t>(12 * first),
                           boards.begin() + static_cast<std::ptrdiff_t>(12 * first + 12));
    double const alone = uniform_bound(view, two, shape).mean;
    two.insert(two.end(), boards.begin() + 12, boards.begin() + 24);
    return 2 * uniform_bound(view, two, shape).mean - alone;
  };
  CHECK(added(0) == doctest::Approx(added(2)).epsilon(1e-12));
  // Three equal boards are redrawn each in its own way.
  std::vector<token> same;
  for (int k = 0; k < 3; ++k)
    same.insert(same.end(), one.begin(), one.end());
  CHECK(uniform_bound(view, same, shape).standard_error > 0);
  // More draws, a smaller error.
  CHECK(uniform_bound(view, same, shape, {.masks = 64}).standard_error <
        uniform_bound(view, same, shape).standard_error);
}

TEST_CASE("uniform_bound: what cannot be meant is refused") {
  test::fixed_view view{{0.5, 0.5}};
  data_shape const shape{{1, 2}, 1, 2};
  std::vector<token> const boards{0, 1};
  CHECK_THROWS_WITH_AS((void)uniform_bound(view, std::vector<token>{0, 1, 1}, shape),
                       "uniform_bound: expected boards of 2 cells, at least one, got 3 cells",
                       shape_error);
  CHECK_THROWS_WITH_AS((void)uniform_bound(view, std::vector<token>{0, 3}, shape),
                       "uniform_bound: expected symbols below 2, got 3",
                       range_error);
  CHECK_THROWS_AS((void)uniform_bound(view, boards, shape, {.t_min = 0}), range_error);
  CHECK_THROWS_WITH_AS((void)uniform_bound(view, boards, shape, {}, {.eps = 0}),
                       "uniform_bound: expected eps in (0, 1), got 0",
                       range_error);
  CHECK_THROWS_WITH_AS((void)exact_uniform_loss(view, boards, std::vector{0.5, 0.5}, shape, log_linear{}.at(0.5)),
                       "exact_uniform_loss: expected a probability for each of 1 boards, got 2",
                       shape_error);
  CHECK_THROWS_WITH_AS((void)exact_uniform_loss(
                           view, std::vector<token>(17, 0), std::vector{1.0}, {{1, 17}, 1, 2}, log_linear{}.at(0.5)),
                       "exact_uniform_loss: expected V^T of at most 65536, got 131072: take uniform_bound",
                       range_error);
  CHECK_THROWS_AS((void)exact_uniform_bound(view, boards, std::vector{1.0}, shape, {.eps = 1}), range_error);
}

}  // namespace
