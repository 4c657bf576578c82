// SPDX-License-Identifier: MIT
// A rule that names its clauses and misspells what judges them: clause accuracy would silently be board accuracy.
#include <regula/core.hpp>

#include <array>
#include <span>

namespace rg = regula;

struct first_cell_is_one {
  static constexpr std::size_t cell_count = 4;
  static constexpr rg::token alphabet     = 2;
  static constexpr std::array<rg::clause_family, 1> clause_families{{{"first", 1}}};

  bool holds(rg::cells<4> x) const noexcept { return x[0] == 1; }
  void draw(auto& rng, rg::cells_out<4> x) const {
    for (rg::token& t : x)
      t = rg::pick(rng, alphabet);
    x[0] = 1;
  }
#ifdef REGULA_REPAIRED
  void judge(rg::cells<4> x, std::span<bool> verdicts) const noexcept { verdicts[0] = x[0] == 1; }
#else
  void judges(rg::cells<4> x, std::span<bool> verdicts) const noexcept { verdicts[0] = x[0] == 1; }
#endif
};

auto plan() { return rg::compose(first_cell_is_one{}, rg::dit<>{}, rg::denoising{}); }
