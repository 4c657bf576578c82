// SPDX-License-Identifier: MIT
/// @file
/// Layer norm, shifted and scaled per sample (adaLN), fused with the gated residual before it. One pass over a row adds
/// the branch that is waiting, normalises and modulates; one pass goes back.
#pragma once

#include <regula/native/layers/norm_weight.hpp>
#include <regula/native/simd.hpp>

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace regula::nn {

/// Shifts, scales and gates of several samples: chunk c of sample s starts at first[s row + c chunk].
template <class Real>
struct modulation_chunks {
  Real* first;
  std::size_t row;  ///< 0 if all samples share theirs
  int chunk;

  [[nodiscard]] Real* at(int sample, int c) const { return first + std::size_t(sample) * row + c * chunk; }

  operator modulation_chunks<Real const>() const
    requires(!std::is_const_v<Real>)
  {
    return {first, row, chunk};
  }

  /// The chunks from number `c` on.
  [[nodiscard]] modulation_chunks from(int c) const { return {first + c * chunk, row, chunk}; }
};

/// What a modulated norm adds to the variance, and whether it has a trained weight.
struct norm_kind {
  double epsilon = 1e-6;
  bool weighted  = false;
};

/// u += gate y; h = LN(u) (1 + scale) + shift, for `Tokens` rows of one sample; h = LN(u) w (1 + scale) + shift with a
/// weight.
///
/// Shapes    u, y, h [Tokens, Size] with rows `row` apart; gate, shift, scale [Size]; everything padded with zeros
template <class V, int Size, int Tokens, norm_kind Kind = norm_kind{}>
struct modulated_norm {
  using real  = typename V::real;
  using batch = typename V::batch;

  static constexpr int row      = stride<V>({1, Size});
  static constexpr int vectors  = padded<V>({1, Size}) / V::width;
  static constexpr real epsilon = real(Kind.epsilon);

  using own_weight                             = norm_weight<V, Size>;
  static constexpr std::size_t parameter_count = Kind.weighted ? own_weight::parameter_count : 0;
  static constexpr std::size_t stored          = Kind.weighted ? own_weight::stored : 0;
  static constexpr std::size_t scratch         = Kind.weighted ? own_weight::scratch : 0;      ///< w (1 + scale)
  static constexpr std::size_t kept = std::size_t(Tokens) * row + round_up(Tokens, V::width);  ///< normed, 1/deviation

  /// A residual branch that waits to be added: u += gate y.
  struct branch {
    real const* y;     ///< [Tokens, Size]
    real const* gate;  ///< [Size]
  };
  struct modulation {
    real const* shift;  ///< [Size]
    real const* scale;  ///< [Size]

    real const* weight = nullptr;  ///< [Size], if it has one
    real* scratch      = nullptr;
  };
  struct modulation_gradient {
    real* shift;
    real* scale;

    real* weight = nullptr;
    bool add     = false;  ///< the weight's gradient is added to what is there
  };

  /// Without `Keep` nothing is saved for `backward`; without `Residual` there is no branch to add.
  template <bool Residual, bool Keep>
  [[gnu::noinline]] static void forward(real* u, branch added, modulation m, real* saved, real* h) {
    real* const inverse     = saved + Tokens * row;
    real const* const scale = prepare(m);
    for (int t = 0; t < Tokens; ++t, u += row, h += row) {
      batch x[vectors];
      batch sum = V::all(0);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j = i * V::width;
        x[i]        = V::load(u + j);
        if constexpr (Residual) {
          x[i] = V::fma(V::load(added.gate + j), V::load(added.y + t * row + j), x[i]);
          V::store(u + j, x[i]);
        }
        sum += x[i];
      }
      batch const mean = V::all(V::sum(sum) / Size);
      batch squares    = V::all(0);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        x[i] -= mean;
        if (i == vectors - 1) x[i] = without_padding<V, Size>(x[i]);
        squares = V::fma(x[i], x[i], squares);
      }
      real const r = 1 / std::sqrt(V::sum(squares) / Size + epsilon);
      if constexpr (Keep) inverse[t] = r;
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j        = i * V::width;
        batch const normed = x[i] * V::all(r);
        if constexpr (Keep) V::store(saved + t * row + j, normed);
        V::store(h + j, V::fma(normed, factor(scale + j), V::load(m.shift + j)));
      }
    }
  }

  /// du += the gradient of u from dh; then the branch: dgate = sum of du y, and y becomes dy = du gate.
  ///
  /// Writes the gradients of shift and scale of this sample, and of the gate unless there is no branch; that of the
  /// weight is a sum over samples.
  template <bool Residual>
  [[gnu::noinline]] static void backward(real const* dh,
                                         real const* saved,
                                         modulation m,
                                         real* du,
                                         modulation_gradient dm,
                                         real* y,
                                         real const* gate,
                                         real* dgate) {
    real const* const inverse = saved + Tokens * row;
    real const* const scale   = prepare(m);
    for (int j = 0; j < vectors * V::width; j += V::width) {
      V::store(dm.shift + j, V::all(0));
      V::store(dm.scale + j, V::all(0));
      if constexpr (Residual) V::store(dgate + j, V::all(0));
    }
    for (int t = 0; t < Tokens; ++t, dh += row, saved += row, du += row) {
      batch sum = V::all(0), projection = V::all(0);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j   = i * V::width;
        batch const d = V::load(dh + j) * factor(scale + j);
        sum += d;
        projection = V::fma(d, V::load(saved + j), projection);
      }
      batch const mean = V::all(V::sum(sum) / Size), along = V::all(V::sum(projection) / Size);
      batch const r = V::all(inverse[t]);
      REGULA_UNROLL for (int i = 0; i < vectors; ++i) {
        int const j   = i * V::width;
        batch const g = V::load(dh + j), normed = V::load(saved + j);
        V::store(dm.shift + j, V::load(dm.shift + j) + g);
        V::store(dm.scale + j, V::fma(g, normed, V::load(dm.scale + j)));
        batch d = V::fma(g, factor(scale + j), -V::fma(normed, along, mean));
        if (i == vectors - 1) d = without_padding<V, Size>(d);
        d = V::fma(r, d, V::load(du + j));
        V::store(du + j, d);
        if constexpr (Residual) {
          real* const yj = y + t * row + j;
          V::store(dgate + j, V::fma(d, V::load(yj), V::load(dgate + j)));
          V::store(yj, d * V::load(gate + j));
        }
      }
    }
    if constexpr (Kind.weighted) own_weight::backward(m.weight, m.scale, dm.scale, dm.weight, dm.add);
  }

 private:
  /// Where `factor` reads.
  static real const* prepare(modulation m) {
    if constexpr (Kind.weighted) own_weight::forward(m.weight, m.scale, m.scratch);
    return Kind.weighted ? m.scratch : m.scale;
  }
  [[gnu::always_inline]] static batch factor(real const* scale) {
    return Kind.weighted ? V::load(scale) : V::all(1) + V::load(scale);
  }
};

}  // namespace regula::nn
