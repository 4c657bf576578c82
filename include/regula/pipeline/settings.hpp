// SPDX-License-Identifier: MIT
/// @file
/// Everything about a run that is not its rule, model, objective or probes: one aggregate, checked before the first
/// step.
#pragma once

#include <regula/error.hpp>
#include <regula/pipeline/optimizer.hpp>
#include <regula/pipeline/schedule.hpp>
#include <regula/samplers/any_sampler.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace regula {

/// Which weights a probe looks at.
enum class weights_kind {
  raw,      ///< as the optimizer left them; the clocks of the papers are of these
  average,  ///< their moving average (`settings::ema`)
};

/// When a run is evaluated, on how many samples, how they are drawn.
struct evaluation_settings {
  evaluation_schedule schedule = evaluation_schedule::every(500);
  std::size_t samples          = 256;  ///< drawn from the same noise at every evaluation
  any_sampler sampler          = {};   ///< the objective's own, or one in its place
  weights_kind weights         = weights_kind::raw;
};

/// The settings of one run.
struct settings {
  std::size_t train_size                   = 512;           ///< distinct training boards (N)
  std::optional<std::size_t> held_out_size = std::nullopt;  ///< valid boards not among them: N, or all there are

  std::uint64_t steps            = 1000;  ///< optimizer steps
  std::size_t batch              = 64;    ///< training boards a step, drawn with replacement
  std::uint64_t seed             = 0;     ///< of everything random in the run
  regula::optimizer optimizer    = adam{};
  learning_rate rate             = {};
  double clip                    = 0;  ///< largest L2 norm of the whole gradient; 0: no clipping
  double ema                     = 0;  ///< largest momentum of the averaged weights; 0: no average
  evaluation_settings evaluation = {};
};

/// Refuses settings that cannot be meant.
///
/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(settings const& s) {
  require(s.train_size > 0, "settings: expected train_size of at least 1, got 0");
  require(s.steps > 0, "settings: expected steps of at least 1, got 0");
  require(s.batch > 0, "settings: expected batch of at least 1, got 0");
  require(s.clip >= 0 && std::isfinite(s.clip), "settings: expected clip >= 0 (0 is off), got {}", s.clip);
  require(s.ema >= 0 && s.ema < 1, "settings: expected ema in [0, 1) (0 is off), got {}", s.ema);
  require(s.ema > 0 || s.evaluation.weights == weights_kind::raw,
          "settings: evaluation.weights is average, but ema is 0: set ema, for instance 0.9999");
  require(s.evaluation.samples > 0, "settings: expected evaluation.samples of at least 1, got 0");
  check(s.optimizer);
  check(s.rate);
  check(s.evaluation.sampler);
  s.evaluation.schedule.check();
}

}  // namespace regula
