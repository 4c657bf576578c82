// SPDX-License-Identifier: MIT
/// @file
/// What golden.hpp compares of optimizers: weights after one and three steps, by how they moved.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/testing/detail/golden_cases.hpp>
#include <regula/testing/detail/golden_compare.hpp>
#include <regula/testing/detail/golden_report.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula::golden::detail {

/// The entries that an optimizer is judged by: all but the key part of `qkv.bias`, whose gradient is rounding noise.
[[nodiscard]] inline numbers judged_entries(std::string_view name, numbers values) {
  if (!name.ends_with("attention.qkv.bias")) return values;
  auto const third = static_cast<std::ptrdiff_t>(values.size() / 3);
  values.erase(values.begin() + third, values.begin() + 2 * third);
  return values;
}

/// Compares weights after an optimizer's steps with the group `prefix` of a file, by their move.
inline void compare_move(report& out,
                         std::string const& prefix,
                         named_tensors const& start,
                         named_tensors const& end,
                         named_tensors const& file) {
  for (auto const& [name, value] : group_of(file, prefix)) {
    auto const move = [&, &name = name](tensor const& to) {
      return judged_entries(name, difference(numbers_of(to), numbers_of(start.at(name))));
    };
    out.l2(prefix + name, move(end.at(name)), move(value), tolerances{}.update);
  }
}

/// The optimizers of the groups adam, adamw and sgd. `matrices_only` is of files that vary another file's case.
[[nodiscard]] inline std::vector<std::pair<std::string, settings>> update_cases(bool matrices_only) {
  return {
      {"adam", {.optimizer = adam{}, .rate = {.base = 1e-3}}},
      {"adamw",
       {.optimizer = adamw{.beta2 = 0.95, .decay = 0.1, .matrices_only = matrices_only},
        .rate      = {.base = 1e-3},
        .clip      = 0.5}},
      {"sgd", {.optimizer = sgd{.momentum = 0.9}, .rate = {.base = 0.5}}},
  };
}

/// Compares the weights after one and three steps on the batch of the case, for every optimizer that the file knows.
template <class E, class Plan, Objective O>
void compare_updates(report& out,
                     E const& engine,
                     Plan const& plan,
                     named_tensors const& weights,
                     training_case<O> const& given,
                     named_tensors const& file) {
  for (auto const& [name, chosen] : update_cases(file.metadata.contains("weights_from"))) {
    if (!file.contains(name + "1/" + weights.begin()->first)) continue;
    auto trainer = engine.trainer(plan, chosen);
    trainer.load(weights);
    for (std::uint64_t n = 0; n < 3; ++n) {
      (void)trainer.gradient(given.clean, given.corruption);
      trainer.apply(n);
      if (n != 1)
        compare_move(out, name + std::to_string(n + 1) + '/', weights, trainer.weights(weights_kind::raw), file);
    }
  }
}

}  // namespace regula::golden::detail
