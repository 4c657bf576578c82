// SPDX-License-Identifier: MIT
/// @file
/// The MLP on a sum over cells of the k-parity theory: a one-layer transformer whose attention is held uniform.
#pragma once

#include <regula/concepts/network_input.hpp>
#include <regula/native/layers/linear.hpp>
#include <regula/native/layers/relu.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/tensor_place.hpp>
#include <regula/native/ternary_cells.hpp>

#include <cstddef>

namespace regula::nn {

/// Everything that the code of a uniform_attention_mlp depends on.
struct uniform_attention_shape {
  int hidden;  ///< units D
  int tokens;
  bool mean = false;  ///< the sum over cells is divided by their number
  bool bias = false;  ///< hidden units have a bias
};

/// f = out relu(hidden z), z = sum over cells of one-hot vectors [3 T]; the one number f is the output of every cell. A
/// sample is one row.
///
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, section 4.1
template <class V, uniform_attention_shape S, int Samples>
struct uniform_attention_mlp {
  using real    = typename V::real;
  using vectors = V;
  using hidden  = linear<V, axis{1, 3 * S.tokens}, axis{1, S.hidden}, S.bias>;
  using relu    = relu_layer<V, S.hidden, Samples>;
  using out     = linear<V, axis{1, S.hidden}, axis{1, 1}, false>;

  static constexpr int samples = Samples, rows = Samples;
  static constexpr std::size_t cells = S.tokens, input_values = 0, output_values = cells;

  static constexpr auto weights       = prefix_sums(hidden::stored, out::stored);
  static constexpr auto transposed    = prefix_sums(hidden::transposed, out::transposed);
  static constexpr std::size_t stored = weights[2], stored_per_shard = stored;
  static constexpr std::size_t parameter_count = hidden::parameter_count + out::parameter_count;

  /// The workspace of a block of samples.
  enum part {
    input,     ///< [rows, 3 T]
    active,    ///< [rows, D] after relu
    d_active,  ///< [rows, D]; then the gradient before relu
    output,    ///< [rows, 1]; then its gradient
  };
  static constexpr auto work_at =
      prefix_sums(rows * hidden::in_row, rows* hidden::out_row, rows* hidden::out_row, rows* out::out_row);
  static constexpr std::size_t work_count = work_at[4];

  [[nodiscard]] static array<real> constants() { return {}; }

  /// Errors    throws range_error for a symbol that is not 0, 1 or no_token
  static void write_input(network_input<real> const& in, int s, real* work) {
    clear_input(s, work);
    for (std::size_t t = 0; t < cells; ++t)
      work[work_at[input] + std::size_t(s * hidden::in_row) + ternary_entry(in.symbols[t], t, cells)] =
          S.mean ? 1 / real(S.tokens) : real(1);
  }
  static void clear_input(int s, real* work) {
    for (int j = 0; j < 3 * S.tokens; ++j)
      work[work_at[input] + std::size_t(s * hidden::in_row + j)] = 0;
  }
  static void read_output(real const* work, int s, real* to) {
    for (std::size_t t = 0; t < cells; ++t)
      to[t] = work[work_at[output] + std::size_t(s * out::out_row)];
  }
  static void write_output_gradient(real const* d, int s, real* work) {
    real sum = 0;
    for (std::size_t t = 0; t < cells; ++t)
      sum += d[t];
    work[work_at[output] + std::size_t(s * out::out_row)] = sum;
  }
  static void clear_output_gradient(int s, real* work) { work[work_at[output] + std::size_t(s * out::out_row)] = 0; }

  /// From the slot `input` to the slot `output`.
  template <bool>
  static void forward(forward_pass<real> const& pass, real* work) {
    hidden::template forward<rows>(pass.weights, work + work_at[input], work + work_at[active]);
    relu::forward(work + work_at[active]);
    out::template forward<rows>(pass.weights + weights[1], work + work_at[active], work + work_at[output]);
  }

  /// From the gradient in the slot `output` to those of the matrices, if these are asked for.
  static void backward(backward_pass<real> const& pass, real* work) {
    real *const dw = pass.gradient, *const d = work + work_at[d_active];
    if (dw)
      out::weight_gradient(
          rows, work + work_at[active], work + work_at[output], dw + weights[1], pass.add, 0, out::panels);
    out::template backward_input<rows>(pass.transposed + transposed[1], work + work_at[output], d);
    relu::backward(work + work_at[active], d);
    if (dw) hidden::weight_gradient(rows, work + work_at[input], d, dw, pass.add, 0, hidden::panels);
  }

  /// Calls f<layer>(site) for both matrices.
  template <class F>
  static void visit_layers(F&& f) {
    f.template operator()<hidden>(linear_site{{{"hidden", 0, S.hidden}}, 0, 0, work_at[input], work_at[d_active]});
    f.template operator()<out>(
        linear_site{{{"out", 0, 1}}, weights[1], transposed[1], work_at[active], work_at[output]});
  }

  // Every trained number belongs to a matrix.
  static constexpr std::size_t direct_at = stored, direct_count = 0, direct_work = 0;
  template <class F>
  static void visit_direct(F&&) {}
};

}  // namespace regula::nn
