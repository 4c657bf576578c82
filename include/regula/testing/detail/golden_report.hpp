// SPDX-License-Identifier: MIT
/// @file
/// Compares numbers with those of a golden file and keeps a sentence for every one that is too far off.
#pragma once

#include <regula/error.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/io/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula::golden::detail {

using numbers = std::vector<double>;

/// The entries of an F32 or F64 tensor in double.
[[nodiscard]] inline numbers numbers_of(tensor const& t) {
  if (t.type() == dtype::f64) return {t.values<double>().begin(), t.values<double>().end()};
  return {t.values<float>().begin(), t.values<float>().end()};
}

/// An F32 tensor's entries as they are.
[[nodiscard]] inline std::vector<float> floats_of(tensor const& t) {
  return {t.values<float>().begin(), t.values<float>().end()};
}

/// The tensors whose names begin with `prefix`, under the rest of their names.
[[nodiscard]] inline named_tensors group_of(named_tensors const& file, std::string_view prefix) {
  named_tensors out;
  out.origin = file.origin;
  for (auto const& [name, value] : file)
    if (name.starts_with(prefix)) out.add(name.substr(prefix.size()), value);
  require(!out.empty(), "{}: expected tensors of the group '{}', got none", file.origin, prefix);
  return out;
}

[[nodiscard]] inline double l2_norm(numbers const& x) {
  double sum = 0;
  for (double const v : x)
    sum += v * v;
  return std::sqrt(sum);
}

[[nodiscard]] inline double largest(numbers const& x) {
  double most = 0;
  for (double const v : x)
    most = std::isnan(v) ? v : std::max(most, std::abs(v));
  return most;
}

[[nodiscard]] inline numbers difference(numbers const& a, numbers const& b) {
  numbers out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    out[i] = a[i] - b[i];
  return out;
}

/// Collects what is too far off. A number that is not finite always is.
class report {
 public:
  explicit report(std::string origin) : origin_{std::move(origin)} {}

  /// |value - expected| against |expected|.
  void relative(std::string_view name, double value, double expected, double tolerance) {
    judge(name, std::abs(value - expected), std::abs(expected), tolerance, "relative");
  }

  /// The largest difference against the largest expected magnitude.
  void magnitude(std::string_view name, numbers const& values, numbers const& expected, double tolerance) {
    if (same_size(name, values, expected))
      judge(name, largest(difference(values, expected)), largest(expected), tolerance, "of the largest magnitude");
  }

  /// The difference against the expected numbers, both in L2 norm.
  void l2(std::string_view name, numbers const& values, numbers const& expected, double tolerance) {
    if (same_size(name, values, expected))
      judge(name, l2_norm(difference(values, expected)), l2_norm(expected), tolerance, "relative in L2 norm");
  }

  [[nodiscard]] std::vector<std::string> const& violations() const { return violations_; }

 private:
  void judge(std::string_view name, double distance, double scale, double tolerance, std::string_view how) {
    if (!(distance <= tolerance * scale))
      violations_.push_back(fmt::format(
          "{}: {} is off by {:.2e} {}, expected at most {:.0e}", origin_, name, distance / scale, how, tolerance));
  }

  bool same_size(std::string_view name, numbers const& values, numbers const& expected) {
    if (values.size() == expected.size()) return true;
    violations_.push_back(
        fmt::format("{}: {} has {} numbers, expected {}", origin_, name, values.size(), expected.size()));
    return false;
  }

  std::string origin_;
  std::vector<std::string> violations_;
};

}  // namespace regula::golden::detail
