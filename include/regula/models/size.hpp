// SPDX-License-Identifier: MIT
/// @file
/// The size of a transformer and the options of its kinds, and which of them are possible.
#pragma once

#include <regula/concepts/model.hpp>

#include <cstddef>
#include <string_view>

namespace regula {

/// What a cell attends to.
enum class attention {
  causal,         ///< earlier cells: a network of the next symbol, with a start symbol
  bidirectional,  ///< all cells: a network of hidden cells, with a mask symbol
};

/// The name of a kind of attention in records.
[[nodiscard]] constexpr std::string_view name_of(attention a) {
  switch (a) {
    case attention::causal:
      return "causal";
    case attention::bidirectional:
      return "bidirectional";
  }
  return "unknown";
}

/// The size of a transformer. A model refuses options that it does not read (code M9), so none is set in vain.
struct size {
  std::size_t width     = 64;                 ///< channels of a token (d)
  std::size_t depth     = 3;                  ///< blocks
  std::size_t heads     = 4;                  ///< attention heads; width / heads channels each
  double dropout        = 0;                  ///< gpt, uddm: share of entries dropped in training, in [0, 1)
  std::size_t condition = 128;                ///< uddm: width of the noise level's condition (K)
  attention attends     = attention::causal;  ///< gpt
  double deviation      = 0.02;               ///< gpt: standard deviation of the initial matrices and tables
};

namespace detail {

/// Options that not every transformer reads.
struct size_options {
  bool dropout = false, condition = false, attends = false, deviation = false;
};

/// The heads of a transformer, once its size is found to be possible and `Reads` all its options. (Assertions in the
/// body of a spec would make clang take the whole spec for broken and complain about all it lacks.)
template <size S, size_options Reads>
consteval head_set checked_heads(head_set heads) {
  constexpr size usual{};
  static_assert(S.depth > 0 && S.width > 0 && S.heads > 0,
                "[regula:M3] a transformer has width, depth and heads above zero");
  static_assert(S.heads == 0 || S.width % S.heads == 0, "[regula:M4] a transformer's width is divisible by its heads");
  static_assert(S.width % 4 == 0, "[regula:M5] a transformer's width is divisible by 4");
  static_assert(S.dropout >= 0 && S.dropout < 1, "[regula:M7] a transformer's dropout is in [0, 1)");
  static_assert(S.deviation > 0 && S.deviation < 1e6,
                "[regula:M8] the standard deviation of a transformer's start is above zero");
  static_assert((Reads.dropout || S.dropout == usual.dropout) && (Reads.condition || S.condition == usual.condition) &&
                    (Reads.attends || S.attends == usual.attends) &&
                    (Reads.deviation || S.deviation == usual.deviation),
                "[regula:M9] a size sets only options that its model reads: dropout is gpt's and uddm's, attends and "
                "deviation are gpt's, condition is uddm's");
  return heads;
}

}  // namespace detail

}  // namespace regula
