// SPDX-License-Identifier: MIT
/// @file
/// The weights of a native trainer, raw or averaged, as a network that samplers and probes call.
#pragma once

#include <regula/native/parameter_store.hpp>

#include <span>

namespace regula::nn {

/// Satisfies DenoiserNetwork (pipeline/denoiser_view.hpp). It refers to its trainer.
template <class Trainer>
class network {
 public:
  using real = typename Trainer::real;

  network(Trainer& of, parameter_array which) : of_{&of}, which_{which} {}

  /// Shapes    in, out [n, T, C]; noise [1], shared by all samples, or [n]
  void evaluate(std::span<real const> in, std::span<real const> noise, std::span<real> out) const {
    of_->evaluate(in, noise, out, which_);
  }

 private:
  Trainer* of_;
  parameter_array which_;
};

}  // namespace regula::nn
