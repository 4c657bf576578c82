// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/label_accuracy.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace {

using namespace regula;

using rule_type = k_parity<10, 3>;

rule_type const rule{{1, 4, 7}};

template <class View>
label_accuracy::result measured(View const& view, label_accuracy probe = {}) {
  auto const data = draw_split(rule, {200, 300}, 9);
  board_set<11> const none;
  return probe.measure(evaluation<rule_type, View>{rule, 0, data, none, {}, view, {1, purpose::probe}});
}

TEST_CASE("the population oracle knows every label, seen from the hidden cell or from the prefix") {
  auto const masked = measured(oracle_masked_view{population{rule}});
  CHECK(masked.training == rate{200, 200});
  CHECK(masked.held_out == rate{300, 300});
  auto const causal = measured(oracle_causal_view{population{rule}}, {.boards = 150});
  CHECK(causal.training == rate{150, 150});
  CHECK(causal.held_out == rate{150, 150});
}

TEST_CASE("the copyist knows the labels of its training boards only; of others it guesses symbol 0") {
  auto const data   = draw_split(rule, {200, 300}, 9);
  std::size_t zeros = 0;
  for (auto const x : data.held_out)
    zeros += x[10] == 0;
  auto const result = measured(oracle_masked_view{empirical_of(rule, data.training)});
  CHECK(result.training == rate{200, 200});
  CHECK(result.held_out == rate{zeros, 300});
}

/// The product of the secret signs, as a network of predictions would give it, times a factor.
struct product {
  double factor;
  static constexpr std::size_t columns() { return 1; }
  void operator()(std::span<token const> z, std::span<double> out) const {
    for (std::size_t i = 0; i < z.size(); i += 11) {
      double sign = factor;
      for (std::size_t const c : {1U, 4U, 7U})
        sign *= z[i + c] == 1 ? 1 : -1;
      CHECK(z[i + 10] == no_token);
      for (std::size_t c = 0; c < 11; ++c)
        out[i + c] = sign;
    }
  }
};

TEST_CASE("of predictions the sign is the label") {
  CHECK(measured(product{0.01}).held_out == rate{300, 300});
  CHECK(measured(product{-0.01}).held_out == rate{0, 300});
}

TEST_CASE("label cells that are not there are refused") {
  CHECK_THROWS_WITH_AS((void)measured(oracle_masked_view{population{rule}}, {.label_cell = 11}),
                       "label_accuracy: expected label_cell below 11 cells, got 11",
                       range_error);
  CHECK_THROWS_WITH_AS((void)measured(oracle_causal_view{population{rule}}, {.label_cell = 3}),
                       "label_accuracy: expected the last cell as label of a causal model, got 3",
                       range_error);
  CHECK(measured(oracle_masked_view{population{rule}}, {.label_cell = 4}).training == rate{200, 200});
}

}  // namespace
