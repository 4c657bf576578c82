// SPDX-License-Identifier: MIT
/// @file
/// What a model's trained tensors are called, how they are shaped and how they start: one list for every engine.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace regula {

/// The law of a tensor's initial entries.
struct initial_law {
  enum class kind { constant, uniform, normal };
  kind law;
  double scale;  ///< the constant; the bound of uniform(-scale, scale); the standard deviation

  static initial_law constant(double value) { return {kind::constant, value}; }
  static initial_law uniform(double bound) { return {kind::uniform, bound}; }
  static initial_law normal(double deviation) { return {kind::normal, deviation}; }

  /// Xavier-uniform for a matrix [out, in].
  static initial_law xavier(std::size_t out, std::size_t in) {
    return uniform(std::sqrt(6.0 / static_cast<double>(in + out)));
  }
};

/// One trained tensor: its name, its shape (matrices are [out, in]) and its initial law.
struct tensor_spec {
  std::string name;
  std::vector<std::size_t> shape;
  initial_law initial;

  [[nodiscard]] std::size_t element_count() const {
    std::size_t n = 1;
    for (std::size_t const s : shape)
      n *= s;
    return n;
  }
};

}  // namespace regula
