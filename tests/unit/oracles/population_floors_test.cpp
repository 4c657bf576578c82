// SPDX-License-Identifier: MIT
// The least losses that any network can reach: entropies of the population oracle, averaged over corruptions.
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>
#include <regula/testing/detail/examined_rule.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace regula;

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
  if constexpr (Enumerable<R>) {
    for (auto const x : rule.boards())
      visit(x, alike);
  } else {
    laws::detail::for_each_board<R::cell_count>(R::alphabet, [&](cells<R::cell_count> x) {
      if (!rule.holds(x)) return;
      if constexpr (StatesProbability<R>)
        visit(x, rule.probability(x));
      else
        visit(x, alike);
    });
  }
}

// Symmetry ------------------------------------------------------------------------------------------------------------

/// Groups of cells in which any two can be swapped without a change of the rule; and whether groups can be swapped.
struct symmetry {
  std::vector<std::vector<std::size_t>> groups;
  bool between_groups = true;
};

/// Runs of `size` cells.
symmetry runs(std::size_t cell_count, std::size_t size) {
  symmetry out;
  out.groups.resize(cell_count / size, std::vector<std::size_t>(size));
  for (std::size_t i = 0; i < cell_count; ++i)
    out.groups[i / size][i % size] = i;
  return out;
}

/// A pattern of one bit a cell that stands for all that the symmetry turns it into, and how many these are.
template <std::size_t D>
struct pattern_class {
  std::bitset<D> pattern;
  double size = 0;
};

template <std::size_t D>
std::vector<pattern_class<D>> classes_of(symmetry const& alike) {
  std::map<std::vector<std::size_t>, pattern_class<D>> found;
  for (std::size_t bits = 0; bits < (std::size_t{1} << D); ++bits) {
    std::bitset<D> const pattern{bits};
    std::vector<std::size_t> counts;
    for (auto const& group : alike.groups)
      counts.push_back(static_cast<std::size_t>(std::ranges::count_if(group, [&](auto i) { return pattern[i]; })));
    if (alike.between_groups) std::ranges::sort(counts);
    auto& members   = found[counts];
    members.pattern = pattern;
    members.size += 1;
  }
  std::vector<pattern_class<D>> out;
  for (auto const& [counts, members] : found)
    out.push_back(members);
  return out;
}

/// Fails unless swapping neighbours in a group, and neighbouring groups, leaves every board's verdict and probability.
template <Rule R>
void check_symmetry(R const& rule, symmetry const& alike) {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> swaps;
  for (std::size_t g = 0; g < alike.groups.size(); ++g) {
    auto const& group = alike.groups[g];
    for (std::size_t i = 0; i + 1 < group.size(); ++i)
      swaps.push_back({{group[i], group[i + 1]}});
    if (g == 0 || !alike.between_groups) continue;
    auto& whole = swaps.emplace_back();
    for (std::size_t i = 0; i < group.size(); ++i)
      whole.emplace_back(alike.groups[g - 1][i], group[i]);
  }
  for_each_valid(rule, [&](auto x, double p) {
    for (auto const& exchanged : swaps) {
      std::array<token, R::cell_count> y;
      std::ranges::copy(x, y.begin());
      for (auto const& [a, b] : exchanged)
        std::swap(y[a], y[b]);
      if (!rule.holds(y)) FAIL("a swap of " << exchanged.size() << " cells breaks the rule");
      if constexpr (StatesProbability<R>) REQUIRE(rule.probability(y) == doctest::Approx(p).epsilon(1e-14));
    }
  });
}

/// Calls f with name, rule and symmetry of all rules of two symbols that have reference floors.
template <class F>
void for_each_binary_rule(F const& f) {
  f("group_parity_12_3", group_parity<12, 3>{}, runs(12, 3));
  f("group_parity_12_4", group_parity<12, 4>{}, runs(12, 4));
  f("group_parity_10_2", group_parity<10, 2>{}, runs(10, 2));
  f("exact_k_10_3", exact_k<10, 3>{}, runs(10, 10));
  f("row_k_3_4_2", row_k<3, 4, 2>{}, runs(12, 4));
  f("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{}, runs(12, 4));
  f("global_k_3_4_1-2", global_k<3, 4, 1, 2>{}, runs(12, 4));
  f("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}}, symmetry{{{1, 4, 6, 8}, {0, 2, 3, 5, 7}}, false});
  f("both_group_parity_12_3__exact_k_12_6", both(group_parity<12, 3>{}, exact_k<12, 6>{}), runs(12, 3));
}

TEST_CASE("population floors: the symmetries by which corruptions are counted") {
  for_each_binary_rule([](std::string const& name, auto const& rule, symmetry const& alike) {
    INFO(name);
    check_symmetry(rule, alike);
  });
}

// Next token ----------------------------------------------------------------------------------------------------------

TEST_CASE("population floors: next-token losses are conditional entropies, which add up to the rule's own") {
  std::size_t checked = 0;
  auto const check    = [&](std::string const& name, auto const& rule) {
    INFO(name);
    test::json const& entry  = test::golden_oracle("population", name);
    test::json const& floors = entry.at("floors");
    population const oracle{rule};
    std::vector<double> per_cell(oracle.cell_count), out(oracle.alphabet);
    double of_rule = 0;
    for_each_valid(rule, [&](auto x, double p) {
      of_rule -= p * std::log(p);
      for (std::size_t i = 0; i < oracle.cell_count; ++i) {
        next_token_posterior(oracle, x.first(i), out);
        per_cell[i] += p * entropy(out);
      }
    });
    double const sum = std::accumulate(per_cell.begin(), per_cell.end(), 0.0);
    test::check_numbers(per_cell, floors.at("next_token_per_cell"));
    CHECK(test::is_same(sum / static_cast<double>(oracle.cell_count), floors.at("next_token_mean").get<double>()));
    CHECK(test::is_same(of_rule, entry.at("entropy").get<double>()));
    CHECK(test::is_same(sum, of_rule));
    ++checked;
  };
  for_each_binary_rule([&](std::string const& name, auto const& rule, symmetry const&) { check(name, rule); });
  check("latin_square_4", latin_square<4>{});
  CHECK(checked == test::golden_oracles().at("population").size());
}

// Masked --------------------------------------------------------------------------------------------------------------

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

/// The mean of t^a (1 - t)^b for t uniform on [lo, hi], which may be a point.
double beta_mean(std::size_t a, std::size_t b, double lo, double hi) {
  if (hi > lo) return beta_integral(a, b, lo, hi) / (hi - lo);
  return std::pow(lo, static_cast<double>(a)) * std::pow(1 - lo, static_cast<double>(b));
}

/// `by_hidden[h]`: the mean entropy of the hidden cells, summed over all masks that hide h cells.
void check_masked_floors(std::vector<double> const& by_hidden, test::json const& entry) {
  std::size_t const d = by_hidden.size() - 1;
  CHECK(entry.at("floors").at("masked").size() == 6);
  for (test::json const& floor : entry.at("floors").at("masked")) {
    double const lo = floor.at("window")[0], hi = floor.at("window")[1];
    CAPTURE(lo);
    CAPTURE(hi);
    double plain = 0, weighted = 0;
    for (std::size_t h = 1; h <= d; ++h) {
      plain += by_hidden[h] / static_cast<double>(d) * beta_mean(h, d - h, lo, hi);
      weighted += by_hidden[h] / static_cast<double>(d) * beta_mean(h - 1, d - h, lo, hi);
    }
    CHECK(test::is_same(plain, floor.at("weight_none").get<double>()));
    CHECK(test::is_same(weighted, floor.at("weight_one_over_t").get<double>()));
    if (lo == 0 && hi == 1) CHECK(test::is_same(weighted * static_cast<double>(d), entry.at("entropy").get<double>()));
  }
}

/// The entropies of the cells of x that the mask hides, summed.
template <Oracle O>
double hidden_entropy(O const& oracle, cells<O::cell_count> x, std::bitset<O::cell_count> const& mask) {
  std::array<token, O::cell_count> visible;
  for (std::size_t i = 0; i < visible.size(); ++i)
    visible[i] = mask[i] ? no_token : x[i];
  std::vector<double> out(O::cell_count * O::alphabet);
  masked_posterior(oracle, visible, out);
  return entropy(out);  // a visible cell is certain
}

TEST_CASE("population floors: masked losses of rules of two symbols") {
  for_each_binary_rule([](std::string const& name, auto const& rule, symmetry const& alike) {
    INFO(name);
    constexpr std::size_t D = std::remove_cvref_t<decltype(rule)>::cell_count;
    population const oracle{rule};
    std::vector<double> by_hidden(D + 1);
    for (auto const& masks : classes_of<D>(alike))
      for_each_valid(rule, [&](auto x, double p) {
        by_hidden[masks.pattern.count()] += masks.size * p * hidden_entropy(oracle, x, masks.pattern);
      });
    check_masked_floors(by_hidden, test::golden_oracle("population", name));
  });
}

TEST_CASE("population floors: masked losses, mask by mask") {
  constexpr std::size_t D = 10;
  group_parity<D, 2> const rule;
  population const oracle{rule};
  std::vector<double> by_hidden(D + 1);
  for (std::size_t bits = 0; bits < (std::size_t{1} << D); ++bits)
    for_each_valid(rule, [&](auto x, double p) {
      by_hidden[std::bitset<D>{bits}.count()] += p * hidden_entropy(oracle, x, std::bitset<D>{bits});
    });
  check_masked_floors(by_hidden, test::golden_oracle("population", "group_parity_10_2"));
}

// Rows, columns and symbols of a Latin square can be permuted: one mask of each of the 317 classes is enough, and of
// the squares those whose first row is 0 1 2 3.
TEST_CASE("population floors: masked losses of Latin squares") {
  population const oracle{latin_square<4>{}};
  std::vector<std::array<std::size_t, 4>> orders(1, {0, 1, 2, 3});
  while (std::ranges::next_permutation(orders.emplace_back(orders.back())).found)
    continue;
  orders.pop_back();
  REQUIRE(orders.size() == 24);
  std::vector<bool> known(1U << 16);
  std::vector<double> by_hidden(17);
  std::size_t classes = 0, squares = 0;
  for (std::size_t bits = 0; bits < known.size(); ++bits) {
    if (known[bits]) continue;
    ++classes;
    std::bitset<16> const mask{bits};
    double members = 0;
    for (auto const& rows : orders)
      for (auto const& cols : orders) {
        std::bitset<16> other;
        for (std::size_t i = 0; i < 16; ++i)
          other[4 * rows[i / 4] + cols[i % 4]] = mask[i];
        if (!known[other.to_ulong()]) ++members;
        known[other.to_ulong()] = true;
      }
    squares      = 0;
    double total = 0;
    for (auto const x : oracle.rule().boards()) {
      if (!std::ranges::equal(x.first(4), std::array{0, 1, 2, 3})) continue;
      total += hidden_entropy(oracle, x, mask);
      ++squares;
    }
    by_hidden[mask.count()] += members * total / static_cast<double>(squares);
  }
  CHECK(classes == 317);
  CHECK(squares == 24);
  check_masked_floors(by_hidden, test::golden_oracle("population", "latin_square_4"));
}

// Uniform -------------------------------------------------------------------------------------------------------------

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

/// What an oracle of two symbols loses a cell at one alpha.
struct uniform_losses {
  double leave_one_out = 0, posterior = 0;
  double entropy_of_redrawn = 0;  ///< of the whole board z
};

constexpr double slope = -0.999;  // of alpha = 1 - 0.999 t

template <std::size_t D>
uniform_losses losses_at(auto const& oracle, std::vector<pattern_class<D>> const& classes, double alpha) {
  uniform_losses out;
  std::vector<double> others(2 * D), posterior(2 * D);
  for (auto const& boards : classes) {
    std::array<token, D> z;
    for (std::size_t i = 0; i < D; ++i)
      z[i] = boards.pattern[i] ? 1 : 0;
    redrawn_leave_one_out(oracle, z, alpha, others);
    double const p = redrawn_posterior(oracle, z, alpha, posterior);
    if (p > 0) out.entropy_of_redrawn -= boards.size * p * std::log(p);
    for (std::size_t i = 0; i < D; ++i)
      for (std::size_t x = 0; x < 2; ++x) {
        double const weight = boards.size * p * posterior[2 * i + x] / static_cast<double>(D);
        if (weight == 0) continue;
        out.leave_one_out += weight * bound_of_cell(x, z[i], std::span{others}.subspan(2 * i, 2), alpha, slope);
        out.posterior += weight * bound_of_cell(x, z[i], std::span{posterior}.subspan(2 * i, 2), alpha, slope);
      }
  }
  return out;
}

TEST_CASE("population floors: uniform diffusion's are those of the leave-one-out conditionals") {
  for_each_binary_rule([](std::string const& name, auto const& rule, symmetry const& alike) {
    INFO(name);
    auto const classes = classes_of<std::remove_cvref_t<decltype(rule)>::cell_count>(alike);
    auto const& floors = test::golden_oracle("population", name).at("floors").at("uniform");
    CHECK(floors.size() == 5);
    for (test::json const& floor : floors) {
      auto const ours = losses_at(population{rule}, classes, floor.at("alpha"));
      CAPTURE(floor.at("alpha").get<double>());
      CHECK(test::is_same(ours.leave_one_out, floor.at("leave_one_out").get<double>()));
      CHECK(test::is_same(ours.posterior, floor.at("posterior_instead").get<double>()));
      CHECK(ours.leave_one_out < ours.posterior);
    }
  });
}

// Over all times, by the double exponential rule: the loss has a logarithm at t = 0.
TEST_CASE("population floors: uniform diffusion's integral over time is what z at the end does not tell of x") {
  for_each_binary_rule([](std::string const& name, auto const& rule, symmetry const& alike) {
    INFO(name);
    constexpr std::size_t D = std::remove_cvref_t<decltype(rule)>::cell_count;
    population const oracle{rule};
    auto const classes = classes_of<D>(alike);
    double by_others = 0, by_posterior = 0;
    constexpr double step = 1.0 / 16;
    for (int k = -48; k <= 48; ++k) {  // alpha must stay below 1
      double const u      = std::numbers::pi / 2 * std::sinh(k * step);
      double const t      = 1 / (1 + std::exp(-2 * u));
      double const weight = step * std::numbers::pi / 4 * std::cosh(k * step) / std::pow(std::cosh(u), 2);
      auto const ours     = losses_at(oracle, classes, 1 + slope * t);
      by_others += weight * ours.leave_one_out;
      by_posterior += weight * ours.posterior;
    }
    double const last        = 1 + slope;  // alpha at t = 1: a cell is another symbol with probability (1 - alpha)/2
    double const of_noise    = entropy(std::array{(1 + last) / 2, (1 - last) / 2});
    double const information = losses_at(oracle, classes, last).entropy_of_redrawn - static_cast<double>(D) * of_noise;
    test::json const& entry  = test::golden_oracle("population", name);
    test::json const& floors = entry.at("floors").at("uniform_integral");
    CHECK(test::is_same(by_others, floors.at("leave_one_out").get<double>()));
    CHECK(test::is_same(by_posterior, floors.at("posterior_instead").get<double>()));
    CHECK(test::is_same((entry.at("entropy").get<double>() - information) / static_cast<double>(D),
                        floors.at("entropy_minus_information_at_end").get<double>()));
  });
}

}  // namespace
