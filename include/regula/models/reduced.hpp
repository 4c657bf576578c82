// SPDX-License-Identifier: MIT
/// @file
/// The size of the reduced networks of the k-parity theory and its options.
#pragma once

#include <regula/concepts/model.hpp>

#include <cstddef>

namespace regula {

/// The size of a network without depth: one layer of hidden units.
struct reduced {
  std::size_t hidden = 256;    ///< hidden units (D)
  bool mean          = false;  ///< uniform_attention_mlp: the sum over cells is divided by their number
  bool bias          = false;  ///< uniform_attention_mlp: hidden units have a bias
};

namespace detail {

/// The heads of a reduced network, once its size is found to be possible.
template <reduced R, bool ReadsOptions>
consteval head_set checked_heads(head_set heads) {
  static_assert(R.hidden > 0, "[regula:M11] a reduced network has hidden units");
  static_assert(ReadsOptions || (!R.mean && !R.bias),
                "[regula:M9] a reduced network sets only options that it reads: mean and bias are "
                "uniform_attention_mlp's");
  return heads;
}

}  // namespace detail

}  // namespace regula
