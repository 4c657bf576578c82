// SPDX-License-Identifier: MIT
// A probe without measure.
#include <regula/core.hpp>

namespace rg = regula;

struct silent {
  using result                           = int;
  static constexpr rg::probe_need needs  = rg::probe_need::samples;
  static constexpr std::string_view name = "silent";
#ifdef REGULA_REPAIRED
  int measure(auto const&) const { return 0; }
#endif
};
#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, silent{}); }
#else
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, silent{}); }
#endif
