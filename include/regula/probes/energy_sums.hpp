// SPDX-License-Identifier: MIT
/// @file
/// The sums over masked boards of k-parity of which the energy of features is made.
#pragma once

#include <regula/error.hpp>
#include <regula/models/reduced_features.hpp>
#include <regula/probes/detail/positive_form.hpp>
#include <regula/probes/secret.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula {

/// E(W) and what it is measured against.
struct energy_estimate {
  double energy       = 0;  ///< E(W) = c^T Sigma^+ c
  double ceiling      = 0;  ///< of features that tell everything: energy/ceiling is in [0, 1]
  std::size_t rank    = 0;  ///< of Sigma: units that say something of their own
  std::size_t units   = 0;  ///< D
  std::uint64_t masks = 0;  ///< masks summed; with few of them per unit the energy is too high
};

/// The sums of which E(W) is made: c = E[w m h] and Sigma = E[w h h^T] over hidden cells, where w is 1/(2t) and m is
/// what is known of the cell given the visible ones, x_s of the one hidden secret cell of a mask of signal, else 0.
///
/// One h for all cells gives the theory's c = P_S E_S[|M|/(2t) f* h] and Sigma = E[|M|/(2t) h h^T].
class energy_sums {
 public:
  explicit energy_sums(std::size_t units) : c_(units, 0.0), sigma_(units * units, 0.0) {}

  /// Adds a board under a mask that has this probability and mean of 1/t given the mask.
  ///
  /// Shapes    board, visible [T]
  template <std::size_t T>
  void add(reduced_features const& net,
           std::span<token const> board,
           std::span<token const> visible,
           std::array<bool, T> const& in_secret,
           double probability,
           double inverse_t) {
    mass_ += probability;
    ++masks_;
    auto const hidden = count_hidden(in_secret, visible);
    if (hidden.cells == 0) return;
    std::vector<double> const h = net(visible);
    double const w              = probability * inverse_t / 2;
    std::size_t const units     = c_.size();
    auto const row = [&](std::size_t j) { return std::span{h}.subspan(net.by_cell() ? j * units : 0, units); };
    if (net.by_cell()) {
      for (std::size_t j = 0; j < T; ++j)
        if (visible[j] == no_token) add_square(row(j), w);
    } else {
      add_square(row(0), w * static_cast<double>(hidden.cells));
    }
    if (!hidden.is_signal()) return;
    std::size_t const s = *hidden.last_secret;
    for (std::size_t d = 0; d < units; ++d)
      c_[d] += w * (board[s] == 0 ? -1 : 1) * row(s)[d];
    ceiling_ += net.by_cell() ? w : w / static_cast<double>(hidden.cells);
  }

  /// Errors    throws range_error if nothing was added
  [[nodiscard]] energy_estimate estimate() const {
    require(mass_ > 0, "energy_sums: expected masks of positive probability, got {}", masks_);
    auto const solved = detail::positive_form(sigma_, c_);
    return {solved.value / mass_, ceiling_ / mass_, solved.rank, c_.size(), masks_};
  }

 private:
  void add_square(std::span<double const> h, double w) {
    std::size_t const units = c_.size();
    for (std::size_t a = 0; a < units; ++a)
      if (double const scaled = w * h[a]; scaled != 0)
        for (std::size_t b = 0; b <= a; ++b)  // the lower half is enough
          sigma_[a * units + b] += scaled * h[b];
  }

  std::vector<double> c_, sigma_;  // [D], [D, D]
  double mass_ = 0, ceiling_ = 0;
  std::uint64_t masks_ = 0;
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::energy_estimate, energy, ceiling, rank, units, masks);
