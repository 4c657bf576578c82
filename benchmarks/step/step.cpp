// SPDX-License-Identifier: MIT
// Times one training step, or one sampling of a batch, of one network on one engine. Reads lines `CASE THREADS SECONDS`
// and answers each with the smallest time in milliseconds. Built once per engine, network and size:
//   -DBENCH_NET -DBENCH_WIDTH -DBENCH_DEPTH -DBENCH_HEADS -DBENCH_BATCH, and -DBENCH_TORCH=0|1.
#include <regula/core.hpp>
#include <regula/models/gpt.hpp>
#include <regula/models/uddm.hpp>
#include <regula/objectives/masked_diffusion.hpp>
#include <regula/objectives/next_token.hpp>
#include <regula/objectives/uniform_diffusion.hpp>

#if BENCH_TORCH
#include <regula/torch.hpp>
#else
#include <regula/native.hpp>
#endif

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <limits>
#include <string>

namespace rg = regula;

namespace {

#if BENCH_TORCH
auto engine(int threads) { return rg::torch_cpu{.threads = threads}; }
#else
auto engine(int threads) { return rg::native{.threads = threads}; }
#endif

constexpr std::size_t batch = BENCH_BATCH;

constexpr rg::size sizes{.width = BENCH_WIDTH, .depth = BENCH_DEPTH, .heads = BENCH_HEADS};

/// All boards: what a step costs does not depend on the data.
template <std::size_t D, rg::token V>
struct any_board {
  static constexpr std::size_t cell_count = D;
  static constexpr rg::token alphabet     = V;

  static bool holds(rg::cells<D>) noexcept { return true; }
  void draw(auto& rng, rg::cells_out<D> x) const {
    for (rg::token& t : x)
      t = rg::pick(rng, V);
  }
};

// What is trained: BENCH_NET names one of these.
[[maybe_unused]] auto dit() { return rg::compose(rg::group_parity<36, 3>{}, rg::dit<sizes>{}, rg::denoising{}); }
[[maybe_unused]] auto uddm() { return rg::compose(any_board<64, 27>{}, rg::uddm<sizes>{}, rg::uniform_diffusion{}); }
[[maybe_unused]] auto gpt() { return rg::compose(rg::group_parity<36, 3>{}, rg::gpt<sizes>{}, rg::next_token{}); }
[[maybe_unused]] auto bidirectional() {
  constexpr rg::size both{
      .width = BENCH_WIDTH, .depth = BENCH_DEPTH, .heads = BENCH_HEADS, .attends = rg::attention::bidirectional};
  return rg::compose(any_board<21, 2>{}, rg::gpt<both>{}, rg::masked_diffusion<>{});
}

auto start(int threads) {
  rg::settings settings{.train_size = 1024, .steps = 1'000'000'000, .batch = batch, .rate = {.base = 1e-4}};
  settings.evaluation.schedule = {};
  return rg::train(BENCH_NET(), settings, engine(threads));
}

template <class Work>
double smallest_ms(Work&& work, double seconds) {
  using clock        = std::chrono::steady_clock;
  auto const now     = [] { return std::chrono::duration<double>(clock::now().time_since_epoch()).count(); };
  double best        = std::numeric_limits<double>::infinity();
  double const begin = now();
  for (int rounds = 0; rounds < 2 || now() - begin < seconds; ++rounds) {
    double const before = now();
    work();
    best = std::min(best, now() - before);
  }
  return 1e3 * best;
}

}  // namespace

int main() {
  std::string name;
  int threads    = 0;
  double seconds = 0;
  while (std::cin >> name >> threads >> seconds) {
    auto run = start(threads);
    auto it  = run.begin();
    for (int warm = 0; warm < 2; ++warm)
      ++it;
    bool const draws = name.starts_with("heun-") || name.starts_with("ancestral-");
    double const ms =
        draws ? smallest_ms([&] { (void)run.samples(batch); }, seconds) : smallest_ms([&] { ++it; }, seconds);
    fmt::print("{}\n", ms);
    std::fflush(stdout);
  }
}
