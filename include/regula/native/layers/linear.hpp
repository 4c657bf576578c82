// SPDX-License-Identifier: MIT
/// @file
/// y = x W^T + b. Weights lie as panels of outputs, and once more as panels of inputs for the gradient of x.
#pragma once

#include <regula/native/gemm.hpp>
#include <regula/native/transpose.hpp>

#include <cstddef>

namespace regula::nn {

/// A fully connected layer from `In` to `Out` features; without `Bias` nothing is added to the product.
///
/// Shapes    x [rows, In] with rows `stride<V>(In)` apart, y [rows, Out] likewise; padding of x is 0, and then that of
/// y is
///           stored: panels [panels][inputs][panel], then the bias [outputs]; transposed: [panels of
///           In][outputs][panel]
template <class V, axis In, axis Out, bool Bias = true>
struct linear {
  using real = typename V::real;

  static constexpr axis in_axis = In, out_axis = Out;
  static constexpr int inputs  = extent<V>(In);   ///< terms of a forward sum
  static constexpr int outputs = padded<V>(Out);  ///< columns of W^T
  static constexpr int panel = panel_width<V>(outputs), panels = outputs / panel;
  static constexpr int back_columns = padded<V>(In), back_panel = panel_width<V>(back_columns);
  static constexpr int in_row = stride<V>(In), out_row = stride<V>(Out);

  static constexpr bool has_bias = Bias;
  static constexpr std::size_t parameter_count =
      std::size_t(In.count()) * Out.count() + (Bias ? std::size_t(Out.count()) : 0);
  static constexpr std::size_t panel_count = std::size_t(inputs) * panel;  ///< numbers in a panel
  static constexpr std::size_t bias_offset = panel_count * panels;
  static constexpr std::size_t stored      = bias_offset + (Bias ? outputs : 0);
  static constexpr std::size_t transposed  = std::size_t(outputs) * back_columns;
  static constexpr std::size_t kept = 0, scratch = 0;  ///< its input and output belong to the net

  static constexpr product_layout forward_layout{in_row, 1, panel, inputs* panel, out_row, panel};
  static constexpr product_layout input_layout{out_row, 1, back_panel, outputs* back_panel, in_row, back_panel};
  static constexpr product_layout weight_layout{1, in_row, out_row, panel, panel, inputs* panel};

  /// y = x W^T + b, or without `WithBias` y += x W^T.
  template <int Rows>
  static void forward(real const* w, real const* x, real* y, bool add = false) {
    product<V, Rows, outputs, inputs, forward_layout>(x, w, y, add, bias_of(w, 0));
  }

  /// dx = dy W.
  template <int Rows>
  static void backward_input(real const* w_transposed, real const* dy, real* dx) {
    product<V, Rows, back_columns, extent<V>(Out), input_layout>(dy, w_transposed, dx);
  }

  /// dW^T = x^T dy and db = sum of the rows of dy for the panels [first, last), or these added to what is there.
  template <int Rows>
  static void backward_weight(real const* x, real const* dy, real* dw, bool add, int first = 0, int last = panels) {
    weight_gradient(Rows, x, dy, dw, add, first, last);
  }

  /// The same for a number of rows known at run time.
  static void weight_gradient(int rows, real const* x, real const* dy, real* dw, bool add, int first, int last) {
    product_of_terms<V, inputs, panel / V::width, weight_layout>(
        last - first, rows, x, dy + first * panel, dw + std::size_t(first) * panel_count, add);
    if constexpr (Bias) sum_rows(rows, dy + first * panel, dw + bias_offset + first * panel, add, last - first);
  }

  // Rows known at run time only, in whole tiles: x and y have room for a multiple of the tile's rows.
  static constexpr int row_tile      = most_rows<V>(panel / V::width);
  static constexpr int back_row_tile = most_rows<V>(back_panel / V::width);

  static void forward_rows(int rows, real const* w, real const* x, real* y, int first, int last) {
    product_of_rows<V, inputs, panel / V::width, forward_layout>((rows + row_tile - 1) / row_tile,
                                                                 last - first,
                                                                 x,
                                                                 w + std::size_t(first) * panel_count,
                                                                 y + first * panel,
                                                                 bias_of(w, first));
  }

  static void backward_input_rows(int rows, real const* w_transposed, real const* dy, real* dx, int first, int last) {
    product_of_rows<V, extent<V>(Out), back_panel / V::width, input_layout>(
        (rows + back_row_tile - 1) / back_row_tile,
        last - first,
        dy,
        w_transposed + std::size_t(first) * outputs * back_panel,
        dx + first * back_panel,
        nullptr);
  }

  /// Renews panel p of the transposed copy of `w`.
  static void transpose_panel(real const* w, real* w_transposed, int p) {
    constexpr int last = inputs % back_panel == 0 ? back_panel : inputs % back_panel;
    real const* from   = w + std::size_t(p) * panel_count;
    real* to           = w_transposed + std::size_t(p) * panel * back_panel;
    for (int i = 0; i + back_panel <= inputs; i += back_panel)
      transpose_block<back_panel>(from + i * panel, to + std::size_t(i) * outputs);
    if constexpr (last != back_panel) {
      constexpr int i = inputs - last;
      transpose_block<last>(from + i * panel, to + std::size_t(i) * outputs);
    }
  }

 private:
  /// The biases from panel `first` on; nullptr without.
  static real const* bias_of(real const* w, int first) { return Bias ? w + bias_offset + first * panel : nullptr; }

  template <int Rows>
  [[gnu::noinline]] static void transpose_block(real const* from, real* to) {
    nn::transpose<V, Rows, panel>(from, panel, to, back_panel, 1);
  }

  /// out += sum of the rows of y, or = without `add`; the order is that of the rows.
  static void sum_rows(int rows, real const* y, real* out, bool add, int panel_number) {
    constexpr int vectors = panel / V::width;
    for (int p = 0; p < panel_number; ++p, y += panel, out += panel) {
      typename V::batch sum[vectors];
      REGULA_UNROLL for (int q = 0; q < vectors; ++q) sum[q] = add ? V::load(out + q * V::width) : V::all(0);
      for (int r = 0; r < rows; ++r) {
        REGULA_UNROLL for (int q = 0; q < vectors; ++q) sum[q] += V::load(y + r * out_row + q * V::width);
      }
      REGULA_UNROLL for (int q = 0; q < vectors; ++q) V::store(out + q * V::width, sum[q]);
    }
  }
};

}  // namespace regula::nn
