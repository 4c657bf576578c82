// SPDX-License-Identifier: MIT
/// @file
/// The exact denoiser of a finite set of boards whose shape is known at run time only.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/encoding.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace regula {

/// D(x, sigma) = sum_k p_k x_k, p = softmax_k(-|x - x_k|^2 / (2 sigma^2)), over encoded boards x_k: what score matching
/// learns if it learns the training set to perfection. In double.
///
/// `oracle_denoiser` of `empirical` is the same for boards whose size is known at compile time.
/// Errors    the constructor throws shape_error unless boards [N, T] are at least one whole board, range_error for a
///           symbol outside the alphabet
/// Cost      O(N T) and O(T V C) a sample
template <Encoding E>
class empirical_denoiser {
 public:
  empirical_denoiser(E const& encoding, std::span<token const> boards, data_shape shape)
      : shape_{shape}, boards_(boards.begin(), boards.end()), codes_{codes_of(encoding, shape.alphabet)} {
    require<shape_error>(!boards.empty() && boards.size() % shape.cells() == 0,
                         "empirical_denoiser: expected boards of {} cells, at least one, got {} symbols",
                         shape.cells(),
                         boards.size());
    for (token const v : boards)
      require(v < shape.alphabet, "empirical_denoiser: expected symbols below {}, got {}", shape.alphabet, v);
  }

  /// N, repetitions counted.
  [[nodiscard]] std::size_t size() const { return boards_.size() / shape_.cells(); }

  /// p_k of every board.
  ///
  /// Shapes    x [T, C]; result [N]
  /// Requires  sigma > 0
  [[nodiscard]] std::vector<double> posterior(std::span<double const> x, double sigma) const {
    std::size_t const cells = shape_.cells(), v = shape_.alphabet, c = shape_.channels;
    std::vector<double> distance(cells * v);  // squared, of every cell to every symbol
    for (std::size_t at = 0; at < distance.size(); ++at)
      for (std::size_t k = 0; k < c; ++k) {
        double const d = x[at / v * c + k] - codes_[at % v * c + k];
        distance[at] += d * d;
      }
    std::vector<double> p(size());
    for (std::size_t n = 0; n < p.size(); ++n)
      for (std::size_t i = 0; i < cells; ++i)
        p[n] += distance[i * v + boards_[n * cells + i]];
    double const nearest = *std::ranges::min_element(p);
    double sum           = 0;
    for (double& each : p)
      sum += each = std::exp((nearest - each) / (2 * sigma * sigma));
    for (double& each : p)
      each /= sum;
    return p;
  }

  /// Writes the denoised x. Shapes x, out [T, C].
  void operator()(std::span<double const> x, double sigma, std::span<double> out) const {
    std::size_t const cells = shape_.cells(), v = shape_.alphabet, c = shape_.channels;
    std::vector<double> const p = posterior(x, sigma);
    std::vector<double> chances(cells * v);
    for (std::size_t n = 0; n < p.size(); ++n)
      for (std::size_t i = 0; i < cells; ++i)
        chances[i * v + boards_[n * cells + i]] += p[n];
    for (std::size_t at = 0; at < out.size(); ++at) {
      out[at] = 0;
      for (std::size_t symbol = 0; symbol < v; ++symbol)
        out[at] += chances[at / c * v + symbol] * codes_[symbol * c + at % c];
    }
  }

 private:
  data_shape shape_;
  std::vector<token> boards_;  // [N, T]
  std::vector<double> codes_;  // [V, C]
};

}  // namespace regula
