// SPDX-License-Identifier: MIT
/// @file
/// Layer norm with a trained weight and bias, fused with the residual before it: one pass over a row adds the branch
/// that is waiting and normalises, one pass goes back.
#pragma once

#include <regula/native/simd.hpp>

#include <cmath>
#include <cstddef>

namespace regula::nn {

/// u += y; h = LN(u) weight + bias, for `Rows` rows.
///
/// Shapes    u, y, h [Rows, Size] with rows `row` apart; weights: weight [Size], bias [Size], each `chunk` numbers;
///           everything padded with zeros
template <class V, int Size, int Rows>
struct affine_norm {
  using real  = typename V::real;
  using batch = typename V::batch;

  static constexpr int row      = stride<V>({1, Size});
  static constexpr int chunk    = padded<V>({1, Size});
  static constexpr int vectors  = chunk / V::width;
  static constexpr real epsilon = real(1e-5);

  static constexpr std::size_t parameter_count = 2 * Size, stored = 2 * chunk, scratch = 0;
  static constexpr std::size_t kept = std::size_t(Rows) * row + round_up(Rows, V::width);  ///< normed, 1/deviation

  /// Without `Keep` nothing is saved for `backward`; without `Residual` there is no branch to add.
  template <bool Residual, bool Keep>
  [[gnu::noinline]] static void forward(real const* weights, real* u, real const* y, real* saved, real* h) {
    real* const inverse = saved + Rows * row;
    for (int t = 0; t < Rows; ++t, u += row, h += row) {
      batch x[vectors];
      batch sum = V::all(0);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j = i * V::width;
        x[i]        = V::load(u + j);
        if constexpr (Residual) {
          x[i] += V::load(y + t * row + j);
          V::store(u + j, x[i]);
        }
        sum += x[i];
      }
      batch const mean = V::all(V::sum(sum) / Size);
      batch squares    = V::all(0);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        x[i] -= mean;
        if (i == vectors - 1) x[i] = without_padding<V, Size>(x[i]);
        squares = V::fma(x[i], x[i], squares);
      }
      real const r = 1 / std::sqrt(V::sum(squares) / Size + epsilon);
      if constexpr (Keep) inverse[t] = r;
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j        = i * V::width;
        batch const normed = x[i] * V::all(r);
        if constexpr (Keep) V::store(saved + t * row + j, normed);
        V::store(h + j, V::fma(normed, V::load(weights + j), V::load(weights + chunk + j)));
      }
    }
  }

  /// du += the gradient of u from dh, and y becomes the gradient of the branch, which is that of u.
  ///
  /// Adds the gradients of weight and bias to d_weights, row after row.
  template <bool Residual>
  [[gnu::noinline]] static void backward(
      real const* dh, real const* saved, real const* weights, real* du, real* d_weights, real* y) {
    real const* const inverse = saved + Rows * row;
    batch d_weight[vectors], d_bias[vectors];
    REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
      d_weight[i] = V::load(d_weights + i * V::width);
      d_bias[i]   = V::load(d_weights + chunk + i * V::width);
    }
    for (int t = 0; t < Rows; ++t, dh += row, saved += row, du += row) {
      batch sum = V::all(0), projection = V::all(0);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j   = i * V::width;
        batch const g = V::load(dh + j), normed = V::load(saved + j), d = g * V::load(weights + j);
        sum += d;
        projection  = V::fma(d, normed, projection);
        d_weight[i] = V::fma(g, normed, d_weight[i]);
        d_bias[i] += g;
      }
      batch const mean = V::all(V::sum(sum) / Size), along = V::all(V::sum(projection) / Size);
      batch const r = V::all(inverse[t]);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j = i * V::width;
        batch d     = V::fma(V::load(dh + j), V::load(weights + j), -V::fma(V::load(saved + j), along, mean));
        if (i == vectors - 1) d = without_padding<V, Size>(d);
        d = V::fma(r, d, V::load(du + j));
        V::store(du + j, d);
        if constexpr (Residual) V::store(y + t * row + j, d);
      }
    }
    REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
      V::store(d_weights + i * V::width, d_weight[i]);
      V::store(d_weights + chunk + i * V::width, d_bias[i]);
    }
  }
};

}  // namespace regula::nn
