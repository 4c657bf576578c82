// SPDX-License-Identifier: MIT
/// @file
/// Non-negative numbers with the precision of a double and no bounds on their size.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

namespace regula::detail {

/// mantissa * 2^(512 blocks), the mantissa in [2^-256, 2^256) or 0. Products of thousands of likelihoods neither
/// underflow nor need a logarithm for each sum.
class scaled {
 public:
  constexpr scaled() = default;

  /// Requires  value >= 0 and finite
  constexpr explicit scaled(double value) : mantissa_{value} { settle(); }

  /// e^x; 0 for minus infinity.
  static scaled exp(double x) {
    if (x == -std::numeric_limits<double>::infinity()) return scaled{};
    double const blocks = std::floor(x / block_log + 0.5);
    scaled out{std::exp(x - blocks * block_log)};
    out.blocks_ += static_cast<std::int64_t>(blocks);
    return out;
  }

  [[nodiscard]] constexpr bool is_zero() const { return mantissa_ == 0; }

  friend constexpr scaled operator*(scaled a, scaled b) {
    a.mantissa_ *= b.mantissa_;
    a.blocks_ += b.blocks_;
    a.settle();
    return a;
  }

  friend constexpr scaled operator+(scaled a, scaled b) {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    if (a.blocks_ < b.blocks_) std::swap(a, b);
    std::int64_t const apart = a.blocks_ - b.blocks_;
    if (apart > 1) return a;  // b is less than 2^-512 of a
    a.mantissa_ += apart == 0 ? b.mantissa_ : b.mantissa_ * 0x1p-512;
    a.settle();
    return a;
  }

  constexpr scaled& operator+=(scaled b) { return *this = *this + b; }

  /// a / b as a double. Requires b > 0.
  friend double ratio(scaled a, scaled b) {
    if (a.is_zero()) return 0;
    auto const apart = std::clamp<std::int64_t>(a.blocks_ - b.blocks_, -8, 8);
    return std::ldexp(a.mantissa_ / b.mantissa_, static_cast<int>(512 * apart));
  }

  /// The natural logarithm; minus infinity of 0.
  friend double log(scaled a) { return std::log(a.mantissa_) + static_cast<double>(a.blocks_) * block_log; }

  /// The logarithm to base 2; minus infinity of 0.
  friend double log2(scaled a) { return std::log2(a.mantissa_) + 512 * static_cast<double>(a.blocks_); }

 private:
  static constexpr double block_log = 512 * std::numbers::ln2;

  constexpr void settle() {
    if (mantissa_ == 0) {
      blocks_ = 0;
    } else if (mantissa_ >= 0x1p256) {
      mantissa_ *= 0x1p-512;
      ++blocks_;
    } else if (mantissa_ < 0x1p-256) {
      mantissa_ *= 0x1p512;
      --blocks_;
    }
  }

  double mantissa_     = 0;
  std::int64_t blocks_ = 0;
};

}  // namespace regula::detail
