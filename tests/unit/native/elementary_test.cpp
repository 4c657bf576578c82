// SPDX-License-Identifier: MIT
#include <regula/native/elementary.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace regula::nn;

// The definitions, in long double.
long double exact_sigmoid(long double x) { return 1 / (1 + std::exp(-x)); }
long double exact_silu(long double x) { return x * exact_sigmoid(x); }
long double exact_silu_slope(long double x) { return exact_sigmoid(x) * (1 + x * (1 - exact_sigmoid(x))); }
constexpr long double root = 0.797884560802865355879892119868763737L;  // sqrt(2 / pi)
long double exact_gelu(long double x) { return x / 2 * (1 + std::tanh(root * (x + 0.044715L * x * x * x))); }
long double exact_gelu_slope(long double x) {
  long double const t = std::tanh(root * (x + 0.044715L * x * x * x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * root * (1 + 3 * 0.044715L * x * x);
}

/// Largest error over [-6, 6], relative to the value or to `floor` where the value is smaller.
template <class V, class F>
double worst_error(F f, long double (*exact)(long double), double floor) {
  using real   = typename V::real;
  double worst = 0;
  alignas(64) real x[V::width], y[V::width];
  for (int i = -6000; i + V::width <= 6000; i += V::width) {
    for (int j = 0; j < V::width; ++j)
      x[j] = real(i + j) / 1000;
    V::store(y, f(V::load(x)));
    for (int j = 0; j < V::width; ++j) {
      double const right = double(exact(x[j]));
      worst              = std::max(worst, std::abs(double(y[j]) - right) / std::max(std::abs(right), floor));
    }
  }
  return worst;
}

TEST_CASE_TEMPLATE("elementary functions are right to eight units in the last place", real, float, double) {
  using V               = simd<real>;
  double const accuracy = 8 * double(std::numeric_limits<real>::epsilon());
  CHECK(worst_error<V>([](auto x) { return sigmoid<V>(x); }, exact_sigmoid, 0) < accuracy);
  CHECK(worst_error<V>([](auto x) { return silu<V>(x); }, exact_silu, 0) < accuracy);
  CHECK(worst_error<V>([](auto x) { return gelu<V>(x); }, exact_gelu, 0.01) < accuracy);
  // where a slope crosses zero only its absolute error can be small
  CHECK(worst_error<V>([](auto x) { return silu_slope<V>(x); }, exact_silu_slope, 0.5) < accuracy);
  CHECK(worst_error<V>([](auto x) { return gelu_and_slope<V>(x).slope; }, exact_gelu_slope, 0.5) < accuracy);
  CHECK(worst_error<V>([](auto x) { return gelu_and_slope<V>(x).value; }, exact_gelu, 0.01) < accuracy);
}

TEST_CASE_TEMPLATE("extreme arguments give limits, not NaN", real, float, double) {
  using V = simd<real>;
  for (real const x : {real(20), real(100), real(1e4), real(1e18), std::numeric_limits<real>::max()}) {
    INFO(x);
    CHECK(sigmoid<V>(V::all(x)).get(0) == doctest::Approx(1));
    CHECK(double(sigmoid<V>(V::all(-x)).get(0)) == doctest::Approx(0));
    CHECK(silu<V>(V::all(x)).get(0) == doctest::Approx(double(x)));
    CHECK(std::abs(double(silu<V>(V::all(-x)).get(0))) < 1e-6);
    CHECK(double(silu_slope<V>(V::all(x)).get(0)) == doctest::Approx(1));
    CHECK(std::abs(double(silu_slope<V>(V::all(-x)).get(0))) < 1e-6);
    auto const up = gelu_and_slope<V>(V::all(x)), down = gelu_and_slope<V>(V::all(-x));
    CHECK(double(up.value.get(0)) == doctest::Approx(double(x)));
    CHECK(double(up.slope.get(0)) == doctest::Approx(1));
    CHECK(std::abs(double(down.value.get(0))) < 1e-250);
    CHECK(std::abs(double(down.slope.get(0))) < 1e-250);
    CHECK(std::abs(double(gelu<V>(V::all(-x)).get(0))) < 1e-250);
  }
  CHECK(std::isnan(gelu<V>(V::all(std::numeric_limits<real>::quiet_NaN())).get(0)));
  CHECK(std::isnan(silu<V>(V::all(std::numeric_limits<real>::quiet_NaN())).get(0)));
}

}  // namespace
