// SPDX-License-Identifier: MIT
/// @file
/// A transformer block that normalises what each of its branches reads: attention and MLP, added to the stream.
/// What is no longer needed going back is overwritten by its gradient, so a block keeps no second set of activations.
#pragma once

#include <regula/native/layers/affine_norm.hpp>
#include <regula/native/layers/attention.hpp>
#include <regula/native/layers/dropout.hpp>
#include <regula/native/layers/gelu.hpp>
#include <regula/native/layers/linear.hpp>
#include <regula/native/tensor_place.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace regula::nn {

/// What kinds of pre-norm blocks differ in.
struct pre_norm_kind {
  bool causal    = false;  ///< a token attends to itself and those before it
  double dropout = 0;      ///< share of the probabilities and of each branch that is dropped in training
};

/// u += attention(norm1(u)); u += mlp(norm2(u)).
///
/// The second branch is left waiting: the norm that follows adds it. Its output is the slot `output` of this block.
/// Shapes    u [Samples, Tokens, Width]; the weights of the norms are norm1 and norm2, each as affine_norm has them
template <class V, int Width, int Heads, int Tokens, int Samples, pre_norm_kind Kind = pre_norm_kind{}>
struct pre_norm_block {
  using real = typename V::real;

  static constexpr int rows   = Samples * Tokens;
  static constexpr bool drops = Kind.dropout > 0;

  using norm    = affine_norm<V, Width, rows>;
  using heads   = attention<V, Heads, Width / Heads, Tokens, attention_options{Kind.causal, drops}>;
  using drop    = dropout_layer<V, Width, Tokens>;
  using qkv     = linear<V, axis{1, Width}, heads::qkv_axis>;
  using project = linear<V, heads::out_axis, axis{1, Width}>;
  using widen   = linear<V, axis{1, Width}, axis{1, 4 * Width}>;
  using gelu    = gelu_layer<V, 4 * Width, rows>;
  using narrow  = linear<V, axis{1, 4 * Width}, axis{1, Width}>;

  static constexpr int row = norm::row;

  static constexpr auto weights = prefix_sums(qkv::stored, project::stored, widen::stored, narrow::stored);
  static constexpr auto transposed =
      prefix_sums(qkv::transposed, project::transposed, widen::transposed, narrow::transposed);
  static constexpr std::size_t stored = weights[4], norm_stored = 2 * norm::stored;
  static constexpr std::size_t parameter_count = qkv::parameter_count + project::parameter_count +
                                                 widen::parameter_count + narrow::parameter_count +
                                                 2 * norm::parameter_count;

  /// What a block keeps of its forward pass, and what becomes of it going back.
  enum slot {
    normed1,      ///< kept of the first norm
    input1,       ///< [rows, Width] input of qkv
    projected,    ///< [rows, 3 Width] q, k, v; then their gradient
    attended,     ///< [rows, Width] input of project
    probability,  ///< [Samples] kept of the attention
    output1,      ///< [rows, Width] the attention branch; then its gradient
    normed2,      ///< kept of the second norm
    input2,       ///< [rows, Width] input of widen
    hidden,       ///< [rows, 4 Width] input of narrow
    widened,      ///< [rows, 4 Width] gelu'; then the gradient of widen's output
    output,       ///< [rows, Width] the MLP branch; then its gradient
    masks,        ///< what is dropped: the factor of what is not, then the masks of both branches [Samples]
  };
  static constexpr auto kept_at     = prefix_sums(norm::kept,
                                              rows* row,
                                              rows* heads::qkv_row,
                                              rows* heads::out_row,
                                              Samples* heads::kept,
                                              rows* row,
                                              norm::kept,
                                              rows* row,
                                              rows* gelu::row,
                                              gelu::kept,
                                              rows* row,
                                              drops ? V::width + 2 * Samples* drop::kept : 0);
  static constexpr std::size_t kept = kept_at[masks + 1];

  /// Scratch that blocks share: the gradient of a branch's input, that of the hidden layer, the attention's own, its
  /// mask.
  static constexpr auto scratch_at     = prefix_sums(rows * std::max(row, heads::out_row),
                                                 rows* gelu::row,
                                                 heads::scratch,
                                                 drops ? numbers_for_bytes<V>(heads::mask_size) : 0);
  static constexpr std::size_t scratch = scratch_at[4];

  /// Where masks come from.
  struct draws {
    mask_source const* masks = nullptr;  ///< nullptr: nothing is dropped
    std::size_t first = 0, number = 0;   ///< of the first sample in the batch; of the block in the net
  };

  /// `waiting` is the branch left by the block before, its `output` slot; nullptr before the first block.
  template <bool Keep>
  static void forward(
      real const* w, real const* norms, real* u, real const* waiting, real* k, real* work, draws const& from = {}) {
    if (waiting == nullptr)
      norm::template forward<false, Keep>(norms, u, nullptr, k + kept_at[normed1], k + kept_at[input1]);
    else
      norm::template forward<true, Keep>(norms, u, waiting, k + kept_at[normed1], k + kept_at[input1]);
    qkv::template forward<rows>(w + weights[0], k + kept_at[input1], k + kept_at[projected]);
    draw_masks<Keep>(from, k);
    for (int s = 0; s < Samples; ++s)
      heads::forward(k + kept_at[projected] + s * Tokens * heads::qkv_row,
                     k + kept_at[probability] + std::size_t(s) * heads::kept,
                     k + kept_at[attended] + s * Tokens * heads::out_row,
                     work + scratch_at[2],
                     probability_mask(from, s, k, work + scratch_at[3]));
    project::template forward<rows>(w + weights[1], k + kept_at[attended], k + kept_at[output1]);
    apply_masks(0, k, k + kept_at[output1]);
    norm::template forward<true, Keep>(
        norms + norm::stored, u, k + kept_at[output1], k + kept_at[normed2], k + kept_at[input2]);
    widen::template forward<rows>(w + weights[2], k + kept_at[input2], k + kept_at[hidden]);
    gelu::template forward<Keep>(k + kept_at[hidden], k + kept_at[widened]);
    narrow::template forward<rows>(w + weights[3], k + kept_at[hidden], k + kept_at[output]);
    apply_masks(1, k, k + kept_at[output]);
  }

  /// Going back, `output` holds the gradient of the MLP branch already, as the norm after it left it. With `dw` weight
  /// gradients are taken here; without it (nullptr) they can be taken later, from the slots. Those of the norms are
  /// added to d_norms.
  static void backward(real const* w_transposed,
                       real const* norms,
                       real* du,
                       real* waiting,
                       real* k,
                       real* work,
                       real* dw,
                       bool add,
                       real* d_norms) {
    real *const dh = work, *const wide = work + scratch_at[1];
    apply_masks(1, k, k + kept_at[output]);
    if (dw)
      narrow::weight_gradient(rows, k + kept_at[hidden], k + kept_at[output], dw + weights[3], add, 0, narrow::panels);
    narrow::template backward_input<rows>(w_transposed + transposed[3], k + kept_at[output], wide);
    gelu::backward(wide, k + kept_at[widened]);
    if (dw)
      widen::weight_gradient(rows, k + kept_at[input2], k + kept_at[widened], dw + weights[2], add, 0, widen::panels);
    widen::template backward_input<rows>(w_transposed + transposed[2], k + kept_at[widened], dh);
    norm::template backward<true>(
        dh, k + kept_at[normed2], norms + norm::stored, du, d_norms + norm::stored, k + kept_at[output1]);
    apply_masks(0, k, k + kept_at[output1]);
    if (dw)
      project::weight_gradient(
          rows, k + kept_at[attended], k + kept_at[output1], dw + weights[1], add, 0, project::panels);
    project::template backward_input<rows>(w_transposed + transposed[1], k + kept_at[output1], dh);
    for (int s = 0; s < Samples; ++s)
      heads::backward(k + kept_at[projected] + s * Tokens * heads::qkv_row,
                      k + kept_at[probability] + std::size_t(s) * heads::kept,
                      dh + s * Tokens * heads::out_row,
                      work + scratch_at[2],
                      factor(k));
    if (dw)
      qkv::weight_gradient(rows, k + kept_at[input1], k + kept_at[projected], dw + weights[0], add, 0, qkv::panels);
    qkv::template backward_input<rows>(w_transposed + transposed[0], k + kept_at[projected], dh);
    if (waiting == nullptr)
      norm::template backward<false>(dh, k + kept_at[normed1], norms, du, d_norms, nullptr);
    else
      norm::template backward<true>(dh, k + kept_at[normed1], norms, du, d_norms, waiting);
  }

  /// Calls f<layer>(site) for each matrix of a block called `name`, whose weights start at w, transposed ones at t and
  /// kept numbers at k.
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

  /// What is not dropped is multiplied by this; 1 if nothing is.
  static real factor(real const* k) { return drops ? k[kept_at[masks]] : real(1); }

  /// Draws what both branches lose.
  template <bool Keep>
  static void draw_masks(draws const& from, real* k) {
    if constexpr (drops) {
      bool const any    = Keep && from.masks != nullptr;
      k[kept_at[masks]] = any ? real(1 / (1 - Kind.dropout)) : real(1);
      for (int s = 0; s < Samples && any; ++s) {
        std::size_t const sample = from.first + std::size_t(s);
        drop::draw(*from.masks, sample, dropout_place::attention(from.number), Kind.dropout, mask(0, s, k));
        drop::draw(*from.masks, sample, dropout_place::mlp(from.number), Kind.dropout, mask(1, s, k));
      }
    }
  }

  /// Draws what the probabilities of sample s lose. The attention notes it among what it keeps.
  static dropout_mask<real> probability_mask(draws const& from, int s, real const* k, real* bytes) {
    if constexpr (drops) {
      if (factor(k) == 1) return {};
      auto* const keep = reinterpret_cast<std::uint8_t*>(bytes);
      from.masks->fill(from.first + std::size_t(s),
                       dropout_place::probabilities(from.number),
                       Kind.dropout,
                       {keep, heads::mask_size});
      return {keep, factor(k)};
    } else {
      return {};
    }
  }

  /// Drops entries of a branch, or of its gradient, in place.
  static void apply_masks(std::size_t branch, real* k, real* y) {
    if constexpr (drops)
      for (int s = 0; s < Samples && factor(k) != 1; ++s)
        drop::forward(y + s * Tokens * row, mask(branch, s, k), factor(k));
  }
};

}  // namespace regula::nn
