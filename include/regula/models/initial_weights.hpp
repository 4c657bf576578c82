// SPDX-License-Identifier: MIT
/// @file
/// The weights that a model starts with, drawn alike for every engine, and a check of weights from elsewhere.
#pragma once

#include <regula/error.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/io/tensor.hpp>
#include <regula/models/tensor_spec.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace regula {

/// The initial weights of a model: tensor i is drawn from stream{seed, initial_weights, 0, i} in row-major order.
///
/// Shapes    as in `specs`, float32
[[nodiscard]] inline named_tensors draw_initial_weights(std::span<tensor_spec const> specs, std::uint64_t seed) {
  stream_family const streams{seed, purpose::initial_weights};
  named_tensors weights;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    auto const& spec = specs[i];
    stream rng       = streams(i);
    tensor t{dtype::f32, spec.shape};
    auto const values = t.values<float>();
    auto const scale  = spec.initial.scale;
    switch (spec.initial.law) {
      case initial_law::kind::constant:
        for (float& v : values)
          v = static_cast<float>(scale);
        break;
      case initial_law::kind::uniform:
        for (float& v : values)
          v = static_cast<float>(scale * (2 * uniform(rng) - 1));
        break;
      case initial_law::kind::normal:
        fill_normal(rng, values);
        for (float& v : values)
          v = static_cast<float>(scale * static_cast<double>(v));
        break;
    }
    weights.add(spec.name, std::move(t));
  }
  return weights;
}

/// Refuses a tensor that is missing, of another shape than `spec`'s, or neither F32 nor `widest`.
///
/// Errors    throws range_error or shape_error naming the tensor, what was expected and what was given
inline void expect_weight(named_tensors const& given, tensor_spec const& spec, dtype widest = dtype::f32) {
  tensor const& value = given.at(spec.name);
  value.expect(value.type() == widest ? widest : dtype::f32,
               spec.shape,
               given.origin + ": tensor " + detail::in_quotes(spec.name));
}

/// Refuses tensors that are not exactly those of a model: each as `expect_weight` wants it, and none besides.
///
/// Errors    throws range_error naming a tensor that is missing or too many, shape_error naming one of another shape or
///           element type
inline void expect_weights(named_tensors const& given, std::span<tensor_spec const> specs, dtype widest = dtype::f32) {
  for (tensor_spec const& spec : specs)
    expect_weight(given, spec, widest);
  for (auto const& [name, value] : given)
    require(std::ranges::any_of(specs, [&name = name](tensor_spec const& spec) { return spec.name == name; }),
            "{}: expected the {} tensors of the model and no others, got also {}",
            given.origin,
            specs.size(),
            detail::in_quotes(name));
}

}  // namespace regula
