// SPDX-License-Identifier: MIT
/// @file
/// The trainer of the LibTorch engine: a net, its gradient by automatic differentiation, its optimizer and average.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/error.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/models/initial_weights.hpp>
#include <regula/models/tensor_spec.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/pipeline/trainer.hpp>
#include <regula/random/stream.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/in_training.hpp>
#include <regula/torch/detail/seed.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/nets/net_of.hpp>
#include <regula/torch/network.hpp>
#include <regula/torch/optimizer.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace regula::libtorch {

/// Weights, gradient, optimizer and average of one model under one objective. Satisfies Trainer and Resumable.
///
/// It starts with the weights that `settings.seed` gives on every engine, or with those of a net that keeps its start.
template <HasNet M, Objective O, std::floating_point Real>
class trainer {
 public:
  using net_type = typename decltype(net_for(std::declval<M const&>(), data_shape{}))::element_type;
  using real     = Real;

  trainer(M const& model, O objective, data_shape shape, regula::settings s, placement where, engine_facts facts)
      : objective_{std::move(objective)},
        shape_{shape},
        settings_{std::move(s)},
        where_{where},
        facts_{std::move(facts)},
        specs_{M::tensors(shape)},
        raw_{model, shape, specs_, where, settings_.seed} {
    if (settings_.ema > 0) average_.emplace(model, shape, specs_, where, settings_.seed);
    load(keeps_start<M> ? named(raw_.tensors) : draw_initial_weights(specs_, settings_.seed));
  }

  /// The mean loss of a batch; its gradient is kept for `apply`. A net with dropout drops entries, by the seed and the
  /// batch's step.
  ///
  /// The result is not finite if the loss or the norm of its gradient is not. No weight changes.
  /// Errors    throws shape_error if batch or corruption has another shape than the model's data
  double gradient(batch const& clean, typename O::corruption const& corruption) {
    in_training<net_type> const training{*raw_.net, {settings_.seed, purpose::dropout, clean.step}};
    torch::Tensor const loss = losses_of(clean, corruption).mean();
    gradients_               = torch::autograd::grad({loss}, raw_.tensors, {}, {}, false, /*allow_unused=*/true);
    for (std::size_t i = 0; i < gradients_.size(); ++i)
      if (!gradients_[i].defined()) gradients_[i] = torch::zeros_like(raw_.tensors[i]);
    norm_ = l2_norm(gradients_);
    return std::isfinite(norm_) ? loss.template item<double>() : std::numeric_limits<double>::quiet_NaN();
  }

  /// Clips the gradient, then updates the weights and their average, `finished` updates before.
  ///
  /// Errors    throws range_error without a gradient since the start or the last load
  void apply(std::uint64_t finished) {
    require(!gradients_.empty(), "trainer::apply: expected a gradient to apply, but none was computed");
    double const rate = settings_.rate.at(finished, settings_.steps);
    before_           = copies(raw_.tensors);
    if (average_) average_before_ = copies(average_->tensors);
    optimizer_->update(clipped(gradients_, norm_, settings_.clip), rate, finished);
    if (average_) follow(average_->tensors, raw_.tensors, ema_momentum(settings_.ema, finished + 1));
  }

  /// Weights and average as they were before the last `apply`; the moments stay.
  ///
  /// Errors    throws range_error without an update since the start or the last load
  void undo() {
    require(!before_.empty(), "trainer::undo: expected an update to undo, but none was made");
    torch::NoGradGuard const no_grad;
    torch::_foreach_copy_(raw_.tensors, before_);
    if (average_) torch::_foreach_copy_(average_->tensors, average_before_);
  }

  /// The network as samplers and probes call it.
  ///
  /// Errors    throws range_error for the average of a run without one
  [[nodiscard]] auto const& network(weights_kind which) const { return of(which).view; }

  /// The trained tensors by name.
  [[nodiscard]] named_tensors weights(weights_kind which) const { return named(of(which).tensors); }

  /// Replaces the weights; their average starts from them and the optimizer from nothing.
  ///
  /// Errors    throws range_error or shape_error if they are not the model's tensors
  void load(named_tensors const& given) {
    expect_weights(given, specs_, widest);
    read(given, "", raw_.tensors);
    if (average_) read(given, "", average_->tensors);
    optimizer_.emplace(settings_.optimizer, raw_.tensors);
    gradients_.clear();
    before_.clear();
  }

  /// Everything that `apply` works on.
  [[nodiscard]] named_tensors state() const {
    named_tensors out;
    for (auto const& [prefix, values] : kept())
      add(out, prefix, values);
    return out;
  }

  /// Errors    throws range_error or shape_error if a tensor is missing or of another shape
  void restore(named_tensors const& saved) {
    for (auto const& [prefix, values] : kept())
      for (tensor_spec spec : specs_) {
        spec.name = prefix + spec.name;
        expect_weight(saved, spec, widest);
      }
    for (auto const& [prefix, values] : kept())
      read(saved, prefix, values);
    gradients_.clear();
    before_.clear();
  }

  [[nodiscard]] engine_facts facts() const { return facts_; }

  /// The loss of every sample of a batch, nothing dropped. Shape [B].
  [[nodiscard]] std::vector<double> sample_losses(batch const& clean, typename O::corruption const& corruption) const {
    torch::NoGradGuard const no_grad;
    auto const all = losses_of(clean, corruption).to(torch::kCPU, torch::kFloat64).contiguous();
    return {all.template const_data_ptr<double>(), all.template const_data_ptr<double>() + all.numel()};
  }

  /// The last gradient of the mean loss by each tensor, before clipping, and its L2 norm.
  [[nodiscard]] named_tensors gradients() const { return named(gradients_); }
  [[nodiscard]] double gradient_norm() const { return norm_; }

 private:
  /// A net, its tensors in the order of the specs, and its view.
  struct weighted_net {
    weighted_net(
        M const& model, data_shape shape, std::vector<tensor_spec> const& specs, placement where, std::uint64_t seed)
        : net{with_seed(seed, [&] { return net_for(model, shape); })}, view{net, shape, where} {
      net->to(where.device, where.precision);
      net->eval();
      auto const found   = net->named_parameters();
      auto const trained = std::ranges::count_if(found, [](auto const& p) { return p.value().requires_grad(); });
      require<shape_error>(trained == static_cast<std::ptrdiff_t>(specs.size()),
                           "trainer: expected a net of {} tensors, got {}",
                           specs.size(),
                           trained);
      for (tensor_spec const& spec : specs) {
        auto const* const parameter = found.find(spec.name);
        require(parameter != nullptr, "trainer: expected a net with the tensor {}, got none of that name", spec.name);
        tensors.push_back(*parameter);
      }
    }

    std::shared_ptr<net_type> net;
    libtorch::tensors tensors;
    libtorch::network<net_type, O::needs, Real> view;
  };

  [[nodiscard]] torch::Tensor losses_of(batch const& clean, typename O::corruption const& corruption) const {
    require<shape_error>(clean.shape == shape_ && clean.size > 0,
                         "trainer: expected at least one sample of {} cells and {} channels, got {} of {} and {}",
                         shape_.cells(),
                         shape_.channels,
                         clean.size,
                         clean.shape.cells(),
                         clean.shape.channels);
    constexpr bool has_loss = requires { losses(objective_, *raw_.net, clean, corruption, where_); };
    static_assert(has_loss,
                  "[regula:T1] the LibTorch engine has no loss for this Objective: write losses(objective, net, batch, "
                  "corruption, placement), and include it before the run is made");
    if constexpr (has_loss) return losses(objective_, *raw_.net, clean, corruption, where_);  // found by its arguments
  }

  [[nodiscard]] static libtorch::tensors copies(libtorch::tensors const& of) {
    torch::NoGradGuard const no_grad;
    libtorch::tensors out;
    for (torch::Tensor const& t : of)
      out.push_back(t.clone());
    return out;
  }

  [[nodiscard]] weighted_net const& of(weights_kind which) const {
    if (which == weights_kind::raw) return raw_;
    require(average_.has_value(), "trainer: expected settings.ema above 0 for averaged weights, got 0");
    return *average_;
  }

  /// The tensors of a saved state, and what their names begin with.
  [[nodiscard]] std::vector<std::pair<std::string, libtorch::tensors>> kept() const {
    std::vector<std::pair<std::string, libtorch::tensors>> out{{"weights/", raw_.tensors},
                                                               {"moment1/", optimizer_->moment1()}};
    if (!optimizer_->moment2().empty()) out.emplace_back("moment2/", optimizer_->moment2());
    if (average_) out.emplace_back("average/", average_->tensors);
    return out;
  }

  void add(named_tensors& out, std::string const& prefix, libtorch::tensors const& values) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      out.add(prefix + specs_[i].name, from_torch(values[i]));
  }

  void read(named_tensors const& from, std::string const& prefix, libtorch::tensors const& into) const {
    torch::NoGradGuard const no_grad;
    for (std::size_t i = 0; i < into.size(); ++i)
      into[i].copy_(to_torch(from.at(prefix + specs_[i].name), where_));
  }

  [[nodiscard]] named_tensors named(libtorch::tensors const& values) const {
    named_tensors out;
    add(out, "", values);
    return out;
  }

  static constexpr dtype widest = std::same_as<Real, double> ? dtype::f64 : dtype::f32;

  O objective_;
  data_shape shape_;
  regula::settings settings_;
  placement where_;
  engine_facts facts_;
  std::vector<tensor_spec> specs_;
  weighted_net raw_;
  std::optional<weighted_net> average_;
  std::optional<optimizer_state> optimizer_;
  libtorch::tensors gradients_;
  libtorch::tensors before_, average_before_;  // the last update
  double norm_ = 0;
};

}  // namespace regula::libtorch
