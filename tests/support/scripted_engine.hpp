// SPDX-License-Identifier: MIT
/// @file
/// An engine without a network: its loss follows a script, its samples obey the rule or not by the number of updates.
#pragma once

#include <regula/core.hpp>
#include <regula/io/named_tensors.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace regula::test {

/// A raw network that undoes the preconditioning of sigma_data = 1, so that the denoiser answers `value` everywhere.
struct constant_network {
  using real = float;

  double value = 0;

  void evaluate(network_input<float> const& in, std::span<float> out) const {
    auto const p = preconditioning::at(std::exp(4.0 * static_cast<double>(in.noise[0])), 1.0);
    for (std::size_t i = 0; i < in.values.size(); ++i)
      out[i] = static_cast<float>((value - p.skip * static_cast<double>(in.values[i]) / p.in) / p.out);
  }
};

/// The trainer of a scripted_engine: its only weight is the number of updates.
template <class Script>
struct scripted_trainer {
  Script script;
  constant_network net  = {};
  std::uint64_t updates = 0;

  double gradient(batch const&, gaussian_corruption const&) const { return script.loss(updates); }
  void apply(std::uint64_t n) { updates = n + 1; }
  void undo() { --updates; }
  constant_network& network(weights_kind) {
    net.value = updates >= script.learned ? 1.0 : 0.0;
    return net;
  }
  named_tensors weights(weights_kind which) const {
    named_tensors out;
    auto const value = static_cast<float>(updates) + (which == weights_kind::average ? 0.5F : 0.0F);
    out.add("weight", tensor({1}, std::array{value}));
    return out;
  }
  void load(named_tensors const&) {}
  engine_facts facts() const { return {{"name", "scripted"}, {"threads", "1"}}; }
};

/// The loss after n updates is `loss(n)`; samples are boards of symbols 1 once `learned` updates were made, before that
/// they decode to nothing.
struct scripted_engine {
  std::function<double(std::uint64_t)> loss = [](std::uint64_t n) { return 1.0 / (1.0 + static_cast<double>(n)); };
  std::uint64_t learned                     = 0;

  template <class Plan>
  scripted_trainer<scripted_engine> trainer(Plan const&, settings const&) const {
    return {*this};
  }
};

}  // namespace regula::test
