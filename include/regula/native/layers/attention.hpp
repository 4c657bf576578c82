// SPDX-License-Identifier: MIT
/// @file
/// Multi-head attention of one sample. Scores are kept as [key, query]: softmax runs down the columns, so that neither
/// it nor its gradient sums within a vector, and all five products are plain panel products.
#pragma once

#include <regula/native/elementary.hpp>
#include <regula/native/gemm.hpp>
#include <regula/native/layers/dropout.hpp>
#include <regula/native/transpose.hpp>
#include <regula/native/triangular.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace regula::nn {

/// What an attention does beside softmax(q k^T) v.
struct attention_options {
  bool causal  = false;  ///< a token sees itself and the tokens before it
  bool dropout = false;  ///< probabilities may be dropped in training
};

/// softmax(q k^T / sqrt(HeadSize)) v in every head.
///
/// Shapes    qkv [Tokens, 3 Heads, HeadSize] = [q | k | v] with rows `qkv_row` apart, out [Tokens, Heads, HeadSize];
/// each
///           head is padded with zeros to whole vectors, and stays so
template <class V, int Heads, int HeadSize, int Tokens, attention_options Options = attention_options{}>
struct attention {
  using real  = typename V::real;
  using batch = typename V::batch;

  static constexpr axis qkv_axis{3 * Heads, HeadSize}, out_axis{Heads, HeadSize};
  static constexpr int head    = round_up(HeadSize, V::width);
  static constexpr int queries = round_up(Tokens, V::width);
  static constexpr int qkv_row = stride<V>(qkv_axis), out_row = stride<V>(out_axis);

  static constexpr std::size_t parameter_count = 0, stored = 0;
  static constexpr std::size_t kept = std::size_t(Heads) * Tokens * queries;  ///< probabilities [Heads, key, query]
  static constexpr std::size_t scratch =
      std::size_t(head) * queries + std::size_t(Tokens) * queries + std::size_t(Tokens) * head;

  static constexpr std::size_t mask_size = std::size_t(Heads) * Tokens * Tokens;  ///< of dropout: [head, query, key]

  static void forward(real const* qkv, real* probabilities, real* out, real* work, dropout_mask<real> mask = {}) {
    real const scale = 1 / std::sqrt(real(HeadSize));
    real* const q_t  = work;  // [HeadSize, query]
    for (int h = 0; h < Heads; ++h) {
      real const* q = qkv + h * head;
      real const *k = q + Heads * head, *v = k + Heads * head;
      real* const p = probabilities + h * Tokens * queries;
      transpose<V, Tokens, head>(q, qkv_row, q_t, queries, scale);
      product_of_scores<qkv_row>(k, q_t, p);
      softmax(p);
      real const* weights = p;
      if constexpr (Options.dropout) {
        if (mask.keep != nullptr) {
          mark_dropped(p, mask.keep + h * Tokens * Tokens);
          weights = q_t + head * queries;
          drop(p, mask.factor, q_t + head * queries);
        }
      }
      product_with_scores<triangle::terms_to_row, from_scores_transposed<qkv_row, out_row>>(weights, v, out + h * head);
    }
  }

  /// qkv becomes its own gradient; d_out is the gradient of `out`. Probabilities under dropout are used up.
  static void backward(real* qkv, real* probabilities, real const* d_out, real* work, real dropout_factor = 1) {
    real const scale     = 1 / std::sqrt(real(HeadSize));
    real* const d_out_t  = work;                         // [HeadSize, query]
    real* const d_scores = d_out_t + head * queries;     // [key, query]
    real* const dq       = d_scores + Tokens * queries;  // [query, HeadSize]
    for (int h = 0; h < Heads; ++h) {
      real* q = qkv + h * head;
      real *k = q + Heads * head, *v = k + Heads * head;
      real* p       = probabilities + h * Tokens * queries;
      real const* g = d_out + h * head;
      transpose<V, Tokens, head>(g, out_row, d_out_t, queries, 1);
      product_of_scores<qkv_row>(v, d_out_t, d_scores);
      if constexpr (Options.dropout) {
        drop_gradient(p, dropout_factor, d_scores);
        softmax_backward<true>(p, d_scores, scale);
        drop(p, dropout_factor, p);
      } else {
        softmax_backward<false>(p, d_scores, scale);
      }
      product_with_scores<triangle::terms_from_row, from_scores<out_row, qkv_row>>(p, g, v);
      product_with_scores<triangle::terms_to_row, from_scores_transposed<qkv_row, head>>(d_scores, k, dq);
      product_with_scores<triangle::terms_from_row, from_scores<qkv_row, qkv_row>>(d_scores, q, k);
      for (int t = 0; t < Tokens; ++t)
        for (int j = 0; j < head; j += V::width)
          V::store(q + t * qkv_row + j, V::load(dq + t * head + j));
    }
  }

 private:
  static constexpr int score_panel = panel_width<V>(queries), head_panel = panel_width<V>(head);

  // [key, query] from rows of k or v (rows ARow apart) and a transposed [HeadSize, query].
  template <int ARow>
  static constexpr product_layout scores_layout{ARow, 1, queries, score_panel, queries, score_panel};
  // [query, HeadSize] as the sum over keys of a score and a row of k or v.
  template <int BRow, int CRow>
  static constexpr product_layout from_scores_transposed{1, queries, BRow, head_panel, CRow, head_panel};
  // [key, HeadSize] as the sum over queries of a score and a row of q or of the gradient of the output.
  template <int BRow, int CRow>
  static constexpr product_layout from_scores{queries, 1, BRow, head_panel, CRow, head_panel};

  /// Scores of all keys and queries, or of those that are seen.
  template <int ARow>
  static void product_of_scores(real const* rows, real const* transposed, real* scores) {
    if constexpr (Options.causal)
      triangular_product<V, Tokens, queries, HeadSize, scores_layout<ARow>, triangle::rows_before_columns>(
          rows, transposed, scores);
    else
      product<V, Tokens, queries, HeadSize, scores_layout<ARow>>(rows, transposed, scores);
  }

  /// The sum over keys or queries of a score and a row of `b`.
  template <triangle Part, product_layout P>
  static void product_with_scores(real const* scores, real const* b, real* c) {
    if constexpr (Options.causal)
      triangular_product<V, Tokens, head, Tokens, P, Part>(scores, b, c);
    else
      product<V, Tokens, head, Tokens, P>(scores, b, c);
  }

  static constexpr int columns    = Options.causal ? 1 : score_panel / V::width;  ///< vectors of queries at a time
  static constexpr int at_once    = columns * V::width;
  static constexpr real invisible = std::numeric_limits<real>::lowest() / 2;  ///< a score whose exponential is 0

  /// Keys that one of the queries [c, c + at_once) sees.
  static constexpr int seen_keys(int c) { return Options.causal ? std::min(Tokens, c + at_once) : Tokens; }

  /// A score of key r and the queries from c on, invisible where the key comes later.
  [[gnu::always_inline]] static batch visible(batch score, int r, int c) {
    if constexpr (Options.causal) {
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
      if constexpr (Options.causal) clear_unseen(scores, c);
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
      if constexpr (Options.causal) clear_unseen(d_p, c);
    }
  }

  /// Probabilities that are dropped get a minus sign: both the softmax and what was kept can be read from one number.
  [[gnu::noinline]] static void mark_dropped(real* p, std::uint8_t const* keep) {
    for (int q = 0; q < Tokens; ++q, keep += Tokens)
      for (int k = 0; k < (Options.causal ? q + 1 : Tokens); ++k)
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
};

}  // namespace regula::nn
