// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace regula;

template <Rule R>
auto golden_copyist(std::string const& name, R const& rule) {
  board_set<R::cell_count> training;
  for (test::json const& board : test::golden_oracle("empirical", name).at("training"))
    training.push_back(test::board_from<R::cell_count>(board));
  return empirical_of(rule, training);
}

TEST_CASE("empirical: every reference value of all four settings") {
  CHECK(test::golden_oracles().at("empirical").size() == 3);
  auto const check = [](std::string const& name, auto const& rule) {
    auto const& entry = test::golden_oracle("empirical", name);
    auto const oracle = golden_copyist(name, rule);
    test::check_all_settings(oracle, entry);
    for (test::json const& query : entry.at("masked")) {
      auto const visible = test::board_from<oracle.cell_count>(query.at("cells"));
      auto const fits    = std::ranges::count_if(oracle.training(), [&](auto const board) {
        return std::ranges::equal(board, visible, [](token v, token seen) { return seen == no_token || seen == v; });
      });
      CHECK(fits == query.at("completions").template get<std::ptrdiff_t>());
      if (fits == 0) continue;
      std::vector<double> out(oracle.cell_count * oracle.alphabet);
      CHECK(masked_posterior(oracle, visible, out) ==
            doctest::Approx(static_cast<double>(fits) / static_cast<double>(oracle.training().size())).epsilon(1e-13));
    }
  };
  check("group_parity_12_3", group_parity<12, 3>{});
  check("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
  check("latin_square_4", latin_square<4>{});
}

TEST_CASE("empirical: repeated boards count as often as they come") {
  board_set<2> training;
  for (auto const& board : {std::array<token, 2>{0, 1}, std::array<token, 2>{0, 1}, std::array<token, 2>{1, 1}})
    training.push_back(board);
  empirical<2, 2> const oracle{training};
  std::vector<double> out(4);
  CHECK(masked_posterior(oracle, std::array<token, 2>{no_token, 1}, out) == doctest::Approx(1));
  CHECK(out[0] == doctest::Approx(2.0 / 3));
  CHECK(out[3] == 1);
}

TEST_CASE("empirical: no board, or a symbol outside the alphabet, is refused") {
  CHECK_THROWS_WITH_AS((empirical<2, 2>{board_set<2>{}}), doctest::Contains("at least 1 training board"), range_error);
  board_set<2> outside;
  outside.push_back(std::array<token, 2>{0, 2});
  CHECK_THROWS_WITH_AS((empirical<2, 2>{outside}), doctest::Contains("expected symbols below 2, got 2"), range_error);
}

}  // namespace
