// SPDX-License-Identifier: MIT
/// @file
/// The hidden units of the reduced networks of the k-parity theory, computed from named weights in double precision.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>
#include <regula/io/named_tensors.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace regula {

/// h = relu(hidden.weight z + hidden.bias) of `uniform_attention_mlp`, or h_j = relu(hidden.weight X a_j) of
/// `one_layer_transformer`, which has `attention.weight`: what `out.weight` reads of a board with hidden cells.
///
/// Errors    the constructor throws range_error or shape_error if the tensors are those of no reduced network
class reduced_features {
 public:
  /// Requires  mean: as in the model's spec, the sum over cells is divided by their number
  explicit reduced_features(named_tensors const& weights, bool mean = false) : mean_{mean} {
    auto const& shape = weights.at("hidden.weight").shape();
    require<shape_error>(shape.size() == 2 && shape[0] > 0 && shape[1] > 0 && shape[1] % 3 == 0,
                         "reduced_features: expected hidden.weight [D, 3 T], got {} axes{}",
                         shape.size(),
                         shape.size() == 2 ? fmt::format(", [{}, {}]", shape[0], shape[1]) : "");
    units_  = shape[0];
    cells_  = shape[1] / 3;
    hidden_ = numbers(weights, "hidden.weight", units_ * 3 * cells_);
    out_    = numbers(weights, "out.weight", units_);
    if (weights.contains("hidden.bias")) bias_ = numbers(weights, "hidden.bias", units_);
    if (weights.contains("attention.weight")) attention_ = numbers(weights, "attention.weight", 9 * cells_ * cells_);
    require(!(mean_ && by_cell()), "reduced_features: expected no mean over cells with attention.weight, got one");
  }

  [[nodiscard]] std::size_t units() const { return units_; }  ///< D
  [[nodiscard]] std::size_t cells() const { return cells_; }  ///< T

  /// Whether every cell has its own h_j; else one h serves all.
  [[nodiscard]] bool by_cell() const { return !attention_.empty(); }

  /// out.weight [D]
  [[nodiscard]] std::span<double const> readout() const { return out_; }

  /// The units of a board: [D], or [T, D] `by_cell`.
  ///
  /// Shapes    visible [T], hidden cells are `no_token`
  /// Errors    throws shape_error for another number of cells, range_error for a symbol above 1
  [[nodiscard]] std::vector<double> operator()(std::span<token const> visible) const {
    require<shape_error>(
        visible.size() == cells_, "reduced_features: expected {} cells, got {}", cells_, visible.size());
    std::vector<std::size_t> entry(cells_);  // of each cell's one-hot vector, and of the row of h that it adds to
    for (std::size_t t = 0; t < cells_; ++t) {
      require(visible[t] < 2 || visible[t] == no_token,
              "reduced_features: expected symbols below 2 or hidden cells, got {} in cell {}",
              visible[t],
              t);
      entry[t] = (visible[t] == no_token ? 1 : 2 * std::size_t{visible[t]}) * cells_ + t;
    }
    std::vector<double> share(cells_, mean_ ? 1 / static_cast<double>(cells_) : 1), out;
    if (!by_cell()) {
      append_units(entry, share, out);
      return out;
    }
    for (std::size_t j = 0; j < cells_; ++j) {
      attend(entry, j, share);
      append_units(entry, share, out);
    }
    return out;
  }

 private:
  [[nodiscard]] static std::vector<double> numbers(named_tensors const& from, char const* name, std::size_t count) {
    auto const& found = from.at(name);
    std::vector<double> out;
    if (found.type() == dtype::f64)
      std::ranges::copy(found.values<double>(), std::back_inserter(out));
    else
      std::ranges::copy(found.values<float>(), std::back_inserter(out));
    require<shape_error>(
        out.size() == count, "reduced_features: expected {} numbers in {}, got {}", count, name, out.size());
    return out;
  }

  /// The softmax over i of attention.weight at (entry_i, entry_j).
  void attend(std::span<std::size_t const> entry, std::size_t j, std::span<double> share) const {
    for (std::size_t i = 0; i < cells_; ++i)
      share[i] = attention_[entry[i] * 3 * cells_ + entry[j]];
    double const top = *std::ranges::max_element(share);
    double sum       = 0;
    for (double& p : share)
      sum += p = std::exp(p - top);
    for (double& p : share)
      p /= sum;
  }

  void append_units(std::span<std::size_t const> entry, std::span<double const> share, std::vector<double>& out) const {
    for (std::size_t d = 0; d < units_; ++d) {
      double sum = bias_.empty() ? 0 : bias_[d];
      for (std::size_t t = 0; t < cells_; ++t)
        sum += share[t] * hidden_[d * 3 * cells_ + entry[t]];
      out.push_back(std::max(sum, 0.0));
    }
  }

  bool mean_;
  std::size_t units_ = 0, cells_ = 0;
  std::vector<double> hidden_, out_, bias_, attention_;
};

}  // namespace regula
