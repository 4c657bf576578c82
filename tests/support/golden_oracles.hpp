// SPDX-License-Identifier: MIT
/// @file
/// Compares oracles with the exact values of tests/golden/oracles.json.
#pragma once

#include <regula/objectives/encoding.hpp>
#include <regula/objectives/one_hot.hpp>
#include <regula/objectives/scalar.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/oracle.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace regula::test {

inline json const& golden_oracles() {
  static json const file = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/oracles.json"});
  return file;
}

/// The entry of a section ("population" or "empirical") by the name of its rule.
inline json const& golden_oracle(std::string const& section, std::string const& name) {
  for (json const& entry : golden_oracles().at(section))
    if (entry.at("name") == name) return entry;
  FAIL(name << " has no entry in " << section);
  return golden_oracles();
}

/// 1e-10 relative; what is below 1e-13 is a zero that was rounded.
inline bool is_same(double ours, double theirs) { return std::abs(ours - theirs) <= 1e-10 * std::abs(theirs) + 1e-13; }

inline void check_numbers(std::span<double const> ours, json const& theirs) {
  REQUIRE(ours.size() == theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (!is_same(ours[i], theirs[i].get<double>()))
      FAIL_CHECK("number " << i << ": expected " << theirs[i].get<double>() << ", got " << ours[i]);
}

/// Rows [D, V]; null is a row of zeros.
inline void check_table(std::span<double const> ours, json const& theirs, std::size_t alphabet) {
  std::vector<double> flat;
  std::size_t const rows = ours.size() / alphabet;
  for (std::size_t i = 0; i < rows; ++i) {
    json const row = theirs.is_null() ? json{} : theirs.at(i);
    for (std::size_t v = 0; v < alphabet; ++v)
      flat.push_back(row.is_null() ? 0.0 : row.at(v).get<double>());
  }
  check_numbers(ours, json(flat));
}

/// Calls f with the encoding of that name.
template <class F>
void with_encoding(std::string const& name, F const& f) {
  if (name == "pm1") return f(pm1{});
  if (name == "scalar") return f(scalar{});
  if (name == "one_hot_pm1") return f(one_hot_pm1{});
  if (name == "one_hot_zero_one") return f(one_hot_zero_one{});
  if (name == "one_hot_zero_mean") return f(one_hot_zero_mean{});
  FAIL("unknown encoding " << name);
}

/// The denoised values under `key`, and the evidence if asked for.
template <Oracle O>
void check_continuous(O const& oracle, json const& entry, std::string const& key, bool evidence) {
  for (json const& query : entry.at("continuous")) {
    INFO(query.at("encoding").get<std::string>() << ", " << query.at("where").get<std::string>());
    auto const x       = query.at("x").get<std::vector<double>>();
    double const sigma = query.at("sigma");
    with_encoding(query.at("encoding"), [&](auto const& encoding) {
      oracle_denoiser const denoise{oracle, encoding};
      std::vector<double> out(x.size());
      denoise(std::span<double const>{x}, sigma, std::span<double>{out});
      check_numbers(out, query.at(key));
      if (evidence) CHECK(is_same(denoise.log_evidence(x, sigma), query.at("log_evidence").get<double>()));
    });
  }
}

template <Oracle O>
void check_masked(O const& oracle, json const& entry) {
  std::vector<double> out(O::cell_count * O::alphabet);
  for (json const& query : entry.at("masked")) {
    auto const visible = board_from<O::cell_count>(query.at("cells"));
    if (query.at("posterior").is_null()) {
      CHECK_THROWS_WITH_AS(masked_posterior(oracle, visible, out),
                           doctest::Contains(("expected visible cells that some board of " + oracle.name()).c_str()),
                           range_error);
      continue;
    }
    CHECK(is_same(masked_posterior(oracle, visible, out), query.at("mass").get<double>()));
    check_table(out, query.at("posterior"), O::alphabet);
  }
}

template <Oracle O>
void check_uniform(O const& oracle, json const& entry) {
  std::vector<double> out(O::cell_count * O::alphabet);
  for (json const& query : entry.at("uniform")) {
    auto const z       = board_from<O::cell_count>(query.at("z"));
    double const alpha = query.at("alpha");
    CAPTURE(alpha);
    redrawn_leave_one_out(oracle, z, alpha, out);
    check_table(out, query.at("leave_one_out"), O::alphabet);
    CHECK((redrawn_posterior(oracle, z, alpha, out) == 0) == query.at("posterior").is_null());
    check_table(out, query.at("posterior"), O::alphabet);
  }
}

template <Oracle O>
void check_next_token(O const& oracle, json const& entry) {
  std::vector<double> out(O::alphabet);
  for (json const& query : entry.at("next_token")) {
    auto const prefix = query.at("prefix").get<std::vector<token>>();
    if (query.at("probabilities").is_null()) {
      CHECK_THROWS_WITH_AS(next_token_posterior(oracle, prefix, out),
                           doctest::Contains(("expected a prefix that some board of " + oracle.name()).c_str()),
                           range_error);
      continue;
    }
    next_token_posterior(oracle, prefix, out);
    check_numbers(out, query.at("probabilities"));
  }
}

/// All four settings.
template <Oracle O>
void check_all_settings(O const& oracle, json const& entry) {
  INFO(entry.at("name").get<std::string>());
  check_continuous(oracle, entry, "denoised", true);
  check_masked(oracle, entry);
  check_uniform(oracle, entry);
  check_next_token(oracle, entry);
}

}  // namespace regula::test
