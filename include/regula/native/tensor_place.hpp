// SPDX-License-Identifier: MIT
/// @file
/// Where the entries of a named tensor lie in the flat array of parameters.
#pragma once

#include <regula/native/simd.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace regula::nn {

/// A part of a linear layer's outputs that has a name of its own: the outputs [first, first + count) of `name`.
struct output_slice {
  std::string name;
  int first;
  int count;
};

/// Where the input of a product and the gradient of its output lie in a workspace.
struct product_ends {
  std::size_t input, d_output;
};

/// A linear layer of a net: its names, and where its weights, its input and the gradient of its output lie.
struct linear_site {
  std::vector<output_slice> slices;
  std::size_t weights, transposed;
  std::size_t input, d_output;               ///< in a workspace; not used by the layers of a condition
  std::optional<product_ends> tied = {};     ///< of a second use of the same weights, whose gradient is added
  bool is_table                    = false;  ///< named as a table [in, out]: a row for each input
};

/// Trained numbers that are no matrix of a product: [n] in one piece, or a matrix with rows `row` apart.
struct direct_site {
  std::string name;
  std::vector<std::size_t> shape;
  std::size_t offset;  ///< from Net::direct_at
  std::size_t row;     ///< 1 for a vector
};

/// A matrix [out, in] inside the panels of a linear layer, a bias [out], or a direct parameter.
struct tensor_place {
  std::string name;
  std::vector<std::size_t> shape;  ///< [out, in] or [out]
  std::size_t offset;              ///< of the layer's weight, or of its bias
  axis in, out;                    ///< of the layer; in = {1, 1} for a bias
  int first_output;
  int inputs;             ///< rows of a panel
  int panel;              ///< columns of a panel; 1 for a bias
  int width;              ///< entries of a vector
  bool is_table = false;  ///< the tensor is [in, out]

  [[nodiscard]] std::size_t element_count() const {
    std::size_t n = 1;
    for (std::size_t const s : shape)
      n *= s;
    return n;
  }

  /// Index in the flat array of entry i in row-major order.
  [[nodiscard]] std::size_t at(std::size_t i) const {
    auto const columns = std::size_t(is_table ? out.count() : in.count());
    int const row = int(i / columns), column = int(i % columns);
    auto const o = std::size_t(place(out, first_output + (is_table ? column : row), width));
    auto const k = std::size_t(place(in, is_table ? row : column, width));
    auto const p = std::size_t(panel);
    return offset + o / p * std::size_t(inputs) * p + k * p + o % p;
  }
};

/// Adds weight and bias, if it has one, of the slices of layer L, which starts at `offset`, to the list.
///
/// Requires  a table is one slice
template <class V, class L>
void add_tensors(std::vector<tensor_place>& list,
                 std::vector<output_slice> const& slices,
                 std::size_t offset,
                 bool is_table = false) {
  for (auto const& s : slices) {
    auto const out = std::size_t(s.count), in = std::size_t(L::in_axis.count());
    list.push_back({s.name + ".weight",
                    {is_table ? in : out, is_table ? out : in},
                    offset,
                    L::in_axis,
                    L::out_axis,
                    s.first,
                    L::inputs,
                    L::panel,
                    V::width,
                    is_table});
    if (L::has_bias)
      list.push_back({s.name + ".bias", {out}, offset + L::bias_offset, {1, 1}, L::out_axis, s.first, 1, 1, V::width});
  }
}

/// The place of a direct parameter; `direct_at` is where these start.
[[nodiscard]] inline tensor_place place_of(direct_site const& s, std::size_t direct_at) {
  bool const is_matrix = s.shape.size() == 2;
  axis const out{1, static_cast<int>(s.shape[0])}, in{1, is_matrix ? static_cast<int>(s.shape[1]) : 1};
  return {s.name, s.shape, direct_at + s.offset, in, out, 0, static_cast<int>(s.row), 1, 1};
}

}  // namespace regula::nn
