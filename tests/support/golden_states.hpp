// SPDX-License-Identifier: MIT
/// @file
/// Evaluations from tests/golden/rules.json: samples against a training set, and the rates that are right for them.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/data/split.hpp>
#include <regula/objectives/encoding.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_rules.hpp"

#include <array>
#include <fstream>
#include <string>
#include <vector>

namespace regula::test {

inline json const& golden_states() {
  static json const file = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/rules.json"});
  return file.at("states");
}

/// Stands for a model where a probe looks at samples only.
struct no_model {};

/// One stored evaluation of a rule: training set, samples, and the rates of these samples.
template <Rule R>
struct golden_evaluation {
  R rule = {};
  data_split<R::cell_count> data;
  board_set<R::cell_count> samples;
  json expected;
  std::vector<float> values = {};  ///< [n, D] of real-valued samples
  no_model model            = {};

  [[nodiscard]] evaluation<R, no_model> view() const {
    return {rule, 0, data, samples, values, model, {0, purpose::probe}};
  }

  void train_on(json const& boards) {
    for (json const& b : boards)
      data.training.push_back(board_from<R::cell_count>(b));
    data.index_of_training = board_index<R::cell_count>{data.training};
  }
};

/// The stored evaluation of a rule: `how` is "snap" or "sign" for real-valued samples (decoded here), "tokens" else.
template <Rule R>
golden_evaluation<R> golden_evaluation_of(R const& rule, std::string const& how) {
  auto const about  = describe(rule);
  json const params = params_of(about);
  for (json const& entry : golden_states().at(how == "tokens" ? "tokens" : "real")) {
    if (entry.at("rule").at("kind") != about.name || entry.at("rule").at("params") != params) continue;
    golden_evaluation<R> out{.rule = rule, .data = {}, .samples = {}, .expected = entry.at(how)};
    out.train_on(entry.at("training"));
    if (how != "tokens")
      for (json const& sample : entry.at("samples"))
        for (json const& x : sample)
          out.values.push_back(x.template get<float>());
    if (how == "snap") {
      pm1 const encoding{.tolerance = entry.at("tolerance")};
      for (json const& sample : entry.at("samples")) {
        std::array<token, R::cell_count> board;
        for (std::size_t i = 0; i < board.size(); ++i)
          board[i] = encoding.decode(std::array{sample[i].template get<float>()}, R::alphabet);
        out.samples.push_back(board);
        CHECK(board == board_from<R::cell_count>(out.expected.at("boards")[out.samples.size() - 1]));
      }
    } else {
      for (json const& b : how == "tokens" ? entry.at("boards") : out.expected.at("boards"))
        out.samples.push_back(board_from<R::cell_count>(b));
    }
    for (std::size_t i = 0; i < out.samples.size(); ++i) {
      CHECK(is_valid(rule, out.samples[i]) == out.expected.at("valid")[i].template get<bool>());
      CHECK(out.data.index_of_training.contains(out.samples[i]) == out.expected.at("copied")[i].template get<bool>());
    }
    return out;
  }
  FAIL("no stored evaluation of " << about.text());
  return {.rule = rule, .data = {}, .samples = {}, .expected = {}};
}

/// Calls f(stored evaluation) for everything that is stored.
template <class F>
void for_each_golden_evaluation(F&& f) {
  auto const real = [&](auto const& rule) {
    f(golden_evaluation_of(rule, "snap"));
    f(golden_evaluation_of(rule, "sign"));
  };
  real(group_parity<12, 3>{});
  real(group_parity<36, 6>{});
  real(exact_k<10, 3>{});
  real(row_variable_k<3, 4, 1, 3>{});
  real(k_parity<8, 3>{{1, 4, 6}});
  f(golden_evaluation_of(latin_square<4>{}, "tokens"));
  f(golden_evaluation_of(sudoku<6, 2, 3>{}, "tokens"));
  f(golden_evaluation_of(group_parity<12, 4>{}, "tokens"));
}

}  // namespace regula::test
