// SPDX-License-Identifier: MIT
/// @file
/// Which net of layers a model's spec becomes on the native engine: the only thing that the engine knows of a network.
#pragma once

#include <regula/concepts/model.hpp>

#include <concepts>
#include <type_traits>

namespace regula::nn {

/// Specialise for a spec M: `using type`, a trainer (native/trainer.hpp) of the net for samples of shape D.
template <class M, data_shape D, class Real, class Arch>
struct net_of;

/// Idea     A model that the native engine can build for data of shape D.
/// Minimal  `net_of<M, D, Real, Arch>::type`; `M::tensors(D)` names the trained tensors
/// Laws     the tensors of the net are those of `tensors`, in their shapes
template <class M, data_shape D, class Real, class Arch>
concept HasNet = Model<M> && requires { typename net_of<M, D, Real, Arch>::type; };

}  // namespace regula::nn
