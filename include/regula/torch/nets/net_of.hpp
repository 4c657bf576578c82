// SPDX-License-Identifier: MIT
/// @file
/// Which LibTorch module a model's spec becomes: the only thing that the engine knows of a network.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/models/tensor_spec.hpp>
#include <regula/torch/detail/torch.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace regula::libtorch {

/// Specialise for a spec M: `static std::shared_ptr<Net> make(M const&, data_shape)`, Net derived from
/// torch::nn::Module. With `static constexpr bool keeps_start = true` its weights start as `make` leaves them, else as
/// `M::tensors` says.
template <class M>
struct net_of;

/// Idea     A model that the LibTorch engine can build.
/// Minimal  `net_of<M>::make`; `M::tensors(data_shape)` names the trained tensors; the net's `forward` as its head says
/// Optional `activations()` of the net, numbers a sample in its widest layer: bounds what is evaluated at once;
///          `dropout(std::optional<stream_family>)` of the net, on around the training loss
/// Laws     the named parameters of the net are those of `tensors`, in their order and shape
template <class M>
concept HasNet = Model<M> && requires(M const& model, data_shape shape) {
  { M::tensors(shape) } -> std::same_as<std::vector<tensor_spec>>;
  requires std::derived_from<typename decltype(net_of<M>::make(model, shape))::element_type, torch::nn::Module>;
};

/// True if the weights of a model's net start as the net is made.
template <class M>
inline constexpr bool keeps_start = requires { requires net_of<M>::keeps_start; };

/// The network of a spec for data of this shape; its weights are all zero unless it keeps its start.
template <HasNet M>
[[nodiscard]] auto net_for(M const& model, data_shape shape) {
  return net_of<M>::make(model, shape);
}

}  // namespace regula::libtorch
