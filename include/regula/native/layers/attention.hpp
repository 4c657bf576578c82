// SPDX-License-Identifier: MIT
/// @file
/// Multi-head attention of one sample. Scores are kept as [key, query]: softmax runs down the columns, so that neither
/// it nor its gradient sums within a vector, and all five products are plain panel products.
#pragma once

#include <regula/native/elementary.hpp>
#include <regula/native/gemm.hpp>
#include <regula/native/transpose.hpp>

#include <cmath>
#include <cstddef>

namespace regula::nn {

/// What an attention does beside softmax(q k^T) v.
struct attention_options {
  bool causal  = false;  ///< a token sees itself and the tokens before it
  bool dropout = false;  ///< probabilities may be dropped in training
};

/// softmax(q k^T / sqrt(HeadSize)) v in every head, all tokens seeing all tokens.
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

  static void forward(real const* qkv, real* probabilities, real* out, real* work) {
    real const scale = 1 / std::sqrt(real(HeadSize));
    real* const q_t  = work;  // [HeadSize, query]
    for (int h = 0; h < Heads; ++h) {
      real const* q = qkv + h * head;
      real const *k = q + Heads * head, *v = k + Heads * head;
      real* const p = probabilities + h * Tokens * queries;
      transpose<V, Tokens, head>(q, qkv_row, q_t, queries, scale);
      product<V, Tokens, queries, HeadSize, scores_layout<qkv_row>>(k, q_t, p);
      softmax(p);
      product<V, Tokens, head, Tokens, from_scores_transposed<qkv_row, out_row>>(p, v, out + h * head);
    }
  }

  /// qkv becomes its own gradient; d_out is the gradient of `out`.
  static void backward(real* qkv, real const* probabilities, real const* d_out, real* work) {
    real const scale     = 1 / std::sqrt(real(HeadSize));
    real* const d_out_t  = work;                         // [HeadSize, query]
    real* const d_scores = d_out_t + head * queries;     // [key, query]
    real* const dq       = d_scores + Tokens * queries;  // [query, HeadSize]
    for (int h = 0; h < Heads; ++h) {
      real* q = qkv + h * head;
      real *k = q + Heads * head, *v = k + Heads * head;
      real const* p = probabilities + h * Tokens * queries;
      real const* g = d_out + h * head;
      transpose<V, Tokens, head>(g, out_row, d_out_t, queries, 1);
      product<V, Tokens, queries, HeadSize, scores_layout<qkv_row>>(v, d_out_t, d_scores);
      softmax_backward(p, d_scores, scale);
      product<V, Tokens, head, Tokens, from_scores<out_row, qkv_row>>(p, g, v);
      product<V, Tokens, head, Tokens, from_scores_transposed<qkv_row, head>>(d_scores, k, dq);
      product<V, Tokens, head, Tokens, from_scores<qkv_row, qkv_row>>(d_scores, q, k);
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

  static constexpr int columns = score_panel / V::width;  ///< vectors of queries at a time

  /// Softmax over keys. The largest score is subtracted first, so exp never overflows.
  [[gnu::noinline]] static void softmax(real* scores) {
    for (int c = 0; c < queries; c += score_panel) {
      real* const s = scores + c;
      batch top[columns], sum[columns];
      REGULA_UNROLL for (int j = 0; j < columns; ++j) top[j] = V::load(s + j * V::width), sum[j] = V::all(0);
      for (int r = 1; r < Tokens; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) top[j] =
            xsimd::max(top[j], V::load(s + r * queries + j * V::width));
      }
      for (int r = 0; r < Tokens; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          real* const at = s + r * queries + j * V::width;
          batch const e  = xsimd::exp(V::load(at) - top[j]);
          sum[j] += e;
          V::store(at, e);
        }
      }
      REGULA_UNROLL for (int j = 0; j < columns; ++j) sum[j] = V::all(1) / sum[j];
      for (int r = 0; r < Tokens; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          real* const at = s + r * queries + j * V::width;
          V::store(at, V::load(at) * sum[j]);
        }
      }
    }
  }

  /// d_p, the gradient of the probabilities p, becomes that of the unscaled scores: scale p (d_p - sum over keys of p
  /// d_p).
  [[gnu::noinline]] static void softmax_backward(real const* p, real* d_p, real scale) {
    for (int c = 0; c < queries; c += score_panel, p += score_panel, d_p += score_panel) {
      batch sum[columns];
      REGULA_UNROLL for (int j = 0; j < columns; ++j) sum[j] = V::all(0);
      for (int r = 0; r < Tokens; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          int const at = r * queries + j * V::width;
          sum[j]       = V::fma(V::load(p + at), V::load(d_p + at), sum[j]);
        }
      }
      for (int r = 0; r < Tokens; ++r) {
        REGULA_UNROLL for (int j = 0; j < columns; ++j) {
          int const at = r * queries + j * V::width;
          V::store(d_p + at, V::all(scale) * V::load(p + at) * (V::load(d_p + at) - sum[j]));
        }
      }
    }
  }
};

}  // namespace regula::nn
