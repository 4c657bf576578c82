// SPDX-License-Identifier: MIT
/// @file
/// The GPT, causal or bidirectional: token table, learned positions, blocks and a tied head, put together from layers.
/// It owns nothing: weights, activations and gradients are flat arrays that a trainer hands in.
#pragma once

#include <regula/concepts/network_input.hpp>
#include <regula/error.hpp>
#include <regula/native/layers/linear.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/nets/pre_norm_block.hpp>
#include <regula/native/sample_rows.hpp>
#include <regula/native/tensor_place.hpp>

#include <cstddef>
#include <cstring>
#include <string>

namespace regula::nn {

/// Everything that the code of a GPT depends on.
struct gpt_shape {
  int width, depth, heads;
  int tokens, alphabet;  ///< T cells of V symbols
  bool causal;
  double dropout;

  [[nodiscard]] constexpr int vocabulary() const { return alphabet + 1; }                   ///< start or mask too
  [[nodiscard]] constexpr int outputs() const { return causal ? vocabulary() : alphabet; }  ///< numbers a cell
};

template <class Net>
class gpt_generation;

/// The network that docs/notation.md names the tensors of, for blocks of `Samples` samples.
///
/// Causal, row t reads the symbol before cell t: the start symbol V, then x_0, x_1, ...; bidirectional, it reads cell
/// t, hidden ones as the mask symbol V. Source    Radford et al. 2019 (GPT-2)
template <class V, gpt_shape S, int Samples>
struct gpt {
  static_assert(S.width % S.heads == 0, "native: a gpt's width is divisible by its heads");

  using real    = typename V::real;
  using vectors = V;
  using block   = pre_norm_block<V, S.width, S.heads, S.tokens, Samples, pre_norm_kind{S.causal, S.dropout}>;
  using table   = linear<V, axis{1, S.width}, axis{1, S.vocabulary()}, false>;
  using norm    = typename block::norm;
  using drop    = dropout_layer<V, S.width, S.tokens>;

  using generation                = gpt_generation<gpt>;  ///< of a causal net (nets/gpt_generation.hpp)
  static constexpr bool generates = S.causal;

  static constexpr gpt_shape shape = S;
  static constexpr int samples = Samples, rows = block::rows, row = block::row;
  static constexpr std::size_t cells = S.tokens, input_values = 0, output_values = cells * S.outputs();

  // Weights: table | blocks | direct parameters: positions | norms of the blocks | last norm.
  static constexpr auto direct        = prefix_sums(cells * row, S.depth* block::norm_stored, norm::stored);
  static constexpr auto weights       = prefix_sums(table::stored, S.depth* block::stored, direct[3]);
  static constexpr auto transposed    = prefix_sums(table::transposed, S.depth* block::transposed[4]);
  static constexpr std::size_t stored = weights[3], stored_per_shard = stored;
  static constexpr std::size_t direct_at = weights[2], direct_count = direct[3];
  static constexpr std::size_t last_norm = direct_at + direct[2];
  static constexpr std::size_t parameter_count =
      table::parameter_count + cells * S.width + S.depth * block::parameter_count + norm::parameter_count;

  /// The workspace of a block of samples.
  enum part {
    symbols,     ///< [rows] what the net reads, as numbers
    residual,    ///< [rows, Width]
    d_residual,  ///< [rows, Width]
    normed,      ///< kept of the last norm
    head_input,  ///< [rows, Width]
    output,      ///< [rows, vocabulary]; then its gradient
    one_hot,     ///< [rows, vocabulary] of the symbols, for the gradient of the table
    masks,       ///< what is dropped of the embedding: the factor of what is not, then the masks [Samples]
    d_direct,    ///< gradients of the direct parameters
    shared,      ///< scratch of the blocks
    kept,        ///< [depth] what the blocks keep; one is enough without a backward pass
  };
  static constexpr auto work_at           = prefix_sums(round_up(rows, V::width),
                                              rows* row,
                                              rows* row,
                                              norm::kept,
                                              rows* row,
                                              rows* table::out_row,
                                              rows* table::out_row,
                                              block::drops ? V::width + Samples* drop::kept : 0,
                                              direct_count,
                                              block::scratch,
                                              S.depth* block::kept);
  static constexpr std::size_t work_count = work_at[11], direct_work = work_at[d_direct];

  [[nodiscard]] static array<real> constants() { return {}; }

  // What the net reads and returns of sample s of a block.
  using out_rows = sample_rows<real, S.tokens, S.outputs(), table::out_row>;

  /// Errors    throws range_error for a symbol outside the alphabet; a hidden cell is `no_token`, a drawn start symbol
  ///           of a causal net is V
  static void write_input(network_input<real> const& in, int s, real* work) {
    real* const to = work + work_at[symbols] + s * S.tokens;
    if (S.causal) to[0] = real(S.alphabet);
    for (int t = S.causal ? 1 : 0; t < S.tokens; ++t)
      to[t] = real(known_symbol(in.symbols[std::size_t(S.causal ? t - 1 : t)]));
  }
  static void clear_input(int s, real* work) {
    for (int t = 0; t < S.tokens; ++t)
      work[work_at[symbols] + std::size_t(s * S.tokens + t)] = 0;
  }
  static void read_output(real const* work, int s, real* out) {
    out_rows::read(work + work_at[output], std::size_t(s), out);
  }
  static void write_output_gradient(real const* d, int s, real* work) {
    if (!S.causal) whole_rows::clear(std::size_t(s), work + work_at[output]);  // the logit of the mask
    out_rows::write(d, std::size_t(s), work + work_at[output]);
  }
  static void clear_output_gradient(int s, real* work) { whole_rows::clear(std::size_t(s), work + work_at[output]); }

  /// From the slot `symbols` to the slot `output`. With `Keep` the workspace holds what `backward` needs.
  template <bool Keep>
  static void forward(forward_pass<real> const& pass, real* work) {
    real* const u       = work + work_at[residual];
    real const* const w = pass.weights;
    embed(w, w + direct_at, work + work_at[symbols], u);
    draw_masks<Keep>(pass, work);
    apply_masks(work, u);
    real const* waiting = nullptr;
    for (int i = 0; i < S.depth; ++i) {
      real* const k = block_kept<Keep>(work, i);
      block::template forward<Keep>(w + block_weights(i),
                                    w + block_norms(i),
                                    u,
                                    waiting,
                                    k,
                                    work + work_at[shared],
                                    {pass.dropout, pass.first, std::size_t(i)});
      waiting = k + block::kept_at[block::output];
    }
    norm::template forward<true, Keep>(w + last_norm, u, waiting, work + work_at[normed], work + work_at[head_input]);
    table::template forward<rows>(w, work + work_at[head_input], work + work_at[output]);
  }

  /// From the gradient in the slot `output` to those of the direct parameters, and of all matrices if these are asked
  /// for.
  static void backward(backward_pass<real> const& pass, real* work) {
    real *const du = work + work_at[d_residual], *const dh = work + work_at[shared], *const dw = pass.gradient;
    if (!pass.add) std::memset(pass.direct, 0, sizeof(real) * direct_count);
    if (dw)
      table::weight_gradient(rows, work + work_at[head_input], work + work_at[output], dw, pass.add, 0, table::panels);
    table::template backward_input<rows>(pass.transposed, work + work_at[output], dh);
    std::memset(du, 0, sizeof(real) * rows * row);
    norm::template backward<true>(dh,
                                  work + work_at[normed],
                                  pass.weights + last_norm,
                                  du,
                                  pass.direct + direct[2],
                                  block_kept<true>(work, S.depth - 1) + block::kept_at[block::output]);
    for (int i = S.depth - 1; i >= 0; --i)
      block::backward(pass.transposed + block_transposed(i),
                      pass.weights + block_norms(i),
                      du,
                      i == 0 ? nullptr : block_kept<true>(work, i - 1) + block::kept_at[block::output],
                      block_kept<true>(work, i),
                      work + work_at[shared],
                      dw ? dw + block_weights(i) : nullptr,
                      pass.add,
                      pass.direct + (block_norms(i) - direct_at));
    apply_masks(work, du);
    embed_backward(work + work_at[symbols], du, work + work_at[one_hot], pass.direct);
    if (dw) table::weight_gradient(rows, du, work + work_at[one_hot], dw, true, 0, table::panels);
  }

  /// Calls f<layer>(site) for each matrix.
  template <class F>
  static void visit_layers(F&& f) {
    f.template operator()<table>(linear_site{{{"token", 0, S.vocabulary()}},
                                             0,
                                             0,
                                             work_at[head_input],
                                             work_at[output],
                                             product_ends{work_at[d_residual], work_at[one_hot]}});
    for (int i = 0; i < S.depth; ++i)
      block::visit_layers(
          f, block_name(i), block_weights(i), block_transposed(i), work_at[kept] + std::size_t(i) * block::kept);
  }

  /// Calls f(site) for each parameter that is no matrix of a product.
  template <class F>
  static void visit_direct(F&& f) {
    std::size_t const width = S.width;
    f(direct_site{"position.weight", {cells, width}, 0, std::size_t(row)});
    auto const visit_norm = [&](std::string const& name, std::size_t offset) {
      f(direct_site{name + ".weight", {width}, offset, 1});
      f(direct_site{name + ".bias", {width}, offset + norm::chunk, 1});
    };
    for (int i = 0; i < S.depth; ++i) {
      visit_norm(block_name(i) + "norm1", block_norms(i) - direct_at);
      visit_norm(block_name(i) + "norm2", block_norms(i) - direct_at + norm::stored);
    }
    visit_norm("norm", direct[2]);
  }

  /// A symbol of the alphabet as it is, a hidden cell as the mask.
  static int known_symbol(token symbol) {
    if (!S.causal && symbol == no_token) return S.alphabet;
    require(symbol < (S.causal ? S.vocabulary() : S.alphabet),
            "native: expected symbols below {}, got {}",
            S.causal ? S.vocabulary() : S.alphabet,
            symbol);
    return symbol;
  }

  /// Where the row of a symbol starts in the weights; its entries are `table::panel` apart.
  static constexpr std::size_t table_row(int symbol) {
    return std::size_t(symbol / table::panel) * table::panel_count + std::size_t(symbol % table::panel);
  }
  static constexpr std::size_t block_weights(int i) { return weights[1] + std::size_t(i) * block::stored; }
  static constexpr std::size_t block_norms(int i) {
    return direct_at + direct[1] + std::size_t(i) * block::norm_stored;
  }

 private:
  using whole_rows = sample_rows<real, S.tokens, S.vocabulary(), table::out_row>;

  static std::string block_name(int i) { return "blocks." + std::to_string(i) + '.'; }
  static constexpr std::size_t block_transposed(int i) { return transposed[1] + std::size_t(i) * block::transposed[4]; }

  template <bool Keep>
  static real* block_kept(real* work, int i) {
    return work + work_at[kept] + (Keep ? std::size_t(i) * block::kept : 0);
  }

  /// u = token + position. Padding of u is and stays 0.
  [[gnu::noinline]] static void embed(real const* __restrict w,
                                      real const* __restrict position,
                                      real const* __restrict symbol,
                                      real* __restrict u) {
    for (int r = 0; r < rows; ++r, u += row) {
      real const* const from = w + table_row(int(symbol[r]));
      real const* const p    = position + r % S.tokens * row;
      for (int j = 0; j < S.width; ++j)
        u[j] = from[j * table::panel] + p[j];
    }
  }

  /// Adds the gradient of the positions, sample after sample, and writes the symbols as rows of the table's gradient.
  [[gnu::noinline]] static void embed_backward(real const* symbol, real const* du, real* hot, real* d_position) {
    for (int s = 0; s < Samples; ++s)
      for (std::size_t j = 0; j < cells * row; j += V::width)
        V::store(d_position + j, V::load(d_position + j) + V::load(du + std::size_t(s) * cells * row + j));
    std::memset(hot, 0, sizeof(real) * rows * table::out_row);
    for (int r = 0; r < rows; ++r)
      hot[r * table::out_row + int(symbol[r])] = 1;
  }

  /// Draws what the embedding loses. The factor of what it keeps is 1 if nothing is dropped.
  template <bool Keep>
  static void draw_masks(forward_pass<real> const& pass, real* work) {
    if constexpr (block::drops) {
      bool const any       = Keep && pass.dropout != nullptr;
      work[work_at[masks]] = any ? real(1 / (1 - S.dropout)) : real(1);
      for (int s = 0; s < Samples && any; ++s)
        drop::draw(*pass.dropout, pass.first + std::size_t(s), dropout_place::embedding(), S.dropout, mask(s, work));
    }
  }
  static void apply_masks(real* work, real* u) {
    if constexpr (block::drops)
      for (int s = 0; s < Samples && work[work_at[masks]] != 1; ++s)
        drop::forward(u + s * S.tokens * row, mask(s, work), work[work_at[masks]]);
  }
  static real* mask(int s, real* work) { return work + work_at[masks] + V::width + std::size_t(s) * drop::kept; }
};

}  // namespace regula::nn
