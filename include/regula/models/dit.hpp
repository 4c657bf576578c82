// SPDX-License-Identifier: MIT
/// @file
/// The diffusion transformer (DiT) spec: a denoiser with adaptive layer norms, one cell a token.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/models/size.hpp>
#include <regula/models/tensor_spec.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// DiT with adaLN-Zero conditioning on the noise scale, patch size 1, fixed sine-cosine positions of the board.
///
/// The spec is a template argument so that every shape is a constant: `dit<size{.width = 64, .depth = 3, .heads = 4}>`.
/// Requires  width divisible by 4 and by heads; depth > 0
/// Codes     M3 M4 M5 M9 (docs/diagnostics.md)
/// Source    Peebles and Xie 2023, "Scalable diffusion models with transformers"; docs/notation.md for tensor names
template <size S = size{}>
struct dit {
  static constexpr size dimensions            = S;
  static constexpr head_set heads             = detail::checked_heads<S, {}>({head::denoiser});
  static constexpr std::string_view name      = "dit";
  static constexpr std::size_t noise_features = 256;  ///< sine and cosine features of the noise scale

  static constexpr std::array<parameter, 3> parameters() {
    return {{{"width", S.width}, {"depth", S.depth}, {"heads", S.heads}}};
  }

  /// Trained scalars for data of this shape.
  static constexpr std::size_t parameter_count(data_shape data) {
    constexpr std::size_t d = S.width;
    auto const linear       = [](std::size_t in, std::size_t out) { return in * out + out; };
    std::size_t const block = linear(d, 6 * d) + linear(d, 3 * d) + linear(d, d) + linear(d, 4 * d) + linear(4 * d, d);
    return linear(data.channels, d) + linear(noise_features, d) + linear(d, d) + S.depth * block + linear(d, 2 * d) +
           linear(d, data.channels);
  }

  /// The trained tensors in the order both engines use. Matrices are [out, in].
  static std::vector<tensor_spec> tensors(data_shape data) {
    constexpr std::size_t d = S.width;
    std::vector<tensor_spec> list;
    auto const linear = [&list](std::string name, std::size_t out, std::size_t in, initial_law weight) {
      list.push_back({name + ".weight", {out, in}, weight});
      list.push_back({std::move(name) + ".bias", {out}, initial_law::constant(0)});
    };
    auto const xavier = [&linear](std::string name, std::size_t out, std::size_t in) {
      linear(std::move(name), out, in, initial_law::xavier(out, in));
    };
    xavier("embed", d, data.channels);
    linear("noise.0", d, noise_features, initial_law::normal(0.02));
    linear("noise.1", d, d, initial_law::normal(0.02));
    for (std::size_t i = 0; i < S.depth; ++i) {
      std::string block{"blocks."};
      block += std::to_string(i) + '.';
      linear(block + "modulation", 6 * d, d, initial_law::constant(0));
      xavier(block + "attention.qkv", 3 * d, d);
      xavier(block + "attention.out", d, d);
      xavier(block + "mlp.0", 4 * d, d);
      xavier(block + "mlp.1", d, 4 * d);
    }
    linear("head.modulation", 2 * d, d, initial_law::constant(0));
    linear("head.out", data.channels, d, initial_law::constant(0));
    return list;
  }
};

}  // namespace regula
