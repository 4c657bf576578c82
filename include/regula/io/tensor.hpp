// SPDX-License-Identifier: MIT
/// @file
/// Tensors at rest: plain values of element type, shape and bytes, as files hold them and engines copy from and to.
#pragma once

#include <regula/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

static_assert(std::endian::native == std::endian::little, "regula keeps tensors in files as they lie in memory");

/// Element types of tensors in files.
enum class dtype : std::uint8_t { f64, i64, f32, i32, u16, u8 };

template <class T>
concept Element = std::same_as<T, double> || std::same_as<T, std::int64_t> || std::same_as<T, float> ||
                  std::same_as<T, std::int32_t> || std::same_as<T, std::uint16_t> || std::same_as<T, std::uint8_t>;

/// The dtype of a C++ type.
template <Element T>
inline constexpr dtype dtype_of = std::same_as<T, double>          ? dtype::f64
                                  : std::same_as<T, std::int64_t>  ? dtype::i64
                                  : std::same_as<T, float>         ? dtype::f32
                                  : std::same_as<T, std::int32_t>  ? dtype::i32
                                  : std::same_as<T, std::uint16_t> ? dtype::u16
                                                                   : dtype::u8;

namespace detail {
struct dtype_row {
  std::string_view name;
  std::size_t byte_size;
};
inline constexpr std::array<dtype_row, 6> dtype_table{
    {{"F64", 8}, {"I64", 8}, {"F32", 4}, {"I32", 4}, {"U16", 2}, {"U8", 1}}};  // in the order of the enumerators
}  // namespace detail

/// Bytes of one element.
[[nodiscard]] constexpr std::size_t byte_size(dtype type) noexcept {
  return detail::dtype_table[static_cast<std::size_t>(type)].byte_size;
}

/// The name safetensors gives the type, such as "F32".
[[nodiscard]] constexpr std::string_view name_of(dtype type) noexcept {
  return detail::dtype_table[static_cast<std::size_t>(type)].name;
}

/// The type of that name, or nothing.
[[nodiscard]] constexpr std::optional<dtype> dtype_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < detail::dtype_table.size(); ++i)
    if (detail::dtype_table[i].name == name) return static_cast<dtype>(i);
  return std::nullopt;
}

/// Bytes of a tensor, or nothing if the product of its non-zero sizes does not fit into 64 bits.
[[nodiscard]] constexpr std::optional<std::size_t> byte_count(dtype type, std::span<std::size_t const> shape) noexcept {
  auto product = byte_size(type);
  bool empty   = false;
  for (auto const size : shape) {
    if (size == 0) {
      empty = true;
    } else if (product > std::numeric_limits<std::size_t>::max() / size) {
      return std::nullopt;
    } else {
      product *= size;
    }
  }
  return empty ? 0 : product;
}

/// "F32 [3, 12, 1]": how error texts show a tensor. Only the first eight sizes are shown.
[[nodiscard]] inline std::string describe(dtype type, std::span<std::size_t const> shape) {
  auto text = std::string(name_of(type)) + " [";
  for (std::size_t i = 0; i < std::min<std::size_t>(shape.size(), 8); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
  return text + (shape.size() > 8 ? ", ...]" : "]");
}

/// A tensor as a value: it owns its bytes, row-major without gaps, and knows nothing of engines.
class tensor {
 public:
  using shape_type = std::vector<std::size_t>;

  /// Zeros. A shape of no sizes is a scalar; a size of 0 makes an empty tensor.
  ///
  /// Errors    throws shape_error if the size in bytes overflows
  tensor(dtype type, shape_type shape) : type_(type), shape_(std::move(shape)) {
    auto const count = byte_count(type_, shape_);
    require<shape_error>(
        count.has_value(), "tensor: expected a size below 2^64 bytes, got {}", describe(type_, shape_));
    bytes_.resize(*count);
  }

  /// A copy of `values`, a contiguous container of an element type.
  ///
  /// Errors    throws shape_error if their number is not the product of the shape
  template <class Values>
    requires Element<typename Values::value_type>
  tensor(shape_type shape, Values const& values) : tensor(dtype_of<typename Values::value_type>, std::move(shape)) {
    auto const from = std::as_bytes(std::span<typename Values::value_type const>(values));
    require<shape_error>(from.size() == bytes_.size(),
                         "tensor: expected {} values for {}, got {}",
                         element_count(),
                         describe(type_, shape_),
                         values.size());
    std::copy(from.begin(), from.end(), bytes_.begin());
  }

  [[nodiscard]] dtype type() const noexcept { return type_; }
  [[nodiscard]] shape_type const& shape() const noexcept { return shape_; }
  [[nodiscard]] std::size_t element_count() const noexcept { return bytes_.size() / byte_size(type_); }
  [[nodiscard]] std::span<std::byte const> bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return bytes_; }

  /// The elements in row-major order.
  ///
  /// Errors    throws shape_error if T is not the element type
  template <Element T>
  [[nodiscard]] std::span<T const> values() const {
    expect_type(dtype_of<T>);
    return {reinterpret_cast<T const*>(bytes_.data()), element_count()};
  }
  template <Element T>
  [[nodiscard]] std::span<T> values() {
    expect_type(dtype_of<T>);
    return {reinterpret_cast<T*>(bytes_.data()), element_count()};
  }

  /// The only element of a tensor that has one.
  template <Element T>
  [[nodiscard]] T scalar() const {
    auto const all = values<T>();
    require<shape_error>(all.size() == 1, "tensor::scalar: expected one element, got {}", describe(type_, shape_));
    return all.front();
  }

  /// Throws shape_error naming `what` unless element type and shape are these.
  void expect(dtype type, shape_type const& shape, std::string_view what) const {
    require<shape_error>(type == type_ && shape == shape_,
                         "{}: expected {}, got {}",
                         what,
                         describe(type, shape),
                         describe(type_, shape_));
  }

  friend bool operator==(tensor const&, tensor const&) = default;

 private:
  void expect_type(dtype type) const {
    require<shape_error>(
        type == type_, "tensor::values: expected elements {}, got {}", name_of(type), describe(type_, shape_));
  }

  dtype type_;
  shape_type shape_;
  std::vector<std::byte> bytes_;
};

}  // namespace regula
