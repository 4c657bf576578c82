// SPDX-License-Identifier: MIT
/// @file
/// The GPT spec: a transformer of symbols with learned positions, causal for the next symbol or bidirectional for
/// hidden cells.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/models/size.hpp>
#include <regula/models/tensor_spec.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// A transformer of W = V + 1 symbols whose table is its output matrix too: `gpt<size{.width = 64, .depth = 3}>`.
///
/// Symbol V is the start before the first cell where attention is causal, and the mask of hidden cells where it is
/// bidirectional: `gpt<size{.attends = attention::bidirectional}>`. Dropout acts on token plus position, on attention
/// probabilities and on both branches of a block.
/// Requires  width divisible by 4 and by heads; depth > 0
/// Codes     M3 M4 M5 M7 M8 M9 (docs/diagnostics.md)
/// Source    Radford et al. 2019 (GPT-2); docs/notation.md for tensor names
template <size S = size{}>
struct gpt {
  static constexpr size dimensions = S;
  static constexpr head_set heads  = detail::checked_heads<S, {.dropout = true, .attends = true, .deviation = true}>(
      {S.attends == attention::causal ? head::causal_logits : head::logits});
  static constexpr std::string_view name = "gpt";

  static constexpr std::array<parameter, 6> parameters() {
    return {{{"width", S.width},
             {"depth", S.depth},
             {"heads", S.heads},
             {"attends", name_of(S.attends)},
             {"dropout", S.dropout},
             {"deviation", S.deviation}}};
  }

  /// Trained scalars for data of this shape.
  static constexpr std::size_t parameter_count(data_shape data) {
    constexpr std::size_t d = S.width;
    auto const linear       = [](std::size_t in, std::size_t out) { return in * out + out; };
    std::size_t const block = 4 * d + linear(d, 3 * d) + linear(d, d) + linear(d, 4 * d) + linear(4 * d, d);
    return (data.alphabet + std::size_t{1}) * d + data.cells() * d + S.depth * block + 2 * d;
  }

  /// The trained tensors in the order both engines use. Matrices are [out, in].
  static std::vector<tensor_spec> tensors(data_shape data) {
    constexpr std::size_t d = S.width;
    auto const matrix       = initial_law::normal(S.deviation);
    auto const last         = initial_law::normal(S.deviation / std::sqrt(2.0 * static_cast<double>(S.depth)));
    std::vector<tensor_spec> list;
    auto const linear = [&list](std::string name, std::size_t out, std::size_t in, initial_law weight) {
      list.push_back({name + ".weight", {out, in}, weight});
      list.push_back({std::move(name) + ".bias", {out}, initial_law::constant(0)});
    };
    auto const norm = [&list](std::string name) {
      list.push_back({name + ".weight", {d}, initial_law::constant(1)});
      list.push_back({std::move(name) + ".bias", {d}, initial_law::constant(0)});
    };
    list.push_back({"token.weight", {data.alphabet + std::size_t{1}, d}, matrix});
    list.push_back({"position.weight", {data.cells(), d}, matrix});
    for (std::size_t i = 0; i < S.depth; ++i) {
      std::string block{"blocks."};
      block += std::to_string(i) + '.';
      norm(block + "norm1");
      linear(block + "attention.qkv", 3 * d, d, matrix);
      linear(block + "attention.out", d, d, last);
      norm(block + "norm2");
      linear(block + "mlp.0", 4 * d, d, matrix);
      linear(block + "mlp.1", d, 4 * d, last);
    }
    norm("norm");
    return list;
  }
};

}  // namespace regula
