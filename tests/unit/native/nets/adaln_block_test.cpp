// SPDX-License-Identifier: MIT
#include <regula/native/nets/adaln_block.hpp>
#include <regula/native/tensor_place.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace regula::nn;
using regula::test::random_rows;
using regula::testing::compare_gradient;

template <adaln_kind Kind>
void check_block(bool drops = false) {
  using V             = simd<double>;
  constexpr int width = 12, heads = 3, tokens = 5, samples = 2, rows = samples * tokens;
  using block = adaln_block<V, width, heads, tokens, samples, Kind>;
  axis const stream{1, width}, chunks{block::chunks + 1, width};  // the waiting gate, then the block's own chunks
  random_rows<V> u{rows, stream, 1}, waiting{rows, stream, 2}, m{samples, chunks, 3, 0.5}, after{rows, stream, 4},
      d_out{rows, stream, 5}, d_after{rows, stream, 6};

  array<double> w(block::weights[4]), wt(block::transposed[4]), kept(block::kept), work(block::scratch),
      dw(block::weights[4]);
  std::vector<std::size_t> places;
  regula::test::random_numbers draw{7};
  auto const start = [&]<class L>(std::size_t i) {
    std::vector<tensor_place> tensors;
    add_tensors<V, L>(tensors, {{"layer", 0, L::out_axis.count()}}, block::weights[i]);
    for (auto const& t : tensors)
      for (std::size_t k = 0; k < t.element_count(); ++k) {
        w.data()[t.at(k)] = draw(0.4);
        if (k % 5 == 0) places.push_back(t.at(k));
      }
    for (int p = 0; p < L::panels; ++p)
      L::transpose_panel(w.data() + block::weights[i], wt.data() + block::transposed[i], p);
  };
  start.template operator()<typename block::qkv>(0);
  start.template operator()<typename block::project>(1);
  start.template operator()<typename block::widen>(2);
  start.template operator()<typename block::narrow>(3);

  random_rows<V> norms{2, stream, 8}, d_norms{2, stream, 0};
  array<double> angles(block::turn::angle_count);
  if constexpr (Kind.rotary) block::turn::write_angles(angles.data());
  regula::stream_family const streams{11, regula::purpose::dropout, 5};
  mask_source const source{streams};
  typename block::extras const extras{norms.data(), angles.data(), drops ? &source : nullptr, 3, 1};

  modulation_chunks<double> const gate{m.data(), std::size_t(m.row), block::chunk_size}, own = gate.from(1);
  auto const out_slot = kept.data() + block::kept_at[block::output];
  auto const f        = [&] {
    after.assign(u);
    block::template forward<true>(w.data(), after.data(), waiting.data(), gate, own, kept.data(), work.data(), extras);
    double sum = after.dot(d_after);
    for (std::size_t const p : d_out.places)
      sum += out_slot[p] * d_out.data()[p];
    return sum;
  };
  f();
  std::vector<double> const out_before(out_slot, out_slot + d_out.values.size());
  random_rows<V> du{rows, stream, 6}, d_waiting{rows, stream, 2}, dm{samples, chunks, 0};
  for (std::size_t i = 0; i < d_out.values.size(); ++i)
    out_slot[i] = d_out.data()[i];
  modulation_chunks<double> const d_gate{dm.data(), std::size_t(m.row), block::chunk_size}, d_own = d_gate.from(1);
  double* const last_gates = d_own.at(0, block::gate2);  // of the branch that this block leaves waiting: not its own
  block::backward(wt.data(),
                  du.data(),
                  d_waiting.data(),
                  gate,
                  d_gate,
                  own,
                  d_own,
                  kept.data(),
                  work.data(),
                  dw.data(),
                  false,
                  extras,
                  d_norms.data());
  for (int s = 0; s < samples; ++s)
    for (int j = 0; j < block::chunk_size; ++j)
      last_gates[s * m.row + j] = 0;

  CHECK(compare_gradient(f, u.span(), du.span(), u.places).largest < 1e-8);
  CHECK(compare_gradient(f, waiting.span(), d_waiting.span(), waiting.places).largest < 1e-8);
  CHECK(compare_gradient(f, m.span(), dm.span(), m.places).largest < 1e-8);
  CHECK(compare_gradient(f, w.span(), dw.span(), places).largest < 1e-8);
  if constexpr (Kind.norm_weights)
    CHECK(compare_gradient(f, norms.span(), d_norms.span(), norms.places).largest < 1e-8);

  if (drops) {
    std::vector<std::uint8_t> keep(tokens * width);
    for (int s = 0; s < samples; ++s) {
      regula::fill_keep(streams, 3 + std::size_t(s), regula::dropout_place::mlp(1), Kind.dropout, keep);
      for (std::size_t i = 0; i < keep.size(); ++i) {
        std::size_t const p = u.places[std::size_t(s) * keep.size() + i];
        CHECK((keep[i] == 0) == (out_before[p] == 0));
      }
    }
    return;
  }
  // the same values and stream without keeping anything
  array<double> other(block::kept);
  f();
  random_rows<V> stream_after{rows, stream, 1};
  block::template forward<false>(
      w.data(), stream_after.data(), waiting.data(), gate, own, other.data(), work.data(), extras);
  for (std::size_t const p : u.places) {
    CHECK(stream_after.data()[p] == after.data()[p]);
    CHECK(other.data()[block::kept_at[block::output] + p] == out_slot[p]);
  }
}

TEST_CASE("adaln_block: gradients of stream, waiting branch, modulations and weights") { check_block<adaln_kind{}>(); }

TEST_CASE("adaln_block: the same with rotary positions, weights of norms and no bias in the attention") {
  check_block<adaln_kind{.attention_bias = false, .norm_weights = true, .rotary = true}>();
}

TEST_CASE("adaln_block: the same with dropout of both branches, and with a kind that could drop but does not") {
  constexpr adaln_kind kind{.attention_bias = false, .norm_weights = true, .rotary = true, .dropout = 0.25};
  check_block<kind>(true);
  check_block<kind>();
}

}  // namespace
