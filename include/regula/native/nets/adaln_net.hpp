// SPDX-License-Identifier: MIT
/// @file
/// Networks of adaLN blocks: all that is alike between a DiT and a UDDM, from the embedded cells to the head, and the
/// condition that modulates every norm. It owns nothing: weights, activations and gradients are flat arrays that a
/// trainer hands in.
#pragma once

#include <regula/native/layers/linear.hpp>
#include <regula/native/layers/modulated_norm.hpp>
#include <regula/native/layers/noise_condition.hpp>
#include <regula/native/nets/adaln_block.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/sample_rows.hpp>
#include <regula/native/tensor_place.hpp>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

namespace regula::nn {

/// Everything that the blocks, the head and the condition depend on.
struct adaln_shape {
  int width, depth, heads;
  int condition;  ///< width of the condition
  int tokens;
  int inputs, outputs;  ///< numbers a cell that the embedding reads and the head returns
  adaln_kind kind  = {};
  bool is_table    = false;  ///< the embedding is a table [inputs, width] without bias
  bool reads_noise = true;   ///< false: the noise level is 0 for all samples
};

/// Embedding, blocks, norm and head, for blocks of `Samples` samples. A network adds what it reads and returns.
///
/// A network derives from this, states `constants`, `write_input` and `clear_input`, and its `forward` writes the
/// embedded cells into the stream before `forward_stream`.
template <class V, adaln_shape S, int Samples>
struct adaln_net {
  static_assert(S.width % S.heads == 0, "native: the width of a transformer is divisible by its heads");

  using real      = typename V::real;
  using vectors   = V;
  using block     = adaln_block<V, S.width, S.heads, S.tokens, Samples, S.kind>;
  using condition = noise_condition<V, S.condition, axis{block::chunks * S.depth + 2, S.width}>;
  using embed     = linear<V, axis{1, S.inputs}, axis{1, S.width}, !S.is_table>;
  using head      = linear<V, axis{1, S.width}, axis{1, S.outputs}>;
  using norm      = typename block::norm;

  static constexpr int samples    = Samples;
  static constexpr int rows       = block::rows;
  static constexpr int row        = block::row;
  static constexpr int chunk_size = block::chunk_size;

  static constexpr bool reads_noise  = S.reads_noise;
  static constexpr std::size_t cells = S.tokens, output_values = std::size_t(S.tokens) * S.outputs;

  // Weights: embed | blocks | head | norms, whose gradients are sums over blocks of samples | the condition, over the
  // batch.
  static constexpr std::size_t direct_count = S.depth * block::norm_stored + norm::stored;
  static constexpr auto weights             = prefix_sums(embed::stored,
                                              S.depth* block::weights[4],
                                              head::stored,
                                              direct_count,
                                              condition::first::stored,
                                              condition::second::stored,
                                              condition::modulation::stored);
  static constexpr auto transposed          = prefix_sums(embed::transposed,
                                                 S.depth* block::transposed[4],
                                                 head::transposed,
                                                 condition::first::transposed,
                                                 condition::second::transposed,
                                                 condition::modulation::transposed);
  static constexpr std::size_t stored = weights[7], stored_per_shard = weights[4], direct_at = weights[3];
  static constexpr std::size_t parameter_count = embed::parameter_count + S.depth * block::parameter_count +
                                                 head::parameter_count + norm::parameter_count +
                                                 condition::parameter_count;
  static constexpr typename condition::places condition_weights{weights[4], weights[5], weights[6]};
  static constexpr typename condition::places condition_transposed{transposed[3], transposed[4], transposed[5]};

  /// The workspace of a block of samples.
  enum part {
    input,       ///< [rows, inputs]
    residual,    ///< [rows, Width]
    d_residual,  ///< [rows, Width]
    normed,      ///< [Samples] kept of the last norm
    head_input,  ///< [rows, Width]
    output,      ///< [rows, outputs]; then its gradient
    shared,      ///< scratch of the blocks
    direct,      ///< gradients of the norms' weights
    kept,        ///< [depth] what the blocks keep; one is enough without a backward pass
  };
  static constexpr auto work_at            = prefix_sums(rows * embed::in_row,
                                              rows* row,
                                              rows* row,
                                              Samples* norm::kept,
                                              rows* row,
                                              rows* head::out_row,
                                              block::scratch,
                                              direct_count,
                                              S.depth* block::kept);
  static constexpr std::size_t work_count  = work_at[9];
  static constexpr std::size_t direct_work = work_at[direct];

  static void read_output(real const* work, int s, real* out) {
    out_rows::read(work + work_at[output], std::size_t(s), out);
  }
  static void write_output_gradient(real const* d, int s, real* work) {
    out_rows::write(d, std::size_t(s), work + work_at[output]);
  }
  static void clear_output_gradient(int s, real* work) { out_rows::clear(std::size_t(s), work + work_at[output]); }

  /// From the gradient in the slot `output` to those of all modulations, of the norms' weights, and of the matrices if
  /// these are asked for.
  static void backward(backward_pass<real> const& pass, real* work) {
    auto const m   = pass.modulations;
    auto const dm  = pass.d_modulations;
    real *const du = work + work_at[d_residual], *const dh = work + work_at[shared], *const dw = pass.gradient;
    if (dw)
      head::weight_gradient(
          rows, work + work_at[head_input], work + work_at[output], dw + weights[2], pass.add, 0, head::panels);
    head::template backward_input<rows>(pass.transposed + transposed[2], work + work_at[output], dh);
    std::memset(du, 0, sizeof(real) * rows * row);
    real* const waiting = block_kept<true>(work, S.depth - 1) + block::kept_at[block::output];
    auto const d_last   = of_block(dm, S.depth);
    for (int s = 0; s < Samples; ++s) {
      int const begin = s * S.tokens * row;
      norm::template backward<true>(
          dh + begin,
          work + work_at[normed] + std::size_t(s) * norm::kept,
          last_modulation(m, s, pass.weights, work),
          du + begin,
          {d_last.at(s, 0), d_last.at(s, 1), pass.direct + norms_of(S.depth), pass.add || s > 0},
          waiting + begin,
          gate_before(m, S.depth).at(s, 0),
          gate_before(dm, S.depth).at(s, 0));
    }
    for (int i = S.depth - 1; i >= 0; --i) {
      real* const before = i == 0 ? nullptr : block_kept<true>(work, i - 1) + block::kept_at[block::output];
      block::backward(pass.transposed + block_transposed(i),
                      du,
                      before,
                      gate_before(m, i),
                      gate_before(dm, i),
                      of_block(m, i),
                      of_block(dm, i),
                      block_kept<true>(work, i),
                      work + work_at[shared],
                      dw ? dw + block_weights(i) : nullptr,
                      pass.add,
                      {.norms = pass.weights + direct_at + norms_of(i), .angles = pass.constants},
                      pass.direct + norms_of(i));
    }
    if (dw) embed::weight_gradient(rows, work + work_at[input], du, dw, pass.add, 0, embed::panels);
  }

  /// Calls f<layer>(site) for each layer whose weight gradient is a sum over blocks of samples.
  template <class F>
  static void visit_layers(F&& f) {
    linear_site first = site(S.is_table ? "token" : "embed", 0, 0, S.width);
    first.input = work_at[input], first.d_output = work_at[d_residual], first.is_table = S.is_table;
    f.template operator()<embed>(first);
    for (int i = 0; i < S.depth; ++i)
      block::visit_layers(
          f, block_name(i), block_weights(i), block_transposed(i), work_at[kept] + std::size_t(i) * block::kept);
    linear_site last = site("head.out", weights[2], transposed[2], S.outputs);
    last.input = work_at[head_input], last.d_output = work_at[output];
    f.template operator()<head>(last);
  }

  /// Calls f(site) for the weight of each norm, if norms have weights.
  template <class F>
  static void visit_direct(F&& f) {
    if constexpr (S.kind.norm_weights) {
      auto const norm_site = [&](std::string name, std::size_t at) {
        f(direct_site{std::move(name) + ".weight", {std::size_t(S.width)}, at, 1});
      };
      for (int i = 0; i < S.depth; ++i) {
        norm_site(block_name(i) + "norm1", norms_of(i));
        norm_site(block_name(i) + "norm2", norms_of(i) + norm::stored);
      }
      norm_site("head.norm", norms_of(S.depth));
    }
  }

  /// Names of the condition's layers: first, second, and a slice of the modulation for each block and for the head.
  static std::array<linear_site, 3> condition_sites() {
    linear_site modulation{{}, weights[6], transposed[5], 0, 0};
    for (int i = 0; i < S.depth; ++i)
      modulation.slices.push_back({block_name(i) + "modulation", i * block::chunks * S.width, block::chunks * S.width});
    modulation.slices.push_back({"head.modulation", S.depth * block::chunks * S.width, 2 * S.width});
    return {site("noise.0", weights[4], transposed[3], S.condition),
            site("noise.1", weights[5], transposed[4], S.condition),
            modulation};
  }

 protected:
  /// From the embedded cells in the slot `residual` to the slot `output`.
  template <bool Keep>
  static void forward_stream(forward_pass<real> const& pass, real* work) {
    auto const m        = pass.modulations;
    real* const u       = work + work_at[residual];
    real const* waiting = nullptr;
    for (int i = 0; i < S.depth; ++i) {
      real* const k = block_kept<Keep>(work, i);
      block::template forward<Keep>(pass.weights + block_weights(i),
                                    u,
                                    waiting,
                                    gate_before(m, i),
                                    of_block(m, i),
                                    k,
                                    work + work_at[shared],
                                    {.norms   = pass.weights + direct_at + norms_of(i),
                                     .angles  = pass.constants,
                                     .dropout = pass.dropout,
                                     .first   = pass.first,
                                     .number  = std::size_t(i)});
      waiting = k + block::kept_at[block::output];
    }
    for (int s = 0; s < Samples; ++s) {
      int const begin = s * S.tokens * row;
      norm::template forward<true, Keep>(u + begin,
                                         {waiting + begin, gate_before(m, S.depth).at(s, 0)},
                                         last_modulation(m, s, pass.weights, work),
                                         work + work_at[normed] + std::size_t(s) * norm::kept,
                                         work + work_at[head_input] + begin);
    }
    head::template forward<rows>(pass.weights + weights[2], work + work_at[head_input], work + work_at[output]);
  }

 private:
  using out_rows = sample_rows<real, S.tokens, S.outputs, head::out_row>;

  static std::string block_name(int i) { return "blocks." + std::to_string(i) + '.'; }
  static linear_site site(std::string name, std::size_t w, std::size_t t, int outputs) {
    return {{{std::move(name), 0, outputs}}, w, t, 0, 0};
  }
  static constexpr std::size_t block_weights(int i) { return weights[1] + std::size_t(i) * block::weights[4]; }
  static constexpr std::size_t block_transposed(int i) { return transposed[1] + std::size_t(i) * block::transposed[4]; }
  /// The weights of the norms of block i, or of the last norm, among the direct parameters.
  static constexpr std::size_t norms_of(int i) { return std::size_t(i) * block::norm_stored; }

  template <bool Keep>
  static real* block_kept(real* work, int i) {
    return work + work_at[kept] + (Keep ? std::size_t(i) * block::kept : 0);
  }
  template <class Real>
  static modulation_chunks<Real> of_block(modulation_chunks<Real> m, int i) {
    return m.from(i * block::chunks);
  }
  /// The gate of the branch that waits before block i; nothing is read from it before the first.
  template <class Real>
  static modulation_chunks<Real> gate_before(modulation_chunks<Real> m, int i) {
    return i == 0 ? m : m.from((i - 1) * block::chunks + block::gate2);
  }
  static typename norm::modulation last_modulation(modulation_chunks<real const> m, int s, real const* w, real* work) {
    auto const last = of_block(m, S.depth);
    return {
        last.at(s, 0), last.at(s, 1), w + direct_at + norms_of(S.depth), work + work_at[shared] + block::scratch_at[3]};
  }
};

}  // namespace regula::nn
