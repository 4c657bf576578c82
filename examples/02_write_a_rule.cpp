// SPDX-License-Identifier: MIT
// A rule of one's own: fifteen lines, no registration. Its laws are checked, an exact oracle
// says what can be reached, then a small network learns it.
//
// ctest: once
#include <regula/native.hpp>
#include <regula/testing/laws.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

namespace rg = regula;

/// Boards of D binary cells that read the same from both ends.
template <std::size_t D>
struct palindrome {
  static constexpr std::size_t cell_count = D;
  static constexpr rg::token alphabet     = 2;

  constexpr bool holds(rg::cells<D> x) const noexcept {
    return std::equal(x.begin(), x.begin() + D / 2, x.rbegin()) &&
           std::ranges::all_of(x, [](rg::token t) { return t < alphabet; });
  }

  constexpr void draw(auto& rng, rg::cells_out<D> x) const {
    for (std::size_t i = 0; i < (D + 1) / 2; ++i)
      x[i] = x[D - 1 - i] = rg::pick(rng, alphabet);
  }
};
static_assert(rg::check_rule<palindrome<12>>());  // whatever is missing is said here, in words

int main() {
  auto const broken = rg::laws::rule(palindrome<12>{});
  for (auto const& law : broken)
    fmt::print("{}\n", law);
  if (!broken.empty()) return 1;
  fmt::print("palindrome<12> keeps the laws of a rule\n");

  using model     = rg::dit<rg::size{.width = 32, .depth = 1, .heads = 4}>;
  auto const plan = rg::compose(palindrome<12>{}, model{}, rg::denoising{}, rg::rule_accuracy{}, rg::memorization{});
  rg::settings const settings{.train_size = 32, .steps = 1000, .rate = {.base = 4e-3}};
  auto run = rg::train(plan, settings, rg::native{});

  // What a perfect learner scores on these data: it copies no more than chance makes it.
  auto const [obeyed, copied] = rg::examine(palindrome<12>{},
                                            rg::denoising{},
                                            rg::population{rg::tabled(palindrome<12>{})},
                                            run.data(),
                                            settings.evaluation,
                                            settings.seed,
                                            rg::rule_accuracy{},
                                            rg::memorization{});
  fmt::print("a perfect learner: {:3.0f} % palindromes, {:3.0f} % copies\n",
             100 * obeyed.valid.share(),
             100 * copied.copied.share());

  for (auto const& step : run)
    if (step.evaluated())
      fmt::print("step {:4}: {:3.0f} % of the samples are palindromes, {:3.0f} % copies\n",
                 step.index,
                 100 * step.value<rg::rule_accuracy>().valid.share(),
                 100 * step.value<rg::memorization>().copied.share());
}
