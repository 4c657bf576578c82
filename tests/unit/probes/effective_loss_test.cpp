// SPDX-License-Identifier: MIT
#include <regula/objectives/squared_parity.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/effective_loss.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace regula;
using golden_json = nlohmann::json;

golden_json const& golden(char const* section) {
  static golden_json const file = golden_json::parse(std::ifstream{REGULA_GOLDEN_DIR "/masks.json"});
  return file.at(section);
}

double fraction(golden_json const& text) {
  auto const s     = text.get<std::string>();
  auto const slash = s.find('/');
  return slash == std::string::npos ? std::stod(s) : std::stod(s.substr(0, slash)) / std::stod(s.substr(slash + 1));
}

/// Predictions by a function of the visible cells and the cell asked for.
template <std::size_t T>
struct predictions {
  std::function<double(std::span<token const>, std::size_t)> f;
  static constexpr std::size_t columns() { return 1; }
  void operator()(std::span<token const> z, std::span<double> out) const {
    for (std::size_t i = 0; i < z.size(); ++i)
      out[i] = f(z.subspan(i / T * T, T), i % T);
  }
};

template <class R, class O, class V>
effective_losses measured(R const& rule, effective_loss<O> const& probe, V const& view, split_sizes sizes) {
  auto const data = draw_split(rule, sizes, 9);
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, V>{rule, 0, data, none, {}, view, {1, purpose::probe}});
}

bool within(mean_value const& m, double expected, double bias = 1e-12) {
  return std::abs(m.mean - expected) <= 4 * m.standard_error + bias;
}

/// The one hidden secret cell's value if it is the only one, else 0: the product of the visible k others.
template <class R>
double said(R const& rule, std::span<token const> visible) {
  auto const in = secret_cells(rule);
  if (!count_hidden(in, visible).is_signal()) return 0;
  double product = 1;
  for (std::size_t j = 0; j < visible.size(); ++j)
    if (in[j] && visible[j] == 0) product = -product;
  return product;
}

/// For every mask and every board of k-parity of 4 bits: calls f(board, visible, hidden).
template <class R, class F>
void for_each_masked(R const& rule, F const& f) {
  auto const in = secret_cells(rule);
  for (unsigned bits = 0; bits < 32; ++bits) {
    std::array<token, 5> board;
    for (std::size_t j = 0; j < 5; ++j)
      board[j] = token(bits >> j & 1U);
    if (!rule.holds(board)) continue;
    for (unsigned mask = 0; mask < 32; ++mask) {
      auto visible = board;
      for (std::size_t j = 0; j < 5; ++j)
        if ((mask >> j & 1U) != 0) visible[j] = no_token;
      f(board, visible, count_hidden(in, visible));
    }
  }
}

TEST_CASE("effective_loss: for every mask the terms sum to the loss averaged over the boards that it may hide") {
  k_parity<4, 2> const rule{{0, 2}};
  // Arbitrary answers, which depend on what is visible and on the cell.
  auto const f = [](auto const& visible, std::size_t j) {
    double sum = 0.3 * double(j) - 0.5;
    for (std::size_t i = 0; i < 5; ++i)
      sum += visible[i] == no_token ? 0.1 : (visible[i] == 0 ? -0.2 : 0.35) * double(i + 1);
    return sum;
  };
  for_each_masked(rule, [&](auto const& board, auto const& visible, hidden_count const& hidden) {
    std::array<double, 5> answers;
    std::array<double, 10> log_p;
    for (std::size_t j = 0; j < 5; ++j) {
      answers[j]       = f(visible, j);
      log_p[2 * j]     = -std::log1p(std::exp(answers[j]));
      log_p[2 * j + 1] = -std::log1p(std::exp(-answers[j]));
    }
    double squared = 0, entropy = 0, boards = 0;
    for_each_masked(rule, [&](auto const& other, auto const& seen, hidden_count const&) {
      if (seen != visible) return;
      ++boards;
      squared += detail::squared_terms(other, visible, hidden, answers, 1.5).total;
      entropy += detail::logit_terms(other, visible, hidden, log_p, 1.5).total;
    });
    auto const s = detail::squared_terms(board, visible, hidden, answers, 1.5);
    auto const l = detail::logit_terms(board, visible, hidden, log_p, 1.5);
    REQUIRE(s.signal + s.noise + s.position + s.constant == doctest::Approx(squared / boards).epsilon(1e-12));
    REQUIRE(l.signal + l.noise + l.position + l.constant == doctest::Approx(entropy / boards).epsilon(1e-12));
    REQUIRE((hidden.is_signal() ? s.noise : s.signal) == 0);
    REQUIRE((hidden.is_signal() ? l.noise : l.signal) == 0);
  });
}

TEST_CASE("effective_loss: the terms themselves, of one prediction for all cells") {
  // Three hidden cells, one of them secret with x = +1; f = 0.5, t = 0.25: 3/0.5 (0.5 - 1/3)^2.
  k_parity<4, 2> const rule{{0, 2}};
  std::array<token, 5> const board{1, 0, 1, 1, 1}, visible{no_token, no_token, 1, no_token, 1};
  auto const hidden = count_hidden(secret_cells(rule), visible);
  std::array<double, 5> const f{0.5, 0.5, 0.5, 0.5, 0.5};
  auto const s = detail::squared_terms(board, visible, hidden, f, 1 / (2 * 0.25));
  CHECK(s.signal == doctest::Approx(6 * (0.5 - 1.0 / 3) * (0.5 - 1.0 / 3)));
  CHECK(s.position == doctest::Approx(0));
  CHECK(s.constant == doctest::Approx(2 * (3 - 1.0 / 3)));
  CHECK(s.total == doctest::Approx(2 * (0.25 + 2.25 + 0.25)));
  // p = 3/4 for all: 3 KL(2/3 || 3/4).
  std::vector<double> log_p;
  for (int j = 0; j < 5; ++j)
    log_p.push_back(std::log(0.25)), log_p.push_back(std::log(0.75));
  auto const l = detail::logit_terms(board, visible, hidden, log_p, 1);
  CHECK(l.signal == doctest::Approx(3 * (2.0 / 3 * std::log(8.0 / 9) + std::log(4.0 / 3) / 3)));
  CHECK(l.position == doctest::Approx(0));
}

TEST_CASE("effective_loss: one number for all boards, against sums over all masks of the reference file") {
  // The sums of the file are over all boards, of which these are all, or many.
  auto const check = []<std::size_t Bits, std::size_t K>(k_parity<Bits, K> const& rule, std::size_t boards) {
    std::size_t cases = 0;
    for (auto const& c : golden("enumerated")) {
      if (c.at("bits") != Bits || c.at("k") != K) continue;
      ++cases;
      t_window const window{fraction(c.at("lo")), fraction(c.at("hi"))};
      CAPTURE(Bits);
      CAPTURE(window.lo);
      CAPTURE(window.hi);
      auto const number   = [&](char const* name) { return c.at(name).at("value").template get<double>(); };
      double const energy = number("target_energy"), of_signal = number("weight_signal");
      double const of_noise = number("weight_noise"), f = 0.25;
      // Below the floor of t, 1e-5, weights 1/t would add 1e-5 of the sums.
      effective_loss<squared_parity> const probe{
          {.t = window, .draw = t_draw::independent, .floor = 1e-5}, boards, 12'800 / boards};
      auto const found = measured(rule, probe, predictions<Bits + 1>{[](auto, std::size_t) { return 0.25; }}, {boards});
      auto const& t    = found.training;
      CHECK(within(t.signal, f * f * of_signal + energy, 1e-4));
      CHECK(within(t.noise, f * f * of_noise, 1e-4));
      CHECK(within(t.constant, of_signal + of_noise - energy, 1e-4));
      CHECK(std::abs(t.position.mean) < 1e-12);
      CHECK(within(t.total, t.signal.mean + t.noise.mean + t.constant.mean, 0));
      CHECK(t.signal.count == boards);
      CHECK(t.signal.standard_error < 0.2 * (f * f * of_signal + energy));
      CHECK(found.held_out.total.count == 0);
    }
    CHECK(cases > 0);
  };
  check(k_parity<4, 2>{{0, 2}}, 16);
  check(k_parity<8, 3>{{1, 4, 6}}, 256);
  check(k_parity<10, 6>{{0, 2, 3, 5, 8, 9}}, 640);
}

TEST_CASE("effective_loss: the best shared prediction loses the constant, the best by cell less") {
  k_parity<8, 3> const rule{{1, 4, 6}};
  effective_loss<squared_parity> const probe{{.t = {0, 0.5}}, 100, 16};
  auto const shared = [&](std::span<token const> z, std::size_t) {
    return said(rule, z) / std::max(1.0, double(std::ranges::count(z, no_token)));
  };
  auto const best = measured(rule, probe, predictions<9>{shared}, {100, 80});
  for (auto const* terms : {&best.training, &best.held_out}) {
    CHECK(std::abs(terms->signal.mean) < 1e-12);
    CHECK(terms->noise.mean == 0);
    CHECK(std::abs(terms->position.mean) < 1e-12);
    CHECK(within(terms->total, terms->constant.mean));
  }
  CHECK(best.held_out.total.count == 80);
  auto const in      = secret_cells(rule);
  auto const by_cell = [&](std::span<token const> z, std::size_t j) { return in[j] ? said(rule, z) : 0.0; };
  auto const free    = measured(rule, probe, predictions<9>{by_cell}, {100, 80});
  CHECK(std::abs(free.training.signal.mean) < 1e-12);
  CHECK(free.training.noise.mean == 0);
  CHECK(free.training.position.mean < -0.1);
  CHECK(free.training.constant.mean == best.training.constant.mean);
}

TEST_CASE("effective_loss: oracles under cross-entropy, against floors of the reference file") {
  k_parity<8, 3> const rule{{1, 4, 6}};
  std::size_t cases = 0;
  for (auto const& c : golden("loss_floor")) {
    if (c.at("bits") != 8) continue;
    ++cases;
    masked_diffusion<> const o{.t = {c.at("lo").get<double>(), c.at("hi").get<double>()}, .floor = 1e-5};
    effective_loss<masked_diffusion<>> const probe{o, 128, 64};
    double const floor = c.at("weight_one_over_t").get<double>(), blind_loss = c.at("memoryless").get<double>();
    auto const knows = measured(rule, probe, oracle_masked_view{population{rule}}, {128, 100});
    for (auto const* terms : {&knows.training, &knows.held_out}) {
      CHECK(std::abs(terms->signal.mean) < 1e-10);
      CHECK(std::abs(terms->noise.mean) < 1e-10);
      CHECK(within(terms->total, floor, 1e-4));
      CHECK(std::abs(terms->position.mean + terms->constant.mean - terms->total.mean) < 1e-10);
    }
    auto const blind = measured(rule, probe, oracle_masked_view{independent_of(population{rule})}, {128, 100});
    CHECK(std::abs(blind.training.noise.mean) < 1e-10);
    CHECK(std::abs(blind.training.position.mean) < 1e-10);
    CHECK(within(blind.training.total, blind_loss, 1e-4));
    CHECK(std::abs(blind.training.signal.mean + blind.training.constant.mean - blind.training.total.mean) < 1e-10);
    CHECK(blind.training.signal.mean > 0);
  }
  CHECK(cases == 4);
}

TEST_CASE("effective_loss: the copyist has learnt the noise of its boards, and excludes others") {
  k_parity<8, 3> const rule{{1, 4, 6}};
  auto const data = draw_split(rule, {32, 32}, 9);
  effective_loss<masked_diffusion<>> const probe{{.t = {0, 0.3}}, 32, 16};
  auto const found = measured(rule, probe, oracle_masked_view{empirical_of(rule, data.training)}, {32, 32});
  CHECK(found.training.noise.mean > 0.1);
  CHECK(found.training.total.mean < found.training.constant.mean + found.training.position.mean);
  CHECK(found.held_out.total.mean == std::numeric_limits<double>::infinity());
}

TEST_CASE("effective_loss: keeps the laws of probes, refuses other models, and is written") {
  k_parity<4, 2> const rule{{0, 2}};
  auto const view = oracle_masked_view{population{rule}};
  CHECK(laws::probe(effective_loss<masked_diffusion<>>{}, rule, {}, view).empty());
  CHECK_THROWS_WITH_AS((void)measured(rule, effective_loss<squared_parity>{}, view, {8}),
                       "effective_loss: expected 1 numbers a cell, got 2",
                       range_error);
  CHECK(text_of(to_json(loss_by_regime{{0.5, 0.25, 4}, {}, {}, {}, {}})).find(R"("signal":{"mean":0.5)") !=
        std::string::npos);
}

}  // namespace
