// SPDX-License-Identifier: MIT
#include <regula/rules/all.hpp>
#include <regula/rules/exact_population.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

// Each clause of a rule is a rule on fewer cells, whose boards are counted exactly. That a clause is that rule is
// checked on draws of the rule, their neighbours and uniform boards; golden_rules.hpp compares frequencies besides.

namespace {

using namespace regula;
using regula::test::json;

/// All keys of clause_chance that were compared, so that none is left out.
std::set<std::pair<std::string, std::string>> compared;

big_integer power(big_integer const& base, std::size_t exponent) {
  big_integer out = 1;
  for (std::size_t i = 0; i < exponent; ++i)
    out *= base;
  return out;
}

/// favourable / all equals the fraction of the file, and its value and logarithm too.
void check_fraction(json const& stored, big_integer const& favourable, big_integer const& all) {
  std::string const text = stored.at("fraction");
  auto const slash       = text.find('/');
  big_integer const numerator{text.substr(0, slash)};
  big_integer const denominator{slash == std::string::npos ? "1" : text.substr(slash + 1)};
  CHECK(favourable * denominator == numerator * all);
  double const share = static_cast<double>(boost::multiprecision::cpp_rational(favourable, all));
  CHECK(stored.at("value").get<double>() == doctest::Approx(share).epsilon(1e-14));
  CHECK(stored.at("log2").get<double>() == doctest::Approx(std::log2(share)).epsilon(1e-13));
}

/// Family `f` of the rule has `clause` in each of its clauses, on the cells where the rule says it looks.
template <Rule R, Rule C>
void check_family(R const& rule, std::size_t f, C const& clause) {
  json const& entry           = regula::test::golden_rule(rule);
  auto const& family          = R::clause_families[f];
  std::string const rule_name = entry.at("name"), family_name{family.name};
  INFO(rule_name << ", " << family_name);
  compared.emplace(rule_name, family_name);
  check_fraction(
      entry.at("clause_chance").at(family_name), exact_population(clause), power(C::alphabet, C::cell_count));
  std::size_t first = 0;
  for (std::size_t before = 0; before < f; ++before)
    first += R::clause_families[before].count;
  laws::detail::examined_rule const examined{rule, 200, 11};
  for (auto const x : examined.boards) {
    auto const verdicts = regula::test::verdicts_of(rule, x);
    for (std::size_t i = first; i < first + family.count; ++i) {
      std::vector<token> part;
      for (std::size_t cell = 0; cell < R::cell_count; ++cell)
        if constexpr (PlacesClauses<R>) {
          if (rule.looks_at(i, cell)) part.push_back(x[cell]);
        } else {
          part.push_back(x[cell]);
        }
      REQUIRE(part.size() == C::cell_count);
      if (clause.holds(cells<C::cell_count>{part}) != verdicts[i]) FAIL_CHECK("clause " << i << " is another rule");
    }
  }
}

template <std::size_t... Gs, std::size_t D>
void check_parity(std::index_sequence<D>) {
  (check_family(group_parity<D, Gs>{}, 0, group_parity<Gs, Gs>{}), ...);
}

void groups_of_even_parity() {
  check_parity<2, 3, 4, 6, 9, 12, 18, 36>(std::index_sequence<36>{});
  check_parity<2>(std::index_sequence<4>{});
  check_parity<1>(std::index_sequence<5>{});
  check_parity<3>(std::index_sequence<6>{});
  check_parity<2, 4>(std::index_sequence<8>{});
  check_parity<3>(std::index_sequence<9>{});
  check_parity<2, 3, 4>(std::index_sequence<12>{});
  check_parity<3>(std::index_sequence<24>{});
  check_parity<8>(std::index_sequence<64>{});
  check_parity<10>(std::index_sequence<100>{});
  check_parity<4>(std::index_sequence<128>{});
  check_parity<12>(std::index_sequence<144>{});
}

template <std::size_t D, std::size_t... Ks>
void check_exact_k() {
  (check_family(exact_k<D, Ks>{}, 0, exact_k<D, Ks>{}), ...);
}

void counts_of_ones() {
  check_exact_k<36, 3, 4, 6, 8, 9, 12, 18>();
  check_exact_k<6, 6>();
  check_exact_k<8, 0>();
  check_exact_k<10, 3>();
  check_exact_k<12, 6>();
  check_exact_k<64, 32>();
  check_exact_k<100, 50>();
  check_family(row_k<6, 6, 2>{}, 0, exact_k<6, 2>{});
  check_family(row_k<6, 6, 3>{}, 0, exact_k<6, 3>{});
  check_family(row_k<3, 4, 2>{}, 0, exact_k<4, 2>{});
  check_family(row_k<4, 3, 1>{}, 0, exact_k<3, 1>{});
  check_family(row_k<2, 6, 3>{}, 0, exact_k<6, 3>{});
  check_family(row_k<16, 8, 4>{}, 0, exact_k<8, 4>{});
}

void rows_of_listed_counts() {
  check_family(row_variable_k<6, 6, 1, 5>{}, 0, either(exact_k<6, 1>{}, exact_k<6, 5>{}));
  check_family(row_variable_k<6, 6, 3, 4>{}, 0, either(exact_k<6, 3>{}, exact_k<6, 4>{}));
  check_family(row_variable_k<6, 6, 0, 2, 4, 6>{}, 0, group_parity<6, 6>{});
  check_family(row_variable_k<6, 6, 3, 4, 5, 6>{},
               0,
               either(exact_k<6, 3>{}, exact_k<6, 4>{}, exact_k<6, 5>{}, exact_k<6, 6>{}));
  check_family(row_variable_k<3, 4, 1, 3>{}, 0, either(exact_k<4, 1>{}, exact_k<4, 3>{}));
  check_family(row_variable_k<3, 4, 0, 2, 4>{}, 0, group_parity<4, 4>{});
  check_family(row_variable_k<2, 5, 0, 2, 5>{}, 0, either(exact_k<5, 0>{}, exact_k<5, 2>{}, exact_k<5, 5>{}));
  check_family(global_k<6, 6, 1, 5>{}, 0, either(exact_k<6, 1>{}, exact_k<6, 5>{}));
  check_family(global_k<6, 6, 2, 4>{}, 0, either(exact_k<6, 2>{}, exact_k<6, 4>{}));
  check_family(global_k<3, 4, 1, 2>{}, 0, either(exact_k<4, 1>{}, exact_k<4, 2>{}));
  check_family(global_k<2, 5, 1, 2, 4>{}, 0, either(exact_k<5, 1>{}, exact_k<5, 2>{}, exact_k<5, 4>{}));
  check_family(global_k<6, 6, 1, 5>{}, 1, global_k<6, 6, 0, 1, 2, 3, 4, 5, 6>{});
  check_family(global_k<6, 6, 2, 4>{}, 1, global_k<6, 6, 0, 1, 2, 3, 4, 5, 6>{});
  check_family(global_k<3, 4, 1, 2>{}, 1, global_k<3, 4, 0, 1, 2, 3, 4>{});
  check_family(global_k<2, 5, 1, 2, 4>{}, 1, global_k<2, 5, 0, 1, 2, 3, 4, 5>{});
}

/// N cells that hold every symbol once.
template <std::size_t N>
struct permutation {
  static constexpr std::size_t cell_count = N;
  static constexpr token alphabet         = N;
  static bool holds(cells<N> x) noexcept {
    return std::set<token>(x.begin(), x.end()).size() == N && *std::ranges::max_element(x) < N;
  }
  static void draw(auto&, cells_out<N>) {}
  static population_size population() { return population_size::of(factorial(N)); }
};

template <Rule R>
void check_permutations(R const& rule) {
  for (std::size_t f = 0; f < R::clause_families.size(); ++f)
    check_family(rule, f, permutation<R::alphabet>{});
}

void permutations() {
  check_permutations(latin_square<4>{});
  check_permutations(latin_square<5>{});
  check_permutations(latin_square<6>{});
  check_permutations(latin_square<7>{});
  check_permutations(row_only<4>{});
  check_permutations(row_only<6>{});
  check_permutations(sudoku<4, 2, 2>{});
  check_permutations(sudoku<6, 2, 3>{});
  check_permutations(sudoku<9, 3, 3>{});
}

void labels_and_parts() {
  auto const label = [](auto const& rule) { check_family(rule, 0, rule); };
  label(k_parity<4, 2>{{0, 2}});
  label(k_parity<8, 3>{{1, 4, 6}});
  label(k_parity<11, 5>{{0, 1, 2, 3, 10}});
  label(k_parity<20, 6>{{1, 4, 7, 11, 12, 18}});
  label(k_parity<20, 1>{{13}});
  json const& both  = *std::ranges::find_if(regula::test::golden_rules(), [](json const& entry) {
    return entry.at("name") == "both_latin_square_4__sudoku_2_2";
  });
  json const& parts = both.at("clause_chance").at("parts");
  check_fraction(parts[0], exact_population(latin_square<4>{}), power(4, 16));
  check_fraction(parts[1], exact_population(sudoku<4, 2, 2>{}), power(4, 16));
  compared.emplace(both.at("name"), "parts");
}

TEST_CASE("clause chance: every share of the reference file, exactly") {
  groups_of_even_parity();
  counts_of_ones();
  rows_of_listed_counts();
  permutations();
  labels_and_parts();
  for (json const& entry : regula::test::golden_rules()) {
    auto const all = population_size::power(entry.at("alphabet"), entry.at("cells")).exact;
    if (all && *all <= 1U << 16) continue;  // golden_rules.hpp looks at all boards
    for (auto const& [family, chance] : entry.at("clause_chance").items())
      if (!compared.contains({entry.at("name"), family})) FAIL_CHECK(entry.at("name") << ", " << family);
  }
}

}  // namespace
