// SPDX-License-Identifier: MIT
// A probe that measures rules of other sizes only.
#include <regula/core.hpp>

namespace rg = regula;

struct squares {
  using result                           = int;
  static constexpr rg::probe_need needs  = rg::probe_need::samples;
  static constexpr std::string_view name = "squares";

  template <class R, class V>
#ifndef REGULA_REPAIRED
    requires(R::cell_count == 16)
#endif
  int measure(rg::evaluation<R, V> const&) const {
    return 0;
  }
};
#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, squares{}); }
#else
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, squares{}); }
#endif
