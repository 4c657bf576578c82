// SPDX-License-Identifier: MIT
#include <regula/native/layers/affine_norm.hpp>
#include <regula/native/layers/layer.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace regula::nn;
using regula::test::random_rows;
using regula::testing::compare_gradient;

static_assert(Layer<affine_norm<simd<float>, 24, 12>>);

template <int Size, int Rows>
void check_norm() {
  using V    = simd<double>;
  using norm = affine_norm<V, Size, Rows>;
  axis const a{1, Size};
  random_rows<V> u{Rows, a, 1}, y{Rows, a, 2}, h{Rows, a, 6}, added{Rows, a, 7}, dh{Rows, a, 8}, du_later{Rows, a, 9};
  random_rows<V> weight{1, a, 4}, bias{1, a, 5};
  array<double> saved(norm::kept), w(norm::stored), dw(norm::stored);
  std::vector<std::size_t> places;
  for (int i = 0; i < Size; ++i) {
    w.data()[i]               = weight.data()[i];
    w.data()[norm::chunk + i] = bias.data()[i];
    places.push_back(std::size_t(i)), places.push_back(std::size_t(norm::chunk + i));
  }
  INFO("size ", Size, ", rows ", Rows);

  // f depends on the sum u + y through h, and directly, as the residual stream does.
  auto const f = [&] {
    added.assign(u);
    norm::template forward<true, true>(w.data(), added.data(), y.data(), saved.data(), h.data());
    return h.dot(dh) + added.dot(du_later);
  };
  f();
  CHECK(h.padding_is_zero());
  for (int t = 0; t < Rows; ++t) {
    double mean = 0, variance = 0;
    auto const v = [&](int i) { return u.data()[t * u.row + i] + y.data()[t * u.row + i]; };
    for (int i = 0; i < Size; ++i)
      mean += v(i) / Size;
    for (int i = 0; i < Size; ++i)
      variance += (v(i) - mean) * (v(i) - mean) / Size;
    for (int i = 0; i < Size; ++i)
      CHECK(h.data()[t * u.row + i] ==
            doctest::Approx((v(i) - mean) / std::sqrt(variance + 1e-5) * weight.data()[i] + bias.data()[i])
                .epsilon(1e-12));
  }

  random_rows<V> du{Rows, a, 9}, dy{Rows, a, 2};
  norm::template backward<true>(dh.data(), saved.data(), w.data(), du.data(), dw.data(), dy.data());
  CHECK(du.padding_is_zero());
  CHECK(dy.padding_is_zero());
  CHECK(compare_gradient(f, u.span(), du.span(), u.places).largest < 1e-9);
  CHECK(compare_gradient(f, y.span(), dy.span(), y.places).largest < 1e-9);
  CHECK(compare_gradient(f, w.span(), dw.span(), places).largest < 1e-9);

  // without a branch: the norm of u itself, and gradients are added to what is there
  auto const plain = [&] {
    added.assign(u);
    norm::template forward<false, true>(w.data(), added.data(), nullptr, saved.data(), h.data());
    return h.dot(dh);
  };
  plain();
  for (double& d : du.span())
    d = 0;
  for (double& d : dw.span())
    d = 0;
  for (std::size_t const i : places)
    dw.data()[i] = 0.5;
  norm::template backward<false>(dh.data(), saved.data(), w.data(), du.data(), dw.data(), nullptr);
  for (std::size_t const i : places)
    dw.data()[i] -= 0.5;
  CHECK(compare_gradient(plain, u.span(), du.span(), u.places).largest < 1e-9);
  CHECK(compare_gradient(plain, w.span(), dw.span(), places).largest < 1e-9);

  // the same values when nothing is kept
  random_rows<V> other{Rows, a, 6};
  plain();
  norm::template forward<false, false>(w.data(), added.data(), nullptr, nullptr, other.data());
  for (std::size_t const i : h.places)
    CHECK(other.data()[i] == h.data()[i]);
}

TEST_CASE("affine_norm: values, padding and gradients of stream, branch, weight and bias") {
  check_norm<4, 3>();
  check_norm<16, 5>();
  check_norm<21, 2>();
}

}  // namespace
