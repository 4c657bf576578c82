// SPDX-License-Identifier: MIT
/// @file
/// Dropout: entries are multiplied by keep / (1 - p), going forward and going back.
#pragma once

#include <regula/native/simd.hpp>
#include <regula/random/dropout.hpp>
#include <regula/random/stream.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace regula::nn {

/// Where masks come from: drawn from streams, the same as on every engine, or given by a function.
class mask_source {
 public:
  using function = std::function<void(std::size_t sample, dropout_place place, std::span<std::uint8_t> keep)>;

  mask_source(stream_family streams) : streams_{streams} {}
  mask_source(function given) : given_{std::move(given)} {}

  /// Which entries of a sample of the batch are kept (1) and which are dropped (0), each with probability p.
  void fill(std::size_t sample, dropout_place place, double p, std::span<std::uint8_t> keep) const {
    if (given_)
      given_(sample, place, keep);
    else
      fill_keep(streams_, sample, place, p, keep);
  }

 private:
  stream_family streams_{0, purpose::dropout};
  function given_;
};

/// Which entries are kept, and what these are multiplied by.
template <class Real>
struct dropout_mask {
  std::uint8_t const* keep = nullptr;  ///< nullptr: nothing is dropped
  Real factor              = 1;        ///< 1 / (1 - p)
};

/// Entries that `bytes` keep masks take among numbers.
template <class V>
[[nodiscard]] constexpr std::size_t numbers_for_bytes(std::size_t bytes) {
  constexpr std::size_t vector = sizeof(typename V::real) * std::size_t(V::width);
  return (bytes + vector - 1) / vector * std::size_t(V::width);
}

/// Dropout of the rows of one sample. The mask of a sample lies among the kept numbers, a byte an entry.
///
/// Shapes    y [Rows, Size] with rows `row` apart, keep [Rows, Size] without padding
template <class V, int Size, int Rows>
struct dropout_layer {
  using real = typename V::real;

  static constexpr int row           = stride<V>({1, Size});
  static constexpr std::size_t count = std::size_t(Rows) * Size;

  static constexpr std::size_t parameter_count = 0, stored = 0, scratch = 0;
  static constexpr std::size_t kept = numbers_for_bytes<V>(count);  ///< the mask

  /// Draws the mask of sample `sample` of a batch.
  static void draw(mask_source const& masks, std::size_t sample, dropout_place place, double p, real* mask) {
    masks.fill(sample, place, p, {reinterpret_cast<std::uint8_t*>(mask), count});
  }

  /// y becomes y keep factor. Padding stays 0.
  [[gnu::noinline]] static void forward(real* __restrict y, real const* mask, real factor) {
    auto const* __restrict keep = reinterpret_cast<std::uint8_t const*>(mask);
    for (int r = 0; r < Rows; ++r, y += row, keep += Size)
      for (int j = 0; j < Size; ++j)
        y[j] *= factor * real(keep[j]);
  }

  /// dy becomes the gradient before dropout, by the same factors.
  static void backward(real* dy, real const* mask, real factor) { forward(dy, mask, factor); }
};

}  // namespace regula::nn
