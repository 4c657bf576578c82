// SPDX-License-Identifier: MIT
// An encoding of two symbols, and a rule over three.
#include <regula/core.hpp>

namespace rg = regula;

struct three_symbols {
  static constexpr std::size_t cell_count = 4;
#ifdef REGULA_REPAIRED
  static constexpr rg::token alphabet = 2;
#else
  static constexpr rg::token alphabet = 3;
#endif
  bool holds(rg::cells<4>) const noexcept { return true; }
  void draw(auto&, rg::cells_out<4>) const {}
};
#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(three_symbols{}, rg::dit<>{}, rg::denoising{}); }
#else
auto plan() { return rg::compose(three_symbols{}, rg::dit<>{}, rg::denoising{}); }
#endif
