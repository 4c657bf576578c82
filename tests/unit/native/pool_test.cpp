// SPDX-License-Identifier: MIT
#include <regula/native/pool.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

namespace {

using regula::nn::pool;

TEST_CASE("every task runs once, on a thread of the pool, round after round") {
  for (std::size_t const threads : {1U, 2U, 5U}) {
    pool p{threads};
    CHECK(p.size() == threads);
    for (std::size_t round = 0; round < 50; ++round) {
      std::size_t const count = round % 7 * 3;
      std::vector<int> calls(count, 0);
      std::atomic<bool> strange_thread = false;
      p.run(count, [&](std::size_t i, std::size_t thread) {
        ++calls[i];
        if (thread >= threads) strange_thread = true;
      });
      for (int const c : calls)
        CHECK(c == 1);
      CHECK_FALSE(strange_thread);
    }
  }
}

TEST_CASE("an exception of a task reaches the caller, and the pool goes on working") {
  pool p{3};
  std::atomic<int> calls = 0;
  for (int round = 0; round < 10; ++round)
    CHECK_THROWS_WITH_AS(p.run(8,
                               [](std::size_t i, std::size_t) {
                                 if (i == 2) throw std::runtime_error("task 2");
                               }),
                         "task 2",
                         std::runtime_error);
  p.run(8, [&](std::size_t, std::size_t) { ++calls; });
  CHECK(calls == 8);
}

TEST_CASE("tasks flush denormal numbers on every thread") {
  pool p{4};
  std::vector<float> result(32, 1);
  p.run(result.size(), [&](std::size_t i, std::size_t) {
    float const volatile smallest = std::numeric_limits<float>::min();
    result[i]                     = smallest * 0.5F;
  });
  for (float const r : result)
    CHECK(r == 0);
}

TEST_CASE("a pool without threads is refused") {
  CHECK_THROWS_WITH_AS(pool{0}, "native: expected at least 1 thread, got 0", regula::range_error);
}

}  // namespace
