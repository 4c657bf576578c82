// SPDX-License-Identifier: MIT
#include <regula/objectives/output_supervision.hpp>
#include <regula/objectives/squared_parity.hpp>
#include <regula/objectives/t_beta.hpp>
#include <regula/probes/mask_regimes.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

namespace {

using namespace regula;
using golden_json = nlohmann::json;

golden_json const& golden(char const* section) {
  static golden_json const file = golden_json::parse(std::ifstream{REGULA_GOLDEN_DIR "/masks.json"});
  return file.at(section);
}

struct no_model {};

template <class R, class O>
regime_rates measured(R const& rule, O const& objective, std::size_t masks = 40'000, std::uint64_t step = 0) {
  board_set<R::cell_count> const none;
  data_split<R::cell_count> const data;
  return mask_regimes<O>{objective, masks}.measure(
      evaluation<R, no_model>{rule, step, data, none, {}, no_model{}, {3, purpose::probe, step}});
}

/// "9/20" as a number.
double fraction(golden_json const& text) {
  auto const s     = text.get<std::string>();
  auto const slash = s.find('/');
  return slash == std::string::npos ? std::stod(s) : std::stod(s.substr(0, slash)) / std::stod(s.substr(slash + 1));
}

bool within(rate const& r, double expected) { return std::abs(r.share() - expected) <= 4 * r.standard_error() + 1e-12; }

template <class R>
void check_enumerated(R const& rule, std::size_t bits, std::size_t k) {
  std::size_t found = 0;
  for (auto const& c : golden("enumerated")) {
    if (c.at("bits") != bits || c.at("k") != k) continue;
    ++found;
    t_window const window{fraction(c.at("lo")), fraction(c.at("hi"))};
    auto const value = [&](char const* name) { return c.at(name).at("value").template get<double>(); };
    CAPTURE(bits);
    CAPTURE(window.lo);
    for (t_draw const draw : {t_draw::stratified, t_draw::independent}) {
      auto const r = measured(rule, masked_diffusion<>{.t = window, .weight = mask_weight::none, .draw = draw});
      CHECK(within(r.signal, value("signal")));
      CHECK(within(r.empty, value("empty")));
      // Hidden cells of a board share its t: their rate's error is larger than that of independent cells.
      CHECK(std::abs(r.hidden.share() * double(bits + 1) - value("hidden_mean")) < 0.02 * value("hidden_mean"));
      CHECK(r.expected == doctest::Approx(value("signal")).epsilon(1e-12));
      CHECK(r.signal.count + r.untouched.count + r.several.count == r.signal.total);
      CHECK(within(r.label, 1.0 / double(k + 1)));
      CHECK(r.label.total == r.signal.count);
    }
  }
  CHECK(found > 0);
}

TEST_CASE("mask_regimes: masks drawn in windows, against all masks of the reference file") {
  check_enumerated(k_parity<4, 2>{{0, 2}}, 4, 2);
  check_enumerated(k_parity<8, 3>{{1, 4, 6}}, 8, 3);
  check_enumerated(k_parity<10, 6>{{0, 2, 3, 5, 8, 9}}, 10, 6);
}

TEST_CASE("mask_regimes: P_S of beta and mixed laws of the reference file") {
  auto const share = [](auto const& law, golden_json const& c) {
    masked_diffusion<std::remove_cvref_t<decltype(law)>> const o{.t = law, .weight = mask_weight::none};
    CHECK(signal_share_of(o, c.at("k").get<std::size_t>(), 21) ==
          doctest::Approx(c.at("signal").get<double>()).epsilon(1e-11));
  };
  for (auto const& c : golden("beta_schedule"))
    share(t_beta{c.at("a").get<double>(), c.at("b").get<double>()}, c);
  for (auto const& c : golden("mixture_schedule")) {
    auto const& p = c.at("parts");
    auto const w  = [&](std::size_t i) { return t_window{p[i][1].get<double>(), p[i][2].get<double>()}; };
    if (p.size() == 2) share(t_mixture{p[0][0].get<double>(), w(0), w(1)}, c);
  }
}

TEST_CASE("mask_regimes: an annealed window is drawn as it stands at the evaluation's step") {
  auto const& c = golden("annealed_schedule")[0];
  REQUIRE(c.at("k") == 6);
  t_anneal const law{{c["start"][0].get<double>(), c["start"][1].get<double>()},
                     {c["end"][0].get<double>(), c["end"][1].get<double>()},
                     c.at("steps").get<std::uint64_t>()};
  masked_diffusion<t_anneal> const objective{.t = law, .weight = mask_weight::none};
  for (auto const& at : c.at("at")) {
    auto const r = measured(k_parity<20, 6>::drawn_from(4), objective, 20'000, at.at("step").get<std::uint64_t>());
    CHECK(r.expected == doctest::Approx(at.at("signal").get<double>()).epsilon(1e-12));
    CHECK(within(r.signal, r.expected));
  }
}

TEST_CASE("mask_regimes: masks drawn given that they hide something hide one secret cell more often") {
  for (auto const& c : golden("enumerated")) {
    if (c.at("lo") != c.at("hi") || c.at("bits") != 4) continue;
    double const signal = c.at("signal").at("value").get<double>(), empty = c.at("empty").at("value").get<double>();
    auto const r =
        measured(k_parity<4, 2>{{0, 2}},
                 squared_parity{.t = {fraction(c.at("lo")), fraction(c.at("hi"))}, .empty = empty_masks::skipped});
    CHECK(r.expected == doctest::Approx(signal / (1 - empty)).epsilon(1e-12));
    CHECK(within(r.signal, r.expected));
    CHECK(r.empty.count == 0);
  }
  // As t goes to 0, the one hidden cell is a secret one in 3 of 5 boards.
  masked_diffusion<> const rare{
      .t = {0, 1e-9}, .weight = mask_weight::none, .draw = t_draw::independent, .empty = empty_masks::skipped};
  auto const r = measured(k_parity<4, 2>{{0, 2}}, rare);
  CHECK(r.expected == doctest::Approx(0.6).epsilon(1e-8));
  CHECK(within(r.signal, 0.6));
}

TEST_CASE("mask_regimes: a floor of t counts where weights need it") {
  masked_diffusion<> const o{.t = {0, 0.2}, .floor = 0.1};
  // On [0.1, 0.2], k = 2 as if that were the window.
  for (auto const& c : golden("enumerated"))
    if (c.at("bits") == 4 && c.at("lo") == "1/10")
      CHECK(signal_share_of(o, 2, 5) == doctest::Approx(c.at("signal").at("value").get<double>()).epsilon(1e-12));
}

TEST_CASE("mask_regimes: who hides the label alone sees nothing but signal") {
  auto const r = measured(k_parity<4, 2>{{0, 2}}, output_supervision{}, 100);
  CHECK(r.signal == rate{100, 100});
  CHECK(r.label == rate{100, 100});
  CHECK(r.hidden == rate{100, 500});
  CHECK(r.expected == 1);
  auto const other = measured(k_parity<4, 2>{{0, 2}}, output_supervision{.label_cell = 1}, 100);
  CHECK(other.untouched == rate{100, 100});
  CHECK(std::isnan(other.expected));
}

TEST_CASE("mask_regimes: keeps the laws of probes, refuses what the objective refuses, and is written") {
  CHECK(laws::probe(mask_regimes<>{.masks = 64}, k_parity<4, 2>{{0, 2}}).empty());
  CHECK_THROWS_AS((void)measured(k_parity<4, 2>{{0, 2}}, squared_parity{.t = {0.5, 0.4}}), range_error);
  regime_rates const r{{1, 4}, {2, 4}, {1, 4}, {0, 4}, {1, 1}, {5, 20}, 0.25};
  auto const text = text_of(to_json(r));
  CHECK(text.find(R"("signal":{"count":1,"total":4,"share":0.25)") != std::string::npos);
  CHECK(text.find(R"("expected":0.25)") != std::string::npos);
}

}  // namespace
