// SPDX-License-Identifier: MIT
#include <regula/detail/philox.hpp>
#include <regula/random/stream.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <set>

namespace {

using regula::purpose;
using regula::stream;

TEST_CASE("stream: Philox4x64-10 of counter 0 and key 0 has the published words") {
  stream rng{0, purpose{0}, 0, 0};
  for (std::uint64_t const word : {0x16554d9eca36314cU, 0xdb20fe9d672d0fdcU, 0xd7e772cee186176bU, 0x7e68b68aec7ba23bU})
    CHECK(rng() == word);
}

TEST_CASE("stream: the underlying Philox has the published words of the two other test vectors") {
  using regula::detail::philox;
  using regula::detail::philox_block;
  std::uint64_t const all = ~std::uint64_t{0};
  CHECK(philox({all, all, all, all}, {all, all}) ==
        philox_block{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0});
  CHECK(philox({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
               {0x452821e638d01377, 0xbe5466cf34e90c6c}) ==
        philox_block{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6});
}

// From an independent implementation of Philox in Python, counters (0 .. 2, 11, 3, 0) and key (7, 6).
TEST_CASE("stream: seed, purpose, step, index and place have their fixed places in key and counter") {
  stream rng{7, purpose::corruption, 3, 11};
  std::array<std::uint64_t, 12> const words{
      0x8a20fca537a7fb6b,
      0x33d0d8088cbd3a1f,
      0x9a26c912397d7815,
      0x05b27919f89893ba,
      0xa452df6321efd774,
      0xe6bad3e6395adf22,
      0x4252709289635aee,
      0x87145896869f41b5,
      0xdbaefe87f21468de,
      0xc2cc244fbc443309,
      0x66ba7ee342fb727d,
      0xd98b80e7526acee5,
  };
  for (std::uint64_t const word : words)
    CHECK(rng() == word);
  CHECK(rng.drawn() == 12);
}

TEST_CASE("stream: the numbers of the purposes are fixed, files of runs depend on them") {
  CHECK(static_cast<int>(purpose::training_set) == 1);
  CHECK(static_cast<int>(purpose::held_out_set) == 2);
  CHECK(static_cast<int>(purpose::control_set) == 3);
  CHECK(static_cast<int>(purpose::initial_weights) == 4);
  CHECK(static_cast<int>(purpose::batch) == 5);
  CHECK(static_cast<int>(purpose::corruption) == 6);
  CHECK(static_cast<int>(purpose::sampler) == 7);
  CHECK(static_cast<int>(purpose::probe) == 8);
  CHECK(static_cast<int>(purpose::dropout) == 9);
  CHECK(static_cast<int>(purpose::test) == 64);
}

TEST_CASE("stream: seeds, purposes, steps and indices share no word") {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    for (purpose const use : {purpose::training_set, purpose::held_out_set, purpose::batch, purpose::test})
      for (std::uint64_t step = 0; step < 3; ++step)
        for (std::uint64_t index = 0; index < 3; ++index) {
          stream rng{seed, use, step, index};
          for (int i = 0; i < 16; ++i, ++drawn)
            seen.insert(rng());
        }
  CHECK(seen.size() == drawn);  // of 64-bit words a repetition would have a probability below 1e-13
}

// Over n bits the agreements of two independent streams are binomial with standard error sqrt(n) / 2.
TEST_CASE("stream: the bits of two purposes, steps or indices agree half of the time") {
  stream const base{1, purpose::training_set, 0, 0};
  for (stream other : {stream{1, purpose::held_out_set, 0, 0},
                       stream{2, purpose::training_set, 0, 0},
                       stream{1, purpose::training_set, 1, 0},
                       stream{1, purpose::training_set, 0, 1}}) {
    stream first     = base;
    double agreement = 0;
    int const words  = 4096;
    for (int i = 0; i < words; ++i)
      agreement += 64 - __builtin_popcountll(first() ^ other());
    CHECK(std::abs(agreement - 32.0 * words) < 5 * 4.0 * std::sqrt(words));
  }
}

TEST_CASE("stream: a copy goes on where the original stood, and the two are free of each other") {
  stream rng{5, purpose::test, 0, 0};
  for (int i = 0; i < 3; ++i)
    rng();
  stream copy        = rng;
  auto const next    = rng();
  auto const further = rng();
  CHECK(copy() == next);
  CHECK(copy() == further);
}

TEST_CASE("stream: standard algorithms take it") {
  static_assert(std::uniform_random_bit_generator<stream>);
  std::array<int, 8> items{0, 1, 2, 3, 4, 5, 6, 7};
  std::ranges::shuffle(items, stream{5, purpose::test, 0, 0});
  CHECK(std::set<int>(items.begin(), items.end()).size() == 8);
}

TEST_CASE("stream_family: streams(i) is the stream of sample i") {
  regula::stream_family const streams{7, purpose::corruption, 3};
  CHECK(streams(11)() == 0x8a20fca537a7fb6b);
  CHECK(regula::stream_family{7, purpose::batch}(2)() == stream{7, purpose::batch, 0, 2}());
}

}  // namespace
