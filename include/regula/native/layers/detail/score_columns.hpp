// SPDX-License-Identifier: MIT
/// @file
/// What an attention does with the scores [key, query] of a head between its products: softmax down the columns, its
/// gradient, and dropout.
#pragma once

#include <regula/native/elementary.hpp>
#include <regula/native/gemm.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace regula::nn::detail {

/// Scores or probabilities [Tokens, queries] of one head; where `Causal`, keys after the query have none.
template <class V, int Tokens, bool Causal>
struct score_columns {
  using real  = typename V::real;
  using batch = typename V::batch;

  static constexpr int queries = round_up(Tokens, V::width);

  /// Softmax over keys. The largest score is subtracted first, so exp never overflows.
  [[gnu::noinline]] static void softmax(real* scores) {
    for (int c = 0; c < queries; c += at_once) {
      real* const s  = scores + c;
      int const keys = seen_keys(c);
      batch top[columns], sum[columns];
      REGULA_UNROLL for (int j = 0; j < columns; ++j) top[j] = V::load(s + j * V::width), sum[j] = V::all(0);
      for (int r = 1; r < keys; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) top[j] =
            xsimd::max(top[j], visible(V::load(s + r * queries + j * V::width), r, c));
      }
      for (int r = 0; r < keys; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          real* const at = s + r * queries + j * V::width;
          batch const e  = xsimd::exp(visible(V::load(at), r, c) - top[j]);
          sum[j] += e;
          V::store(at, e);
        }
      }
      REGULA_UNROLL for (int j = 0; j < columns; ++j) sum[j] = V::all(1) / sum[j];
      for (int r = 0; r < keys; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          real* const at = s + r * queries + j * V::width;
          V::store(at, V::load(at) * sum[j]);
        }
      }
      if constexpr (Causal) clear_unseen(scores, c);
    }
  }

  /// d_p, the gradient of the probabilities p, becomes that of the unscaled scores: scale p (d_p - sum over keys of p
  /// d_p). Where `Signed`, p is the magnitude of what is stored.
  template <bool Signed>
  [[gnu::noinline]] static void softmax_backward(real const* p, real* d_p, real scale) {
    auto const probability = [p](int at) {
      if constexpr (Signed)
        return xsimd::abs(V::load(p + at));
      else
        return V::load(p + at);
    };
    for (int c = 0; c < queries; c += at_once) {
      int const keys = seen_keys(c);
      batch sum[columns];
      REGULA_UNROLL for (int j = 0; j < columns; ++j) sum[j] = V::all(0);
      for (int r = 0; r < keys; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          int const at = c + r * queries + j * V::width;
          sum[j]       = V::fma(probability(at), V::load(d_p + at), sum[j]);
        }
      }
      for (int r = 0; r < keys; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          int const at = c + r * queries + j * V::width;
          V::store(d_p + at, V::all(scale) * probability(at) * (V::load(d_p + at) - sum[j]));
        }
      }
      if constexpr (Causal) clear_unseen(d_p, c);
    }
  }

  /// Probabilities that are dropped get a minus sign: both the softmax and what was kept can be read from one number.
  [[gnu::noinline]] static void mark_dropped(real* p, std::uint8_t const* keep) {
    for (int q = 0; q < Tokens; ++q, keep += Tokens)
      for (int k = 0; k < (Causal ? q + 1 : Tokens); ++k)
        if (keep[k] == 0) p[k * queries + q] = -p[k * queries + q];
  }

  /// The weights of a sum over keys: what was kept, times the factor.
  [[gnu::noinline]] static void drop(real const* p, real factor, real* weights) {
    for (int i = 0; i < Tokens * queries; i += V::width)
      V::store(weights + i, xsimd::max(V::load(p + i), V::all(0)) * V::all(factor));
  }

  /// From the gradient of the weights to that of the probabilities.
  [[gnu::noinline]] static void drop_gradient(real const* p, real factor, real* d) {
    for (int i = 0; i < Tokens * queries; i += V::width)
      V::store(d + i, xsimd::select(V::load(p + i) > V::all(0), V::load(d + i) * V::all(factor), V::all(0)));
  }

 private:
  static constexpr int columns = Causal ? 1 : panel_vectors<V>(queries / V::width);  ///< vectors of queries at a time
  static constexpr int at_once = columns * V::width;
  static constexpr real invisible = std::numeric_limits<real>::lowest() / 2;  ///< a score whose exponential is 0

  /// Keys that one of the queries [c, c + at_once) sees.
  static constexpr int seen_keys(int c) { return Causal ? std::min(Tokens, c + at_once) : Tokens; }

  /// A score of key r and the queries from c on, invisible where the key comes later.
  [[gnu::always_inline]] static batch visible(batch score, int r, int c) {
    if constexpr (Causal) {
      static constexpr auto steps = [] {
        std::array<real, 2 * V::width> s{};
        for (int i = 0; i < V::width; ++i)
          s[static_cast<std::size_t>(V::width + i)] = 1;
        return s;
      }();
      if (r > c) {
        auto const sees = batch::load_unaligned(steps.data() + V::width - (r - c)) > V::all(0);
        return xsimd::select(sees, score, V::all(invisible));
      }
    }
    return score;
  }

  static void clear_unseen(real* scores, int c) {
    for (int r = seen_keys(c); r < Tokens; ++r)
      V::store(scores + r * queries + c, V::all(0));
  }
};

}  // namespace regula::nn::detail
