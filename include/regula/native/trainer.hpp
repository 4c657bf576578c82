// SPDX-License-Identifier: MIT
/// @file
/// Trains and evaluates a net of the native engine: gradients of a batch, optimizer updates, forward passes.
/// The same batch gives the same bits on any number of threads.
#pragma once

#include <regula/error.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/parameter_store.hpp>
#include <regula/native/pool.hpp>
#include <regula/native/work_division.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace regula::nn {

/// A batch as a net sees it, sample by sample; called from several threads, for different samples.
///
/// Minimal  `prepare(i, values)` writes the net's input of sample i [T, C] and returns its noise feature;
///          `loss(i, output, gradient)` returns the sample's loss and writes its derivative by `output` [T, C]
template <class S, class Real>
concept SampleSource = requires(S const& source, std::size_t i, std::span<Real> out, std::span<Real const> in) {
  { source.prepare(i, out) } -> std::convertible_to<Real>;
  { source.loss(i, in, out) } -> std::convertible_to<double>;
};

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

  explicit trainer(std::size_t threads) : pool_{threads}, positions_{Net::positions()} {
    for (std::size_t i = 0; i < threads; ++i)
      work_.emplace_back(Net::work_count);
  }

  [[nodiscard]] std::size_t threads() const { return pool_.size(); }
  [[nodiscard]] parameter_store<Net>& parameters() { return parameters_; }
  [[nodiscard]] parameter_store<Net> const& parameters() const { return parameters_; }

  /// Calls f(0) .. f(n - 1) on the trainer's threads.
  template <class F>
  void parallel(std::size_t n, F&& f) {
    pool_.run(n, [&f](std::size_t i, std::size_t) { f(i); });
  }

  /// The mean loss of `batch` samples; its gradient by the weights is kept for `update`.
  ///
  /// Errors    throws range_error if batch is 0, and what `source` throws
  template <SampleSource<real> S>
  double gradient(std::size_t batch, S const& source) {
    require(batch > 0, "native: expected a batch of at least 1 sample, got 0");
    make_room(batch);
    prepare(batch, source);
    std::size_t const blocks = (batch + samples - 1) / samples;
    shards_                  = shard_count(Net::stored_per_shard * sizeof(real), blocks);
    if (shards_ == 1)
      by_panels(batch, blocks, source);
    else
      by_shards(batch, blocks, source);
    condition_backward(batch);
    gather(batch);
    double loss = 0;
    for (std::size_t i = 0; i < batch; ++i)
      loss += losses_[i];
    return loss / double(batch);
  }

  /// L2 norm of the last gradient over all parameters.
  [[nodiscard]] double gradient_norm() const { return gradient_norm_; }

  /// Clips the last gradient, and updates weights, moments and average.
  ///
  /// Requires  settings that passed `check(optimizer)`
  void update(update_settings const& settings) {
    if (settings.ema > 0 && !parameters_.has_average()) parameters_.start_average();
    auto const constants = update_constants::of(settings, gradient_norm_);
    auto const pieces    = parameters_.pieces();
    pool_.run(pieces.size(), [&](std::size_t i, std::size_t) { parameters_.update(pieces[i], constants); });
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
    real const* const w = parameters_.array_of(which).data();
    if (noise.size() == 1) {
      evaluate_some(w, in, noise, out);
    } else {
      constexpr std::size_t at_once = 64;  // bounds the memory for modulations
      for (std::size_t i = 0; i < n; i += at_once) {
        std::size_t const m = std::min(at_once, n - i);
        evaluate_some(w, in.subspan(i * values, m * values), noise.subspan(i, m), out.subspan(i * values, m * values));
      }
    }
  }

  /// Bytes of a run's arrays: what training `batch` samples on `threads` threads holds at most.
  [[nodiscard]] static constexpr std::size_t bytes(std::size_t threads, std::size_t batch, bool with_average) {
    std::size_t const shards = shard_count(Net::stored_per_shard * sizeof(real), (batch + samples - 1) / samples);
    return (with_average ? 5 : 4) * bytes_of<real>(Net::stored) + bytes_of<real>(Net::transposed.back()) +
           threads * bytes_of<real>(Net::work_count) +
           (shards > 1 ? bytes_of<real>(shards * Net::stored_per_shard) : 0) +
           sizeof(real) * (condition::buffer_count(batch) + batch * values) + sizeof(double) * batch;
  }

 private:
  using condition               = typename Net::condition;
  using buffers                 = typename condition::buffers;
  static constexpr auto samples = std::size_t(Net::samples);
  static constexpr auto group   = std::size_t(condition::rows_at_once);

  static constexpr std::size_t groups(std::size_t rows) { return (rows + group - 1) / group; }
  static constexpr int rows_of_group(std::size_t g, std::size_t rows) { return int(std::min(group, rows - g * group)); }

  void make_room(std::size_t batch) {
    if (room_ >= batch) return;
    condition_ = std::make_unique<buffers>(batch);
    inputs_    = nn::array<real>(batch * values);
    losses_.assign(batch, 0);
    room_ = batch;
  }

  template <class S>
  void prepare(std::size_t batch, S const& source) {
    real const* const w = parameters_.weights();
    pool_.run(groups(batch), [&](std::size_t g, std::size_t) {
      int const rows = rows_of_group(g, batch);
      for (std::size_t i = g * group; i < g * group + std::size_t(rows); ++i)
        condition_->noise.data()[i] = source.prepare(i, inputs_.span().subspan(i * values, values));
      condition::forward(w, Net::condition_weights, *condition_, g * group, rows);
    });
    modulate(w, *condition_, batch);
  }

  void modulate(real const* w, buffers& b, std::size_t rows) {
    pool_.run(std::size_t(condition::modulation::panels), [&](std::size_t p, std::size_t) {
      condition::modulate(w, Net::condition_weights, b, int(rows), int(p), int(p) + 1);
    });
  }

  /// Forward, loss and backward of the block of samples `b`.
  template <class S>
  void train_block(std::size_t b, std::size_t batch, S const& source, real* work, real* dw, bool add) {
    std::size_t const first = b * samples, count = std::min(samples, batch - first),
                      row = std::size_t(condition::modulation::out_row);
    modulation_chunks<real const> const m{condition_->modulations.data() + first * row, row, Net::chunk_size};
    modulation_chunks<real> const dm{condition_->d_modulations.data() + first * row, row, Net::chunk_size};
    real* const in  = work + Net::work_at[Net::input];
    real* const out = work + Net::work_at[Net::output];
    spread(inputs_.data() + first * values, count, in);
    Net::template forward<true>(parameters_.weights(), positions_.data(), m, work);
    std::array<real, values> output, d_output;
    for (std::size_t s = 0; s < samples; ++s) {
      d_output.fill(0);  // a block that the batch does not fill has samples without a gradient
      if (s < count) {
        collect(out, s, output.data());
        losses_[first + s] = source.loss(first + s, std::span<real const>{output}, std::span<real>{d_output});
        for (real& d : d_output)
          d /= real(batch);
      }
      spread_sample(d_output.data(), s, out);
    }
    Net::backward(parameters_.transposed(), m, dm, work, dw, add);
  }

  /// Narrow nets: each shard goes through its blocks on its own; the shards are summed in `gather`.
  template <class S>
  void by_shards(std::size_t batch, std::size_t blocks, S const& source) {
    if (shard_gradients_.size() < shards_ * Net::stored_per_shard)
      shard_gradients_ = nn::array<real>(shards_ * Net::stored_per_shard);
    pool_.run(shards_, [&](std::size_t s, std::size_t thread) {
      std::size_t const first = first_block(s, shards_, blocks), last = first_block(s + 1, shards_, blocks);
      for (std::size_t b = first; b < last; ++b)
        train_block(
            b, batch, source, work_[thread].data(), shard_gradients_.data() + s * Net::stored_per_shard, b > first);
    });
  }

  /// Wide nets: a wave of blocks, one a thread; then all threads take the weight gradients of the wave, panel by panel.
  /// Each gradient is one chain of sums over the rows of the batch, whatever the size of a wave.
  template <class S>
  void by_panels(std::size_t batch, std::size_t blocks, S const& source) {
    for (std::size_t first = 0; first < blocks; first += work_.size()) {
      std::size_t const wave = std::min(work_.size(), blocks - first);
      pool_.run(wave, [&](std::size_t i, std::size_t) {
        train_block(first + i, batch, source, work_[i].data(), nullptr, false);
      });
      auto const pieces = parameters_.block_pieces();
      pool_.run(pieces.size(), [&](std::size_t j, std::size_t) {
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

  void condition_backward(std::size_t batch) {
    real const* const wt         = parameters_.transposed();
    constexpr std::size_t panels = condition::modulation::back_columns / condition::modulation::back_panel;
    std::size_t const n          = (groups(batch) + 1) / 2;  // two groups of rows read the weights together
    pool_.run(n * panels, [&](std::size_t i, std::size_t) {
      std::size_t const r = i / panels * 2 * group;
      condition::backward_modulate(
          wt, Net::condition_transposed, *condition_, r, int(std::min(2 * group, batch - r)), int(i % panels));
    });
    pool_.run(groups(batch), [&](std::size_t g, std::size_t) {
      condition::backward(wt, Net::condition_transposed, *condition_, g * group, rows_of_group(g, batch));
    });
  }

  /// Completes the gradient of every piece and its norm; the order of all sums is fixed.
  void gather(std::size_t batch) {
    auto const pieces       = parameters_.pieces();
    std::size_t const block = parameters_.block_pieces().size();
    squares_.assign(pieces.size(), 0);
    real* const g = parameters_.gradient();
    std::array<std::pair<real const*, real const*>, 3> const ends{
        {{condition_->feature.data(), condition_->d_hidden.data()},
         {condition_->active.data(), condition_->d_state.data()},
         {condition_->active_state.data(), condition_->d_modulations.data()}}};
    pool_.run(pieces.size(), [&](std::size_t i, std::size_t) {
      auto const& p        = pieces[i];
      bool const of_shards = i < block && shards_ > 1;
      if (i >= block) {
        auto const [x, dy] = ends[p.layer == Net::condition_weights.first    ? 0
                                  : p.layer == Net::condition_weights.second ? 1
                                                                             : 2];
        p.weight_gradient(int(batch), x, dy, g + p.layer, false, p.panel, p.panel + 1);
      }
      real const* const from = of_shards ? shard_gradients_.data() : g;
      std::size_t const n    = of_shards ? shards_ : 1;
      squares_[i]            = sum_shards<V>(n, from + p.weight, Net::stored_per_shard, p.weight_count, g + p.weight) +
                    sum_shards<V>(n, from + p.bias, Net::stored_per_shard, p.bias_count, g + p.bias);
    });
    double sum = 0;
    for (double const s : squares_)
      sum += s;
    gradient_norm_ = std::sqrt(sum);
  }

  void evaluate_some(real const* w, std::span<real const> in, std::span<real const> noise, std::span<real> out) {
    if (!evaluation_ || evaluation_room_ < noise.size()) {
      evaluation_      = std::make_unique<buffers>(noise.size());
      evaluation_room_ = noise.size();
    }
    auto& b                = *evaluation_;
    std::size_t const rows = noise.size(), n = in.size() / values;
    std::copy(noise.begin(), noise.end(), b.noise.data());
    pool_.run(groups(rows), [&](std::size_t g, std::size_t) {
      condition::forward(w, Net::condition_weights, b, g * group, rows_of_group(g, rows));
    });
    modulate(w, b, rows);
    std::size_t const row = rows == 1 ? 0 : std::size_t(condition::modulation::out_row);
    pool_.run((n + samples - 1) / samples, [&](std::size_t i, std::size_t thread) {
      std::size_t const first = i * samples, count = std::min(samples, n - first);
      real* const work = work_[thread].data();
      spread(in.data() + first * values, count, work + Net::work_at[Net::input]);
      Net::template forward<false>(
          w, positions_.data(), {b.modulations.data() + first * row, row, Net::chunk_size}, work);
      for (std::size_t s = 0; s < count; ++s)
        collect(work + Net::work_at[Net::output], s, out.data() + (first + s) * values);
    });
  }

  // Between samples [T, C] in one piece and padded rows.
  static constexpr int channels = Net::shape.channels, tokens = Net::shape.tokens(), padded_row = Net::embed::in_row;
  static void spread_sample(real const* from, std::size_t s, real* to) {
    to += s * std::size_t(tokens * padded_row);
    for (int t = 0; t < tokens; ++t)
      for (int c = 0; c < channels; ++c)
        to[t * padded_row + c] = from[t * channels + c];
  }
  static void spread(real const* from, std::size_t count, real* to) {
    static constexpr std::array<real, values> none{};
    for (std::size_t s = 0; s < samples; ++s)
      spread_sample(s < count ? from + s * values : none.data(), s, to);
  }
  static void collect(real const* from, std::size_t s, real* to) {
    from += s * std::size_t(tokens * padded_row);
    for (int t = 0; t < tokens; ++t)
      for (int c = 0; c < channels; ++c)
        to[t * channels + c] = from[t * padded_row + c];
  }

  pool pool_;
  parameter_store<Net> parameters_;
  nn::array<real> positions_;
  std::vector<nn::array<real>> work_;  // one workspace a thread
  nn::array<real> shard_gradients_, inputs_;
  std::unique_ptr<buffers> condition_, evaluation_;
  std::size_t room_ = 0, evaluation_room_ = 0, shards_ = 1;
  std::vector<double> losses_, squares_;
  double gradient_norm_ = 0;
};

}  // namespace regula::nn
