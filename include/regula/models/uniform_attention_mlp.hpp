// SPDX-License-Identifier: MIT
/// @file
/// The spec of an MLP on a sum over cells: a transformer of one layer whose attention is held uniform.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/models/reduced.hpp>
#include <regula/models/tensor_spec.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

namespace regula {

/// f = out.weight relu(hidden.weight z), z = sum over cells j of e(b_j T + j); b is 0 for symbol 0, 1 for a hidden
/// cell, 2 for symbol 1. The one number is the prediction at every cell: `uniform_attention_mlp<reduced{.hidden =
/// 64}>`.
///
/// The paper states no start; here weights and bias are uniform(-1/sqrt(in), 1/sqrt(in)).
/// Requires  two symbols; hidden > 0
/// Codes     M11 (docs/diagnostics.md)
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, section 4.1
template <reduced R = reduced{}>
struct uniform_attention_mlp {
  static constexpr reduced dimensions    = R;
  static constexpr head_set heads        = detail::checked_heads<R, true>({head::predictions});
  static constexpr std::string_view name = "uniform_attention_mlp";

  static constexpr std::array<parameter, 3> parameters() {
    return {{{"hidden", R.hidden}, {"mean", R.mean}, {"bias", R.bias}}};
  }

  /// Trained scalars for data of this shape.
  static constexpr std::size_t parameter_count(data_shape data) {
    return R.hidden * 3 * data.cells() + (R.bias ? R.hidden : 0) + R.hidden;
  }

  /// The trained tensors in the order both engines use. Matrices are [out, in].
  static std::vector<tensor_spec> tensors(data_shape data) {
    std::size_t const in = 3 * data.cells();
    auto const bound     = [](std::size_t n) { return initial_law::uniform(1 / std::sqrt(static_cast<double>(n))); };
    std::vector<tensor_spec> list{{"hidden.weight", {R.hidden, in}, bound(in)}};
    if (R.bias) list.push_back({"hidden.bias", {R.hidden}, bound(in)});
    list.push_back({"out.weight", {1, R.hidden}, bound(R.hidden)});
    return list;
  }
};

}  // namespace regula
