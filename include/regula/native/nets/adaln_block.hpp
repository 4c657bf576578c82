// SPDX-License-Identifier: MIT
/// @file
/// A transformer block with adaptive layer norms: attention and MLP, each modulated before and gated after. What
/// differs between networks made of such blocks is chosen at compile time and costs nothing where it is off. What is no
/// longer needed going back is overwritten by its gradient, so a block keeps no second set of activations.
#pragma once

#include <regula/native/layers/attention.hpp>
#include <regula/native/layers/dropout.hpp>
#include <regula/native/layers/gelu.hpp>
#include <regula/native/layers/linear.hpp>
#include <regula/native/layers/modulated_norm.hpp>
#include <regula/native/layers/rotary.hpp>
#include <regula/native/tensor_place.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace regula::nn {

/// What a kind of adaLN block has beside attention and MLP.
struct adaln_kind {
  bool attention_bias = true;   ///< qkv and out have biases
  bool norm_weights   = false;  ///< norms have a trained scale, and epsilon 1e-5 instead of 1e-6
  bool rotary         = false;  ///< queries and keys turn with their position
  double dropout      = 0;      ///< share of the entries of each branch that is dropped in training
};

/// u += gate1 attention(modulate(LN(u), shift1, scale1)); u += gate2 mlp(modulate(LN(u), shift2, scale2)).
///
/// The second branch is left waiting: the norm that follows adds it. Its output is the slot `output` of this block.
/// Shapes    u [Samples, Tokens, Width]; modulations of a sample: six chunks [Width] in the order of `chunk`
template <class V, int Width, int Heads, int Tokens, int Samples, adaln_kind Kind = adaln_kind{}>
struct adaln_block {
  using real = typename V::real;

  using norm    = modulated_norm<V, Width, Tokens, Kind.norm_weights ? norm_kind{1e-5, true} : norm_kind{}>;
  using heads   = attention<V, Heads, Width / Heads, Tokens>;
  using turn    = rotary<V, Heads, Kind.rotary ? Width / Heads : 2, Tokens>;
  using drop    = dropout_layer<V, Width, Tokens>;
  using qkv     = linear<V, axis{1, Width}, heads::qkv_axis, Kind.attention_bias>;
  using project = linear<V, heads::out_axis, axis{1, Width}, Kind.attention_bias>;
  using widen   = linear<V, axis{1, Width}, axis{1, 4 * Width}>;
  using gelu    = gelu_layer<V, 4 * Width, Samples * Tokens>;
  using narrow  = linear<V, axis{1, 4 * Width}, axis{1, Width}>;

  static constexpr int rows = Samples * Tokens;
  static constexpr int row  = norm::row;

  enum chunk { shift1, scale1, gate1, shift2, scale2, gate2, chunks };
  static constexpr int chunk_size = padded<V>({1, Width});

  static constexpr auto weights = prefix_sums(qkv::stored, project::stored, widen::stored, narrow::stored);
  static constexpr auto transposed =
      prefix_sums(qkv::transposed, project::transposed, widen::transposed, narrow::transposed);
  static constexpr std::size_t stored          = weights[4];
  static constexpr std::size_t norm_stored     = 2 * norm::stored;  ///< two weights of norms
  static constexpr std::size_t parameter_count = qkv::parameter_count + project::parameter_count +
                                                 widen::parameter_count + narrow::parameter_count +
                                                 2 * norm::parameter_count;

  /// What a block keeps of its forward pass, and what becomes of it going back.
  enum slot {
    normed1,      ///< [Samples] kept of the first norm
    input1,       ///< [rows, Width] input of qkv
    projected,    ///< [rows, 3 Width] q, k, v; then their gradient
    attended,     ///< [rows, Width] input of project
    probability,  ///< [Samples] kept of the attention
    output1,      ///< [rows, Width] the attention branch; then its gradient
    normed2,      ///< [Samples] kept of the second norm
    input2,       ///< [rows, Width] input of widen
    hidden,       ///< [rows, 4 Width] input of narrow
    widened,      ///< [rows, 4 Width] gelu'; then the gradient of widen's output
    output,       ///< [rows, Width] the MLP branch; then its gradient
    masks,        ///< what is dropped: the factor of what is not, then two masks [Samples]
  };
  static constexpr auto kept_at     = prefix_sums(Samples * norm::kept,
                                              rows* row,
                                              rows* heads::qkv_row,
                                              rows* heads::out_row,
                                              Samples* heads::kept,
                                              rows* row,
                                              Samples* norm::kept,
                                              rows* row,
                                              rows* gelu::row,
                                              gelu::kept,
                                              rows* row,
                                              Kind.dropout > 0 ? V::width + Samples * 2 * drop::kept : 0);
  static constexpr std::size_t kept = kept_at[masks + 1];

  /// Scratch that blocks share: the gradient of a branch's input, that of the hidden layer, the attention's own, the
  /// factor of a norm.
  static constexpr auto scratch_at =
      prefix_sums(rows * std::max(row, heads::out_row), rows* gelu::row, heads::scratch, norm::scratch);
  static constexpr std::size_t scratch = scratch_at[4];

  /// What only some kinds of blocks read.
  struct extras {
    real const* norms  = nullptr;  ///< the weights of the two norms
    real const* angles = nullptr;  ///< of the rotary positions

    mask_source const* dropout = nullptr;  ///< nullptr: nothing is dropped
    std::size_t first = 0, number = 0;     ///< of the first sample in the batch; of the block in the net
  };

  /// The branch left waiting by the block before: its `output` slot and its gate; y = nullptr before the first block.
  template <bool Keep>
  static void forward(real const* w,
                      real* u,
                      real const* waiting,
                      modulation_chunks<real const> gate_waiting,
                      modulation_chunks<real const> m,
                      real* k,
                      real* work,
                      extras const& x = {}) {
    real* const input = k + kept_at[input1];
    for (int s = 0; s < Samples; ++s) {
      real* const us       = u + s * Tokens * row;
      real* const save     = k + kept_at[normed1] + std::size_t(s) * norm::kept;
      real* const h        = input + s * Tokens * row;
      auto const modulated = modulation(m, s, shift1, x, work);
      if (waiting == nullptr)
        norm::template forward<false, Keep>(us, {}, modulated, save, h);
      else
        norm::template forward<true, Keep>(us, {waiting + s * Tokens * row, gate_waiting.at(s, 0)}, modulated, save, h);
    }
    qkv::template forward<rows>(w + weights[0], input, k + kept_at[projected]);
    if constexpr (Kind.rotary)
      for (int s = 0; s < Samples; ++s)
        turn::forward(x.angles, k + kept_at[projected] + s * Tokens * heads::qkv_row);
    for (int s = 0; s < Samples; ++s)
      heads::forward(k + kept_at[projected] + s * Tokens * heads::qkv_row,
                     k + kept_at[probability] + std::size_t(s) * heads::kept,
                     k + kept_at[attended] + s * Tokens * heads::out_row,
                     work + scratch_at[2]);
    project::template forward<rows>(w + weights[1], k + kept_at[attended], k + kept_at[output1]);
    draw_masks<Keep>(x, k);
    apply_masks(0, k, k + kept_at[output1]);
    for (int s = 0; s < Samples; ++s)
      norm::template forward<true, Keep>(u + s * Tokens * row,
                                         {k + kept_at[output1] + s * Tokens * row, m.at(s, gate1)},
                                         modulation(m, s, shift2, x, work),
                                         k + kept_at[normed2] + std::size_t(s) * norm::kept,
                                         k + kept_at[input2] + s * Tokens * row);
    widen::template forward<rows>(w + weights[2], k + kept_at[input2], k + kept_at[hidden]);
    gelu::template forward<Keep>(k + kept_at[hidden], k + kept_at[widened]);
    narrow::template forward<rows>(w + weights[3], k + kept_at[hidden], k + kept_at[output]);
    apply_masks(1, k, k + kept_at[output]);
  }

  /// Going back, `output` holds the gradient of the MLP branch already. With `dw` weight gradients are taken here;
  /// without it (nullptr) they can be taken later, from the slots. The gradients of the norms' weights, where there are
  /// such, are written or with `add` added to what is there.
  static void backward(real const* w_transposed,
                       real* du,
                       real* waiting,
                       modulation_chunks<real const> gate_waiting,
                       modulation_chunks<real> d_gate_waiting,
                       modulation_chunks<real const> m,
                       modulation_chunks<real> dm,
                       real* k,
                       real* work,
                       real* dw,
                       bool add,
                       extras const& x = {},
                       real* d_norms   = nullptr) {
    real *const dh = work, *const wide = work + scratch_at[1];
    apply_masks(1, k, k + kept_at[output]);
    if (dw)
      narrow::weight_gradient(rows, k + kept_at[hidden], k + kept_at[output], dw + weights[3], add, 0, narrow::panels);
    narrow::template backward_input<rows>(w_transposed + transposed[3], k + kept_at[output], wide);
    gelu::backward(wide, k + kept_at[widened]);
    if (dw)
      widen::weight_gradient(rows, k + kept_at[input2], k + kept_at[widened], dw + weights[2], add, 0, widen::panels);
    widen::template backward_input<rows>(w_transposed + transposed[2], k + kept_at[widened], dh);
    for (int s = 0; s < Samples; ++s) {
      norm::template backward<true>(dh + s * Tokens * row,
                                    k + kept_at[normed2] + std::size_t(s) * norm::kept,
                                    modulation(m, s, shift2, x, work),
                                    du + s * Tokens * row,
                                    modulation_gradient(dm, s, shift2, d_norms, add),
                                    k + kept_at[output1] + s * Tokens * row,
                                    m.at(s, gate1),
                                    dm.at(s, gate1));
    }
    apply_masks(0, k, k + kept_at[output1]);
    if (dw)
      project::weight_gradient(
          rows, k + kept_at[attended], k + kept_at[output1], dw + weights[1], add, 0, project::panels);
    project::template backward_input<rows>(w_transposed + transposed[1], k + kept_at[output1], dh);
    for (int s = 0; s < Samples; ++s)
      heads::backward(k + kept_at[projected] + s * Tokens * heads::qkv_row,
                      k + kept_at[probability] + std::size_t(s) * heads::kept,
                      dh + s * Tokens * heads::out_row,
                      work + scratch_at[2]);
    if constexpr (Kind.rotary)
      for (int s = 0; s < Samples; ++s)
        turn::backward(x.angles, k + kept_at[projected] + s * Tokens * heads::qkv_row);
    if (dw)
      qkv::weight_gradient(rows, k + kept_at[input1], k + kept_at[projected], dw + weights[0], add, 0, qkv::panels);
    qkv::template backward_input<rows>(w_transposed + transposed[0], k + kept_at[projected], dh);
    for (int s = 0; s < Samples; ++s) {
      real const* const g    = dh + s * Tokens * row;
      real const* const save = k + kept_at[normed1] + std::size_t(s) * norm::kept;
      real* const dus        = du + s * Tokens * row;
      auto const modulated   = modulation(m, s, shift1, x, work);
      auto const d_modulated = modulation_gradient(dm, s, shift1, d_norms, add);
      if (waiting == nullptr)
        norm::template backward<false>(g, save, modulated, dus, d_modulated, nullptr, nullptr, nullptr);
      else
        norm::template backward<true>(g,
                                      save,
                                      modulated,
                                      dus,
                                      d_modulated,
                                      waiting + s * Tokens * row,
                                      gate_waiting.at(s, 0),
                                      d_gate_waiting.at(s, 0));
    }
  }

  /// Calls f<layer>(site) for the four matrices of the block called `name`, which starts at `w` in the weights, at `t`
  /// in the transposed weights and keeps its activations at `k`.
  template <class F>
  static void visit_layers(F&& f, std::string const& name, std::size_t w, std::size_t t, std::size_t k) {
    auto const site = [&](char const* layer, std::size_t i, int outputs, slot in, slot d_out) {
      return linear_site{
          {{name + layer, 0, outputs}}, w + weights[i], t + transposed[i], k + kept_at[in], k + kept_at[d_out]};
    };
    f.template operator()<qkv>(site("attention.qkv", 0, 3 * Width, input1, projected));
    f.template operator()<project>(site("attention.out", 1, Width, attended, output1));
    f.template operator()<widen>(site("mlp.0", 2, 4 * Width, input2, widened));
    f.template operator()<narrow>(site("mlp.1", 3, Width, hidden, output));
  }

 private:
  static real* mask(std::size_t branch, int s, real* k) {
    return k + kept_at[masks] + V::width + (2 * std::size_t(s) + branch) * drop::kept;
  }

  /// Draws what both branches lose. The factor of what they keep is 1 if nothing is dropped.
  template <bool Keep>
  static void draw_masks(extras const& x, real* k) {
    if constexpr (Kind.dropout > 0) {
      bool const drops  = Keep && x.dropout != nullptr;
      k[kept_at[masks]] = drops ? real(1 / (1 - Kind.dropout)) : real(1);
      for (int s = 0; s < Samples && drops; ++s) {
        std::size_t const sample = x.first + std::size_t(s);
        drop::draw(*x.dropout, sample, dropout_place::attention(x.number), Kind.dropout, mask(0, s, k));
        drop::draw(*x.dropout, sample, dropout_place::mlp(x.number), Kind.dropout, mask(1, s, k));
      }
    }
  }

  /// Drops entries of a branch, or of its gradient, in place.
  static void apply_masks(std::size_t branch, real* k, real* y) {
    if constexpr (Kind.dropout > 0) {
      real const factor = k[kept_at[masks]];
      for (int s = 0; s < Samples && factor != 1; ++s)
        drop::forward(y + s * Tokens * row, mask(branch, s, k), factor);
    }
  }

  /// The modulation of sample s whose shift is chunk c and whose scale is the next.
  static typename norm::modulation modulation(
      modulation_chunks<real const> m, int s, int c, extras const& x, real* work) {
    return {m.at(s, c), m.at(s, c + 1), x.norms + (c == shift1 ? 0 : norm::stored), work + scratch_at[3]};
  }
  static typename norm::modulation_gradient modulation_gradient(
      modulation_chunks<real> dm, int s, int c, real* d_norms, bool add) {
    return {dm.at(s, c), dm.at(s, c + 1), d_norms + (c == shift1 ? 0 : norm::stored), add || s > 0};
  }
};

}  // namespace regula::nn
