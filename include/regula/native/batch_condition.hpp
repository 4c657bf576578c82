// SPDX-License-Identifier: MIT
/// @file
/// The conditioning of a whole batch on the threads of a pool: rows first, then panels of the modulations, and back.
#pragma once

#include <regula/native/layers/modulated_norm.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/pool.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace regula::nn {

/// Activations and gradients of a Net's condition for as many samples as it was asked for so far.
template <class Net>
class batch_condition {
 public:
  using condition = typename Net::condition;
  using real      = typename Net::real;
  using chunks    = modulation_chunks<real>;

  /// Numbers that `rows` samples take.
  [[nodiscard]] static constexpr std::size_t count(std::size_t rows) { return condition::buffer_count(rows); }

  /// Makes room for `rows` samples.
  void make_room(std::size_t rows) {
    if (room_ >= rows) return;
    buffers_ = std::make_unique<typename condition::buffers>(rows);
    room_    = rows;
  }

  /// Fills the modulations of samples 0 .. rows - 1; noise_of(i) is called once for each, on any thread.
  template <class F>
  void forward(pool& threads, real const* w, std::size_t rows, F&& noise_of) {
    auto& b = *buffers_;
    threads.run(groups(rows), [&](std::size_t g, std::size_t) {
      int const n = in_group(g, rows);
      for (std::size_t i = g * group; i < g * group + std::size_t(n); ++i)
        b.noise.data()[i] = noise_of(i);
      condition::forward(w, Net::condition_weights, b, g * group, n);
    });
    threads.run(std::size_t(condition::modulation::panels), [&](std::size_t p, std::size_t) {
      condition::modulate(w, Net::condition_weights, b, int(rows), int(p), int(p) + 1);
    });
  }

  /// From the gradients of the modulations to those of the outputs of all three matrices.
  void backward(pool& threads, real const* w_transposed, std::size_t rows) {
    auto& b                      = *buffers_;
    constexpr std::size_t panels = condition::modulation::back_columns / condition::modulation::back_panel;
    constexpr std::size_t pair   = 2 * group;  // two groups of rows share one reading of the large matrix
    threads.run((rows + pair - 1) / pair * panels, [&](std::size_t i, std::size_t) {
      std::size_t const r = i / panels * pair;
      condition::backward_modulate(
          w_transposed, Net::condition_transposed, b, r, int(std::min(pair, rows - r)), int(i % panels));
    });
    threads.run(groups(rows), [&](std::size_t g, std::size_t) {
      condition::backward(w_transposed, Net::condition_transposed, b, g * group, in_group(g, rows));
    });
  }

  /// The modulations of the samples from number `first` on; of one shared sample with `row` = 0.
  [[nodiscard]] chunks modulations(std::size_t first, std::size_t row = row_size) const {
    return {buffers_->modulations.data() + first * row, row, Net::chunk_size};
  }
  [[nodiscard]] chunks d_modulations(std::size_t first) const {
    return {buffers_->d_modulations.data() + first * row_size, row_size, Net::chunk_size};
  }

  /// Input of a matrix and gradient of its output, for the gradient of its weights.
  struct ends {
    real const *x, *dy;
  };
  [[nodiscard]] ends ends_of(std::size_t weights) const {
    auto const& b = *buffers_;
    if (weights == Net::condition_weights.first) return {b.feature.data(), b.d_hidden.data()};
    if (weights == Net::condition_weights.second) return {b.active.data(), b.d_state.data()};
    return {b.active_state.data(), b.d_modulations.data()};
  }

 private:
  static constexpr auto group    = std::size_t(condition::rows_at_once);
  static constexpr auto row_size = std::size_t(condition::modulation::out_row);

  static std::size_t groups(std::size_t rows) { return (rows + group - 1) / group; }
  static int in_group(std::size_t g, std::size_t rows) { return int(std::min(group, rows - g * group)); }

  std::unique_ptr<typename condition::buffers> buffers_;
  std::size_t room_ = 0;
};

/// What a net without a condition has in its place: the samples are still read on the threads of the pool.
template <class Net>
  requires(!Conditioned<Net>)
class batch_condition<Net> {
 public:
  using real   = typename Net::real;
  using chunks = modulation_chunks<real>;

  [[nodiscard]] static constexpr std::size_t count(std::size_t) { return 0; }
  void make_room(std::size_t) {}
  template <class F>
  void forward(pool& threads, real const*, std::size_t rows, F&& noise_of) {
    constexpr std::size_t group = 16;
    threads.run((rows + group - 1) / group, [&](std::size_t g, std::size_t) {
      for (std::size_t i = g * group; i < std::min(rows, (g + 1) * group); ++i)
        (void)noise_of(i);
    });
  }
  void backward(pool&, real const*, std::size_t) {}
  [[nodiscard]] static chunks modulations(std::size_t, std::size_t = 0) { return {}; }
  [[nodiscard]] static chunks d_modulations(std::size_t) { return {}; }
};

}  // namespace regula::nn
