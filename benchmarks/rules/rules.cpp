// SPDX-License-Identifier: MIT
// Times rules, data sets and oracles on one core. One JSON line a number: what, the best of several rounds, its unit,
// and what it shall reach ("at_least" or "at_most"), where something is asked for.
#include <regula/core.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

/// The smallest time of `rounds` calls in seconds.
template <class Work>
double smallest_seconds(int rounds, Work const& work) {
  using clock = std::chrono::steady_clock;
  double best = 1e300;
  for (int i = 0; i < rounds; ++i) {
    auto const before = clock::now();
    work(i);
    best = std::min(best, std::chrono::duration<double>(clock::now() - before).count());
  }
  return best;
}

void report(std::string const& what, double value, std::string const& unit, std::string const& bound = "") {
  fmt::print(R"({{"what": "{}", "value": {:.4g}, "unit": "{}"{}}})"
             "\n",
             what,
             value,
             unit,
             bound);
}

/// Cells that an oracle denoises in a second, in batches of 256 noisy boards of its own.
template <rg::Rule R, rg::Oracle O, rg::Encoding E>
void time_denoiser(
    std::string const& what, R const& rule, O const& oracle, E const& encoding, std::string const& bound = "") {
  constexpr std::size_t boards = 256;
  rg::oracle_denoiser const denoise{oracle, encoding};
  for (double const sigma : {0.05, 0.5, 5.0}) {
    std::vector<double> x(boards * denoise.values()), out(x.size());
    std::array<rg::token, R::cell_count> board{};
    for (std::size_t i = 0; i < boards; ++i) {
      rg::stream rng{1, rg::purpose::test, 0, i};
      rule.draw(rng, board);
      auto const row = std::span{x}.subspan(i * denoise.values(), denoise.values());
      rg::fill_normal(rng, row);
      std::size_t const channels = denoise.values() / R::cell_count;
      std::vector<double> code(channels);
      for (std::size_t cell = 0; cell < R::cell_count; ++cell) {
        auto const codes = rg::codes_of(encoding, R::alphabet);
        for (std::size_t k = 0; k < channels; ++k)
          row[cell * channels + k] = codes[board[cell] * channels + k] + sigma * row[cell * channels + k];
      }
    }
    double const seconds =
        smallest_seconds(20, [&](int) { denoise(std::span<double const>{x}, sigma, std::span<double>{out}); });
    report(fmt::format("denoise {}, sigma {}", what, sigma),
           static_cast<double>(boards * R::cell_count) / seconds / 1e6,
           "million cells/s",
           bound);
  }
}

/// Seconds for this many draws; `distinct` asks that none comes twice.
template <rg::Rule R>
void time_draws(
    std::string const& what, R const& rule, std::size_t draws, bool distinct, std::string const& bound = "") {
  std::size_t different = 0;
  double const seconds  = smallest_seconds(5, [&](int round) {
    rg::board_index<R::cell_count> seen;
    std::array<rg::token, R::cell_count> board{};
    for (std::size_t i = 0; i < draws; ++i) {
      rg::stream rng{static_cast<std::uint64_t>(round), rg::purpose::test, 0, i};
      rule.draw(rng, board);
      seen.insert(board);
    }
    different = seen.distinct();
  });
  if (distinct && different != draws) fmt::print("only {} of {} boards are different\n", different, draws);
  report(fmt::format("draw {} of {}", draws, what), seconds, "s", bound);
}

}  // namespace

int main() {
  time_denoiser("population of group_parity<36, 6>",
                rg::group_parity<36, 6>{},
                rg::population{rg::group_parity<36, 6>{}},
                rg::pm1{},
                R"(, "at_least": 10)");
  time_denoiser("population of exact_k<36, 6>", rg::exact_k<36, 6>{}, rg::population{rg::exact_k<36, 6>{}}, rg::pm1{});
  time_denoiser(
      "population of latin_square<4>", rg::latin_square<4>{}, rg::population{rg::latin_square<4>{}}, rg::scalar{});
  rg::group_parity<36, 3> const parity;
  auto const training = rg::draw_split(parity, {512}, 1).training;
  time_denoiser("512 boards of group_parity<36, 3>", parity, rg::empirical_of(parity, training), rg::pm1{});

  time_draws("latin_square<6>", rg::latin_square<6>{}, 10'000, false, R"(, "at_most": 1)");
  time_draws("latin_square<9>", rg::latin_square<9>{}, 1'000, true);
  time_draws("sudoku<6, 2, 3>", rg::sudoku<6, 2, 3>{}, 10'000, false);
  time_draws("sudoku<9, 3, 3>", rg::sudoku<9, 3, 3>{}, 1'000, true, R"(, "at_most": 2)");
  time_draws("both(group_parity<12, 3>, exact_k<12, 6>)",
             rg::both(rg::group_parity<12, 3>{}, rg::exact_k<12, 6>{}),
             10'000,
             false);

  double const seconds = smallest_seconds(5, [&](int round) {
    auto const data = rg::draw_split(parity, {65'536}, static_cast<std::uint64_t>(round));
    if (data.index_of_training.distinct() != 65'536) fmt::print("boards are missing\n");
  });
  report("training set of 65,536 distinct boards of group_parity<36, 3> with its index",
         seconds,
         "s",
         R"(, "at_most": 0.2)");
}
