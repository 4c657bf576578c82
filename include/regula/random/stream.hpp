// SPDX-License-Identifier: MIT
/// @file
/// Counter-based random words: each is a pure function of (seed, purpose, step, index) and its place in the stream.
#pragma once

#include <regula/detail/philox.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace regula {

/// What a random number is for. Two purposes never share a word, so adding one kind of draw cannot change another.
/// The numbers are part of the file format of reproducible runs: never renumber them.
enum class purpose : std::uint64_t {
  training_set    = 1,
  held_out_set    = 2,
  control_set     = 3,
  initial_weights = 4,
  batch           = 5,
  corruption      = 6,
  sampler         = 7,
  probe           = 8,
  dropout         = 9,
  rule            = 32,  // what is hidden in a rule, a secret set
  test            = 64,
};

/// A sequence of 64-bit random words: Philox4x64-10 with key (seed, purpose) and counter (place, index, step, 0).
///
/// There is no hidden generator state: the same four numbers give the same words on every thread count, engine and
/// machine. One stream serves one sample, so a draw may use any number of words.
/// Satisfies  std::uniform_random_bit_generator
/// Source     Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"; the Random123 library
class stream {
 public:
  using result_type = std::uint64_t;

  constexpr stream(std::uint64_t seed, purpose use, std::uint64_t step, std::uint64_t index) noexcept
      : seed_{seed}, purpose_{static_cast<std::uint64_t>(use)}, step_{step}, index_{index} {}

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  /// The next word.
  result_type operator()() noexcept {
    std::size_t const place = static_cast<std::size_t>(drawn_ % 4);
    if (place == 0) refill();
    ++drawn_;
    return words_[place];
  }

  /// How many words were taken so far.
  [[nodiscard]] constexpr std::uint64_t drawn() const noexcept { return drawn_; }

 private:
  void refill() noexcept { words_ = detail::philox({drawn_ / 4, index_, step_, 0}, {seed_, purpose_}); }

  std::uint64_t seed_, purpose_, step_, index_;
  std::uint64_t drawn_ = 0;
  detail::philox_block words_{};
};

/// The streams of one purpose at one step: `streams(i)` is the stream of sample i.
struct stream_family {
  std::uint64_t seed;
  purpose use;
  std::uint64_t step = 0;

  [[nodiscard]] constexpr stream operator()(std::uint64_t index) const noexcept { return {seed, use, step, index}; }
};

}  // namespace regula
