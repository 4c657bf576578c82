// SPDX-License-Identifier: MIT
/// @file
/// How much of corrupted sequences came back, from the clean ones, the corrupted ones and what a model made of these.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>
#include <regula/probes/mean_value.hpp>
#include <regula/probes/rate.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <cstddef>
#include <span>

namespace regula {

/// What became of the cells that a corruption changed, and of those that it left alone.
///
/// The means give every sequence the same weight, the rates every cell.
struct recovery_score {
  mean_value recovery;  ///< share of a sequence's changed cells that came back; of sequences with such a cell
  mean_value unstable;  ///< share of a sequence's other cells that the model changed; of sequences with such a cell
  rate recovered;       ///< changed cells that came back, of all sequences
  rate broken;          ///< other cells that the model changed, of all sequences
  rate exact;           ///< sequences that came back in every cell
  rate untouched;       ///< sequences in which the corruption changed nothing: they have no recovery
};

/// The score of n sequences. A hidden cell (`no_token`) is a changed one.
///
/// Shapes    clean, corrupted, restored [n, T]
/// Errors    throws shape_error unless all three are the same whole number of sequences of `cells` cells
/// Source    Pham et al. 2026, arXiv:2604.26841: recovery and unstable rate are its means over sequences
[[nodiscard]] inline recovery_score recovery_of(std::span<token const> clean,
                                                std::span<token const> corrupted,
                                                std::span<token const> restored,
                                                std::size_t cells) {
  require<shape_error>(
      cells > 0 && clean.size() % cells == 0 && corrupted.size() == clean.size() && restored.size() == clean.size(),
      "recovery_of: expected three times the same number of sequences of {} cells, got {}, {} and {} cells",
      cells,
      clean.size(),
      corrupted.size(),
      restored.size());
  recovery_score out;
  running_mean recovery, unstable;
  for (std::size_t first = 0; first < clean.size(); first += cells) {
    rate changed, kept;  // of this sequence: came back, stayed
    for (std::size_t j = first; j < first + cells; ++j)
      (corrupted[j] != clean[j] ? changed : kept).add(restored[j] == clean[j]);
    if (changed.total > 0) recovery.add(changed.share());
    if (kept.total > 0) unstable.add(1 - kept.share());
    out.recovered.count += changed.count;
    out.recovered.total += changed.total;
    out.broken.count += kept.total - kept.count;
    out.broken.total += kept.total;
    out.exact.add(changed.count + kept.count == cells);
    out.untouched.add(changed.total == 0);
  }
  out.recovery = recovery.value();
  out.unstable = unstable.value();
  return out;
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::recovery_score, recovery, unstable, recovered, broken, exact, untouched);
