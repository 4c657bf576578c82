// SPDX-License-Identifier: MIT
/// @file
/// The elementary functions of the layers on vectors, safe at every finite argument.
/// Errors stay below 8 units in the last place of the value, of slopes below 8 of 1/2; the tests hold them to it.
#pragma once

#include <regula/native/simd.hpp>

namespace regula::nn {

namespace detail {

/// s = 1 / (1 + exp(-x)) and s (1 - s), both without cancellation: the exponential is of -|x|, so it never overflows.
template <class V>
struct sigmoid_and_slope {
  typename V::batch value, slope;

  [[gnu::always_inline]] explicit sigmoid_and_slope(typename V::batch x) {
    auto const e     = xsimd::exp(-xsimd::abs(x));
    auto const large = V::all(1) / (V::all(1) + e), small = e * large;
    value = xsimd::select(x < V::all(0), small, large);
    slope = small * large;
  }
};

}  // namespace detail

/// 1 / (1 + exp(-x)). For large -x the exponential is infinite and the result 0.
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
  detail::sigmoid_and_slope<V> const s{x};
  return V::fma(x, s.slope, s.value);
}

/// A value and the derivative there.
template <class V>
struct value_and_slope {
  typename V::batch value, slope;
};

namespace detail {

inline constexpr double gelu_linear = 1.5957691216057308;  // 2 sqrt(2 / pi)
inline constexpr double gelu_cubic  = 0.044715 * gelu_linear;

/// x, kept where x^3 is small. Outside, the sigmoid of gelu is 0 or 1 to the last bit in either precision.
template <class V>
[[gnu::always_inline]] inline typename V::batch gelu_argument(typename V::batch x) {
  return xsimd::max(xsimd::min(x, V::all(30)), V::all(-30));
}

/// 2 sqrt(2 / pi) (x + 0.044715 x^3).
template <class V>
[[gnu::always_inline]] inline typename V::batch gelu_polynomial(typename V::batch x, typename V::batch square) {
  using real = typename V::real;
  return x * V::fma(square, V::all(real(gelu_cubic)), V::all(real(gelu_linear)));
}

}  // namespace detail

/// The tanh form of gelu, 0.5 x (1 + tanh(a)), written as x sigmoid(2 a): one exponential and no cancellation.
template <class V>
[[gnu::always_inline]] inline typename V::batch gelu(typename V::batch x) {
  auto const u = detail::gelu_argument<V>(x);
  return x * detail::sigmoid_and_slope<V>{detail::gelu_polynomial<V>(u, u * u)}.value;
}

/// gelu and its derivative from the same exponential.
template <class V>
[[gnu::always_inline]] inline value_and_slope<V> gelu_and_slope(typename V::batch x) {
  using real           = typename V::real;
  auto const u         = detail::gelu_argument<V>(x);
  auto const square    = u * u;
  auto const steepness = V::fma(square, V::all(real(3 * detail::gelu_cubic)), V::all(real(detail::gelu_linear)));
  detail::sigmoid_and_slope<V> const s{detail::gelu_polynomial<V>(u, square)};
  return {x * s.value, V::fma(u * s.slope, steepness, s.value)};
}

}  // namespace regula::nn
