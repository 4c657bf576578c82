// SPDX-License-Identifier: MIT
// A rule that does not judge: compose() points to check_rule.
#include <regula/core.hpp>

namespace rg = regula;

struct candidate {
  static constexpr std::size_t cell_count = 4;
  static constexpr rg::token alphabet     = 2;
#ifdef REGULA_REPAIRED
  bool holds(rg::cells<4>) const noexcept { return true; }
#endif
  void draw(auto&, rg::cells_out<4>) const {}
};
#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(candidate{}, rg::dit<>{}, rg::denoising{}); }
#else
auto plan() { return rg::compose(candidate{}, rg::dit<>{}, rg::denoising{}); }
#endif
