// SPDX-License-Identifier: MIT
/// @file
/// Ancestral sampling of uniform diffusion: from redrawn boards to clean ones along a grid of times.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/log_linear.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/cell_choice.hpp>
#include <regula/samplers/heun.hpp>
#include <regula/samplers/redrawn_boards.hpp>
#include <regula/samplers/reverse_posterior.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// What becomes of the noise that is left at the end of the grid.
enum class noise_removal {
  ancestral,  ///< one more step, to t = 0
  greedy,     ///< the most probable symbol of x_theta
};

/// `levels` equal steps from t = 1 to t_min, then the last step. A board that starts at another time takes its first
/// step to the next time of the same grid.
///
/// Source    Schiff et al. 2024; Pham et al. 2026, arXiv:2604.26841
struct reverse {
  static constexpr std::string_view name = "reverse";

  std::size_t levels        = 1000;
  double t_min              = 1e-5;
  double eps                = 1e-3;  ///< of the log-linear schedule the model was trained with
  noise_removal last        = noise_removal::ancestral;
  cell_choice choose        = cell_choice::draw;
  state_precision precision = state_precision::float64;  ///< of predictions and posteriors

  /// The times from `start` on, ending with t_min: at most levels + 1.
  [[nodiscard]] std::vector<double> times(double start = 1) const {
    std::vector<double> out{start};
    for (std::size_t k = 1; k <= levels; ++k) {
      double const q = static_cast<double>(k) / static_cast<double>(levels);
      double const t = k == levels ? t_min : 1 - q * (1 - t_min);
      if (t < start) out.push_back(t);
    }
    return out;
  }

  /// Draws n boards from noise. Shape of the result [n, T]. Board i depends on `streams(i)` and the model only.
  template <PredictsRedrawn View>
  [[nodiscard]] std::vector<token> sample(View&& view, std::size_t n, data_shape shape, stream_family streams) const {
    std::vector<stream> rngs = streams_of(n, streams);
    std::vector<token> z     = redrawn_boards(shape, rngs);
    run(view, z, 1, shape, rngs, [](double, std::span<token const>) {});
    return z;
  }

  /// Takes boards that were corrupted at time `start` to clean ones, in place. Shape of z [n, T].
  ///
  /// `observe(t, z)` is called after each step with the time reached, at last 0.
  /// Errors    throws range_error unless t_min <= start <= 1 and all symbols are below V, shape_error for part of a
  /// board
  template <PredictsRedrawn View, class Observer>
  void restore(View&& view,
               std::span<token> z,
               double start,
               data_shape shape,
               stream_family streams,
               Observer&& observe) const {
    require_redrawn_boards(z, shape, "reverse");
    require(start >= t_min && start <= 1, "reverse: expected a start in [{}, 1], got {}", t_min, start);
    std::vector<stream> rngs = streams_of(z.size() / shape.cells(), streams);
    run(view, z, start, shape, rngs, observe);
  }
  template <PredictsRedrawn View>
  void restore(View&& view, std::span<token> z, double start, data_shape shape, stream_family streams) const {
    restore(view, z, start, shape, streams, [](double, std::span<token const>) {});
  }

 private:
  template <class View, class Observer>
  void run(View& view, std::span<token> z, double start, data_shape shape, std::span<stream> rngs, Observer&& observe)
      const {
    log_linear const schedule{eps};
    std::vector<double> const grid = times(start);
    for (std::size_t k = 0; k < grid.size(); ++k) {
      bool const ends    = k + 1 == grid.size();
      double const until = ends ? 0 : grid[k + 1];
      auto const here = schedule.at(grid[k]), next = schedule.at(until);
      for_each_prediction(view, z, here.lambda(), shape, [&](auto some, auto log_x, std::size_t first) {
        std::span<stream> const own = rngs.subspan(first);
        if (precision == state_precision::float32)
          step<float>(log_x, some, here, next, ends, shape, own);
        else
          step<double>(log_x, some, here, next, ends, shape, own);
      });
      observe(until, std::span<token const>{z});
    }
  }

  template <class State>
  void step(std::span<double const> log_x,
            std::span<token> z,
            redrawn_level here,
            redrawn_level next,
            bool ends,
            data_shape shape,
            std::span<stream> rngs) const {
    std::size_t const symbols = shape.alphabet;
    std::vector<State> x_theta(symbols), posterior(symbols);
    for (std::size_t i = 0; i < z.size(); ++i) {
      for (std::size_t j = 0; j < symbols; ++j)
        x_theta[j] = static_cast<State>(std::exp(log_x[i * symbols + j]));
      if (ends && last == noise_removal::greedy) {
        z[i] = most_probable<State>(x_theta);
        continue;
      }
      reverse_posterior<State>(x_theta, z[i], here, next, posterior);
      z[i] = choose == cell_choice::argmax ? most_probable<State>(posterior)
                                           : drawn<State>(posterior, uniform(rngs[i / shape.cells()]));
    }
  }

  template <class State>
  static token most_probable(std::span<State const> p) {
    return static_cast<token>(std::ranges::max_element(p) - p.begin());
  }

  /// The symbol in whose part of the unit interval u lies; never one of probability 0.
  template <class State>
  static token drawn(std::span<State const> p, double u) {
    double left       = u * static_cast<double>(std::accumulate(p.begin(), p.end(), State{0}));
    std::size_t found = 0;
    for (std::size_t j = 0; j < p.size() && left >= 0; ++j) {
      if (p[j] <= 0) continue;
      found = j;
      left -= static_cast<double>(p[j]);
    }
    return static_cast<token>(found);
  }
};

/// Errors    throws range_error naming the setting of the sampler, what was expected and what was given
inline void check(reverse const& r) {
  require(r.levels > 0, "reverse: expected at least 1 level, got 0");
  require(r.t_min > 0 && r.t_min < 1, "reverse: expected t_min in (0, 1), got {}", r.t_min);
  check(log_linear{r.eps}, "reverse");
}

}  // namespace regula
