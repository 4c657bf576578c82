// SPDX-License-Identifier: MIT
/// @file
/// The elementary functions of the layers on vectors, safe at every finite argument.
/// In single precision their relative error stays below 4e-7 (measured: tests/unit/native/elementary_test.cpp).
#pragma once

#include <regula/native/simd.hpp>

namespace regula::nn {

/// 1 / (1 + exp(-x)). exp overflows to infinity and the result to 0, without a NaN.
template <class V>
[[gnu::always_inline]] inline typename V::batch sigmoid(typename V::batch x) {
  return V::all(1) / (V::all(1) + xsimd::exp(-x));
}

/// x sigmoid(x).
template <class V>
[[gnu::always_inline]] inline typename V::batch silu(typename V::batch x) {
  return x * sigmoid<V>(x);
}

/// The derivative of silu.
template <class V>
[[gnu::always_inline]] inline typename V::batch silu_slope(typename V::batch x) {
  auto const s = sigmoid<V>(x), y = x * s;
  return V::fma(y, V::all(1) - s, s);
}

/// A value and the derivative there.
template <class V>
struct value_and_slope {
  typename V::batch value, slope;
};

namespace detail {
/// Beyond this bound the sigmoid below is 0 or 1 to the last bit, in single and double precision, and x^3 stays small.
inline constexpr double gelu_bound  = 20;
inline constexpr double gelu_linear = 1.5957691216057308;  // 2 sqrt(2 / pi)
inline constexpr double gelu_cubic  = 0.044715 * gelu_linear;

template <class V>
[[gnu::always_inline]] inline typename V::batch gelu_argument(typename V::batch x) {
  return xsimd::max(xsimd::min(x, V::all(typename V::real(gelu_bound))), V::all(typename V::real(-gelu_bound)));
}

template <class V>
[[gnu::always_inline]] inline typename V::batch gelu_gate(typename V::batch x, typename V::batch square) {
  using real = typename V::real;
  return sigmoid<V>(x * V::fma(square, V::all(real(gelu_cubic)), V::all(real(gelu_linear))));
}
}  // namespace detail

/// The tanh form of gelu, 0.5 x (1 + tanh(a)), written as x sigmoid(2 a): one exponential and no cancellation.
template <class V>
[[gnu::always_inline]] inline typename V::batch gelu(typename V::batch x) {
  auto const u = detail::gelu_argument<V>(x);
  return x * detail::gelu_gate<V>(u, u * u);
}

/// gelu and its derivative from the same exponential.
template <class V>
[[gnu::always_inline]] inline value_and_slope<V> gelu_and_slope(typename V::batch x) {
  using real      = typename V::real;
  auto const u    = detail::gelu_argument<V>(x);
  auto const uu   = u * u;
  auto const gate = detail::gelu_gate<V>(u, uu);
  auto const rise = V::fma(uu, V::all(real(3 * detail::gelu_cubic)), V::all(real(detail::gelu_linear)));
  return {x * gate, V::fma(u * gate * (V::all(1) - gate), rise, gate)};
}

}  // namespace regula::nn
