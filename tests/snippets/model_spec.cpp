// SPDX-License-Identifier: MIT
//! [doc]
#include <regula/core.hpp>

#include <fmt/core.h>

/// D(x) = A x, one matrix over all values of a board.
struct linear_denoiser {
  static constexpr regula::head_set heads = {regula::head::denoiser};
  static constexpr std::size_t parameter_count(regula::data_shape shape) { return shape.values() * shape.values(); }
};
static_assert(regula::check_model<linear_denoiser>());
static_assert(regula::Trains<regula::denoising<>, linear_denoiser>);

int main() {
  using mini = regula::dit<regula::size{.width = 384, .depth = 6, .heads = 6}>;
  constexpr regula::data_shape bits{.board = {6, 6}, .channels = 1, .alphabet = 2};

  fmt::print("linear: {} parameters, dit: {}\n", linear_denoiser::parameter_count(bits), mini::parameter_count(bits));
  for (auto const& tensor : mini::tensors(bits))
    if (tensor.name.starts_with("blocks.0.attention"))
      fmt::print("{}: {} numbers\n", tensor.name, tensor.element_count());
}
//! [doc]
