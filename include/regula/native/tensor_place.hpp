// SPDX-License-Identifier: MIT
/// @file
/// Where the entries of a named tensor lie in the flat array of parameters.
#pragma once

#include <regula/native/simd.hpp>

#include <cstddef>
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

/// A matrix [out, in] inside the panels of a linear layer, or a bias [out].
struct tensor_place {
  std::string name;
  std::vector<std::size_t> shape;  ///< [out, in] or [out]
  std::size_t offset;              ///< of the layer's weight, or of its bias
  axis in, out;                    ///< of the layer; in = {1, 1} for a bias
  int first_output;
  int inputs;  ///< rows of a panel
  int panel;   ///< columns of a panel; 1 for a bias
  int width;   ///< entries of a vector

  [[nodiscard]] std::size_t element_count() const {
    std::size_t n = 1;
    for (std::size_t const s : shape)
      n *= s;
    return n;
  }

  /// Index in the flat array of entry i in row-major order.
  [[nodiscard]] std::size_t at(std::size_t i) const {
    auto const columns = std::size_t(in.count());
    auto const o       = std::size_t(place(out, first_output + int(i / columns), width));
    auto const k       = std::size_t(place(in, int(i % columns), width));
    auto const p       = std::size_t(panel);
    return offset + o / p * std::size_t(inputs) * p + k * p + o % p;
  }
};

/// Adds weight and bias of the slices of layer L, which starts at `offset`, to the list.
template <class V, class L>
void add_tensors(std::vector<tensor_place>& list, std::vector<output_slice> const& slices, std::size_t offset) {
  for (auto const& s : slices) {
    auto const out = std::size_t(s.count), in = std::size_t(L::in_axis.count());
    list.push_back(
        {s.name + ".weight", {out, in}, offset, L::in_axis, L::out_axis, s.first, L::inputs, L::panel, V::width});
    list.push_back({s.name + ".bias", {out}, offset + L::bias_offset, {1, 1}, L::out_axis, s.first, 1, 1, V::width});
  }
}

}  // namespace regula::nn
