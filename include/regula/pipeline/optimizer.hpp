// SPDX-License-Identifier: MIT
/// @file
/// Optimizers, the learning-rate schedule and the averaging of weights, as plain settings that every engine honours.
#pragma once

#include <regula/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>
#include <variant>

namespace regula {

/// Adam with bias correction; epsilon is added outside the square root.
///
/// Source    Kingma and Ba 2015
struct adam {
  double beta1   = 0.9;
  double beta2   = 0.999;
  double epsilon = 1e-8;
};

/// Adam with decoupled weight decay: p -= rate * decay * p before the step.
///
/// Source    Loshchilov and Hutter 2019
struct adamw {
  double beta1       = 0.9;
  double beta2       = 0.999;
  double epsilon     = 1e-8;
  double decay       = 0.01;
  bool matrices_only = false;  ///< decay tensors of two dimensions only (matrices and tables), not biases and norms
};

/// Stochastic gradient descent: buffer = momentum * buffer + gradient (at first the gradient), p -= rate * buffer.
struct sgd {
  double momentum = 0;
};

using optimizer = std::variant<adam, adamw, sgd>;

/// The course of the learning rate after warm-up.
enum class rate_course { constant, linear, cosine };

/// The learning rate: n / warm_up of `base` during warm-up, then `base` times the course, which ends at the last step.
struct learning_rate {
  double base           = 1e-3;
  rate_course course    = rate_course::constant;
  std::uint64_t warm_up = 0;  ///< steps

  /// The factor on `base` with `n` finished updates (0 at the first) of `total`.
  [[nodiscard]] double factor(std::uint64_t n, std::uint64_t total) const {
    if (n < warm_up) return static_cast<double>(n) / static_cast<double>(warm_up);
    std::uint64_t const length = total > warm_up ? total - warm_up : 1;
    double const q             = std::min(1.0, static_cast<double>(n - warm_up) / static_cast<double>(length));
    switch (course) {
      case rate_course::linear:
        return 1 - q;
      case rate_course::cosine:
        return (1 + std::cos(std::numbers::pi * q)) / 2;
      case rate_course::constant:
        break;
    }
    return 1;
  }

  [[nodiscard]] double at(std::uint64_t n, std::uint64_t total) const { return base * factor(n, total); }
};

/// The momentum of the averaged weights at the n-th update (n = 1 at the first): e += (1 - momentum)(p - e).
[[nodiscard]] inline double ema_momentum(double largest, std::uint64_t n) {
  return std::min(largest, (1 + static_cast<double>(n)) / (10 + static_cast<double>(n)));
}

/// The name of an optimizer in records.
[[nodiscard]] inline std::string_view name_of(optimizer const& o) {
  constexpr std::string_view names[] = {"adam", "adamw", "sgd"};
  return names[o.index()];
}

namespace detail {
inline void check_adam(std::string_view name, double beta1, double beta2, double epsilon) {
  require(beta1 >= 0 && beta1 < 1, "{}: expected beta1 in [0, 1), got {}", name, beta1);
  require(beta2 >= 0 && beta2 < 1, "{}: expected beta2 in [0, 1), got {}", name, beta2);
  require(epsilon > 0 && std::isfinite(epsilon), "{}: expected epsilon > 0, got {}", name, epsilon);
}
inline void check(adam const& o) { check_adam("adam", o.beta1, o.beta2, o.epsilon); }
inline void check(adamw const& o) {
  check_adam("adamw", o.beta1, o.beta2, o.epsilon);
  require(o.decay >= 0 && std::isfinite(o.decay), "adamw: expected decay >= 0, got {}", o.decay);
}
inline void check(sgd const& o) {
  require(o.momentum >= 0 && o.momentum < 1, "sgd: expected momentum in [0, 1), got {}", o.momentum);
}
}  // namespace detail

/// Errors    throws range_error naming the optimizer's setting, what was expected and what was given
inline void check(optimizer const& o) {
  std::visit([](auto const& chosen) { detail::check(chosen); }, o);
}

/// Errors    throws range_error if the base rate is not a finite number above zero
inline void check(learning_rate const& r) {
  require(r.base > 0 && std::isfinite(r.base), "learning_rate: expected base > 0, got {}", r.base);
}

}  // namespace regula
