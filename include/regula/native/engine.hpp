// SPDX-License-Identifier: MIT
/// @file
/// The native engine as an argument of train(): the library's own nets on the CPU, every shape a compile-time constant.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/error.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/models/initial_weights.hpp>
#include <regula/models/tensor_spec.hpp>
#include <regula/native/nets/net_of.hpp>
#include <regula/native/network.hpp>
#include <regula/native/trainer.hpp>
#include <regula/pipeline/trainer.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace regula {

namespace nn {

/// A run's weights on the native engine: joins a net's trainer to an objective and to the settings. Satisfies Trainer.
template <class Net, Objective O>
class run_trainer {
 public:
  using real = typename Net::real;

  run_trainer(O objective, std::vector<tensor_spec> const& specs, settings s, std::size_t threads)
      : objective_{std::move(objective)}, settings_{std::move(s)}, net_{std::make_unique<Net>(threads)} {
    expect_tensors(specs);
    load(draw_initial_weights(specs, settings_.seed));
  }

  /// The mean loss of a batch; its gradient is kept for `apply`. Not finite if loss or gradient norm is not.
  double gradient(batch const& clean, typename O::corruption const& corruption) {
    std::size_t const given    = reads_values(O::needs) ? clean.values.size() : clean.boards.size();
    std::size_t const expected = reads_values(O::needs) ? Net::input_values : Net::cells;
    require<shape_error>(clean.size > 0 && given == clean.size * expected,
                         "native: expected a batch of {} {} a sample, got {} for {} samples",
                         expected,
                         reads_values(O::needs) ? "values" : "symbols",
                         given,
                         clean.size);
    stream_family const dropout{settings_.seed, purpose::dropout, clean.step};
    double const loss = net_->gradient(clean.size, source{objective_, clean, corruption}, &dropout);
    return std::isfinite(net_->gradient_norm()) ? loss : std::numeric_limits<double>::quiet_NaN();
  }

  /// Clips the gradient, then updates the weights and their average, `finished` updates before.
  void apply(std::uint64_t finished) {
    net_->update({.optimizer = settings_.optimizer,
                  .rate      = settings_.rate.at(finished, settings_.steps),
                  .clip      = settings_.clip,
                  .ema       = settings_.ema,
                  .n         = finished});
  }

  /// Weights and average as they were before the last `apply`.
  void undo() { net_->parameters().undo(); }

  /// The network as samplers and probes call it.
  [[nodiscard]] nn::network<Net> const& network(weights_kind which) const {
    return views_[which == weights_kind::raw ? 0 : 1];
  }

  /// The trained tensors by name.
  ///
  /// Errors    throws range_error for the average of a run without one
  [[nodiscard]] named_tensors weights(weights_kind which) const {
    named_tensors out;
    add(out, "", which == weights_kind::raw ? parameter_array::weights : parameter_array::average);
    return out;
  }

  /// Replaces the weights; their average starts from them and the optimizer from nothing.
  ///
  /// Errors    throws range_error or shape_error if they are not the model's tensors, float32 or float64
  void load(named_tensors const& given) {
    read(given, "", parameter_array::weights);
    net_->parameters().restart(settings_.ema > 0);
  }

  /// Everything that `apply` works on.
  [[nodiscard]] named_tensors state() const {
    named_tensors out;
    for (auto const& [prefix, which] : kept())
      add(out, prefix, which);
    return out;
  }

  /// Errors    throws range_error or shape_error if a tensor is missing or of another shape
  void restore(named_tensors const& saved) {
    net_->parameters().restart(settings_.ema > 0);
    for (auto const& [prefix, which] : kept())
      read(saved, prefix, which);
  }

  /// The last gradient of the mean loss by each tensor, before clipping, and its L2 norm.
  [[nodiscard]] named_tensors gradients() const {
    named_tensors out;
    add(out, "", parameter_array::gradient);
    return out;
  }
  [[nodiscard]] double gradient_norm() const { return net_->gradient_norm(); }

  /// Calls f(0) .. f(n - 1) on the engine's threads.
  template <class F>
  void parallel(std::size_t n, F&& f) {
    net_->parallel(n, f);
  }

  [[nodiscard]] engine_facts facts() const {
    return {{"engine", "native"},
            {"precision", std::same_as<real, double> ? "float64" : "float32"},
            {"threads", std::to_string(net_->threads())},
            {"instruction_set", Net::V::arch::name()},
            {"vector_width", std::to_string(Net::V::width)},
            {"samples_at_once", std::to_string(Net::net::samples)},
            {"gradient_shards", std::to_string(Net::shards(settings_.batch))}};
  }

 private:
  struct source {
    O const& objective;
    batch const& clean;
    typename O::corruption const& corruption;

    void read(std::size_t i, sample_input<real>& input) const { objective.read(clean, corruption, i, input); }
    double loss(std::size_t i, std::span<real const> output, std::span<real> gradient) const {
      return objective.loss(output, clean, corruption, i, gradient);
    }
  };

  /// Refuses a net that does not have the tensors of its spec: one that it forgot to list would never be trained.
  void expect_tensors(std::vector<tensor_spec> const& specs) const {
    auto const& places = net_->parameters().tensors();
    std::size_t count  = 0;
    for (tensor_spec const& spec : specs) {
      auto const at = std::ranges::find(places, spec.name, &tensor_place::name);
      require(at != places.end(), "native: expected a net with the tensor {}, got none of that name", spec.name);
      require<shape_error>(at->shape == spec.shape,
                           "native: expected {} as its spec says, {}, got a net where it is {}",
                           spec.name,
                           describe(dtype_of<real>, spec.shape),
                           describe(dtype_of<real>, at->shape));
      count += spec.element_count();
    }
    require(places.size() == specs.size() && Net::parameter_count == count,
            "native: expected a net of {} tensors and {} trained numbers, got {} and {}",
            specs.size(),
            count,
            places.size(),
            std::size_t{Net::parameter_count});
  }

  /// The arrays of a saved state, and what their tensors' names begin with.
  [[nodiscard]] std::vector<std::pair<std::string_view, parameter_array>> kept() const {
    std::vector<std::pair<std::string_view, parameter_array>> out{{"weights/", parameter_array::weights},
                                                                  {"moment1/", parameter_array::first_moment},
                                                                  {"moment2/", parameter_array::second_moment}};
    if (settings_.ema > 0) out.emplace_back("average/", parameter_array::average);
    return out;
  }

  void add(named_tensors& out, std::string_view prefix, parameter_array which) const {
    for (tensor_place const& place : net_->parameters().tensors()) {
      tensor& t = out.add(std::string{prefix} + place.name, tensor(dtype_of<real>, place.shape));
      net_->parameters().read(which, place, t.values<real>());
    }
  }

  void read(named_tensors const& from, std::string_view prefix, parameter_array which) {
    for (tensor_place const& place : net_->parameters().tensors()) {
      std::string const name = std::string{prefix} + place.name;
      tensor const& t = from.expect(name, from.at(name).type() == dtype::f64 ? dtype::f64 : dtype::f32, place.shape);
      if (t.type() == dtype::f64)
        net_->parameters().write(which, place, t.values<double>());
      else
        net_->parameters().write(which, place, t.values<float>());
    }
    if (which == parameter_array::weights) net_->parameters().transpose_all();
  }

  O objective_;
  settings settings_;
  std::unique_ptr<Net> net_;
  std::array<nn::network<Net>, 2> views_{nn::network<Net>{*net_, parameter_array::weights},
                                         nn::network<Net>{*net_, parameter_array::average}};
};

}  // namespace nn

/// The library's own engine on the CPU: `native{.threads = 2}`; `native<double>{}` for double precision.
///
/// The bits of a run do not depend on the number of threads. They depend on the build: compiler, flags and instruction
/// set, which the record names. The instruction set is that of the compiler's flags (target regula::tuned: the
/// machine's own) and part of the type.
/// Errors    making a trainer throws range_error for a number of threads below 0 or above `most_threads`
template <std::floating_point Real = float, class Arch = xsimd::default_arch>
struct native {
  static constexpr int most_threads = 1024;

  int threads = 0;  ///< 0: as many as the machine has cores

  template <class Plan>
  [[nodiscard]] auto trainer(Plan const& plan, settings const& s) const {
    using model                = typename Plan::model_type;
    using objective            = typename Plan::objective_type;
    using rule                 = typename Plan::rule_type;
    constexpr data_shape shape = {board_of<rule>(), objective::channels(rule::alphabet), rule::alphabet};
    static_assert(nn::HasNet<model, shape, Real, Arch>,
                  "[regula:N0] the native engine has no net for this Model: compose one from regula/native/layers/ and "
                  "specialise regula::nn::net_of, or train on the LibTorch engine");
    require(threads >= 0 && threads <= most_threads,
            "native: expected threads from 0 (one a core) to {}, got {}",
            most_threads,
            threads);
    std::size_t const workers =
        threads > 0 ? static_cast<std::size_t>(threads) : std::max(1U, std::thread::hardware_concurrency());
    if constexpr (nn::HasNet<model, shape, Real, Arch>) {
      using net = typename nn::net_of<model, shape, Real, Arch>::type;
      return nn::run_trainer<net, objective>{plan.objective, model::tensors(shape), s, workers};
    }
  }
};

}  // namespace regula
