// SPDX-License-Identifier: MIT
#include <regula/models/dit.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/pipeline/trainer.hpp>

#include "support/affine_engine.hpp"
#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace {

using regula::denoising;
using regula::Engine;
using regula::for_each_sample;
using regula::Trainer;
using plan    = decltype(regula::compose(regula::test::palindrome<4>{}, regula::dit<>{}, denoising{}));
using trainer = regula::test::affine_trainer<denoising<>>;

struct other_corruption : denoising<> {
  using corruption = std::vector<int>;
};
struct loses_the_loss : trainer {
  void gradient(regula::batch const&, regula::gaussian_corruption const&) {}
};
struct gives_no_trainer {
  int trainer(plan const&, regula::settings const&) const { return 0; }
};

static_assert(Trainer<trainer, denoising<>> && Engine<regula::test::affine_engine, plan>);
static_assert(!Trainer<trainer, other_corruption>);
static_assert(!Trainer<loses_the_loss, denoising<>>);
static_assert(!Trainer<int, denoising<>> && !Engine<int, plan> && !Engine<gives_no_trainer, plan>);
static_assert(!regula::Resumable<trainer>);

struct alone {};

/// Stands for a trainer with threads: runs samples from the last to the first.
struct backwards {
  std::size_t calls = 0;
  void parallel(std::size_t n, auto&& f) {
    ++calls;
    for (std::size_t i = n; i > 0; --i)
      f(i - 1);
  }
};

TEST_CASE("for_each_sample: one call a sample, in order where the trainer has no threads") {
  alone trainer;
  std::vector<std::size_t> seen;
  for_each_sample(trainer, 4, [&](std::size_t i) { seen.push_back(i); });
  CHECK(seen == std::vector<std::size_t>{0, 1, 2, 3});
  for_each_sample(trainer, 0, [&](std::size_t i) { seen.push_back(i); });
  CHECK(seen.size() == 4);
}

TEST_CASE("for_each_sample: a trainer with threads does it its own way") {
  backwards trainer;
  std::vector<std::size_t> seen;
  for_each_sample(trainer, 3, [&](std::size_t i) { seen.push_back(i); });
  CHECK(trainer.calls == 1);
  CHECK(seen == std::vector<std::size_t>{2, 1, 0});
}

}  // namespace
