// SPDX-License-Identifier: MIT
/// @file
/// Arrays of numbers on large pages, set to zero.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace regula::nn {

/// Large pages save a tenth of a step for nets that exceed the reach of the page table cache; small arrays stay small.
inline constexpr std::size_t large_page = std::size_t{2} << 20;
inline constexpr std::size_t cache_line = 64;

/// Bytes that an array of n numbers takes.
template <class Real>
[[nodiscard]] constexpr std::size_t bytes_of(std::size_t n) {
  std::size_t const bytes     = n * sizeof(Real);
  std::size_t const alignment = bytes >= large_page ? large_page : cache_line;
  return (bytes + alignment - 1) / alignment * alignment;
}

/// A fixed number of zeros, aligned to a cache line or, from 2 MiB on, to a large page. Movable, not copyable.
template <class Real>
class array {
 public:
  array() = default;

  explicit array(std::size_t n) : size_{n} {
    if (n == 0) return;
    std::size_t const bytes = bytes_of<Real>(n);
    bool const is_large     = bytes >= large_page;
    void* const p           = std::aligned_alloc(is_large ? large_page : cache_line, bytes);
    if (p == nullptr) throw std::bad_alloc{};
#if defined(__linux__)
    if (is_large) madvise(p, bytes, MADV_HUGEPAGE);  // a wish: without large pages the array works as well
#endif
    std::memset(p, 0, bytes);
    data_.reset(static_cast<Real*>(p));
  }

  [[nodiscard]] Real* data() { return data_.get(); }
  [[nodiscard]] Real const* data() const { return data_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<Real> span() { return {data_.get(), size_}; }
  [[nodiscard]] std::span<Real const> span() const { return {data_.get(), size_}; }

 private:
  struct release {
    void operator()(Real* p) const { std::free(p); }
  };
  std::unique_ptr<Real[], release> data_;
  std::size_t size_ = 0;
};

}  // namespace regula::nn
