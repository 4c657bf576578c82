// SPDX-License-Identifier: MIT
/// @file
/// From the noise feature of a sample to the shifts, scales and gates of a whole net, for all samples of a batch at
/// once. Rows are independent and go to different threads; so do the panels of the large modulation matrix.
#pragma once

#include <regula/native/elementary.hpp>
#include <regula/native/layers/linear.hpp>
#include <regula/native/memory.hpp>

#include <array>
#include <cmath>
#include <cstddef>

namespace regula::nn {

/// features(c) -> Linear -> silu -> Linear -> silu -> Linear to `Modulations`, all chunks of all blocks side by side.
///
/// Shapes    noise [rows]; modulations [rows, Modulations]; every buffer has `slack_rows` rows more than the batch
template <class V, int Width, axis Modulations>
struct noise_condition {
  using real = typename V::real;

  static constexpr int features = 256;
  using first                   = linear<V, axis{1, features}, axis{1, Width}>;
  using second                  = linear<V, axis{1, Width}, axis{1, Width}>;
  using modulation              = linear<V, axis{1, Width}, Modulations>;

  static constexpr int row          = second::out_row;
  static constexpr int slack_rows   = 18;  ///< rows that a last, incomplete tile or block of samples may touch
  static constexpr int rows_at_once = second::row_tile < 12 ? 2 * second::row_tile : second::row_tile;
  static_assert(first::row_tile == second::row_tile && second::row_tile == modulation::back_row_tile);

  static constexpr std::size_t parameter_count =
      first::parameter_count + second::parameter_count + modulation::parameter_count;

  /// Where the three matrices lie in the weights and in the transposed weights.
  struct places {
    std::size_t first, second, modulation;
  };

  /// Activations and gradients of a batch.
  struct buffers {
    explicit buffers(std::size_t batch)
        : noise(batch + slack_rows),
          feature((batch + slack_rows) * first::in_row),
          hidden((batch + slack_rows) * row),
          active((batch + slack_rows) * row),
          state((batch + slack_rows) * row),
          active_state((batch + slack_rows) * row),
          modulations((batch + slack_rows) * modulation::out_row),
          d_modulations((batch + slack_rows) * modulation::out_row),
          d_state((batch + slack_rows) * row),
          d_hidden((batch + slack_rows) * row) {}

    array<real> noise;                                // [rows]
    array<real> feature;                              // [rows, features]
    array<real> hidden, active, state, active_state;  // [rows, Width]: before and after each silu
    array<real> modulations, d_modulations;           // [rows, Modulations]
    array<real> d_state, d_hidden;                    // [rows, Width]
  };

  /// Numbers in the buffers of a batch.
  [[nodiscard]] static constexpr std::size_t buffer_count(std::size_t batch) {
    return (batch + slack_rows) * (1 + first::in_row + 6 * row + 2 * modulation::out_row);
  }

  /// Rows [r, r + rows) up to the active state. Requires r a multiple of `rows_at_once`.
  static void forward(real const* w, places at, buffers& b, std::size_t r, int rows) {
    for (int i = 0; i < rows; ++i)
      write_features(b.noise.data()[r + std::size_t(i)], b.feature.data() + (r + std::size_t(i)) * first::in_row);
    std::size_t const begin = r * row;
    first::forward_rows(
        rows, w + at.first, b.feature.data() + r * first::in_row, b.hidden.data() + begin, 0, first::panels);
    apply(rows, [](auto x) { return silu<V>(x); }, b.hidden.data() + begin, b.active.data() + begin);
    second::forward_rows(rows, w + at.second, b.active.data() + begin, b.state.data() + begin, 0, second::panels);
    apply(rows, [](auto x) { return silu<V>(x); }, b.state.data() + begin, b.active_state.data() + begin);
  }

  /// Panels [first_panel, last_panel) of the modulations of all rows.
  static void modulate(real const* w, places at, buffers& b, int rows, int first_panel, int last_panel) {
    modulation::forward_rows(
        rows, w + at.modulation, b.active_state.data(), b.modulations.data(), first_panel, last_panel);
  }

  /// The gradient of one panel of the active state from that of the modulations, for rows [r, r + rows).
  static void backward_modulate(real const* w_transposed, places at, buffers& b, std::size_t r, int rows, int panel) {
    modulation::backward_input_rows(rows,
                                    w_transposed + at.modulation,
                                    b.d_modulations.data() + r * modulation::out_row,
                                    b.d_state.data() + r * row,
                                    panel,
                                    panel + 1);
  }

  /// From the gradient of the active state to those of both matrix outputs, for rows [r, r + rows).
  static void backward(real const* w_transposed, places at, buffers& b, std::size_t r, int rows) {
    std::size_t const begin = r * row;
    slope(rows, b.state.data() + begin, b.d_state.data() + begin);
    second::backward_input_rows(rows,
                                w_transposed + at.second,
                                b.d_state.data() + begin,
                                b.d_hidden.data() + begin,
                                0,
                                second::back_columns / second::back_panel);
    slope(rows, b.hidden.data() + begin, b.d_hidden.data() + begin);
  }

 private:
  /// [cos(c f_i), sin(c f_i)], f_i = 10000^(-i / 128).
  static void write_features(real c, real* out) {
    static std::array<real, features / 2> const frequency = [] {
      std::array<real, features / 2> f;
      for (int i = 0; i < features / 2; ++i)
        f[std::size_t(i)] = real(std::exp(-std::log(10000.0) * i / (features / 2)));
      return f;
    }();
    for (int i = 0; i < features / 2; i += V::width) {
      auto const [sine, cosine] = xsimd::sincos(V::all(c) * V::batch::load_unaligned(frequency.data() + i));
      V::store(out + i, cosine);
      V::store(out + features / 2 + i, sine);
    }
  }

  template <class F>
  static void apply(int rows, F f, real const* in, real* out) {
    for (int j = 0; j < rows * row; j += V::width)
      V::store(out + j, f(V::load(in + j)));
  }

  /// dy becomes dy silu'(x).
  static void slope(int rows, real const* x, real* dy) {
    for (int j = 0; j < rows * row; j += V::width)
      V::store(dy + j, V::load(dy + j) * silu_slope<V>(V::load(x + j)));
  }
};

}  // namespace regula::nn
