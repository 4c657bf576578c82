// SPDX-License-Identifier: MIT
#include <regula/concepts/probe.hpp>

#include "support/golden_states.hpp"
#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

/// Counts the cells that hold symbol 1, and draws from its own streams.
struct ones {
  struct result {
    std::size_t count;
    std::uint64_t word;
  };
  static constexpr regula::probe_need needs = regula::probe_need::samples;
  static constexpr std::string_view name    = "ones";

  template <regula::Rule R, class V>
  result measure(regula::evaluation<R, V> const& e) const {
    std::size_t count = 0;
    for (regula::token const t : e.samples.tokens())
      count += t == 1 ? 1 : 0;
    auto rng = e.streams(0);
    return {count, rng()};
  }
};
static_assert(regula::Probe<ones>);

// What is a Probe and what is not stands in tests/static/probe_static.cpp.
TEST_CASE("evaluation: a probe sees the samples as they are, as often as it looks") {
  regula::test::golden_evaluation<regula::test::palindrome<4>> stored;
  stored.samples.push_back(std::array<regula::token, 4>{1, 0, 0, 1});
  stored.samples.push_back(std::array<regula::token, 4>{1, regula::no_token, 0, 0});
  auto const e = stored.view();
  CHECK(e.cell_count == 4);
  CHECK(ones{}.measure(e).count == 3);
  CHECK(ones{}.measure(e).word == ones{}.measure(e).word);
  CHECK(stored.samples.size() == 2);
}

}  // namespace
