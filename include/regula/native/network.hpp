// SPDX-License-Identifier: MIT
/// @file
/// The weights of a native trainer, raw or averaged, as a network that samplers and probes call.
#pragma once

#include <regula/io/named_tensors.hpp>
#include <regula/native/parameter_store.hpp>
#include <regula/native/tensor_place.hpp>

#include <cstddef>
#include <span>

namespace regula::nn {

/// Satisfies Network (concepts/network_input.hpp). It refers to its trainer.
template <class Trainer>
class network {
 public:
  using real = typename Trainer::real;

  network(Trainer& of, parameter_array which) : of_{&of}, which_{which} {}

  /// Shapes    as network_input says; out [n, output_values]
  void evaluate(network_input<real> const& in, std::span<real> out) const { of_->evaluate(in, out, which_); }

  /// n sequences that grow symbol by symbol, for nets of the next symbol.
  [[nodiscard]] auto generate(std::size_t n) const
    requires requires(Trainer& of) { of.generate(n); }
  {
    return of_->generate(n, which_);
  }

  /// The trained tensors by name.
  [[nodiscard]] named_tensors weights() const {
    named_tensors out;
    for (tensor_place const& place : of_->parameters().tensors()) {
      tensor& t = out.add(place.name, tensor(dtype_of<real>, place.shape));
      of_->parameters().read(which_, place, t.template values<real>());
    }
    return out;
  }

 private:
  Trainer* of_;
  parameter_array which_;
};

}  // namespace regula::nn
