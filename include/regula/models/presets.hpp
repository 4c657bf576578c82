// SPDX-License-Identifier: MIT
/// @file
/// The sizes of published networks under their names: `dit<sizes::dit_mini>`, `gpt<sizes::gpt_b>`.
#pragma once

#include <regula/models/size.hpp>

/// Sizes of published networks. The parameters counted are those for the data they were published with.
namespace regula::sizes {

// arXiv:2605.10019, 6 x 6 boards of two symbols. The published dit has one learned constant vector of the width more,
// which changes nothing that can be learned; the published gpt has a table of 40 positions.
inline constexpr size dit_nano{.width = 384, .depth = 3, .heads = 6};                  ///< 8.52 M
inline constexpr size dit_mini{.width = 384, .depth = 6, .heads = 6};                  ///< 16.50 M
inline constexpr size dit_s{.width = 384, .depth = 12, .heads = 6};                    ///< 32.46 M
inline constexpr size dit_b{.width = 768, .depth = 12, .heads = 12};                   ///< 129.5 M
inline constexpr size gpt_nano{.width = 384, .depth = 3, .heads = 6, .dropout = 0.1};  ///< 5.34 M
inline constexpr size gpt_mini{.width = 384, .depth = 6, .heads = 6, .dropout = 0.1};  ///< 10.66 M
inline constexpr size gpt_b{.width = 768, .depth = 12, .heads = 12, .dropout = 0.1};   ///< 85.1 M

// arXiv:2604.26841, 30,522 symbols, condition width 128.
inline constexpr size uddm_tiny{.width = 256, .depth = 8, .heads = 8, .dropout = 0.1};       ///< 23,664,442
inline constexpr size uddm_small{.width = 768, .depth = 12, .heads = 12, .dropout = 0.1};    ///< 139,292,986
inline constexpr size uddm_medium{.width = 1024, .depth = 24, .heads = 16, .dropout = 0.1};  ///< 384,037,946

}  // namespace regula::sizes
