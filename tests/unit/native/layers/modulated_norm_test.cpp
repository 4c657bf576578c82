// SPDX-License-Identifier: MIT
#include <regula/native/layers/modulated_norm.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

namespace {

using namespace regula::nn;
using regula::test::random_rows;
using regula::testing::compare_gradient;

template <int Size, int Tokens>
void check_norm() {
  using V    = simd<double>;
  using norm = modulated_norm<V, Size, Tokens>;
  axis const a{1, Size};
  random_rows<V> u{Tokens, a, 1}, y{Tokens, a, 2}, gate{1, a, 3}, shift{1, a, 4}, scale{1, a, 5}, h{Tokens, a, 6};
  random_rows<V> added{Tokens, a, 7}, dh{Tokens, a, 8}, du_later{Tokens, a, 9};
  array<double> saved(norm::kept);
  INFO("size ", Size, ", tokens ", Tokens);

  // f depends on the sum u + gate y through h, and directly, as the residual stream does.
  auto const f = [&] {
    added.assign(u);
    norm::template forward<true, true>(
        added.data(), {y.data(), gate.data()}, {shift.data(), scale.data()}, saved.data(), h.data());
    return h.dot(dh) + added.dot(du_later);
  };
  f();
  CHECK(h.padding_is_zero());
  for (int t = 0; t < Tokens; ++t) {
    double mean = 0, variance = 0;
    auto const v = [&](int i) { return u.data()[t * u.row + i] + gate.data()[i] * y.data()[t * u.row + i]; };
    for (int i = 0; i < Size; ++i)
      mean += v(i) / Size;
    for (int i = 0; i < Size; ++i)
      variance += (v(i) - mean) * (v(i) - mean) / Size;
    for (int i = 0; i < Size; ++i)
      CHECK(h.data()[t * u.row + i] ==
            doctest::Approx((v(i) - mean) / std::sqrt(variance + 1e-6) * (1 + scale.data()[i]) + shift.data()[i])
                .epsilon(1e-12));
  }

  random_rows<V> du{Tokens, a, 9}, dy{Tokens, a, 2}, dgate{1, a, 0}, dshift{1, a, 0}, dscale{1, a, 0};
  norm::template backward<true>(dh.data(),
                                saved.data(),
                                {shift.data(), scale.data()},
                                du.data(),
                                {dshift.data(), dscale.data()},
                                dy.data(),
                                gate.data(),
                                dgate.data());
  CHECK(du.padding_is_zero());
  CHECK(dy.padding_is_zero());
  CHECK(compare_gradient(f, u.span(), du.span(), u.places).largest < 1e-9);
  CHECK(compare_gradient(f, y.span(), dy.span(), y.places).largest < 1e-9);
  CHECK(compare_gradient(f, gate.span(), dgate.span(), gate.places).largest < 1e-9);
  CHECK(compare_gradient(f, shift.span(), dshift.span(), shift.places).largest < 1e-9);
  CHECK(compare_gradient(f, scale.span(), dscale.span(), scale.places).largest < 1e-9);

  // without a branch: the norm of u itself
  auto const plain = [&] {
    added.assign(u);
    norm::template forward<false, true>(added.data(), {}, {shift.data(), scale.data()}, saved.data(), h.data());
    return h.dot(dh);
  };
  plain();
  for (double& d : du.span())
    d = 0;
  norm::template backward<false>(dh.data(),
                                 saved.data(),
                                 {shift.data(), scale.data()},
                                 du.data(),
                                 {dshift.data(), dscale.data()},
                                 nullptr,
                                 nullptr,
                                 nullptr);
  CHECK(compare_gradient(plain, u.span(), du.span(), u.places).largest < 1e-9);
}

TEST_CASE("modulated_norm: values, padding and gradients of stream, branch, gate, shift and scale") {
  check_norm<4, 3>();
  check_norm<16, 5>();
  check_norm<21, 2>();
}

}  // namespace
