// SPDX-License-Identifier: MIT
#include <regula/native/layers/linear.hpp>
#include <regula/native/tensor_place.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace {

using namespace regula::nn;
using regula::test::random_rows;
using regula::testing::compare_gradient;

/// Weights with random entries and zeros as padding, and where the entries are.
template <class V, class L>
struct layer_weights {
  layer_weights() : values(L::stored), transposed(L::transposed) {
    add_tensors<V, L>(tensors, {{"layer", 0, L::out_axis.count()}}, 0);
    regula::test::random_numbers draw{5};
    for (auto const& t : tensors)
      for (std::size_t i = 0; i < t.element_count(); ++i) {
        places.push_back(t.at(i));
        values.data()[t.at(i)] = typename V::real(draw());
      }
    for (int p = 0; p < L::panels; ++p)
      L::transpose_panel(values.data(), transposed.data(), p);
  }

  std::vector<tensor_place> tensors;
  std::vector<std::size_t> places;
  array<typename V::real> values, transposed;
};

template <axis In, axis Out, int Rows>
void check_linear() {
  using V     = simd<double>;
  using layer = linear<V, In, Out>;
  layer_weights<V, layer> w;
  random_rows<V> x{Rows, In, 1}, y{Rows, Out, 2}, dy{Rows, Out, 3}, dx{Rows, In, 4};
  INFO(In.groups, " x ", In.size, " to ", Out.groups, " x ", Out.size, ", rows ", Rows);

  layer::template forward<Rows>(w.values.data(), x.data(), y.data());
  CHECK(y.padding_is_zero());
  for (int r = 0; r < Rows; ++r)
    for (int o = 0; o < Out.count(); ++o) {
      double sum = w.values.data()[w.tensors[1].at(std::size_t(o))];
      for (int i = 0; i < In.count(); ++i)
        sum += x.data()[x.places[std::size_t(r * In.count() + i)]] *
               w.values.data()[w.tensors[0].at(std::size_t(o * In.count() + i))];
      CHECK(y.data()[y.places[std::size_t(r * Out.count() + o)]] == doctest::Approx(sum).epsilon(1e-13));
    }

  auto const f = [&] {
    layer::template forward<Rows>(w.values.data(), x.data(), y.data());
    return y.dot(dy);
  };
  array<double> dw(layer::stored);
  layer::template backward_input<Rows>(w.transposed.data(), dy.data(), dx.data());
  layer::weight_gradient(Rows, x.data(), dy.data(), dw.data(), false, 0, layer::panels);
  CHECK(dx.padding_is_zero());
  CHECK(compare_gradient(f, x.span(), dx.span(), x.places).largest < 1e-9);
  CHECK(compare_gradient(f, w.values.span(), dw.span(), w.places).largest < 1e-9);
  // a second block of samples is added, and padding stays zero
  layer::weight_gradient(Rows, x.data(), dy.data(), dw.data(), true, 0, layer::panels);
  std::size_t padding = 0;
  for (double const v : dw.span())
    padding += v == 0;
  CHECK(padding == layer::stored - layer::parameter_count);
  for (double& v : dw.span())
    v /= 2;
  CHECK(compare_gradient(f, w.values.span(), dw.span(), w.places).largest < 1e-9);
}

TEST_CASE("linear: outputs, gradients of input and weights, with padded and with grouped dimensions") {
  check_linear<axis{1, 8}, axis{1, 16}, 6>();
  check_linear<axis{1, 1}, axis{1, 20}, 7>();
  check_linear<axis{1, 20}, axis{3, 5}, 5>();
  check_linear<axis{2, 5}, axis{1, 12}, 13>();
  check_linear<axis{1, 36}, axis{1, 3}, 4>();
}

TEST_CASE("linear: rows in tiles and single panels give the bits of the whole") {
  using V            = simd<float>;
  using layer        = linear<V, axis{1, 24}, axis{1, 128}>;
  constexpr int rows = 10, room = 40;
  layer_weights<V, layer> w;
  random_rows<V> x{room, {1, 24}, 1}, y{room, {1, 128}, 2}, z{room, {1, 128}, 2}, dx{room, {1, 24}, 3},
      ex{room, {1, 24}, 3};
  layer::forward<rows>(w.values.data(), x.data(), y.data());
  for (int p = 0; p < layer::panels; ++p)
    layer::forward_rows(rows, w.values.data(), x.data(), z.data(), p, p + 1);
  layer::backward_input<rows>(w.transposed.data(), y.data(), dx.data());
  layer::backward_input_rows(
      rows, w.transposed.data(), y.data(), ex.data(), 0, layer::back_columns / layer::back_panel);
  for (int r = 0; r < rows; ++r) {
    for (int j = 0; j < 128; ++j)
      CHECK(y.data()[r * layer::out_row + j] == z.data()[r * layer::out_row + j]);
    for (int j = 0; j < 24; ++j)
      CHECK(dx.data()[r * layer::in_row + j] == ex.data()[r * layer::in_row + j]);
  }
}

}  // namespace
