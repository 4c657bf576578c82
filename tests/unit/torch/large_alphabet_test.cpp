// SPDX-License-Identifier: MIT
#include <regula/models/presets.hpp>
#include <regula/random/draws.hpp>
#include <regula/testing/detail/golden_plan.hpp>
#include <regula/torch.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

/// A line of /proc in kB, e.g. `VmHWM` of /proc/self/status; 0 where there is none.
std::size_t kilobytes(char const* file, std::string const& key) {
  std::ifstream in{file};
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key + ':')) return std::stoul(line.substr(key.size() + 1));
  return 0;
}

}  // namespace

TEST_CASE("the smallest published UDDM of 30,522 symbols takes a step, in less than 24 GiB") {
  constexpr std::size_t gib = std::size_t{1} << 20;  // in kB
  if (kilobytes("/proc/meminfo", "MemAvailable") < 8 * gib) {
    MESSAGE("skipped: less than 8 GiB of memory are free");
    return;
  }
  constexpr rg::data_shape shape{{1, 128}, 1, 30522};
  using model = rg::uddm<rg::sizes::uddm_tiny>;
  static_assert(model::parameter_count(shape) == 23'664'442);
  auto const plan = rg::compose(rg::golden::detail::all_boards<shape>{}, model{}, rg::uniform_diffusion{});
  auto trainer    = rg::torch_cpu{}.trainer(plan, {.rate = {.base = 3e-4}, .clip = 1});
  rg::batch clean{shape, 8, std::vector<rg::token>(8 * shape.cells()), {}};
  rg::stream rng{1, rg::purpose::test, 0, 0};
  for (rg::token& t : clean.boards)
    t = rg::pick(rng, shape.alphabet);
  auto const corruption = rg::corrupt(plan.objective, clean, {1, rg::purpose::corruption, 0});
  double const before   = trainer.gradient(clean, corruption);
  trainer.apply(0);
  double const after = trainer.gradient(clean, corruption);
  CHECK(std::isfinite(before));
  CHECK(after < before);
  auto const peak = kilobytes("/proc/self/status", "VmHWM");
  MESSAGE("peak memory " << static_cast<double>(peak) / static_cast<double>(gib) << " GiB");
  CHECK(peak < 24 * gib);
}
