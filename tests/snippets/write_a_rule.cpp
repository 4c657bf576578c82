// SPDX-License-Identifier: MIT
#include <regula/core.hpp>
#include <regula/testing/laws.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace plain {

//! [minimal]
/// Boards of D binary cells that read the same from both ends.
template <std::size_t D>
struct palindrome {
  static constexpr std::size_t cell_count = D;
  static constexpr regula::token alphabet = 2;

  constexpr bool holds(regula::cells<D> x) const noexcept {
    return std::equal(x.begin(), x.begin() + D / 2, x.rbegin()) &&
           std::ranges::all_of(x, [](regula::token t) { return t < alphabet; });
  }

  constexpr void draw(auto& rng, regula::cells_out<D> x) const {
    for (std::size_t i = 0; i < (D + 1) / 2; ++i)
      x[i] = x[D - 1 - i] = regula::pick(rng, alphabet);
  }
};
static_assert(regula::check_rule<palindrome<12>>());
//! [minimal]

}  // namespace plain

//! [refined]
template <std::size_t D>
struct palindrome : plain::palindrome<D> {
  static constexpr std::string_view name = "palindrome";
  static constexpr std::array<regula::clause_family, 1> clause_families{{{"pairs", D / 2}}};
  static constexpr std::array<regula::parameter, 1> parameters() { return {{{"cells", D}}}; }

  constexpr void judge(regula::cells<D> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t i = 0; i < D / 2; ++i)
      verdicts[i] = x[i] == x[D - 1 - i] && x[i] < 2;
  }

  regula::population_size population() const { return regula::population_size::power(2, (D + 1) / 2); }
};
static_assert(regula::HasClauses<palindrome<12>> && regula::Counted<palindrome<12>>);
//! [refined]

//! [biased]
/// A slip in `draw`: cell 0 is drawn again after it was mirrored, so half of the draws break the rule.
struct slipped : palindrome<12> {
  void draw(auto& rng, regula::cells_out<12> x) const {
    palindrome<12>::draw(rng, x);
    x[0] = regula::pick(rng, alphabet);
  }
};
//! [biased]

int main() {
  //! [laws]
  fmt::print("{} broken laws\n", regula::laws::rule(palindrome<12>{}).size());
  for (auto const& sentence : regula::laws::rule(slipped{}, {.draws = 64}))
    fmt::print("{}\n", sentence);
  //! [laws]
}
