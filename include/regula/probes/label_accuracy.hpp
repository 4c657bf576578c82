// SPDX-License-Identifier: MIT
/// @file
/// The probe of rules with a label cell: how often the model gives the label of boards whose other cells it sees.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/rate.hpp>
#include <regula/random/categorical.hpp>
#include <regula/samplers/ancestral.hpp>
#include <regula/samplers/unmask.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Share of boards whose label is the model's most probable symbol, all other cells visible: of the training boards,
/// and of held-out ones. A rule that is learnt scores on both, labels learnt by heart on the first only.
///
/// The model has logits, causal logits (then the label is the last cell), or predictions (whose sign is the label).
/// Units     both rates have all boards looked at as denominator
struct label_accuracy {
  static constexpr std::string_view name = "label_accuracy";
  static constexpr probe_need needs      = probe_need::model;
  static constexpr std::size_t last      = std::numeric_limits<std::size_t>::max();  ///< the board's last cell

  std::size_t label_cell = last;
  std::size_t boards     = 2048;  ///< the first so many of each set, at most

  struct result {
    rate training;
    rate held_out;
  };

  /// Errors    throws range_error for a label cell outside the board, or not the last one of a causal model
  template <Rule R, class V>
    requires PredictsHidden<V const> || PredictsNext<V const>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    return {of(e.model, e.data.training), of(e.model, e.data.held_out)};
  }

 private:
  template <class V, std::size_t D>
  [[nodiscard]] rate of(V const& model, board_set<D> const& set) const {
    std::size_t const label = label_cell == last ? D - 1 : label_cell, n = std::min(boards, set.size());
    require(label < D, "label_accuracy: expected label_cell below {} cells, got {}", std::size_t{D}, label);
    std::vector<token> z(set.tokens().begin(), set.tokens().begin() + static_cast<std::ptrdiff_t>(n * D));
    std::vector<token> const given = guesses(model, z, n, D, label);
    rate out;
    for (std::size_t i = 0; i < n; ++i)
      out.add(given[i] == set[i][label]);
    return out;
  }

  template <class V>
  [[nodiscard]] static std::vector<token> guesses(
      V const& model, std::vector<token>& z, std::size_t n, std::size_t cells, std::size_t label) {
    std::vector<token> out(n);
    if (n == 0) return out;
    std::size_t columns = 0;
    std::vector<double> answer;
    if constexpr (PredictsNext<V const>) {
      require(label + 1 == cells, "label_accuracy: expected the last cell as label of a causal model, got {}", label);
      columns = model.columns();
      answer.resize(n * cells * columns);
      model.log_probabilities(z, answer);
    } else {
      for (std::size_t i = 0; i < n; ++i)
        z[i * cells + label] = no_token;
      columns = model.columns();
      answer.resize(n * cells * columns);
      model(std::span<token const>{z}, std::span{answer});
    }
    for (std::size_t i = 0; i < n; ++i) {
      auto const row = std::span<double const>{answer}.subspan((i * cells + label) * columns, columns);
      out[i]         = static_cast<token>(columns == 1 ? row[0] > 0 : largest_of(row));
    }
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::label_accuracy::result, training, held_out);
