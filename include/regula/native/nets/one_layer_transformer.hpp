// SPDX-License-Identifier: MIT
/// @file
/// The one-layer transformer of the k-parity theory, with one head and merged matrices. A cell is a one-hot vector, so
/// scores are picked from the attention's matrix rather than multiplied.
#pragma once

#include <regula/concepts/network_input.hpp>
#include <regula/native/layers/detail/score_columns.hpp>
#include <regula/native/layers/linear.hpp>
#include <regula/native/layers/relu.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/sample_rows.hpp>
#include <regula/native/tensor_place.hpp>
#include <regula/native/ternary_cells.hpp>

#include <array>
#include <cstddef>
#include <cstring>

namespace regula::nn {

/// Everything that the code of a one_layer_transformer depends on.
struct one_layer_shape {
  int hidden;  ///< units D
  int tokens;
};

/// f_j = out relu(hidden X softmax(X^T A X)_j), X [3 T, T] of one-hot columns, the softmax over the rows of column j.
///
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, section 3.2
template <class V, one_layer_shape S, int Samples>
struct one_layer_transformer {
  using real    = typename V::real;
  using vectors = V;
  using hidden  = linear<V, axis{1, 3 * S.tokens}, axis{1, S.hidden}, false>;
  using relu    = relu_layer<V, S.hidden, Samples * S.tokens>;
  using out     = linear<V, axis{1, S.hidden}, axis{1, 1}, false>;
  using columns = detail::score_columns<V, S.tokens, false>;

  static constexpr int samples = Samples, rows = Samples * S.tokens;
  static constexpr std::size_t cells = S.tokens, input_values = 0, output_values = cells;

  // Weights: hidden | out | the attention's matrix A [3 T, 3 T], row by row.
  static constexpr std::size_t side         = 3 * cells;
  static constexpr std::size_t direct_count = std::size_t(round_up(int(side * side), V::width));
  static constexpr auto weights             = prefix_sums(hidden::stored, out::stored, direct_count);
  static constexpr auto transposed          = prefix_sums(hidden::transposed, out::transposed);
  static constexpr std::size_t stored = weights[3], stored_per_shard = stored, direct_at = weights[2];
  static constexpr std::size_t parameter_count = hidden::parameter_count + out::parameter_count + side * side;

  static constexpr std::size_t scores = std::size_t(S.tokens) * columns::queries;  ///< of a sample: [i, j]

  /// The workspace of a block of samples.
  enum part {
    entries,      ///< [rows] the entry of each cell's one-hot vector, as a number
    probability,  ///< [Samples] softmax of the scores
    mixed,        ///< [rows, 3 T] the columns of X softmax(X^T A X)
    active,       ///< [rows, D] after relu
    d_active,     ///< [rows, D]; then the gradient before relu
    d_mixed,      ///< [rows, 3 T]
    output,       ///< [rows, 1]; then its gradient
    d_scores,     ///< of one sample
    d_direct,     ///< the gradient of A
  };
  static constexpr auto work_at           = prefix_sums(round_up(rows, V::width),
                                              Samples* scores,
                                              rows* hidden::in_row,
                                              rows* hidden::out_row,
                                              rows* hidden::out_row,
                                              rows* hidden::in_row,
                                              rows* out::out_row,
                                              scores,
                                              direct_count);
  static constexpr std::size_t work_count = work_at[9], direct_work = work_at[d_direct];

  [[nodiscard]] static array<real> constants() { return {}; }

  /// Errors    throws range_error for a symbol that is not 0, 1 or no_token
  static void write_input(network_input<real> const& in, int s, real* work) {
    for (std::size_t t = 0; t < cells; ++t)
      work[work_at[entries] + std::size_t(s) * cells + t] = real(ternary_entry(in.symbols[t], t, cells));
  }
  static void clear_input(int s, real* work) {
    for (std::size_t t = 0; t < cells; ++t)
      work[work_at[entries] + std::size_t(s) * cells + t] = real(t);
  }
  static void read_output(real const* work, int s, real* to) {
    out_rows::read(work + work_at[output], std::size_t(s), to);
  }
  static void write_output_gradient(real const* d, int s, real* work) {
    out_rows::write(d, std::size_t(s), work + work_at[output]);
  }
  static void clear_output_gradient(int s, real* work) { out_rows::clear(std::size_t(s), work + work_at[output]); }

  /// From the slot `entries` to the slot `output`.
  template <bool>
  static void forward(forward_pass<real> const& pass, real* work) {
    real const* const a = pass.weights + direct_at;
    std::memset(work + work_at[mixed], 0, sizeof(real) * rows * hidden::in_row);
    for (std::size_t s = 0; s < Samples; ++s) {
      auto const entry = entries_of(s, work);
      real* const p    = work + work_at[probability] + s * scores;
      real* const x    = work + work_at[mixed] + s * cells * hidden::in_row;
      for (std::size_t i = 0; i < cells; ++i)
        for (std::size_t j = 0; j < cells; ++j)
          p[i * columns::queries + j] = a[entry[i] * side + entry[j]];
      columns::softmax(p);
      for (std::size_t i = 0; i < cells; ++i)
        for (std::size_t j = 0; j < cells; ++j)
          x[j * hidden::in_row + entry[i]] = p[i * columns::queries + j];
    }
    hidden::template forward<rows>(pass.weights, work + work_at[mixed], work + work_at[active]);
    relu::forward(work + work_at[active]);
    out::template forward<rows>(pass.weights + weights[1], work + work_at[active], work + work_at[output]);
  }

  /// From the gradient in the slot `output` to that of the attention's matrix, and to those of the others if these are
  /// asked for.
  static void backward(backward_pass<real> const& pass, real* work) {
    real *const dw = pass.gradient, *const d = work + work_at[d_active], *const da = pass.direct;
    if (dw)
      out::weight_gradient(
          rows, work + work_at[active], work + work_at[output], dw + weights[1], pass.add, 0, out::panels);
    out::template backward_input<rows>(pass.transposed + transposed[1], work + work_at[output], d);
    relu::backward(work + work_at[active], d);
    if (dw) hidden::weight_gradient(rows, work + work_at[mixed], d, dw, pass.add, 0, hidden::panels);
    hidden::template backward_input<rows>(pass.transposed, d, work + work_at[d_mixed]);
    if (!pass.add) std::memset(da, 0, sizeof(real) * direct_count);
    for (std::size_t s = 0; s < Samples; ++s) {
      auto const entry     = entries_of(s, work);
      real* const dp       = work + work_at[d_scores];
      real const* const dx = work + work_at[d_mixed] + s * cells * hidden::in_row;
      for (std::size_t i = 0; i < cells; ++i)
        for (std::size_t j = 0; j < cells; ++j)
          dp[i * columns::queries + j] = dx[j * hidden::in_row + entry[i]];
      columns::template softmax_backward<false>(work + work_at[probability] + s * scores, dp, 1);
      for (std::size_t i = 0; i < cells; ++i)
        for (std::size_t j = 0; j < cells; ++j)
          da[entry[i] * side + entry[j]] += dp[i * columns::queries + j];
    }
  }

  /// Calls f<layer>(site) for the matrices of products.
  template <class F>
  static void visit_layers(F&& f) {
    f.template operator()<hidden>(linear_site{{{"hidden", 0, S.hidden}}, 0, 0, work_at[mixed], work_at[d_active]});
    f.template operator()<out>(
        linear_site{{{"out", 0, 1}}, weights[1], transposed[1], work_at[active], work_at[output]});
  }

  /// Calls f(site) for the attention's matrix.
  template <class F>
  static void visit_direct(F&& f) {
    f(direct_site{"attention.weight", {side, side}, 0, side});
  }

 private:
  using out_rows = sample_rows<real, S.tokens, 1, out::out_row>;

  /// The entries of the one-hot vectors of sample s.
  static std::array<std::size_t, cells> entries_of(std::size_t s, real const* work) {
    std::array<std::size_t, cells> entry;
    for (std::size_t t = 0; t < cells; ++t)
      entry[t] = static_cast<std::size_t>(work[work_at[entries] + s * cells + t]);
    return entry;
  }
};

}  // namespace regula::nn
