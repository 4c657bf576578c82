// SPDX-License-Identifier: MIT
/// @file
/// The diffusion transformer: embedding, blocks, head and conditioning, put together from layers.
/// It owns nothing: weights, activations and gradients are flat arrays that a trainer hands in.
#pragma once

#include <regula/native/layers/linear.hpp>
#include <regula/native/layers/modulated_norm.hpp>
#include <regula/native/layers/noise_condition.hpp>
#include <regula/native/nets/adaln_block.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/sample_rows.hpp>
#include <regula/native/tensor_place.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace regula::nn {

/// Everything that the code of a DiT depends on. A board of `rows` x `columns` cells, `channels` numbers a cell.
struct dit_shape {
  int width, depth, heads;
  int rows, columns, channels;

  [[nodiscard]] constexpr int tokens() const { return rows * columns; }
  [[nodiscard]] constexpr int values() const { return tokens() * channels; }
};

/// The network that docs/notation.md names the tensors of, for blocks of `Samples` samples.
///
/// Source    Peebles and Xie 2023, "Scalable diffusion models with transformers"
template <class V, dit_shape S, int Samples>
struct dit {
  static_assert(S.width % 4 == 0, "native: a dit's width is divisible by 4, the parts of its position table");
  static_assert(S.width % S.heads == 0, "native: a dit's width is divisible by its heads");

  using real      = typename V::real;
  using vectors   = V;
  using block     = adaln_block<V, S.width, S.heads, S.tokens(), Samples>;
  using condition = noise_condition<V, S.width, axis{block::chunks * S.depth + 2, S.width}>;
  using embed     = linear<V, axis{1, S.channels}, axis{1, S.width}>;
  using head      = linear<V, axis{1, S.width}, axis{1, S.channels}>;
  using norm      = typename block::norm;

  static constexpr dit_shape shape = S;
  static constexpr int samples     = Samples;
  static constexpr int rows        = block::rows;
  static constexpr int row         = block::row;
  static constexpr int chunk_size  = block::chunk_size;

  static constexpr std::size_t cells = S.tokens(), input_values = S.values(), output_values = S.values();

  // Weights: embed | blocks | head, whose gradients are sums over blocks of samples | the condition, over the batch.
  static constexpr auto weights       = prefix_sums(embed::stored,
                                              S.depth* block::weights[4],
                                              head::stored,
                                              condition::first::stored,
                                              condition::second::stored,
                                              condition::modulation::stored);
  static constexpr auto transposed    = prefix_sums(embed::transposed,
                                                 S.depth* block::transposed[4],
                                                 head::transposed,
                                                 condition::first::transposed,
                                                 condition::second::transposed,
                                                 condition::modulation::transposed);
  static constexpr std::size_t stored = weights[6], stored_per_shard = weights[3];
  static constexpr std::size_t parameter_count =
      embed::parameter_count + S.depth * block::parameter_count + head::parameter_count + condition::parameter_count;
  static constexpr typename condition::places condition_weights{weights[3], weights[4], weights[5]};
  static constexpr typename condition::places condition_transposed{transposed[3], transposed[4], transposed[5]};

  /// The workspace of a block of samples.
  enum part {
    input,       ///< [rows, channels]
    residual,    ///< [rows, Width]
    d_residual,  ///< [rows, Width]
    normed,      ///< [Samples] kept of the last norm
    head_input,  ///< [rows, Width]
    output,      ///< [rows, channels]; then its gradient
    shared,      ///< scratch of the blocks
    kept,        ///< [depth] what the blocks keep; one is enough without a backward pass
  };
  static constexpr auto work_at           = prefix_sums(rows * embed::in_row,
                                              rows* row,
                                              rows* row,
                                              Samples* norm::kept,
                                              rows* row,
                                              rows* head::out_row,
                                              block::scratch,
                                              S.depth* block::kept);
  static constexpr std::size_t work_count = work_at[8];

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

  // What the net reads and returns of sample s of a block.
  using in_rows  = sample_rows<real, S.tokens(), S.channels, embed::in_row>;
  using out_rows = sample_rows<real, S.tokens(), S.channels, head::out_row>;

  static void write_input(network_input<real> const& in, int s, real* work) {
    in_rows::write(in.values.data(), s, work + work_at[input]);
  }
  static void clear_input(int s, real* work) { in_rows::clear(s, work + work_at[input]); }
  static void read_output(real const* work, int s, real* out) { out_rows::read(work + work_at[output], s, out); }
  static void write_output_gradient(real const* d, int s, real* work) { out_rows::write(d, s, work + work_at[output]); }
  static void clear_output_gradient(int s, real* work) { out_rows::clear(s, work + work_at[output]); }

  // Every trained number belongs to a matrix.
  static constexpr std::size_t direct_at = 0, direct_count = 0, direct_work = 0;
  template <class F>
  static void visit_direct(F&&) {}

  /// From the slot `input` to the slot `output`. With `Keep` the workspace holds what `backward` needs.
  template <bool Keep>
  static void forward(forward_pass<real> const& pass, real* work) {
    real const *const w = pass.weights, *const position = pass.constants;
    modulation_chunks<real const> const m = pass.modulations;
    real* const u                         = work + work_at[residual];
    embed::template forward<rows>(w, work + work_at[input], u);
    for (int s = 0; s < Samples; ++s)
      for (int j = 0; j < S.tokens() * row; j += V::width) {
        real* const at = u + s * S.tokens() * row + j;
        V::store(at, V::load(at) + V::load(position + j));
      }
    real const* waiting = nullptr;
    for (int i = 0; i < S.depth; ++i) {
      real* const k = block_kept<Keep>(work, i);
      block::template forward<Keep>(
          w + block_weights(i), u, waiting, gate_before(m, i), of_block(m, i), k, work + work_at[shared]);
      waiting = k + block::kept_at[block::output];
    }
    auto const last = of_block(m, S.depth), gate = gate_before(m, S.depth);
    for (int s = 0; s < Samples; ++s) {
      int const begin = s * S.tokens() * row;
      norm::template forward<true, Keep>(u + begin,
                                         {waiting + begin, gate.at(s, 0)},
                                         {last.at(s, 0), last.at(s, 1)},
                                         work + work_at[normed] + std::size_t(s) * norm::kept,
                                         work + work_at[head_input] + begin);
    }
    head::template forward<rows>(w + weights[2], work + work_at[head_input], work + work_at[output]);
  }

  /// From the gradient in the slot `output` to those of all modulations, and of all weights if one is asked for.
  static void backward(backward_pass<real> const& pass, real* work) {
    real const* const w_transposed        = pass.transposed;
    modulation_chunks<real const> const m = pass.modulations;
    modulation_chunks<real> const dm      = pass.d_modulations;
    real* const dw                        = pass.gradient;
    bool const add                        = pass.add;
    real *const du = work + work_at[d_residual], *const dh = work + work_at[shared];
    if (dw)
      head::weight_gradient(
          rows, work + work_at[head_input], work + work_at[output], dw + weights[2], add, 0, head::panels);
    head::template backward_input<rows>(w_transposed + transposed[2], work + work_at[output], dh);
    std::memset(du, 0, sizeof(real) * rows * row);
    auto const last   = of_block(m, S.depth);
    auto const d_last = of_block(dm, S.depth), d_gate = gate_before(dm, S.depth);
    real* const waiting = block_kept<true>(work, S.depth - 1) + block::kept_at[block::output];
    for (int s = 0; s < Samples; ++s) {
      int const begin = s * S.tokens() * row;
      norm::template backward<true>(dh + begin,
                                    work + work_at[normed] + std::size_t(s) * norm::kept,
                                    {last.at(s, 0), last.at(s, 1)},
                                    du + begin,
                                    {d_last.at(s, 0), d_last.at(s, 1)},
                                    waiting + begin,
                                    gate_before(m, S.depth).at(s, 0),
                                    d_gate.at(s, 0));
    }
    for (int i = S.depth - 1; i >= 0; --i) {
      real* const before = i == 0 ? nullptr : block_kept<true>(work, i - 1) + block::kept_at[block::output];
      block::backward(w_transposed + block_transposed(i),
                      du,
                      before,
                      gate_before(m, i),
                      gate_before(dm, i),
                      of_block(m, i),
                      of_block(dm, i),
                      block_kept<true>(work, i),
                      work + work_at[shared],
                      dw ? dw + block_weights(i) : nullptr,
                      add);
    }
    if (dw) embed::weight_gradient(rows, work + work_at[input], du, dw, add, 0, embed::panels);
  }

  /// Calls f<layer>(site) for each layer whose weight gradient is a sum over blocks of samples.
  template <class F>
  static void visit_layers(F&& f) {
    f.template operator()<embed>(site("embed", 0, 0, work_at[input], work_at[d_residual], S.width));
    for (int i = 0; i < S.depth; ++i) {
      std::string const name = "blocks." + std::to_string(i) + '.';
      std::size_t const k = work_at[kept] + std::size_t(i) * block::kept, w = block_weights(i), t = block_transposed(i);
      auto const slot = [k](int s) { return k + block::kept_at[std::size_t(s)]; };
      f.template operator()<typename block::qkv>(site(name + "attention.qkv",
                                                      w + block::weights[0],
                                                      t + block::transposed[0],
                                                      slot(block::input1),
                                                      slot(block::projected),
                                                      3 * S.width));
      f.template operator()<typename block::project>(site(name + "attention.out",
                                                          w + block::weights[1],
                                                          t + block::transposed[1],
                                                          slot(block::attended),
                                                          slot(block::output1),
                                                          S.width));
      f.template operator()<typename block::widen>(site(name + "mlp.0",
                                                        w + block::weights[2],
                                                        t + block::transposed[2],
                                                        slot(block::input2),
                                                        slot(block::widened),
                                                        4 * S.width));
      f.template operator()<typename block::narrow>(site(name + "mlp.1",
                                                         w + block::weights[3],
                                                         t + block::transposed[3],
                                                         slot(block::hidden),
                                                         slot(block::output),
                                                         S.width));
    }
    f.template operator()<head>(
        site("head.out", weights[2], transposed[2], work_at[head_input], work_at[output], S.channels));
  }

  /// Names of the condition's layers: first, second, and a slice of the modulation for each block and for the head.
  static std::array<linear_site, 3> condition_sites() {
    linear_site modulation{{}, weights[5], transposed[5], 0, 0};
    for (int i = 0; i < S.depth; ++i)
      modulation.slices.push_back(
          {"blocks." + std::to_string(i) + ".modulation", i * block::chunks * S.width, block::chunks * S.width});
    modulation.slices.push_back({"head.modulation", S.depth * block::chunks * S.width, 2 * S.width});
    return {site("noise.0", weights[3], transposed[3], 0, 0, S.width),
            site("noise.1", weights[4], transposed[4], 0, 0, S.width),
            modulation};
  }

 private:
  static linear_site site(
      std::string name, std::size_t w, std::size_t t, std::size_t in, std::size_t d_out, int outputs) {
    return {{{std::move(name), 0, outputs}}, w, t, in, d_out};
  }
  static constexpr std::size_t block_weights(int i) { return weights[1] + std::size_t(i) * block::weights[4]; }
  static constexpr std::size_t block_transposed(int i) { return transposed[1] + std::size_t(i) * block::transposed[4]; }

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
};

}  // namespace regula::nn
