// SPDX-License-Identifier: MIT
/// @file
/// Padded rows of random numbers for tests of native layers, and sums over their entries.
#pragma once

#include <regula/native/memory.hpp>
#include <regula/native/simd.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace regula::test {

/// Uniform in (-scale, scale); the engine's words are fixed by the standard.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : words_{seed} {}
  double operator()(double scale = 1) { return scale * (static_cast<double>(words_() >> 11) * 0x1p-52 - 1 + 0x1p-53); }

 private:
  std::mt19937_64 words_;
};

/// Indices of the entries of `rows` rows of the axis `a`, `row` apart: everything but padding.
template <class V>
std::vector<std::size_t> places_of(int rows, nn::axis a, int row) {
  std::vector<std::size_t> places;
  for (int r = 0; r < rows; ++r)
    for (int i = 0; i < a.count(); ++i)
      places.push_back(static_cast<std::size_t>(r * row + nn::place(a, i, V::width)));
  return places;
}

/// Rows with random entries and zeros as padding.
template <class V>
struct random_rows {
  using real = typename V::real;

  random_rows(int rows, nn::axis a, std::uint64_t seed, double scale = 1)
      : row{nn::stride<V>(a)}, places{places_of<V>(rows, a, row)}, values(static_cast<std::size_t>(rows * row)) {
    random_numbers draw{seed};
    for (std::size_t const p : places)
      values.data()[p] = static_cast<real>(draw(scale));
  }

  [[nodiscard]] real* data() { return values.data(); }
  [[nodiscard]] std::span<real> span() { return values.span(); }

  /// The sum over entries of these times `weights`: a scalar function whose gradient by the entries is `weights`.
  [[nodiscard]] double dot(random_rows const& weights) const {
    double sum = 0;
    for (std::size_t const p : places)
      sum += static_cast<double>(values.data()[p]) * static_cast<double>(weights.values.data()[p]);
    return sum;
  }

  /// True if everything but the entries is 0.
  [[nodiscard]] bool padding_is_zero() const {
    double all = 0, entries = 0;
    for (real const v : values.span())
      all += v != 0;
    for (std::size_t const p : places)
      entries += values.data()[p] != 0;
    return all == entries;
  }

  void assign(random_rows const& other) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values.data()[i] = other.values.data()[i];
  }

  int row;
  std::vector<std::size_t> places;
  nn::array<real> values;
};

}  // namespace regula::test
