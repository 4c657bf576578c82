// SPDX-License-Identifier: MIT
#include <regula/native/nets/pre_norm_block.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace {

using namespace regula::nn;
using regula::test::random_rows;
using regula::testing::compare_gradient;

// 12 d^2 of matrices, 9 d of biases, 4 d of norms
static_assert(pre_norm_block<simd<float>, 24, 3, 12, 2>::parameter_count == 12 * 24 * 24 + 13 * 24);

template <pre_norm_kind Kind>
void check_block(bool drops = false) {
  using V             = simd<double>;
  constexpr int width = 12, heads = 3, tokens = 5, samples = 2, rows = samples * tokens;
  using block = pre_norm_block<V, width, heads, tokens, samples, Kind>;
  using norm  = typename block::norm;
  axis const stream{1, width};
  random_rows<V> u{rows, stream, 1}, waiting{rows, stream, 2}, added{rows, stream, 3}, d_out{rows, stream, 4},
      d_stream{rows, stream, 5};
  regula::test::random_numbers draw{6};
  array<double> w(block::stored), wt(block::transposed[4]), dw(block::stored), norms(block::norm_stored),
      d_norms(block::norm_stored), kept(block::kept), work(block::scratch);
  std::vector<tensor_place> tensors;
  std::vector<std::size_t> places, norm_places;
  block::visit_layers(
      [&]<class L>(linear_site const& site) { add_tensors<V, L>(tensors, site.slices, site.weights); }, "", 0, 0, 0);
  std::size_t count = 0;
  for (auto const& t : tensors)
    for (std::size_t i = 0; i < t.element_count(); ++i, ++count) {
      w.data()[t.at(i)] = draw(0.5);
      if (count % 11 == 0) places.push_back(t.at(i));  // an eleventh of the parameters
    }
  for (std::size_t n = 0; n < 4; ++n)
    for (std::size_t i = 0; i < width; ++i) {
      norm_places.push_back(n * norm::chunk + i);
      norms.data()[norm_places.back()] = draw();
    }
  CHECK(count + norm_places.size() == block::parameter_count);
  auto const transpose_all = [&] {
    block::visit_layers(
        [&]<class L>(linear_site const& site) {
          for (int p = 0; p < L::panels; ++p)
            L::transpose_panel(w.data() + site.weights, wt.data() + site.transposed, p);
        },
        "",
        0,
        0,
        0);
  };
  transpose_all();

  regula::stream_family const streams{11, regula::purpose::dropout, 5};
  mask_source const source{streams};
  typename block::draws const from{drops ? &source : nullptr, 3, 1};
  auto* const out_slot = kept.data() + block::kept_at[block::output];
  // f depends on the branch that is left waiting and on the stream, as what follows a block does.
  auto const f = [&] {
    added.assign(u);
    block::template forward<true>(w.data(), norms.data(), added.data(), waiting.data(), kept.data(), work.data(), from);
    double sum = added.dot(d_stream);
    for (std::size_t const i : d_out.places)
      sum += out_slot[i] * d_out.data()[i];
    return sum;
  };
  f();
  random_rows<V> du{rows, stream, 5}, d_waiting{rows, stream, 2};
  for (std::size_t i = 0; i < d_out.values.size(); ++i)
    out_slot[i] = d_out.data()[i];
  block::backward(
      wt.data(), norms.data(), du.data(), d_waiting.data(), kept.data(), work.data(), dw.data(), false, d_norms.data());
  INFO("causal ", Kind.causal, ", drops ", drops);
  CHECK(du.padding_is_zero());
  CHECK(d_waiting.padding_is_zero());
  CHECK(compare_gradient(f, u.span(), du.span(), u.places).largest < 1e-8);
  CHECK(compare_gradient(f, waiting.span(), d_waiting.span(), waiting.places).largest < 1e-8);
  CHECK(compare_gradient(f, w.span(), dw.span(), places).largest < 1e-8);
  CHECK(compare_gradient(f, norms.span(), d_norms.span(), norm_places).largest < 1e-8);
}

TEST_CASE("pre_norm_block: gradients of stream, waiting branch, matrices and norms") {
  check_block<pre_norm_kind{}>();
  check_block<pre_norm_kind{.causal = true}>();
}

TEST_CASE("pre_norm_block: the same with dropout, and where it is switched off") {
  check_block<pre_norm_kind{.causal = true, .dropout = 0.25}>(true);
  check_block<pre_norm_kind{.dropout = 0.25}>(true);
  check_block<pre_norm_kind{.dropout = 0.25}>();
}

}  // namespace
