// SPDX-License-Identifier: MIT
/// @file
/// Sequences that grow symbol by symbol: a causal GPT that keeps keys and values, so that no prefix is read twice. Many
/// sequences go through a layer together as the rows of one product.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>
#include <regula/native/elementary.hpp>
#include <regula/native/layers/affine_norm.hpp>
#include <regula/native/layers/gelu.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/nets/gpt.hpp>
#include <regula/native/pool.hpp>
#include <regula/native/transpose.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace regula::nn {

/// n sequences on a pool of threads and weights that both outlive it. `Net` is a causal gpt (nets/gpt.hpp).
///
/// Groups of sequences are independent, so results do not depend on the number of threads. Keys and values take
/// 2 depth T width numbers a sequence.
template <class Net>
class gpt_generation {
 public:
  using real = typename Net::real;

  gpt_generation(pool& threads, real const* weights, std::size_t n)
      : threads_{&threads}, weights_{weights}, count_{n}, kept_(groups(n) * kept_of_group) {
    for (std::size_t i = 0; i < threads.size(); ++i)
      work_.emplace_back(work_at.back());
  }

  /// Appends a symbol to each sequence, none at the first call, and writes the logits of the next.
  ///
  /// Shapes    last [n], empty at the first call; logits [n, V + 1]
  /// Errors    throws shape_error if the sizes do not fit, range_error after T calls and for a symbol above V
  void next(std::span<token const> last, std::span<real> logits) {
    require<range_error>(known_ < tokens, "native: expected at most {} symbols of a sequence, got another", tokens);
    std::size_t const given = known_ == 0 ? 0 : count_;
    require<shape_error>(last.size() == given && logits.size() == count_ * vocabulary,
                         "native: expected {} symbols and room for {} logits, got {} and {}",
                         given,
                         count_ * vocabulary,
                         last.size(),
                         logits.size());
    for (token const symbol : last)
      (void)Net::known_symbol(symbol);
    threads_->run(groups(count_), [&](std::size_t g, std::size_t thread) {
      std::size_t const first = g * rows, n = std::min<std::size_t>(rows, count_ - first);
      extend(last.empty() ? last : last.subspan(first, n),
             kept_.data() + g * kept_of_group,
             work_[thread].data(),
             logits.subspan(first * vocabulary, n * vocabulary));
    });
    ++known_;
  }

 private:
  using V     = typename Net::vectors;
  using batch = typename V::batch;
  using block = typename Net::block;
  using heads = typename block::heads;
  using table = typename Net::table;

  static constexpr auto shape = Net::shape;
  static_assert(shape.causal, "native: only a causal net extends sequences");
  static constexpr int tokens = shape.tokens, width = shape.width, depth = shape.depth;
  static constexpr auto vocabulary = std::size_t(shape.vocabulary());

  static constexpr int rows  = 48;  ///< sequences of a group: whole vectors, and whole tiles of products
  static constexpr int lanes = V::width, lane_groups = rows / lanes;
  static_assert(rows % lanes == 0);

  using norm = affine_norm<V, width, rows>;
  using gelu = gelu_layer<V, 4 * width, rows>;

  // Keys and values of a head lie as [position][channel][sequence]: sums over channels are sums of whole vectors.
  static constexpr int head_size = width / shape.heads, channels = round_up(head_size, int(16 / sizeof(real)));
  static constexpr std::size_t of_position = std::size_t(channels) * lanes, of_head = 2 * tokens * of_position;
  static constexpr std::size_t of_layer      = std::size_t(lane_groups) * shape.heads * of_head;
  static constexpr std::size_t kept_of_group = depth * of_layer;

  /// The workspace of a thread.
  enum part { stream, normed, projected, attended, branch, hidden, query, attention, scores, output };
  static constexpr auto work_at = prefix_sums(rows * Net::row,
                                              rows* Net::row,
                                              rows* heads::qkv_row,
                                              rows* heads::out_row,
                                              rows* Net::row,
                                              rows* gelu::row,
                                              heads::head* lanes,
                                              heads::head* lanes,
                                              tokens* lanes,
                                              rows* table::out_row);

  static std::size_t groups(std::size_t n) { return (n + rows - 1) / rows; }

  /// One more symbol for the sequences of a group.
  void extend(std::span<token const> last, real* kept, real* work, std::span<real> logits) const {
    real const* const w = weights_;
    real* const u       = work + work_at[stream];
    real* const h       = work + work_at[normed];
    real* const y       = work + work_at[branch];
    for (std::size_t r = 0; r < rows; ++r)
      embed(r < last.size() ? Net::known_symbol(last[r]) : shape.alphabet, u + r * Net::row);
    for (int i = 0; i < depth; ++i) {
      real const *const wb = w + Net::block_weights(i), *const norms = w + Net::block_norms(i);
      if (i == 0)
        norm::template forward<false, false>(norms, u, nullptr, nullptr, h);
      else
        norm::template forward<true, false>(norms, u, y, nullptr, h);
      block::qkv::template forward<rows>(wb + block::weights[0], h, work + work_at[projected]);
      for (int l = 0; l < lane_groups; ++l)
        for (int j = 0; j < shape.heads; ++j)
          attend(l, j, kept + std::size_t(i) * of_layer + std::size_t(l * shape.heads + j) * of_head, work);
      block::project::template forward<rows>(wb + block::weights[1], work + work_at[attended], y);
      norm::template forward<true, false>(norms + norm::stored, u, y, nullptr, h);
      block::widen::template forward<rows>(wb + block::weights[2], h, work + work_at[hidden]);
      gelu::template forward<false>(work + work_at[hidden], nullptr);
      block::narrow::template forward<rows>(wb + block::weights[3], work + work_at[hidden], y);
    }
    norm::template forward<true, false>(w + Net::last_norm, u, y, nullptr, h);
    table::template forward<rows>(w, h, work + work_at[output]);
    for (std::size_t r = 0; r < logits.size() / vocabulary; ++r)
      std::memcpy(
          logits.data() + r * vocabulary, work + work_at[output] + r * table::out_row, sizeof(real) * vocabulary);
  }

  void embed(int symbol, real* u) const {
    real const* const from     = weights_ + Net::table_row(symbol);
    real const* const position = weights_ + Net::direct_at + known_ * std::size_t(Net::row);
    for (int j = 0; j < width; ++j)
      u[j] = from[j * table::panel] + position[j];
  }

  /// Head j of the sequences [l lanes, (l + 1) lanes): the new key and value are kept, the query meets all kept ones.
  [[gnu::noinline]] void attend(int l, int j, real* kept, real* work) const {
    real const* const qkv = work + work_at[projected] + l * lanes * heads::qkv_row + j * heads::head;
    real *const keys = kept, *const values = kept + tokens * of_position;
    real *const q = work + work_at[query], *const out = work + work_at[attention];
    real const scale   = 1 / std::sqrt(real(head_size));
    auto const columns = [&](int part, real* to, real factor) {
      transpose<V, lanes, channels>(qkv + part * shape.heads * heads::head, heads::qkv_row, to, lanes, factor);
    };
    columns(0, q, scale);
    columns(1, keys + known_ * of_position, 1);
    columns(2, values + known_ * of_position, 1);
    weigh(q, keys, known_ + 1, work + work_at[scores]);
    sum(work + work_at[scores], values, known_ + 1, out);
    transpose<V, heads::head, lanes>(
        out, lanes, work + work_at[attended] + l * lanes * heads::out_row + j * heads::head, heads::out_row, 1);
  }

  /// p = softmax of the products of q with n keys.
  static void weigh(real const* q, real const* keys, std::size_t n, real* p) {
    constexpr int at_once = 4;  // positions: independent sums
    batch top             = V::all(std::numeric_limits<real>::lowest());
    auto const products   = [&]<int N>(std::size_t s) {
      batch score[N];
      REGULA_UNROLL for (int i = 0; i < N; ++i) score[i] = V::all(0);
      for (int c = 0; c < head_size; ++c) {
        batch const here = V::load(q + c * lanes);
        REGULA_UNROLL for (int i = 0; i < N; ++i) score[i] =
            V::fma(here, V::load(keys + (s + std::size_t(i)) * of_position + c * lanes), score[i]);
      }
      REGULA_UNROLL for (int i = 0; i < N; ++i) {
        V::store(p + (s + std::size_t(i)) * lanes, score[i]);
        top = xsimd::max(top, score[i]);
      }
    };
    std::size_t s = 0;
    for (; s + at_once <= n; s += at_once)
      products.template operator()<at_once>(s);
    for (; s < n; ++s)
      products.template operator()<1>(s);
    batch total = V::all(0);
    for (s = 0; s < n; ++s) {
      batch const e = xsimd::exp(V::load(p + s * lanes) - top);
      total += e;
      V::store(p + s * lanes, e);
    }
    batch const inverse = V::all(1) / total;
    for (s = 0; s < n; ++s)
      V::store(p + s * lanes, V::load(p + s * lanes) * inverse);
  }

  /// out = the sum of n values, each times its weight.
  static void sum(real const* p, real const* values, std::size_t n, real* out) {
    constexpr int at_once = 8;  // channels: independent sums
    auto const of         = [&]<int N>(int c) {
      batch total[N];
      REGULA_UNROLL for (int i = 0; i < N; ++i) total[i] = V::all(0);
      for (std::size_t s = 0; s < n; ++s) {
        batch const weight = V::load(p + s * lanes);
        REGULA_UNROLL for (int i = 0; i < N; ++i) total[i] =
            V::fma(weight, V::load(values + s * of_position + (c + i) * lanes), total[i]);
      }
      REGULA_UNROLL for (int i = 0; i < N; ++i) V::store(out + (c + i) * lanes, total[i]);
    };
    for (int c = 0; c + at_once <= head_size; c += at_once)
      of.template operator()<at_once>(c);
    if constexpr (head_size % at_once > 0) of.template operator()<head_size % at_once>(head_size / at_once * at_once);
  }

  pool* threads_;
  real const* weights_;
  std::size_t count_, known_ = 0;
  array<real> kept_;
  std::vector<array<real>> work_;  // one workspace a thread
};

}  // namespace regula::nn
