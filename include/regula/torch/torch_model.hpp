// SPDX-License-Identifier: MIT
/// @file
/// Any torch::nn::Module as a Model on the LibTorch engine, given the head that it offers.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/detail/type_name.hpp>
#include <regula/models/tensor_spec.hpp>
#include <regula/torch/detail/seed.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/nets/net_of.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace regula {

namespace detail {

template <class Module>
concept ReadsAlone = requires(Module& m, torch::Tensor const& x) {
  { m.forward(x) } -> std::convertible_to<torch::Tensor>;
};

template <class Module>
concept ReadsLevel = requires(Module& m, torch::Tensor const& x) {
  { m.forward(x, x) } -> std::convertible_to<torch::Tensor>;
};

}  // namespace detail

/// Idea     A module of a user that can be a network with head H.
/// Minimal  derived from torch::nn::Module; made from a `data_shape`; `forward` as the head asks for:
///          denoiser      (values [B, T, C], ln(sigma)/4 [B] or [1]) -> [B, T, C]
///          causal_logits (symbols [B, T] int64) -> [B, T, V + 1]; output i depends on symbols before i only, and
///                        logit V is that of a start symbol that never comes
///          logits        (symbols [B, T] int64, hidden cells V) -> [B, T, V]
///          timed_logits  (symbols [B, T] int64 or distributions [B, T, V], lambda [B] or [1]) -> [B, T, V]
///          predictions   (symbols [B, T] int64, hidden cells V) -> [B, T]
/// Optional `activations()`, numbers a sample in its widest layer: bounds the samples that are evaluated at once;
///          `dropout(std::optional<stream_family>)`, called around the training loss
template <class Module, head H>
concept ModuleWithHead =
    std::derived_from<Module, torch::nn::Module> && std::constructible_from<Module, data_shape> &&
    ((H == head::denoiser || H == head::timed_logits) ? detail::ReadsLevel<Module> : detail::ReadsAlone<Module>);

/// A module as a Model: `compose(rule, torch_model<my_mlp, head::logits>{}, masked_diffusion{})`.
///
/// The module says which tensors are trained and how they start: its parameters that require a gradient, as its
/// constructor leaves them. The constructor runs with LibTorch's generator seeded by the run's seed, so a run starts
/// from its seed alone; what a module draws later, as torch::nn::Dropout does, is LibTorch's own and no run repeats it.
/// The native engine has no network for it (code N0).
template <class Module, head H>
  requires ModuleWithHead<Module, H>
struct torch_model {
  using module = Module;

  static constexpr head_set heads        = {H};
  static constexpr std::string_view name = "torch_model";

  static constexpr std::array<parameter, 2> parameters() {
    return {{{"module", detail::type_name<Module>()}, {"head", name_of(H)}}};
  }

  /// Trained scalars for data of this shape. It makes a module to count them.
  static std::size_t parameter_count(data_shape shape) {
    std::size_t count = 0;
    for (tensor_spec const& spec : tensors(shape))
      count += spec.element_count();
    return count;
  }

  /// The trained tensors in the module's order. Their initial law is not used: they start as the module makes them.
  static std::vector<tensor_spec> tensors(data_shape shape) {
    std::vector<tensor_spec> list;
    for (auto const& p : libtorch::with_seed(0, [&] { return Module{shape}.named_parameters(); }))
      if (p.value().requires_grad())
        list.push_back({p.key(), {p.value().sizes().begin(), p.value().sizes().end()}, initial_law::constant(0)});
    return list;
  }
};

namespace libtorch {

template <class Module, head H>
struct net_of<torch_model<Module, H>> {
  static constexpr bool keeps_start = true;

  static std::shared_ptr<Module> make(torch_model<Module, H> const&, data_shape shape) {
    return std::make_shared<Module>(shape);
  }
};

}  // namespace libtorch

}  // namespace regula
