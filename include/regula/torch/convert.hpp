// SPDX-License-Identifier: MIT
/// @file
/// Between plain tensors and spans of the core tier and LibTorch's tensors.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/io/tensor.hpp>
#include <regula/torch/detail/torch.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace regula::libtorch {

/// Where a network lives and with which numbers it computes.
struct placement {
  torch::Device device;
  torch::Dtype precision;

  [[nodiscard]] torch::TensorOptions options() const { return torch::TensorOptions{device}.dtype(precision); }
};

/// LibTorch's element type for a floating-point type.
template <std::floating_point Real>
inline constexpr torch::Dtype dtype_for = std::same_as<Real, double> ? torch::kFloat64 : torch::kFloat32;

/// A span as a tensor of this shape, on the CPU, without a copy: the span must outlive it.
///
/// Errors    throws shape_error if the shape does not have as many elements
template <std::floating_point Real>
[[nodiscard]] torch::Tensor view_of(std::span<Real const> values, std::vector<std::int64_t> const& shape) {
  std::int64_t count = 1;
  for (std::int64_t const size : shape)
    count *= size;
  require<shape_error>(count == static_cast<std::int64_t>(values.size()),
                       "libtorch: expected {} numbers for a tensor of its shape, got {}",
                       count,
                       values.size());
  // LibTorch has no tensor of constants; nothing writes through this one.
  return torch::from_blob(const_cast<Real*>(values.data()), shape, dtype_for<Real>);
}

/// Symbols of n samples as int64 at `device`. Where `extra` is allowed, V stands for itself and for hidden cells.
///
/// Shapes    given, result [n, T]
/// Errors    throws shape_error for another number of symbols, range_error for one that is not allowed
[[nodiscard]] inline torch::Tensor symbols_of(
    std::span<token const> given, std::size_t n, data_shape shape, bool extra, torch::Device device) {
  require<shape_error>(given.size() == n * shape.cells(),
                       "libtorch: expected {} symbols of {} samples, got {}",
                       n * shape.cells(),
                       n,
                       given.size());
  auto const out =
      torch::empty({static_cast<std::int64_t>(n), static_cast<std::int64_t>(shape.cells())}, torch::kInt64);
  std::int64_t const last = extra ? shape.alphabet : shape.alphabet - 1;
  std::ranges::transform(given, out.data_ptr<std::int64_t>(), [&](token symbol) {
    std::int64_t const value = symbol == no_token && extra ? last : std::int64_t{symbol};
    require(value <= last,
            "libtorch: expected symbols from 0 to {}{}, got {}",
            last,
            extra ? " or hidden cells" : "",
            symbol == no_token ? std::string{"a hidden cell"} : std::to_string(symbol));
    return value;
  });
  return out.to(device);
}

/// A copy of a plain tensor of F32 or F64, with the place and precision asked for.
///
/// Errors    throws shape_error for another element type
[[nodiscard]] inline torch::Tensor to_torch(tensor const& from, placement where) {
  std::vector<std::int64_t> const shape(from.shape().begin(), from.shape().end());
  torch::Tensor const seen =
      from.type() == dtype::f64 ? view_of(from.values<double>(), shape) : view_of(from.values<float>(), shape);
  return seen.to(where.options(), /*non_blocking=*/false, /*copy=*/true);
}

/// A copy as a plain tensor; F64 if the numbers are double, else F32.
[[nodiscard]] inline tensor from_torch(torch::Tensor const& from) {
  bool const is_double     = from.scalar_type() == torch::kFloat64;
  torch::Tensor const flat = from.detach().to(torch::kCPU, is_double ? torch::kFloat64 : torch::kFloat32).contiguous();
  tensor out{is_double ? dtype::f64 : dtype::f32, {flat.sizes().begin(), flat.sizes().end()}};
  auto const* const first = static_cast<std::byte const*>(flat.const_data_ptr());
  std::copy(first, first + out.bytes().size(), out.bytes().begin());
  return out;
}

}  // namespace regula::libtorch
