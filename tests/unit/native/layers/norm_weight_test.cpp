// SPDX-License-Identifier: MIT
#include <regula/native/layers/modulated_norm.hpp>
#include <regula/native/layers/norm_weight.hpp>
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
void check_weighted_norm() {
  using V    = simd<double>;
  using norm = modulated_norm<V, Size, Tokens, norm_kind{.epsilon = 1e-5, .weighted = true}>;
  axis const a{1, Size};
  random_rows<V> u{Tokens, a, 1}, w{1, a, 2}, shift{1, a, 3}, scale{1, a, 4}, h{Tokens, a, 5}, dh{Tokens, a, 6};
  random_rows<V> stream{Tokens, a, 7};
  array<double> saved(norm::kept), factor(norm::scratch);
  typename norm::modulation const m{shift.data(), scale.data(), w.data(), factor.data()};
  INFO("size ", Size, ", tokens ", Tokens);

  auto const f = [&] {
    stream.assign(u);
    norm::template forward<false, true>(stream.data(), {}, m, saved.data(), h.data());
    return h.dot(dh);
  };
  f();
  CHECK(h.padding_is_zero());
  for (int t = 0; t < Tokens; ++t) {
    double mean = 0, variance = 0;
    auto const v = [&](int i) { return u.data()[t * u.row + i]; };
    for (int i = 0; i < Size; ++i)
      mean += v(i) / Size;
    for (int i = 0; i < Size; ++i)
      variance += (v(i) - mean) * (v(i) - mean) / Size;
    for (int i = 0; i < Size; ++i)
      CHECK(h.data()[t * u.row + i] ==
            doctest::Approx((v(i) - mean) / std::sqrt(variance + 1e-5) * w.data()[i] * (1 + scale.data()[i]) +
                            shift.data()[i])
                .epsilon(1e-12));
  }

  random_rows<V> du{Tokens, a, 0, 0}, dw{1, a, 0, 0}, dshift{1, a, 0}, dscale{1, a, 0};
  norm::template backward<false>(
      dh.data(), saved.data(), m, du.data(), {dshift.data(), dscale.data(), dw.data()}, nullptr, nullptr, nullptr);
  CHECK(dw.padding_is_zero());
  CHECK(dscale.padding_is_zero());
  CHECK(compare_gradient(f, u.span(), du.span(), u.places).largest < 1e-8);
  CHECK(compare_gradient(f, w.span(), dw.span(), w.places).largest < 1e-9);
  CHECK(compare_gradient(f, shift.span(), dshift.span(), shift.places).largest < 1e-9);
  CHECK(compare_gradient(f, scale.span(), dscale.span(), scale.places).largest < 1e-9);

  // a second sample is added
  norm::template backward<false>(dh.data(),
                                 saved.data(),
                                 m,
                                 du.data(),
                                 {dshift.data(), dscale.data(), dw.data(), true},
                                 nullptr,
                                 nullptr,
                                 nullptr);
  for (double& d : dw.span())
    d /= 2;
  CHECK(compare_gradient(f, w.span(), dw.span(), w.places).largest < 1e-9);
}

TEST_CASE("norm with a weight: values and gradients of stream, weight, shift and scale") {
  check_weighted_norm<4, 3>();
  check_weighted_norm<16, 5>();
  check_weighted_norm<21, 2>();
}

}  // namespace
