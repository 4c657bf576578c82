// SPDX-License-Identifier: MIT
/// @file
/// Compares rules with their entries of tests/golden/rules.json: population, chance, verdicts of every example.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/split.hpp>
#include <regula/testing/detail/examined_rule.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

namespace regula::test {

using json = nlohmann::json;

inline json const& golden_rules() {
  static json const file = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/rules.json"});
  return file.at("rules");
}

/// All entries of one kind.
inline std::vector<json> golden_rules_of(std::string const& kind) {
  std::vector<json> found;
  std::ranges::copy_if(golden_rules(), std::back_inserter(found), [&](json const& r) { return r.at("kind") == kind; });
  return found;
}

/// The parameters that a rule states, which are whole numbers, as the files have them.
inline json params_of(description const& about) {
  json params = json::object();
  for (auto const& p : about.parameters)
    if (p.in_list)
      params[std::string{p.name}].push_back(p.value.whole());
    else
      params[std::string{p.name}] = p.value.whole();
  return params;
}

/// The entry with the kind and parameters that the rule states.
template <Rule R>
json const& golden_rule(R const& rule) {
  auto const about  = describe(rule);
  json const params = params_of(about);
  auto const at     = std::ranges::find_if(
      golden_rules(), [&](json const& r) { return r.at("kind") == about.name && r.at("params") == params; });
  REQUIRE_MESSAGE(at != golden_rules().end(), about.text() << " has no entry");
  return *at;
}

/// The board of a file; -1 is a hidden cell.
template <std::size_t D>
std::array<token, D> board_from(json const& symbols) {
  REQUIRE(symbols.size() == D);
  std::array<token, D> board;
  std::ranges::transform(symbols, board.begin(), [](json const& s) { return s == -1 ? no_token : s.get<token>(); });
  return board;
}

template <HasClauses R>
std::array<bool, clause_count<R>()> verdicts_of(R const& rule, cells<R::cell_count> x) {
  std::array<bool, clause_count<R>()> verdicts;
  rule.judge(x, verdicts);
  return verdicts;
}

template <Counted R>
void check_population(R const& rule, json const& entry) {
  auto const ours          = rule.population();
  std::string const theirs = entry.at("population");
  // 2^64 has 20 digits, and no entry lies between it and the next power of ten.
  CHECK(ours.exact.has_value() == (theirs.size() < 20));
  if (ours.exact) CHECK(std::to_string(*ours.exact) == theirs);
  CHECK(ours.log2 == doctest::Approx(entry.at("log2_population").get<double>()).epsilon(1e-13));
  double const log2_boards = static_cast<double>(R::cell_count) * std::log2(static_cast<double>(R::alphabet));
  CHECK(ours.log2 - log2_boards == doctest::Approx(entry.at("chance").at("log2").get<double>()).epsilon(1e-13));
  CHECK(std::exp2(ours.log2 - log2_boards) ==
        doctest::Approx(entry.at("chance").at("value").get<double>()).epsilon(1e-10));
}

template <HasClauses R>
void check_examples(R const& rule, json const& entry) {
  for (json const& example : entry.at("examples")) {
    auto const board = board_from<R::cell_count>(example.at("board"));
    CHECK(rule.holds(board) == example.at("holds").get<bool>());
    CHECK(is_valid(rule, cells<R::cell_count>{board}) == example.at("holds").get<bool>());
    if constexpr (StatesProbability<R>)
      if (example.contains("probability"))
        CHECK(rule.probability(board) ==
              doctest::Approx(example.at("probability").at("value").get<double>()).epsilon(1e-13));
    auto const verdicts = verdicts_of(rule, board);
    REQUIRE(example.at("clauses").size() == R::clause_families.size());
    std::size_t first = 0;
    for (auto const& family : R::clause_families) {
      std::vector<bool> const ours(verdicts.begin() + static_cast<std::ptrdiff_t>(first),
                                   verdicts.begin() + static_cast<std::ptrdiff_t>(first + family.count));
      CHECK(ours == example.at("clauses").at(std::string{family.name}).get<std::vector<bool>>());
      first += family.count;
    }
  }
}

/// Each clause holds for the stated share of all V^D boards: counted where there are at most 2^16, else within 4
/// standard errors of 20,000 uniform boards.
template <HasClauses R>
void check_clause_chance(R const& rule, json const& entry) {
  constexpr std::size_t D       = R::cell_count;
  constexpr std::uint64_t drawn = 20'000;
  std::uint64_t const all       = population_size::power(R::alphabet, D).exact.value_or(0);
  bool const counted            = all > 0 && all <= (1U << 16);
  auto const boards             = static_cast<double>(counted ? all : drawn);
  std::array<double, clause_count<R>()> held{};
  auto const judge = [&](cells<D> x) {
    auto const verdicts = verdicts_of(rule, x);
    for (std::size_t i = 0; i < held.size(); ++i)
      held[i] += verdicts[i] ? 1 : 0;
  };
  if (counted)
    laws::detail::for_each_board<D>(R::alphabet, judge);
  else
    for (auto const x : draw_control<R>(drawn, 23))
      judge(x);
  std::size_t clause = 0;
  for (auto const& family : R::clause_families)
    for (std::size_t i = 0; i < family.count; ++i, ++clause) {
      json const& of_family = entry.at("clause_chance").at(std::string{family.name});
      double const chance   = (of_family.is_array() ? of_family.at(i) : of_family).at("value");
      double const error    = counted ? 1e-9 : 4 * std::sqrt(boards * chance * (1 - chance)) + 0.5;
      if (std::abs(held[clause] - boards * chance) > error)
        FAIL_CHECK(family.name << " " << i << ": holds for " << held[clause] << " of " << boards << " boards");
    }
}

/// Compares each rule with its entry, and fails if an entry of the kind is left over.
template <class... Rules>
void check_golden_rules(std::string const& kind, Rules const&... rules) {
  CHECK(golden_rules_of(kind).size() == sizeof...(Rules));
  auto const check = [&](auto const& rule) {
    json const& entry = golden_rule(rule);
    INFO(entry.at("name").template get<std::string>());
    CHECK(entry.at("kind") == kind);
    CHECK(entry.at("cells") == rule.cell_count);
    CHECK(entry.at("alphabet") == rule.alphabet);
    CHECK((entry.at("measure") == "uniform") == !StatesProbability<std::remove_cvref_t<decltype(rule)>>);
    check_population(rule, entry);
    check_examples(rule, entry);
    check_clause_chance(rule, entry);
  };
  (check(rules), ...);
}

}  // namespace regula::test
