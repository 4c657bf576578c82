// SPDX-License-Identifier: MIT
/// @file
/// Vectors of one instruction set, and how a matrix dimension is padded to whole vectors.
/// The instruction set is part of every type, so units compiled with different flags never share a symbol.
#pragma once

// g++ 12 takes the "undefined" vectors of its own AVX-512 header, which xsimd inlines everywhere, for a mistake.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <xsimd/xsimd.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include <array>
#include <cstddef>
#include <type_traits>

/// Unrolls the next loop fully: its bounds are constants and its body must stay in registers.
#if defined(__clang__)
#define REGULA_UNROLL _Pragma("clang loop unroll(full)")
#define REGULA_UNROLL_BY_4 _Pragma("clang loop unroll_count(4)")
#else
#define REGULA_UNROLL _Pragma("GCC unroll 64")
#define REGULA_UNROLL_BY_4 _Pragma("GCC unroll 4")
#endif

namespace regula::nn {

/// Vectors of `Real` on the instruction set `Arch`; every part of the native engine is a template on this.
template <class Real, class Arch = xsimd::default_arch>
struct simd {
  static_assert(std::is_floating_point_v<Real>);
  using real  = Real;
  using arch  = Arch;
  using batch = xsimd::batch<Real, Arch>;

  static constexpr int width = static_cast<int>(batch::size);
  static constexpr int registers =
      std::is_base_of_v<xsimd::avx512f, Arch> || std::is_base_of_v<xsimd::neon64, Arch> ? 32 : 16;

  [[gnu::always_inline]] static batch load(Real const* p) { return batch::load_aligned(p); }
  [[gnu::always_inline]] static void store(Real* p, batch x) { x.store_aligned(p); }
  [[gnu::always_inline]] static batch all(Real s) { return batch(s); }
  /// a b + c, rounded once where the instruction set can. (xsimd 8.1 has no fused one for AVX-512.)
  [[gnu::always_inline]] static batch fma(batch a, batch b, batch c) {
#if defined(__AVX512F__)
    if constexpr (std::is_base_of_v<xsimd::avx512f, Arch>) {
      if constexpr (std::is_same_v<Real, float>)
        return _mm512_fmadd_ps(a, b, c);
      else
        return _mm512_fmadd_pd(a, b, c);
    }
#endif
    return xsimd::fma(a, b, c);
  }
  /// The sum of the entries: quarters of a vector first. (g++ 12 warns falsely of xsimd's own sum of 512-bit vectors.)
  [[gnu::always_inline]] static Real sum(batch x) {
    using lane         = xsimd::make_sized_batch_t<Real, 16 / sizeof(Real)>;
    constexpr auto one = static_cast<int>(lane::size);
    if constexpr (width == one) {
      return xsimd::hadd(x);
    } else {
      alignas(batch) Real entries[width];
      store(entries, x);
      lane parts[width / one];
      REGULA_UNROLL for (int i = 0; i < width / one; ++i) parts[i] = lane::load_aligned(entries + i * one);
      REGULA_UNROLL for (int d = width / one / 2; d > 0; d /= 2) {
        REGULA_UNROLL for (int i = 0; i < d; ++i) parts[i] += parts[i + d];
      }
      return xsimd::hadd(parts[0]);
    }
  }
};

/// One dimension of a matrix in memory: `groups` runs of `size` entries, each run padded with zeros to whole vectors.
/// A plain dimension is one group; the heads of an attention are a group each, so that every head starts aligned.
struct axis {
  int groups;
  int size;

  [[nodiscard]] constexpr int count() const { return groups * size; }
  bool operator==(axis const&) const = default;
};

[[nodiscard]] constexpr int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

/// Place of entry i of `a` when vectors have `width` entries.
[[nodiscard]] constexpr int place(axis a, int i, int width) {
  return i / a.size * round_up(a.size, width) + i % a.size;
}

/// Entries in memory, padding included.
template <class V>
[[nodiscard]] constexpr int padded(axis a) {
  return a.groups * round_up(a.size, V::width);
}

/// Entries in memory up to the last that is not padding: what a sum over this dimension has to visit.
template <class V>
[[nodiscard]] constexpr int extent(axis a) {
  return place(a, a.count() - 1, V::width) + 1;
}

/// Distance of two rows of activations. Rows that are a power of two apart would compete for the same cache sets.
template <class V>
[[nodiscard]] constexpr int stride(axis a) {
  int const n = padded<V>(a);
  return n > 64 && n % 64 == 0 ? n + V::width : n;
}

/// Multiplies the last vector of a row of `Size` entries by 1 where it holds entries and by 0 where it is padding.
template <class V, int Size>
[[gnu::always_inline]] inline typename V::batch without_padding(typename V::batch x) {
  if constexpr (Size % V::width == 0) {
    return x;
  } else {
    static constexpr auto keep = [] {
      std::array<typename V::real, V::width> m{};
      for (int i = 0; i < Size % V::width; ++i)
        m[static_cast<std::size_t>(i)] = 1;
      return m;
    }();
    return x * V::batch::load_unaligned(keep.data());
  }
}

/// Offsets of consecutive pieces of the given sizes; the last entry is the total.
template <class... Sizes>
[[nodiscard]] constexpr auto prefix_sums(Sizes... sizes) {
  std::array<std::size_t, sizeof...(Sizes) + 1> offsets{};
  std::size_t n = 0, i = 0;
  ((offsets[i++] = n, n += static_cast<std::size_t>(sizes)), ...);
  offsets[i] = n;
  return offsets;
}

}  // namespace regula::nn
