// SPDX-License-Identifier: MIT
/// @file
/// Multi-head attention of one sample. Scores are kept as [key, query]: softmax runs down the columns, so that neither
/// it nor its gradient sums within a vector, and all five products are plain panel products.
#pragma once

#include <regula/native/elementary.hpp>
#include <regula/native/gemm.hpp>
#include <regula/native/layers/detail/score_columns.hpp>
#include <regula/native/layers/dropout.hpp>
#include <regula/native/transpose.hpp>
#include <regula/native/triangular.hpp>

#include <cmath>
#include <cstddef>

namespace regula::nn {

/// What an attention does beside softmax(q k^T) v.
struct attention_options {
  bool causal  = false;  ///< a token sees itself and the tokens before it
  bool dropout = false;  ///< probabilities may be dropped in training
};

/// softmax(q k^T / sqrt(HeadSize)) v in every head.
///
/// Shapes    qkv [Tokens, 3 Heads, HeadSize] = [q | k | v] with rows `qkv_row` apart, out [Tokens, Heads, HeadSize];
///           each head is padded with zeros to whole vectors, and stays so
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
      columns::softmax(p);
      real const* weights = p;
      if constexpr (Options.dropout) {
        if (mask.keep != nullptr) {
          columns::mark_dropped(p, mask.keep + h * Tokens * Tokens);
          weights = q_t + head * queries;
          columns::drop(p, mask.factor, q_t + head * queries);
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
        columns::drop_gradient(p, dropout_factor, d_scores);
        columns::template softmax_backward<true>(p, d_scores, scale);
        columns::drop(p, dropout_factor, p);
      } else {
        columns::template softmax_backward<false>(p, d_scores, scale);
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
  using columns                    = detail::score_columns<V, Tokens, Options.causal>;
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
};

}  // namespace regula::nn
