// SPDX-License-Identifier: MIT
/// @file
/// The Layer concept: what a layer of the native engine states at compile time, so that nets can lay out their memory.
#pragma once

#include <concepts>
#include <cstddef>

namespace regula::nn {

/// Idea     A step of a net on a block of samples. It owns no memory: parameters, activations and gradients are flat
/// arrays
///          that the net lays out as prefix sums of what its layers state, and hands in as pointers
/// Minimal  `parameter_count`: trained numbers, as the model's description counts them;
///          `stored`: numbers of the flat parameter array, panels and padding included;
///          `kept`: numbers that `forward` saves for `backward`, of a sample or a block as the layer says;
///          `scratch`: numbers that a call may overwrite;
///          static functions `forward` and `backward` (`backward_input` and `weight_gradient` where a net may want the
///          weights' gradient later)
/// Laws     padding of rows (simd.hpp, axis) is zero on input and stays zero, in gradients too;
///          sums over rows run in the order of the rows, whatever the number of rows a call gets;
///          `backward` is the derivative of `forward`: regula::testing::compare_gradient finds nothing (one test a
///          layer); the instruction set is part of the type: a layer is a template on `simd`
template <class L>
concept Layer = requires {
  { L::parameter_count } -> std::convertible_to<std::size_t>;
  { L::stored } -> std::convertible_to<std::size_t>;
  { L::kept } -> std::convertible_to<std::size_t>;
  { L::scratch } -> std::convertible_to<std::size_t>;
  requires L::parameter_count <= L::stored;
};

}  // namespace regula::nn
