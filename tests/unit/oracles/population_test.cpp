// SPDX-License-Identifier: MIT
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>
#include <regula/testing/detail/rule_laws.hpp>

#include "support/golden_oracles.hpp"
#include "support/no_three_equal.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace regula;

/// The reference's rules with their names.
template <class F>
void for_each_reference_rule(F const& f) {
  f("group_parity_12_3", group_parity<12, 3>{});
  f("group_parity_12_4", group_parity<12, 4>{});
  f("group_parity_10_2", group_parity<10, 2>{});
  f("exact_k_10_3", exact_k<10, 3>{});
  f("row_k_3_4_2", row_k<3, 4, 2>{});
  f("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
  f("global_k_3_4_1-2", global_k<3, 4, 1, 2>{});
  f("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}});
  f("both_group_parity_12_3__exact_k_12_6", both(group_parity<12, 3>{}, exact_k<12, 6>{}));
  f("latin_square_4", latin_square<4>{});
}

TEST_CASE("population: every reference value of all four settings") {
  CHECK(test::golden_oracles().at("population").size() == 10);
  for_each_reference_rule([](std::string const& name, auto const& rule) {
    test::json const& entry = test::golden_oracle("population", name);
    population const oracle{rule};
    CHECK(oracle.cell_count == entry.at("cells"));
    test::check_all_settings(oracle, entry);
    test::check_table(marginals_of(oracle), entry.at("marginals"), oracle.alphabet);
  });
}

TEST_CASE("population: completions of every reference pattern") {
  for_each_reference_rule([](std::string const& name, auto const& rule) {
    population const oracle{rule};
    for (test::json const& query : test::golden_oracle("population", name).at("masked"))
      CHECK(oracle.completions(test::board_from<oracle.cell_count>(query.at("cells"))).exact ==
            query.at("completions").get<std::uint64_t>());
  });
}

TEST_CASE("population: passes over the automaton give what the closed form of group parity gives") {
  auto const check = [](auto const& rule, std::string const& name) {
    population const plain{automaton_rule{rule}};
    static_assert(!HasClosedForm<std::remove_const_t<decltype(plain)>, pm1>);
    static_assert(HasClosedForm<population<std::remove_cvref_t<decltype(rule)>>, pm1>);
    test::check_continuous(plain, test::golden_oracle("population", name), "denoised", true);
  };
  check(group_parity<12, 3>{}, "group_parity_12_3");
  check(group_parity<12, 4>{}, "group_parity_12_4");
  check(group_parity<10, 2>{}, "group_parity_10_2");
}

// Where every tanh is 1 to the last bit, the textbook form of the mean is 0/0. The cell that is least sure decides.
TEST_CASE("population: group parity far beyond the precision of tanh") {
  oracle_denoiser const denoise{population{group_parity<3, 3>{}}, pm1{}};
  std::vector<double> const x{2, -3, 1.5};  // a valid board has an even number of -1: one of the three is wrong
  std::vector<double> out(3);
  for (double const sigma : {0.001, 0.01, 0.1}) {
    denoise(std::span<double const>{x}, sigma, std::span<double>{out});
    CHECK(out[0] == doctest::Approx(1));
    CHECK(out[1] == doctest::Approx(-1));
    CHECK(out[2] == doctest::Approx(-1));
  }
  std::vector<double> const tie{2, -1, 1};  // two cells are equally doubtful
  denoise(std::span<double const>{tie}, 0.001, std::span<double>{out});
  CHECK(out[0] == doctest::Approx(1));
  CHECK(out[1] == doctest::Approx(0));
  CHECK(out[2] == doctest::Approx(0));
  std::vector<double> const single{-5};
  oracle_denoiser const certain{population{group_parity<1, 1>{}}, pm1{}};
  certain(std::span<double const>{single}, 0.01, std::span<double>{out}.first(1));
  CHECK(out[0] == 1);  // the only board
}

TEST_CASE("population: likelihoods far below the smallest double") {
  population const oracle{exact_k<40, 20>{}};
  std::vector<double> known(80), out(80);
  for (std::size_t i = 0; i < 40; ++i)
    known[2 * i] = -1e6 - static_cast<double>(i);  // every cell is 1, says what is known; the last ones most of all
  double const evidence = oracle.posterior(known, out);
  double others         = -std::log(137846528820.0);  // C(40, 20) boards; the q-binomial of 40 and 20 at q = 1/e
  for (int k = 1; k <= 20; ++k)
    others += std::log1p(-std::exp(-20.0 - k)) - std::log1p(-std::exp(-k));
  CHECK(evidence + 20e6 + 190 == doctest::Approx(others).epsilon(1e-6));
  CHECK(out[0] > 0.99);                                                  // cell 0 gives way and is 0
  CHECK(out[2 * 39 + 1] == doctest::Approx(1));                          // cell 39 stays 1
  CHECK(out[2 * 20] == doctest::Approx(out[2 * 19 + 1]).epsilon(1e-6));  // the two at the edge share the doubt
}

TEST_CASE("population: what no board has is refused, naming rule and cells") {
  population const oracle{group_parity<6, 3>{}};
  std::vector<double> out(12);
  std::array<token, 6> const cells{1, 1, 0, no_token, no_token, no_token};
  CHECK_THROWS_WITH_AS(
      masked_posterior(oracle, cells, out),
      "masked_posterior: expected visible cells that some board of population of group_parity{cells 6, "
      "group 3} has, got [1 1 0 . . .]",
      range_error);
  std::array<token, 6> const outside{1, 1, 2, no_token, no_token, no_token};
  CHECK_THROWS_WITH_AS(
      masked_posterior(oracle, outside, out), doctest::Contains("got symbol 2 in cell 2"), range_error);
}

/// The entropy of a row of probabilities in nats.
double entropy(std::span<double const> p) {
  double h = 0;
  for (double const q : p)
    if (q > 0) h -= q * std::log(q);
  return h;
}

/// All boards of a small rule with their probabilities.
template <Rule R, class Visit>
void for_each_valid(R const& rule, Visit const& visit) {
  double const alike = std::exp2(-rule.population().log2);
  laws::detail::for_each_board<R::cell_count>(R::alphabet, [&](cells<R::cell_count> x) {
    if (!rule.holds(x)) return;
    if constexpr (StatesProbability<R>)
      visit(x, rule.probability(x));
    else
      visit(x, alike);
  });
}

TEST_CASE("population: the floors of next-token losses are its conditional entropies") {
  auto const check = [](auto const& name, auto const& rule) {
    test::json const& floors = test::golden_oracle("population", name).at("floors");
    population const oracle{rule};
    std::vector<double> per_cell(oracle.cell_count), out(oracle.alphabet);
    for_each_valid(rule, [&](auto x, double p) {
      for (std::size_t i = 0; i < oracle.cell_count; ++i) {
        next_token_posterior(oracle, x.first(i), out);
        per_cell[i] += p * entropy(out);
      }
    });
    test::check_numbers(per_cell, floors.at("next_token_per_cell"));
  };
  check("group_parity_12_3", group_parity<12, 3>{});
  check("exact_k_10_3", exact_k<10, 3>{});
  check("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
  check("global_k_3_4_1-2", global_k<3, 4, 1, 2>{});
  check("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}});
}

/// The integral of t^a (1 - t)^b over [lo, hi] by Gauss and Legendre in 8 points on each of 16 pieces.
double beta_integral(std::size_t a, std::size_t b, double lo, double hi) {
  constexpr std::array node{0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  constexpr std::array weight{0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
  double sum        = 0;
  double const half = (hi - lo) / 32;
  for (int piece = 0; piece < 16; ++piece)
    for (std::size_t k = 0; k < 4; ++k)
      for (double const side : {-1.0, 1.0}) {
        double const t = lo + (2 * piece + 1 + side * node[k]) * half;
        sum += weight[k] * half * std::pow(t, static_cast<double>(a)) * std::pow(1 - t, static_cast<double>(b));
      }
  return sum;
}

TEST_CASE("population: the floors of masked losses are its conditional entropies") {
  auto const check = [](auto const& name, auto const& rule) {
    constexpr std::size_t D = std::remove_cvref_t<decltype(rule)>::cell_count;
    population const oracle{rule};
    std::vector<double> by_hidden(D + 1), out(2 * D);  // sum over the masks of h cells of the entropy of hidden cells
    for (std::size_t mask = 0; mask < (std::size_t{1} << D); ++mask) {
      std::size_t hidden = 0;
      for (std::size_t i = 0; i < D; ++i)
        hidden += mask >> i & 1U;
      for_each_valid(rule, [&](auto x, double p) {
        std::array<token, D> visible;
        for (std::size_t i = 0; i < D; ++i)
          visible[i] = (mask >> i & 1U) != 0 ? no_token : x[i];
        masked_posterior(oracle, visible, out);
        for (std::size_t i = 0; i < D; ++i)
          by_hidden[hidden] += p * entropy(std::span{out}.subspan(2 * i, 2));
      });
    }
    for (test::json const& floor : test::golden_oracle("population", name).at("floors").at("masked")) {
      double const lo = floor.at("window")[0], hi = floor.at("window")[1];
      double plain = 0, weighted = 0;
      for (std::size_t h = 1; h <= D; ++h) {
        plain += by_hidden[h] / static_cast<double>(D) *
                 (hi > lo ? beta_integral(h, D - h, lo, hi) / (hi - lo)
                          : std::pow(lo, static_cast<double>(h)) * std::pow(1 - lo, static_cast<double>(D - h)));
        weighted += by_hidden[h] / static_cast<double>(D) *
                    (hi > lo ? beta_integral(h - 1, D - h, lo, hi) / (hi - lo)
                             : std::pow(lo, static_cast<double>(h - 1)) * std::pow(1 - lo, static_cast<double>(D - h)));
      }
      CHECK(test::is_same(plain, floor.at("weight_none").get<double>()));
      CHECK(test::is_same(weighted, floor.at("weight_one_over_t").get<double>()));
    }
  };
  check("group_parity_10_2", group_parity<10, 2>{});
  check("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}});
}

/// The loss of one cell of the continuous-time bound of uniform diffusion: x the clean symbol, z the redrawn one.
double bound_of_cell(std::size_t x, std::size_t z, std::span<double const> predicted, double alpha, double slope) {
  auto const v   = static_cast<double>(predicted.size());
  auto const own = [&](std::size_t j) { return v * alpha * (j == x ? 1 : 0) + 1 - alpha; };
  auto const net = [&](std::size_t j) { return v * alpha * predicted[j] + 1 - alpha; };
  double sum     = 0;
  for (std::size_t j = 0; j < predicted.size(); ++j)
    sum += own(j) / own(z) * std::log(net(z) * own(j) / (net(j) * own(z)));
  return slope / (v * alpha) * (v / own(z) - v / net(z) - sum);
}

TEST_CASE("population: the floors of uniform diffusion are those of the leave-one-out conditionals") {
  auto const check = [](auto const& name, auto const& rule) {
    constexpr std::size_t D = std::remove_cvref_t<decltype(rule)>::cell_count;
    population const oracle{rule};
    std::vector<double> others(2 * D), posterior(2 * D);
    for (test::json const& floor : test::golden_oracle("population", name).at("floors").at("uniform")) {
      double const alpha = floor.at("alpha");
      double by_others = 0, by_posterior = 0;
      laws::detail::for_each_board<D>(2, [&](cells<D> z) {
        redrawn_leave_one_out(oracle, z, alpha, others);
        double const p = redrawn_posterior(oracle, z, alpha, posterior);
        for (std::size_t i = 0; i < D; ++i)
          for (std::size_t x = 0; x < 2; ++x) {
            double const weight = p * posterior[2 * i + x] / static_cast<double>(D);
            by_others += weight * bound_of_cell(x, z[i], std::span{others}.subspan(2 * i, 2), alpha, -0.999);
            by_posterior += weight * bound_of_cell(x, z[i], std::span{posterior}.subspan(2 * i, 2), alpha, -0.999);
          }
      });
      CAPTURE(alpha);
      CHECK(test::is_same(by_others, floor.at("leave_one_out").get<double>()));
      CHECK(test::is_same(by_posterior, floor.at("posterior_instead").get<double>()));
      CHECK(by_others < by_posterior);
    }
  };
  check("group_parity_12_3", group_parity<12, 3>{});
  check("exact_k_10_3", exact_k<10, 3>{});
  check("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
}

}  // namespace
