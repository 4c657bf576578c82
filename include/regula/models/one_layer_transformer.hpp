// SPDX-License-Identifier: MIT
/// @file
/// The spec of a transformer of one layer and one head with merged matrices, as theory writes it.
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

/// f_j = out.weight relu(hidden.weight X softmax(X^T attention.weight X)_j): one number a cell.
///
/// X [3T, T] has the column e(b_j T + j) for cell j; b is 0 for symbol 0, 1 for a hidden cell, 2 for symbol 1. The
/// softmax runs over the rows i of each column j. `one_layer_transformer<reduced{.hidden = 64}>`.
/// The paper states no start; here all matrices are uniform(-1/sqrt(in), 1/sqrt(in)).
/// Requires  two symbols; hidden > 0
/// Codes     M9 M11 (docs/diagnostics.md)
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, section 3.2
template <reduced R = reduced{}>
struct one_layer_transformer {
  static constexpr reduced dimensions    = R;
  static constexpr head_set heads        = detail::checked_heads<R, false>({head::predictions});
  static constexpr std::string_view name = "one_layer_transformer";

  static constexpr std::array<parameter, 1> parameters() { return {{{"hidden", R.hidden}}}; }

  /// Trained scalars for data of this shape.
  static constexpr std::size_t parameter_count(data_shape data) {
    std::size_t const in = 3 * data.cells();
    return in * in + R.hidden * in + R.hidden;
  }

  /// The trained tensors in the order both engines use. Matrices are [out, in].
  static std::vector<tensor_spec> tensors(data_shape data) {
    std::size_t const in = 3 * data.cells();
    auto const bound     = [](std::size_t n) { return initial_law::uniform(1 / std::sqrt(static_cast<double>(n))); };
    return {{"attention.weight", {in, in}, bound(in)},
            {"hidden.weight", {R.hidden, in}, bound(in)},
            {"out.weight", {1, R.hidden}, bound(R.hidden)}};
  }
};

}  // namespace regula
