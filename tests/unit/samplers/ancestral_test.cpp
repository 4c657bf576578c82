// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/rules/all.hpp>
#include <regula/samplers/ancestral.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace {

using namespace regula;

constexpr stream_family streams{17, purpose::test, 3};

std::vector<token> row(std::span<token const> all, std::size_t i, std::size_t cells) {
  return {all.begin() + static_cast<std::ptrdiff_t>(i * cells),
          all.begin() + static_cast<std::ptrdiff_t>((i + 1) * cells)};
}

/// After any prefix: symbol 0, 1 or start with these logarithms.
struct constant_model {
  std::vector<double> log_p;
  [[nodiscard]] std::size_t columns() const { return log_p.size(); }
  struct session {
    std::vector<double> log_p;
    std::vector<std::vector<token>>* fed;
    void next(std::span<token const> last, std::span<double> out) {
      if (fed != nullptr && !last.empty()) fed->emplace_back(last.begin(), last.end());
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = log_p[i % log_p.size()];
    }
  };
  std::vector<std::vector<token>>* fed = nullptr;
  [[nodiscard]] session begin(std::size_t) const { return {log_p, fed}; }
};

TEST_CASE("from the population oracle come valid boards, all alike often") {
  group_parity<8, 4> const rule;  // 64 boards
  data_shape const shape{board_of<group_parity<8, 4>>(), 1, 2};
  constexpr std::size_t n = 6400;
  auto const drawn        = ancestral{}.sample(oracle_causal_view{population{rule}}, n, shape, streams);
  std::vector<std::size_t> count(256, 0);
  for (std::size_t i = 0; i < n; ++i) {
    auto const x = row(drawn, i, 8);
    CHECK(rule.holds(cells<8>{x}));
    std::size_t code = 0;
    for (token const v : x)
      code = 2 * code + v;
    ++count[code];
  }
  double chi_square = 0;
  for (std::size_t const c : count)
    if (c > 0) chi_square += (static_cast<double>(c) - 100) * (static_cast<double>(c) - 100) / 100;
  CHECK(std::ranges::count_if(count, [](std::size_t c) { return c > 0; }) == 64);
  CHECK(std::abs(chi_square - 63) <= 4 * std::sqrt(2 * 63.0));
}

TEST_CASE("each row is drawn alone: the same whatever rows stand beside it") {
  data_shape const shape{{1, 6}, 1, 2};
  exact_k<6, 2> const rule;
  oracle_causal_view const view{population{rule}};
  auto const many = ancestral{}.sample(view, 5, shape, streams), one = ancestral{}.sample(view, 1, shape, streams);
  CHECK(row(many, 0, 6) == one);
}

TEST_CASE("temperature: 0 takes the most probable symbol, others sharpen or flatten") {
  data_shape const shape{{1, 4000}, 1, 2};
  constant_model const model{{std::log(0.6), std::log(0.3), std::log(0.1)}};
  auto const coldest = ancestral{.temperature = 0}.sample(model, 1, shape, streams);
  CHECK(std::ranges::count(coldest, token{0}) == 4000);
  for (double const temperature : {0.5, 1.0, 2.0}) {
    auto const drawn = ancestral{.temperature = temperature}.sample(model, 1, shape, streams);
    double const a = std::pow(0.6, 1 / temperature), b = std::pow(0.3, 1 / temperature),
                 c = std::pow(0.1, 1 / temperature), p = a / (a + b + c);
    CHECK(std::abs(static_cast<double>(std::ranges::count(drawn, token{0})) / 4000 - p) <=
          4 * std::sqrt(p * (1 - p) / 4000));
  }
}

TEST_CASE("a drawn start is kept as symbol V and fed back") {
  double const never = -std::numeric_limits<double>::infinity();
  std::vector<std::vector<token>> fed;
  constant_model const model{{never, never, 0.0}, &fed};
  auto const drawn = ancestral{}.sample(model, 2, {{1, 3}, 1, 2}, streams);
  CHECK(drawn == std::vector<token>(6, 2));
  CHECK(fed == std::vector<std::vector<token>>{{2, 2}, {2, 2}});
}

TEST_CASE("extend: prefixes stay, the rest follows from them") {
  group_parity<4, 4> const rule;  // an even number of -1 (symbol 0): the last symbol is certain
  data_shape const shape{board_of<group_parity<4, 4>>(), 1, 2};
  std::vector<token> const prefixes{0, 1, 1, 1, 1, 1};
  auto const drawn = ancestral{}.extend(oracle_causal_view{population{rule}}, 2, shape, prefixes, streams);
  CHECK(row(drawn, 0, 4) == std::vector<token>{0, 1, 1, 0});
  CHECK(row(drawn, 1, 4) == std::vector<token>{1, 1, 1, 1});
  CHECK_THROWS_WITH_AS(
      (void)ancestral{}.extend(oracle_causal_view{population{rule}}, 2, shape, std::vector<token>(10), streams),
      "ancestral: expected 2 prefixes of at most 4 symbols, got 10 symbols",
      shape_error);
  CHECK(ancestral{}.sample(oracle_causal_view{population{rule}}, 0, shape, streams).empty());
}

TEST_CASE("temperatures below 0 and those that are no numbers are refused") {
  CHECK_NOTHROW(check(ancestral{.temperature = 0}));
  CHECK_THROWS_WITH_AS(check(ancestral{.temperature = -0.5}),
                       "ancestral: expected temperature >= 0 (0: the most probable symbol), got -0.5",
                       range_error);
  CHECK_THROWS_AS(check(ancestral{.temperature = std::numeric_limits<double>::quiet_NaN()}), range_error);
}

}  // namespace
