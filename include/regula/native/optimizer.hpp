// SPDX-License-Identifier: MIT
/// @file
/// One optimizer update of a run of parameters: moments, step, decay and moving average in a single pass over memory.
#pragma once

#include <regula/native/simd.hpp>
#include <regula/pipeline/optimizer.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

namespace regula::nn {

/// What one update needs to know beside the gradient. `n` updates are finished before it.
struct update_settings {
  regula::optimizer optimizer = adam{};
  double rate                 = 1e-3;
  double clip                 = 0;  ///< largest L2 norm of the gradient; 0: no clipping
  double ema                  = 0;  ///< largest momentum of the average; 0: no average
  std::uint64_t n             = 0;
};

/// The numbers of one update, the same for every parameter.
///
/// The bias corrections of Adam are folded in: rate m' / (sqrt(v') + eps) with m' = m / (1 - beta1^k) and
/// v' = v / (1 - beta2^k) is `step` m / (sqrt(v) + `epsilon`).
struct update_constants {
  bool is_sgd = false, decays = false, decays_vectors = false;
  double gradient_scale = 1, step = 0, epsilon = 0, decay = 0;
  double beta1 = 0, beta2 = 0;  ///< of sgd: beta1 is the momentum, and 0 at the first update
  double average_weight = 0;    ///< share of the parameter in its average; 0: no average

  /// Inlined into code that is made for one instruction set, like all arithmetic of the engine.
  [[gnu::always_inline]] static update_constants of(update_settings const& s, double gradient_norm) {
    update_constants c;
    if (s.clip > 0 && gradient_norm > s.clip) c.gradient_scale = s.clip / gradient_norm;
    if (s.ema > 0) c.average_weight = 1 - ema_momentum(s.ema, s.n + 1);
    std::visit(
        [&](auto const& o) {
          using kind = std::decay_t<decltype(o)>;
          if constexpr (std::is_same_v<kind, sgd>) {
            c.is_sgd = true;
            c.beta1  = s.n == 0 ? 0 : o.momentum;
            c.step   = s.rate;
          } else {
            double const k    = double(s.n) + 1;
            double const root = std::sqrt(1 - std::pow(o.beta2, k));
            c.beta1 = o.beta1, c.beta2 = o.beta2;
            c.step    = s.rate * root / (1 - std::pow(o.beta1, k));
            c.epsilon = o.epsilon * root;
            if constexpr (std::is_same_v<kind, adamw>) {
              c.decays         = o.decay > 0;
              c.decays_vectors = !o.matrices_only;
              c.decay          = s.rate * o.decay;
            }
          }
        },
        s.optimizer);
    return c;
  }
};

/// The arrays of a run of `count` parameters. `before` receives what the update changes: the old weight, and the old
/// average if there is one. The average may be null, `second` too for sgd.
template <class Real>
struct update_arrays {
  Real const* gradient;
  Real *weight, *first, *second, *average;
  Real *weight_before, *average_before;
};

/// Requires  count a multiple of the vector width, all arrays aligned to a vector
template <class V>
void update_parameters(update_constants const& c,
                       bool is_matrix,
                       std::size_t count,
                       update_arrays<typename V::real> a) {
  using real        = typename V::real;
  using batch       = typename V::batch;
  auto const all    = [](double x) { return V::all(real(x)); };
  batch const scale = all(c.gradient_scale), step = all(c.step), epsilon = all(c.epsilon);
  batch const beta1 = all(c.beta1), rest1 = all(1 - c.beta1), beta2 = all(c.beta2), rest2 = all(1 - c.beta2);
  batch const decay = all(c.decays && (is_matrix || c.decays_vectors) ? c.decay : 0), share = all(c.average_weight);
  for (std::size_t i = 0; i < count; i += std::size_t(V::width)) {
    batch const g = scale * V::load(a.gradient + i);
    batch w       = V::load(a.weight + i);
    V::store(a.weight_before + i, w);
    if (c.is_sgd) {
      batch const buffer = V::fma(beta1, V::load(a.first + i), g);
      V::store(a.first + i, buffer);
      w = V::fma(-step, buffer, w);
    } else {
      batch const m = V::fma(beta1, V::load(a.first + i), rest1 * g);
      batch const v = V::fma(beta2, V::load(a.second + i), rest2 * g * g);
      V::store(a.first + i, m);
      V::store(a.second + i, v);
      w = V::fma(-decay, w, w);
      w = V::fma(-step, m / (xsimd::sqrt(v) + epsilon), w);
    }
    V::store(a.weight + i, w);
    if (a.average != nullptr) {
      batch const e = V::load(a.average + i);
      V::store(a.average_before + i, e);
      V::store(a.average + i, V::fma(share, w - e, e));
    }
  }
}

}  // namespace regula::nn
