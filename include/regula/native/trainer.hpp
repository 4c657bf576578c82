// SPDX-License-Identifier: MIT
/// @file
/// Trains and evaluates a net of the native engine: gradients of a batch, optimizer updates, forward passes.
/// The same batch gives the same bits on any number of threads.
#pragma once

#include <regula/error.hpp>
#include <regula/native/batch_condition.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/parameter_store.hpp>
#include <regula/native/pool.hpp>
#include <regula/native/sample_rows.hpp>
#include <regula/native/sample_source.hpp>
#include <regula/native/work_division.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace regula::nn {

/// Weights, gradients and optimizer state of a Net, and the threads that work on them.
///
/// A step is `gradient`, a look at the loss, then `update`.
template <class Net>
class trainer {
 public:
  using net  = Net;
  using V    = typename Net::vectors;
  using real = typename V::real;

  static constexpr std::size_t values          = std::size_t(Net::shape.values());  ///< T C
  static constexpr std::size_t parameter_count = Net::parameter_count;

  /// All weights are 0 until `parameters().write` sets them.
  ///
  /// Errors    throws range_error if threads is 0
  explicit trainer(std::size_t threads) : pool_{std::make_unique<pool>(threads)}, positions_{Net::positions()} {
    for (std::size_t i = 0; i < threads; ++i)
      work_.emplace_back(Net::work_count);
  }

  [[nodiscard]] std::size_t threads() const { return work_.size(); }
  [[nodiscard]] parameter_store<Net>& parameters() { return parameters_; }
  [[nodiscard]] parameter_store<Net> const& parameters() const { return parameters_; }

  /// Calls f(0) .. f(n - 1) on the trainer's threads.
  template <class F>
  void parallel(std::size_t n, F&& f) {
    pool_->run(n, [&f](std::size_t i, std::size_t) { f(i); });
  }

  /// The mean loss of `batch` samples; its gradient by the weights is kept for `update`.
  ///
  /// Errors    throws range_error if batch is 0, and what `source` throws
  template <SampleSource<real> S>
  double gradient(std::size_t batch, S const& source) {
    require(batch > 0, "native: expected a batch of at least 1 sample, got 0");
    make_room(batch);
    condition_.forward(*pool_, parameters_.weights(), batch, [&](std::size_t i) {
      return static_cast<real>(source.prepare(i, inputs_.span().subspan(i * values, values)));
    });
    shards_ = shards(batch);
    if (shards_ == 1)
      train_by_panels(batch, source);
    else
      train_by_shards(batch, source);
    condition_.backward(*pool_, parameters_.transposed(), batch);
    complete_gradient(batch);
    double loss = 0;
    for (std::size_t i = 0; i < batch; ++i)
      loss += losses_[i];
    return loss / double(batch);
  }

  /// L2 norm of the last gradient over all parameters.
  [[nodiscard]] double gradient_norm() const { return gradient_norm_; }

  /// Clips the last gradient, and updates weights, moments and average.
  ///
  /// Requires  an optimizer that passed `check`
  void update(update_settings const& settings) {
    if (settings.ema > 0 && !parameters_.has_average()) parameters_.start_average();
    auto const constants = update_constants::of(settings, gradient_norm_);
    auto const pieces    = parameters_.pieces();
    pool_->run(pieces.size(), [&](std::size_t i, std::size_t) { parameters_.update(pieces[i], constants); });
  }

  /// The net's output for n samples.
  ///
  /// Shapes    in, out [n, T, C]; noise [1], shared by all samples, or [n]
  /// Errors    throws shape_error if the sizes do not fit, range_error for the average if there is none
  void evaluate(std::span<real const> in,
                std::span<real const> noise,
                std::span<real> out,
                parameter_array which = parameter_array::weights) {
    std::size_t const n = in.size() / values;
    require<shape_error>(n > 0 && in.size() == n * values && out.size() == in.size(),
                         "native: expected input and output of n times {} numbers, got {} and {}",
                         values,
                         in.size(),
                         out.size());
    require<shape_error>(
        noise.size() == 1 || noise.size() == n, "native: expected 1 or {} noise features, got {}", n, noise.size());
    real const* const w           = parameters_.array_of(which).data();
    constexpr std::size_t at_once = 64;  // bounds the memory for modulations
    std::size_t const step        = noise.size() == 1 ? n : at_once;
    for (std::size_t i = 0; i < n; i += step) {
      std::size_t const m = std::min(step, n - i);
      evaluate_some(w,
                    in.subspan(i * values, m * values),
                    noise.subspan(noise.size() == 1 ? 0 : i, noise.size() == 1 ? 1 : m),
                    out.subspan(i * values, m * values));
    }
  }

  /// Bytes of the arrays of a run: what training `batch` samples on `threads` threads holds.
  [[nodiscard]] static constexpr std::size_t bytes(std::size_t threads, std::size_t batch, bool with_average) {
    std::size_t const n = shards(batch);
    return (with_average ? 7 : 5) * bytes_of<real>(Net::stored) + bytes_of<real>(Net::transposed.back()) +
           threads * bytes_of<real>(Net::work_count) + (n > 1 ? bytes_of<real>(n * Net::stored_per_shard) : 0) +
           sizeof(real) * (Net::condition::buffer_count(batch) + batch * values) + sizeof(double) * batch;
  }

  /// Shards of the gradient of a batch.
  [[nodiscard]] static constexpr std::size_t shards(std::size_t batch) {
    return shard_count(Net::stored_per_shard * sizeof(real), blocks_of(batch));
  }

 private:
  static constexpr auto samples = std::size_t(Net::samples);
  using rows                    = sample_rows<real, Net::shape.tokens(), Net::shape.channels, Net::embed::in_row>;

  static constexpr std::size_t blocks_of(std::size_t batch) { return (batch + samples - 1) / samples; }

  void make_room(std::size_t batch) {
    condition_.make_room(batch);
    if (losses_.size() >= batch) return;
    inputs_ = nn::array<real>(batch * values);
    losses_.assign(batch, 0);
  }

  /// Forward, loss and backward of block b. A block that the batch does not fill has samples without a gradient.
  template <class S>
  void train_block(std::size_t b, std::size_t batch, S const& source, real* work, real* dw, bool add) {
    std::size_t const first = b * samples, count = std::min(samples, batch - first);
    auto const m    = condition_.modulations(first);
    real* const out = work + Net::work_at[Net::output];
    rows::write_block(inputs_.data() + first * values, count, samples, work + Net::work_at[Net::input]);
    Net::template forward<true>(parameters_.weights(), positions_.data(), m, work);
    std::array<real, values> output, d_output;
    for (std::size_t s = 0; s < samples; ++s) {
      if (s >= count) {
        rows::clear(s, out);
        continue;
      }
      rows::read(out, s, output.data());
      losses_[first + s] = source.loss(first + s, std::span<real const>{output}, std::span<real>{d_output});
      for (real& d : d_output)
        d /= real(batch);
      rows::write(d_output.data(), s, out);
    }
    Net::backward(parameters_.transposed(), m, condition_.d_modulations(first), work, dw, add);
  }

  /// Narrow nets: each shard goes through its blocks on its own; the shards are summed when the gradient is completed.
  template <class S>
  void train_by_shards(std::size_t batch, S const& source) {
    constexpr std::size_t size = Net::stored_per_shard;
    if (shard_gradients_.size() < shards_ * size) shard_gradients_ = nn::array<real>(shards_ * size);
    std::size_t const blocks = blocks_of(batch);
    pool_->run(shards_, [&](std::size_t s, std::size_t thread) {
      std::size_t const first = first_block(s, shards_, blocks), last = first_block(s + 1, shards_, blocks);
      for (std::size_t b = first; b < last; ++b)
        train_block(b, batch, source, work_[thread].data(), shard_gradients_.data() + s * size, b > first);
    });
  }

  /// Wide nets: a wave of blocks, one a thread; then all threads take the weight gradients of the wave, panel by panel.
  /// Each gradient is one chain of sums over the rows of the batch, whatever the size of a wave.
  template <class S>
  void train_by_panels(std::size_t batch, S const& source) {
    std::size_t const blocks = blocks_of(batch);
    for (std::size_t first = 0; first < blocks; first += work_.size()) {
      std::size_t const wave = std::min(work_.size(), blocks - first);
      pool_->run(wave, [&](std::size_t i, std::size_t) {
        train_block(first + i, batch, source, work_[i].data(), nullptr, false);
      });
      auto const pieces = parameters_.block_pieces();
      pool_->run(pieces.size(), [&](std::size_t j, std::size_t) {
        auto const& p = pieces[j];
        for (std::size_t i = 0; i < wave; ++i)
          p.weight_gradient(Net::rows,
                            work_[i].data() + p.input,
                            work_[i].data() + p.d_output,
                            parameters_.gradient() + p.layer,
                            first + i > 0,
                            p.panel,
                            p.panel + 1);
      });
    }
  }

  /// Sums the shards, takes the gradients of the condition's matrices, and the norm; the order of all sums is fixed.
  void complete_gradient(std::size_t batch) {
    auto const pieces             = parameters_.pieces();
    std::size_t const from_blocks = parameters_.block_pieces().size();
    real* const g                 = parameters_.gradient();
    squares_.assign(pieces.size(), 0);
    pool_->run(pieces.size(), [&](std::size_t i, std::size_t) {
      auto const& p = pieces[i];
      if (i >= from_blocks) {
        auto const [x, dy] = condition_.ends_of(p.layer);
        p.weight_gradient(int(batch), x, dy, g + p.layer, false, p.panel, p.panel + 1);
      }
      bool const is_sum      = i < from_blocks && shards_ > 1;
      std::size_t const n    = is_sum ? shards_ : 1;
      real const* const from = is_sum ? shard_gradients_.data() : g;
      squares_[i]            = sum_shards<V>(n, from + p.weight, Net::stored_per_shard, p.weight_count, g + p.weight) +
                    sum_shards<V>(n, from + p.bias, Net::stored_per_shard, p.bias_count, g + p.bias);
    });
    double sum = 0;
    for (double const s : squares_)
      sum += s;
    gradient_norm_ = std::sqrt(sum);
  }

  void evaluate_some(real const* w, std::span<real const> in, std::span<real const> noise, std::span<real> out) {
    evaluation_.make_room(noise.size());
    evaluation_.forward(*pool_, w, noise.size(), [&](std::size_t i) { return noise[i]; });
    std::size_t const n = in.size() / values;
    pool_->run(blocks_of(n), [&](std::size_t b, std::size_t thread) {
      std::size_t const first = b * samples, count = std::min(samples, n - first);
      real* const work = work_[thread].data();
      rows::write_block(in.data() + first * values, count, samples, work + Net::work_at[Net::input]);
      auto const m = noise.size() == 1 ? evaluation_.modulations(0, 0) : evaluation_.modulations(first);
      Net::template forward<false>(w, positions_.data(), m, work);
      for (std::size_t s = 0; s < count; ++s)
        rows::read(work + Net::work_at[Net::output], s, out.data() + (first + s) * values);
    });
  }

  std::unique_ptr<pool> pool_;
  parameter_store<Net> parameters_;
  nn::array<real> positions_;
  std::vector<nn::array<real>> work_;  // one workspace a thread
  nn::array<real> shard_gradients_, inputs_;
  batch_condition<Net> condition_, evaluation_;
  std::vector<double> losses_, squares_;
  std::size_t shards_   = 1;
  double gradient_norm_ = 0;
};

}  // namespace regula::nn
