// SPDX-License-Identifier: MIT
/// @file
/// An engine small enough to check by hand: the network is F(x) = slope x + offset, trained by plain gradient descent.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/pipeline/trainer.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace regula::test {

struct affine_network {
  using real = float;

  float slope  = 0;
  float offset = 0;

  void evaluate(network_input<float> const& in, std::span<float> out) const {
    for (std::size_t i = 0; i < in.values.size(); ++i)
      out[i] = slope * in.values[i] + offset;
  }
};

/// What went by: the clean boards and the noise of every step, for tests that compare runs.
struct affine_log {
  std::vector<std::vector<token>> boards;
  std::vector<std::vector<float>> sigmas;
  std::vector<std::vector<float>> noises;
};

template <Objective O>
class affine_trainer {
 public:
  affine_trainer(O const& objective, settings const& settings, std::uint64_t breaks_at, std::shared_ptr<affine_log> log)
      : objective_{objective}, settings_{settings}, breaks_at_{breaks_at}, log_{std::move(log)} {}

  double gradient(batch const& clean, typename O::corruption const& c) {
    if (log_) {
      log_->boards.push_back(clean.boards);
      log_->sigmas.push_back(c.sigma);
      log_->noises.push_back(c.noise);
    }
    if (updates_ == breaks_at_) return std::numeric_limits<double>::quiet_NaN();
    std::size_t const n = clean.shape.values();
    std::vector<float> in(n), out(n), slope(n);
    double loss = 0;
    gradient_   = {0, 0};
    for (std::size_t i = 0; i < clean.size; ++i) {
      sample_input<float> input{{}, in};
      objective_.read(clean, c, i, input);
      network_.evaluate({{}, in, {&input.noise, 1}}, out);
      loss += objective_.template loss<float>(out, clean, c, i, slope) / static_cast<double>(clean.size);
      for (std::size_t j = 0; j < n; ++j) {
        gradient_[0] += static_cast<double>(slope[j]) * static_cast<double>(in[j]) / static_cast<double>(clean.size);
        gradient_[1] += static_cast<double>(slope[j]) / static_cast<double>(clean.size);
      }
    }
    return loss;
  }

  void apply(std::uint64_t n) {
    double const rate = settings_.rate.at(n, settings_.steps);
    before_           = network_;
    network_.slope -= static_cast<float>(rate * gradient_[0]);
    network_.offset -= static_cast<float>(rate * gradient_[1]);
    updates_ = n + 1;
  }

  void undo() { network_ = before_; }

  affine_network& network(weights_kind) { return network_; }
  [[nodiscard]] named_tensors weights(weights_kind) const {
    named_tensors out;
    out.add("slope", tensor({1}, std::array{network_.slope}));
    out.add("offset", tensor({1}, std::array{network_.offset}));
    return out;
  }
  void load(named_tensors const& weights) {
    network_.slope  = weights.at("slope").scalar<float>();
    network_.offset = weights.at("offset").scalar<float>();
  }
  [[nodiscard]] engine_facts facts() const { return {{"name", "affine"}}; }

 private:
  O objective_;
  settings settings_;
  std::uint64_t breaks_at_;
  std::shared_ptr<affine_log> log_;
  affine_network network_         = {};
  affine_network before_          = {};
  std::array<double, 2> gradient_ = {};
  std::uint64_t updates_          = 0;
};

/// Use as `train(plan, settings, affine_engine{})`.
struct affine_engine {
  std::uint64_t breaks_at         = std::numeric_limits<std::uint64_t>::max();  ///< the loss of this step is NaN
  std::shared_ptr<affine_log> log = {};

  template <class Plan>
  [[nodiscard]] affine_trainer<typename Plan::objective_type> trainer(Plan const& plan,
                                                                      settings const& settings) const {
    return {plan.objective, settings, breaks_at, log};
  }
};

}  // namespace regula::test
