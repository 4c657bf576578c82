// SPDX-License-Identifier: MIT
/// @file
/// Trains and evaluates a net of the native engine: gradients of a batch, optimizer updates, forward passes.
/// The same batch gives the same bits on any number of threads.
#pragma once

#include <regula/error.hpp>
#include <regula/native/batch_condition.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/parameter_store.hpp>
#include <regula/native/pool.hpp>
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
  static_assert(nn::Net<Net>,
                "[regula:N1] a net of the native engine has the members of the concept nn::Net (nets/passes.hpp)");

 public:
  using net  = Net;
  using V    = typename Net::vectors;
  using real = typename V::real;

  static constexpr std::size_t cells           = Net::cells;          ///< T
  static constexpr std::size_t input_values    = Net::input_values;   ///< numbers that a sample has beside its symbols
  static constexpr std::size_t output_values   = Net::output_values;  ///< numbers that the net returns of a sample
  static constexpr std::size_t parameter_count = Net::parameter_count;

  /// All weights are 0 until `parameters().write` sets them.
  ///
  /// Errors    throws range_error if threads is 0
  explicit trainer(std::size_t threads) : pool_{std::make_unique<pool>(threads)}, constants_{Net::constants()} {
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
  /// A net with dropout draws what it drops of sample i from `dropout`, which may be nullptr: then it drops nothing.
  /// Errors    throws range_error if batch is 0, and what `source` throws
  template <SampleSource<real> S>
  double gradient(std::size_t batch, S const& source, stream_family const* dropout = nullptr) {
    if (dropout == nullptr) return gradient_with(batch, source, nullptr);
    return gradient(batch, source, mask_source{*dropout});
  }

  /// The same with masks from elsewhere.
  template <SampleSource<real> S>
  double gradient(std::size_t batch, S const& source, mask_source const& dropout) {
    return gradient_with(batch, source, &dropout);
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

  /// The net's output for n samples. Nothing is dropped.
  ///
  /// Shapes    as network_input says; out [n, output_values]
  /// Errors    throws shape_error if the sizes do not fit, range_error for the average if there is none
  void evaluate(network_input<real> const& in, std::span<real> out, parameter_array which = parameter_array::weights) {
    std::size_t const n           = checked_count(in, out.size());
    real const* const w           = parameters_.array_of(which).data();
    constexpr std::size_t at_once = 64;  // bounds the memory for modulations
    std::size_t const step        = in.noise.size() <= 1 ? n : at_once;
    for (std::size_t i = 0; i < n; i += step) {
      std::size_t const m = std::min(step, n - i);
      evaluate_some(w, in, i, m, out.subspan(i * output_values, m * output_values));
    }
  }

  /// n sequences that grow symbol by symbol without reading prefixes again; they refer to this trainer.
  ///
  /// Errors    throws range_error for the average if there is none
  [[nodiscard]] auto generate(std::size_t n, parameter_array which = parameter_array::weights)
    requires requires { requires Net::generates; }
  {
    return typename Net::generation{*pool_, parameters_.array_of(which).data(), n};
  }

  /// Bytes of the arrays of a run: what training `batch` samples on `threads` threads holds.
  [[nodiscard]] static constexpr std::size_t bytes(std::size_t threads, std::size_t batch, bool with_average) {
    std::size_t const n = shards(batch);
    return (with_average ? 7 : 5) * bytes_of<real>(Net::stored) + bytes_of<real>(Net::transposed.back()) +
           threads * bytes_of<real>(Net::work_count) + (n > 1 ? bytes_of<real>(n * Net::stored_per_shard) : 0) +
           sizeof(real) * (batch_condition<Net>::count(batch) + batch * input_values) +
           batch * (sizeof(double) + cells * sizeof(token) + 1);
  }

  /// Shards of the gradient of a batch.
  [[nodiscard]] static constexpr std::size_t shards(std::size_t batch) {
    return shard_count(Net::stored_per_shard * sizeof(real), blocks_of(batch));
  }

 private:
  static constexpr auto samples = std::size_t(Net::samples);
  static constexpr std::size_t blocks_of(std::size_t batch) { return (batch + samples - 1) / samples; }

  void make_room(std::size_t batch) {
    condition_.make_room(batch);
    if (losses_.size() >= batch) return;
    inputs_ = nn::array<real>(batch * input_values);
    symbols_.assign(batch * cells, 0);
    soft_.assign(batch, 0);
    losses_.assign(batch, 0);
  }

  template <SampleSource<real> S>
  double gradient_with(std::size_t batch, S const& source, mask_source const* dropout) {
    require(batch > 0, "native: expected a batch of at least 1 sample, got 0");
    make_room(batch);
    condition_.forward(*pool_, parameters_.weights(), batch, [&](std::size_t i) {
      sample_input<real> in = room_for(i);
      source.read(i, in);
      soft_[i] = in.soft;
      return in.noise;
    });
    shards_ = shards(batch);
    if (shards_ == 1)
      train_by_panels(batch, source, dropout);
    else
      train_by_shards(batch, source, dropout);
    condition_.backward(*pool_, parameters_.transposed(), batch);
    complete_gradient(batch);
    double loss = 0;
    for (std::size_t i = 0; i < batch; ++i)
      loss += losses_[i];
    return loss / double(batch);
  }

  /// Room for what the net reads of sample i of the batch.
  sample_input<real> room_for(std::size_t i) {
    return {std::span{symbols_}.subspan(i * cells, cells), inputs_.span().subspan(i * input_values, input_values)};
  }

  /// What the net reads of sample i of the batch.
  [[nodiscard]] network_input<real> input(std::size_t i) const {
    return {!soft_[i] ? std::span{symbols_}.subspan(i * cells, cells) : std::span<token const>{},
            inputs_.span().subspan(i * input_values, input_values)};
  }

  /// Forward, loss and backward of block b. A block that the batch does not fill has samples without a gradient.
  template <class S>
  void train_block(std::size_t b,
                   std::size_t batch,
                   S const& source,
                   mask_source const* dropout,
                   real* work,
                   real* gradient,
                   real* direct,
                   bool add) {
    std::size_t const first = b * samples, count = std::min(samples, batch - first);
    auto const m = condition_.modulations(first);
    for (std::size_t s = 0; s < samples; ++s)
      if (s < count)
        Net::write_input(input(first + s), int(s), work);
      else
        Net::clear_input(int(s), work);
    Net::template forward<true>({parameters_.weights(), constants_.data(), m, dropout, first}, work);
    std::array<real, output_values> output, d_output;
    for (std::size_t s = 0; s < samples; ++s) {
      if (s >= count) {
        Net::clear_output_gradient(int(s), work);
        continue;
      }
      Net::read_output(work, int(s), output.data());
      losses_[first + s] = source.loss(first + s, std::span<real const>{output}, std::span<real>{d_output});
      for (real& d : d_output)
        d /= real(batch);
      Net::write_output_gradient(d_output.data(), int(s), work);
    }
    Net::backward({parameters_.weights(),
                   parameters_.transposed(),
                   constants_.data(),
                   m,
                   condition_.d_modulations(first),
                   gradient,
                   direct,
                   add},
                  work);
  }

  /// Narrow nets: each shard goes through its blocks on its own; the shards are summed when the gradient is completed.
  template <class S>
  void train_by_shards(std::size_t batch, S const& source, mask_source const* dropout) {
    constexpr std::size_t size = Net::stored_per_shard;
    if (shard_gradients_.size() < shards_ * size) shard_gradients_ = nn::array<real>(shards_ * size);
    std::size_t const blocks = blocks_of(batch);
    pool_->run(shards_, [&](std::size_t s, std::size_t thread) {
      std::size_t const first = first_block(s, shards_, blocks), last = first_block(s + 1, shards_, blocks);
      real* const g = shard_gradients_.data() + s * size;
      for (std::size_t b = first; b < last; ++b)
        train_block(b, batch, source, dropout, work_[thread].data(), g, g + Net::direct_at, b > first);
    });
  }

  /// Wide nets: a wave of blocks, one a thread; then all threads take the weight gradients of the wave, panel by panel.
  /// Each gradient is one chain of sums over the rows of the batch, whatever the size of a wave.
  template <class S>
  void train_by_panels(std::size_t batch, S const& source, mask_source const* dropout) {
    std::size_t const blocks = blocks_of(batch);
    for (std::size_t first = 0; first < blocks; first += work_.size()) {
      std::size_t const wave = std::min(work_.size(), blocks - first);
      pool_->run(wave, [&](std::size_t i, std::size_t) {
        real* const work = work_[i].data();
        train_block(first + i, batch, source, dropout, work, nullptr, work + Net::direct_work, false);
      });
      auto const pieces = parameters_.block_pieces();
      pool_->run(pieces.size(), [&](std::size_t j, std::size_t) {
        for (std::size_t i = 0; i < wave; ++i)
          add_block(pieces[j], work_[i].data(), first + i > 0);
      });
    }
  }

  /// The gradient of a piece by the block whose workspace this is, or this added to what is there.
  void add_block(piece<real> const& p, real const* work, bool add) {
    real* const g = parameters_.gradient();
    if (p.is_direct()) {
      auto const add_part = [&](std::size_t at, std::size_t n) {
        real const* const from = work + Net::direct_work + (at - Net::direct_at);
        for (std::size_t k = 0; k < n; ++k)
          g[at + k] = add ? g[at + k] + from[k] : from[k];
      };
      add_part(p.weight, p.weight_count);
      add_part(p.bias, p.bias_count);
      return;
    }
    p.weight_gradient(Net::rows, work + p.ends.input, work + p.ends.d_output, g + p.layer, add, p.panel, p.panel + 1);
    if (p.tied)
      p.weight_gradient(
          Net::rows, work + p.tied->input, work + p.tied->d_output, g + p.layer, true, p.panel, p.panel + 1);
  }

  /// Sums the shards, takes the gradients of the condition's matrices, and the norm; the order of all sums is fixed.
  void complete_gradient(std::size_t batch) {
    auto const pieces             = parameters_.pieces();
    std::size_t const from_blocks = parameters_.block_pieces().size();
    real* const g                 = parameters_.gradient();
    squares_.assign(pieces.size(), 0);
    pool_->run(pieces.size(), [&](std::size_t i, std::size_t) {
      auto const& p = pieces[i];
      if constexpr (Conditioned<Net>)
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

  /// The number of samples, once the sizes are found to fit.
  static std::size_t checked_count(network_input<real> const& in, std::size_t out) {
    bool const by_symbols   = !in.symbols.empty();
    std::size_t const given = by_symbols ? in.symbols.size() : in.values.size(),
                      each = by_symbols ? cells : input_values, n = each > 0 ? given / each : 0;
    require<shape_error>(n > 0 && given == n * each && out == n * output_values,
                         "native: expected {} and output of n times {} and {}, got {} and {}",
                         by_symbols ? "symbols" : "values",
                         each,
                         output_values,
                         given,
                         out);
    bool needs_noise = !in.noise.empty();
    if constexpr (Conditioned<Net>) needs_noise = needs_noise || Net::reads_noise;
    if (needs_noise)
      require<shape_error>(in.noise.size() == 1 || in.noise.size() == n,
                           "native: expected 1 or {} noise features, got {}",
                           n,
                           in.noise.size());
    return n;
  }

  /// Samples [begin, begin + n) of `in`; `out` has room for these.
  void evaluate_some(
      real const* w, network_input<real> const& in, std::size_t begin, std::size_t n, std::span<real> out) {
    bool const shared      = in.noise.size() <= 1;
    std::size_t const rows = shared ? 1 : n;
    evaluation_.make_room(rows);
    evaluation_.forward(
        *pool_, w, rows, [&](std::size_t i) { return in.noise.empty() ? real(0) : in.noise[shared ? 0 : begin + i]; });
    pool_->run(blocks_of(n), [&](std::size_t b, std::size_t thread) {
      std::size_t const first = b * samples, count = std::min(samples, n - first);
      real* const work = work_[thread].data();
      for (std::size_t s = 0; s < samples; ++s)
        if (s < count)
          Net::write_input(one_of(in, begin + first + s), int(s), work);
        else
          Net::clear_input(int(s), work);
      auto const m = shared ? evaluation_.modulations(0, 0) : evaluation_.modulations(first);
      Net::template forward<false>({w, constants_.data(), m}, work);
      for (std::size_t s = 0; s < count; ++s)
        Net::read_output(work, int(s), out.data() + (first + s) * output_values);
    });
  }

  /// Sample i of many.
  [[nodiscard]] static network_input<real> one_of(network_input<real> const& in, std::size_t i) {
    return {in.symbols.empty() ? in.symbols : in.symbols.subspan(i * cells, cells),
            in.values.empty() ? in.values : in.values.subspan(i * input_values, input_values)};
  }

  std::unique_ptr<pool> pool_;
  parameter_store<Net> parameters_;
  nn::array<real> constants_;
  std::vector<nn::array<real>> work_;  // one workspace a thread
  nn::array<real> shard_gradients_, inputs_;
  batch_condition<Net> condition_, evaluation_;
  std::vector<token> symbols_;       // [B, T]
  std::vector<unsigned char> soft_;  // [B]
  std::vector<double> losses_, squares_;
  std::size_t shards_   = 1;
  double gradient_norm_ = 0;
};

}  // namespace regula::nn
