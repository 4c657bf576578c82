// SPDX-License-Identifier: MIT
#include <regula/probes/detail/loss_terms.hpp>
#include <regula/probes/energy_sums.hpp>

#include "support/reduced_nets.hpp"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <vector>

namespace {

using namespace regula;
using test::drawn_net;
using test::exact_energy;
using test::for_each_masked;
using test::small_parity;

/// E[1/(2t|M|); signal] at t = 1/4.
double golden_energy() {
  static auto const file = nlohmann::json::parse(std::ifstream{REGULA_GOLDEN_DIR "/masks.json"});
  for (auto const& c : file.at("enumerated"))
    if (c.at("bits") == 4 && c.at("lo") == "1/4") return c.at("target_energy").at("value").get<double>();
  return 0;
}

/// The losses on signal and noise masks together of a shared readout v, on average.
double shared_loss(reduced_features const& net, std::vector<double> const& v) {
  auto const in_secret = secret_cells(small_parity);
  double sum           = 0;
  for_each_masked([&](auto const& board, auto const& visible, double p, double inverse_t) {
    auto const h = net(visible);
    double f     = 0;
    for (std::size_t d = 0; d < v.size(); ++d)
      f += v[d] * h[d];
    std::vector<double> const answers(5, f);
    auto const terms = detail::squared_terms(board, visible, count_hidden(in_secret, visible), answers, inverse_t / 2);
    sum += p * (terms.signal + terms.noise);
  });
  return sum;
}

/// The least value over v of a loss that is quadratic in it, from its values at 0, e_a and e_a + e_b.
template <class F>
double least_of_two(F const& loss) {
  double const at_0 = loss({0, 0}), a = loss({1, 0}), b = loss({0, 1}), both = loss({1, 1});
  double const a2 = loss({-1, 0}), b2 = loss({0, -1});
  double const g = (a - a2) / 2, k = (b - b2) / 2, aa = a + a2 - 2 * at_0, bb = b + b2 - 2 * at_0;
  double const ab = both - a - b + at_0, det = aa * bb - ab * ab;
  return at_0 - (bb * g * g - 2 * ab * g * k + aa * k * k) / (2 * det);
}

TEST_CASE("energy_sums: what the best readout gains on the loss of no prediction") {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    reduced_features const net{drawn_net(2, seed)};
    auto const found  = exact_energy(net);
    double const zero = shared_loss(net, {0, 0});
    CHECK(found.ceiling == doctest::Approx(golden_energy()).epsilon(1e-12));
    CHECK(zero == doctest::Approx(golden_energy()).epsilon(1e-12));
    double const least = least_of_two([&](std::vector<double> const& v) { return shared_loss(net, v); });
    CHECK(found.energy == doctest::Approx(zero - least).epsilon(1e-9));
    CHECK(found.rank == 2);
    CHECK(found.units == 2);
    CHECK(found.masks == 512);
  }
}

TEST_CASE("energy_sums: features that tell all boards apart reach the ceiling, whatever their weights") {
  // Of 5 cells that are 0, 1 or hidden there are 3^5 patterns, 2^5 of them with nothing hidden. Of those that hide one
  // or both of the cells outside S', 2^4 + 2^4 + 2^3, half break the rule.
  for (std::uint64_t const seed : {7U, 8U}) {
    auto const found = exact_energy(reduced_features{drawn_net(320, seed, false, true)});
    CHECK(found.rank == 243 - 32 - 20);
    CHECK(found.energy == doctest::Approx(golden_energy()).epsilon(1e-7));
  }
}

TEST_CASE("energy_sums: units that say the same count once, units that are never active not at all") {
  auto const three = drawn_net(3, 4);
  named_tensors five;
  auto const rows = three.at("hidden.weight").values<double>();
  std::vector<double> more(rows.begin(), rows.end());
  for (std::size_t j = 0; j < 15; ++j)
    more.push_back(2 * rows[15 + j]);
  more.resize(75, -1.0);
  five.add("hidden.weight", tensor{{5, 15}, more});
  five.add("out.weight", tensor{{1, 5}, std::vector<double>(5)});
  auto const few = exact_energy(reduced_features{three}), many = exact_energy(reduced_features{five});
  CHECK(few.rank == 3);
  CHECK(many.rank == 3);
  CHECK(many.units == 5);
  CHECK(many.energy == doctest::Approx(few.energy).epsilon(1e-10));
  CHECK(few.energy > 0);
  CHECK(few.energy < few.ceiling);
}

TEST_CASE("energy_sums: a one-layer transformer whose attention is flat has the energy of the mean over cells") {
  auto const mean = drawn_net(3, 5);
  named_tensors flat;
  for (auto const& [name, values] : mean)
    flat.add(name, values);
  flat.add("attention.weight", tensor{{15, 15}, std::vector<double>(225, 0.5)});
  auto const a = exact_energy(reduced_features{mean, true}), b = exact_energy(reduced_features{flat});
  CHECK(a.energy == doctest::Approx(b.energy).epsilon(1e-10));
  // P_S/(2t): by cell, a signal could be said whole.
  CHECK(b.ceiling == doctest::Approx(3 * 0.25 * 0.75 * 0.75 * 2).epsilon(1e-12));
}

TEST_CASE("energy_sums: attention by cell, against the least loss of a readout by cell") {
  reduced_features const net{drawn_net(2, 6, true)};
  auto const in_secret = secret_cells(small_parity);
  // The loss on hidden cells of answers v h_j, each against what is known of its cell.
  auto const loss = [&](std::vector<double> const& v) {
    double sum = 0;
    for_each_masked([&](auto const& board, auto const& visible, double p, double inverse_t) {
      auto const h      = net(visible);
      auto const hidden = count_hidden(in_secret, visible);
      for (std::size_t j = 0; j < 5; ++j) {
        if (visible[j] != no_token) continue;
        double const known = hidden.is_signal() && in_secret[j] ? (board[j] == 0 ? -1 : 1) : 0;
        double const f     = v[0] * h[2 * j] + v[1] * h[2 * j + 1];
        sum += p * inverse_t / 2 * (f - known) * (f - known);
      }
    });
    return sum;
  };
  auto const found = exact_energy(net);
  CHECK(found.ceiling == doctest::Approx(loss({0, 0})).epsilon(1e-12));
  CHECK(found.energy == doctest::Approx(loss({0, 0}) - least_of_two(loss)).epsilon(1e-9));
}

TEST_CASE("energy_sums: nothing to sum is refused") {
  CHECK_THROWS_WITH_AS(
      (void)energy_sums{2}.estimate(), "energy_sums: expected masks of positive probability, got 0", range_error);
}

}  // namespace
