// SPDX-License-Identifier: MIT
/// @file
/// The network of uniform-state diffusion: adaLN blocks with rotary positions on cells that hold a symbol, or a
/// distribution over symbols; and its sibling for masked diffusion.
#pragma once

#include <regula/native/memory.hpp>
#include <regula/native/nets/adaln_net.hpp>
#include <regula/native/sample_rows.hpp>
#include <regula/native/symbol_rows.hpp>

#include <cstddef>

namespace regula::nn {

/// Everything that the code of a UDDM depends on.
struct uddm_shape {
  int width, depth, heads;
  int condition;  ///< width of the condition on the noise level
  int tokens, alphabet;
  bool is_masked = false;  ///< hidden cells have a row of the table, and there is no noise level
  double dropout = 0;

  [[nodiscard]] constexpr int table_rows() const { return alphabet + (is_masked ? 1 : 0); }
};

/// A UDDM as a network of adaLN blocks.
[[nodiscard]] constexpr adaln_shape adaln_shape_of(uddm_shape s) {
  return {.width       = s.width,
          .depth       = s.depth,
          .heads       = s.heads,
          .condition   = s.condition,
          .tokens      = s.tokens,
          .inputs      = s.table_rows(),
          .outputs     = s.alphabet,
          .kind        = {.attention_bias = false, .norm_weights = true, .rotary = true, .dropout = s.dropout},
          .is_table    = true,
          .reads_noise = !s.is_masked};
}

/// The network that docs/notation.md names the tensors of, for blocks of `Samples` samples.
///
/// Source    Pham et al. 2026, arXiv:2604.26841
template <class V, uddm_shape S, int Samples>
struct uddm : adaln_net<V, adaln_shape_of(S), Samples> {
  using net  = adaln_net<V, adaln_shape_of(S), Samples>;
  using real = typename net::real;
  using net::rows, net::work_at;

  static constexpr std::size_t input_values = S.is_masked ? 0 : std::size_t(S.tokens) * S.alphabet;

  /// The angles of the rotary positions.
  [[nodiscard]] static array<real> constants() {
    using turn = typename net::block::turn;
    array<real> table(turn::angle_count);
    turn::write_angles(table.data());
    return table;
  }

  /// A sample without symbols is one of distributions.
  static void write_input(network_input<real> const& in, int s, real* work) {
    real* const to = work + work_at[net::input];
    if (!S.is_masked && in.symbols.empty())
      distributions::write(in.values.data(), std::size_t(s), to);
    else
      symbols::write(in.symbols, S.is_masked ? token(S.alphabet) : no_token, std::size_t(s), to);
  }
  static void clear_input(int s, real* work) { distributions::clear(std::size_t(s), work + work_at[net::input]); }

  /// From the slot `input` to the slot `output`. With `Keep` the workspace holds what `backward` needs.
  template <bool Keep>
  static void forward(forward_pass<real> const& pass, real* work) {
    net::embed::template forward<rows>(pass.weights, work + work_at[net::input], work + work_at[net::residual]);
    net::template forward_stream<Keep>(pass, work);
  }

 private:
  using symbols       = symbol_rows<real, S.tokens, S.table_rows(), net::embed::in_row>;
  using distributions = sample_rows<real, S.tokens, S.table_rows(), net::embed::in_row>;
};

}  // namespace regula::nn
