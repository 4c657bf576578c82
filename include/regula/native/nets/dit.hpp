// SPDX-License-Identifier: MIT
/// @file
/// The diffusion transformer of real numbers in cells: a network of adaLN blocks with a table of positions.
#pragma once

#include <regula/native/memory.hpp>
#include <regula/native/nets/adaln_net.hpp>
#include <regula/native/sample_rows.hpp>

#include <cmath>
#include <cstddef>

namespace regula::nn {

/// Everything that the code of a DiT depends on. A board of `rows` x `columns` cells, `channels` numbers a cell.
struct dit_shape {
  int width, depth, heads;
  int rows, columns, channels;

  [[nodiscard]] constexpr int tokens() const { return rows * columns; }
  [[nodiscard]] constexpr int values() const { return tokens() * channels; }
};

/// A DiT as a network of adaLN blocks.
[[nodiscard]] constexpr adaln_shape adaln_shape_of(dit_shape s) {
  return {.width     = s.width,
          .depth     = s.depth,
          .heads     = s.heads,
          .condition = s.width,
          .tokens    = s.tokens(),
          .inputs    = s.channels,
          .outputs   = s.channels};
}

/// The network that docs/notation.md names the tensors of, for blocks of `Samples` samples.
///
/// Source    Peebles and Xie 2023, "Scalable diffusion models with transformers"
template <class V, dit_shape S, int Samples>
struct dit : adaln_net<V, adaln_shape_of(S), Samples> {
  static_assert(S.width % 4 == 0, "native: a dit's width is divisible by 4, the parts of its position table");

  using net  = adaln_net<V, adaln_shape_of(S), Samples>;
  using real = typename net::real;
  using net::rows, net::row, net::work_at;

  static constexpr std::size_t input_values = std::size_t(S.values());

  /// The position table [tokens, Width]: the column of a cell in the first half, its row in the second.
  [[nodiscard]] static array<real> constants() {
    array<real> table(std::size_t(S.tokens()) * row);
    constexpr int quarter = S.width / 4;
    for (int t = 0; t < S.tokens(); ++t)
      for (int i = 0; i < quarter; ++i) {
        double const w = std::pow(10000.0, -double(i) / quarter);
        double const c = t % S.columns, r = t / S.columns;
        real* const p  = table.data() + t * row + i;
        p[0]           = real(std::sin(c * w));
        p[quarter]     = real(std::cos(c * w));
        p[2 * quarter] = real(std::sin(r * w));
        p[3 * quarter] = real(std::cos(r * w));
      }
    return table;
  }

  static void write_input(network_input<real> const& in, int s, real* work) {
    in_rows::write(in.values.data(), std::size_t(s), work + work_at[net::input]);
  }
  static void clear_input(int s, real* work) { in_rows::clear(std::size_t(s), work + work_at[net::input]); }

  /// From the slot `input` to the slot `output`. With `Keep` the workspace holds what `backward` needs.
  template <bool Keep>
  static void forward(forward_pass<real> const& pass, real* work) {
    real* const u = work + work_at[net::residual];
    net::embed::template forward<rows>(pass.weights, work + work_at[net::input], u);
    for (int s = 0; s < Samples; ++s)
      for (int j = 0; j < S.tokens() * row; j += V::width) {
        real* const at = u + s * S.tokens() * row + j;
        V::store(at, V::load(at) + V::load(pass.constants + j));
      }
    net::template forward_stream<Keep>(pass, work);
  }

 private:
  using in_rows = sample_rows<real, S.tokens(), S.channels, net::embed::in_row>;
};

}  // namespace regula::nn
