// SPDX-License-Identifier: MIT
// A rule as an automaton: four members, and the library knows how many boards there are, draws them uniformly, and says
// what a perfect learner and a perfect copyist would predict.
//
// ctest: once
#include <regula/core.hpp>
#include <regula/testing/laws.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <vector>

namespace rg = regula;

/// Strings of D symbols 0 and 1 without three equal ones in a row.
template <std::size_t D>
struct no_three_equal {
  static constexpr std::size_t cell_count  = D;
  static constexpr rg::token alphabet      = 2;
  static constexpr std::size_t state_count = 5;  // 0: nothing read; 1, 2: so many 0 at the end; 3, 4: so many 1, plus 2

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t state, rg::token symbol) noexcept {
    std::size_t const first = symbol == 0 ? 1 : 3;
    if (state == first + 1) return rg::no_state;  // the third in a row
    return state == first ? first + 1 : first;
  }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
};

int main() {
  rg::automaton_rule const rule{no_three_equal<24>{}};
  for (auto const& law : rg::laws::rule(rule))
    fmt::print("{}\n", law);

  fmt::print("boards: {} of 2^24\n", *rule.population().exact);
  std::array<rg::token, 24> board{};
  rg::stream rng{7, rg::purpose::test, 0, 0};
  rule.draw(rng, board);
  fmt::print("one of them: ");
  for (rg::token const v : board)
    fmt::print("{}", v);

  rg::population const learner{rule};
  std::vector<double> next(2);
  rg::next_token_posterior(learner, std::vector<rg::token>{0, 1, 0}, next);
  fmt::print("\nafter 010 a perfect learner expects 1 with probability {:.4f}\n", next[1]);

  // The same samplers and probes that look at networks.
  auto const data    = rg::draw_split(rule, {.train = 1024}, 7);
  auto const copyist = rg::empirical_of(rule, data.training);
  auto const guesser = rg::independent_of(learner);
  auto const show    = [&](char const* name, auto const& oracle) {
    auto const [obeyed, copied] =
        rg::examine(rule, rg::denoising{}, oracle, data, {.samples = 512}, 7, rg::rule_accuracy{}, rg::memorization{});
    fmt::print("{:>8}: {:5.1f} % of its samples obey the rule, {:5.1f} % are copies\n",
               name,
               100 * obeyed.valid.share(),
               100 * copied.copied.share());
  };
  show("learner", learner);
  show("copyist", copyist);
  show("guesser", guesser);
}
