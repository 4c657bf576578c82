// SPDX-License-Identifier: MIT
#include <regula/concepts/objective.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

/// The corruption of a sample is the first word of its stream.
struct first_word {
  static constexpr regula::head needs = regula::head::logits;
  using corruption                    = std::vector<std::uint64_t>;

  void prepare(regula::batch const& clean, corruption& c) const { c.assign(clean.size, 0); }
  void corrupt(regula::batch const&, std::size_t i, regula::stream& rng, corruption& c) const { c[i] = rng(); }
  static bool accepts(regula::token) { return true; }
  static std::size_t channels(regula::token) { return 1; }
  void encode(regula::batch&) const {}
  template <class Real>
  void read(regula::batch const&, corruption const&, std::size_t, regula::sample_input<Real>&) const {}
  template <class Real>
  double loss(std::span<Real const>, regula::batch const&, corruption const&, std::size_t, std::span<Real>) const {
    return 0;
  }
  static regula::no_sampler sampler() { return {}; }
};
static_assert(regula::Objective<first_word>);

// What is an Objective and what is not stands in tests/static/objective_static.cpp.
TEST_CASE("corrupt: sized once, then every sample from the stream of its own index") {
  regula::stream_family const streams{3, regula::purpose::corruption, 40};
  regula::batch const clean{{{1, 2}, 1, 2}, 5, std::vector<regula::token>(10), {}};
  auto const drawn = regula::corrupt(first_word{}, clean, streams);
  REQUIRE(drawn.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    regula::stream rng{3, regula::purpose::corruption, 40, i};
    CHECK(drawn[i] == rng());
  }
}

TEST_CASE("corrupt: an empty batch has an empty corruption") {
  CHECK(regula::corrupt(first_word{}, {{{1, 2}, 1, 2}, 0, {}, {}}, {3, regula::purpose::corruption}).empty());
}

}  // namespace
