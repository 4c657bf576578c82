// SPDX-License-Identifier: MIT
// Peak memory of a native run against the formula `bytes(threads, batch, average)` of its trainer, as a JSON line.
// Built once per size: -DBENCH_WIDTH -DBENCH_DEPTH -DBENCH_HEADS -DBENCH_BATCH; the argument is the number of threads.
#include <regula/native.hpp>

#include <fmt/core.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdlib>

namespace rg = regula;

namespace {

constexpr rg::size sizes{.width = BENCH_WIDTH, .depth = BENCH_DEPTH, .heads = BENCH_HEADS};
constexpr std::size_t batch = BENCH_BATCH;

double peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  int const threads   = argc > 1 ? std::atoi(argv[1]) : 1;
  double const before = peak_mb();
  rg::settings settings{.train_size = 1024, .steps = 3, .batch = batch, .rate = {.base = 1e-4}};
  settings.evaluation.schedule = {};
  auto run                     = rg::train(rg::compose(rg::group_parity<36, 3>{}, rg::dit<sizes>{}, rg::denoising{}),
                       settings,
                       rg::native{.threads = threads});
  for (auto const& step : run)
    (void)step;
  using net = rg::nn::net_of<rg::dit<sizes>, rg::data_shape{{6, 6}, 1, 2}, float, xsimd::default_arch>::type;
  double const formula =
      static_cast<double>(net::bytes(static_cast<std::size_t>(threads), batch, false)) / (1024 * 1024);
  fmt::print(
      R"({{"bench": "memory", "case": "dit {}x{}x{}, batch {}", "threads": {}, "program_mb": {:.1f}, "formula_mb": {:.1f}, "peak_mb": {:.1f}}})"
      "\n",
      sizes.width,
      sizes.depth,
      sizes.heads,
      batch,
      threads,
      before,
      formula,
      peak_mb());
}
