// SPDX-License-Identifier: MIT
/// @file
/// What a trainer hands a net for the forward and the backward pass of a block of samples, and the Net concept.
#pragma once

#include <regula/concepts/network_input.hpp>
#include <regula/native/layers/dropout.hpp>
#include <regula/native/layers/modulated_norm.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/tensor_place.hpp>

#include <concepts>
#include <cstddef>

namespace regula::nn {

/// What goes into the forward pass of a block of samples, beside the workspace.
template <class Real>
struct forward_pass {
  Real const* weights;
  Real const* constants;                      ///< Net::constants()
  modulation_chunks<Real const> modulations;  ///< from the block's first sample on; nothing for nets without condition
  mask_source const* dropout = nullptr;       ///< nullptr: nothing is dropped
  std::size_t first          = 0;             ///< number of the block's first sample in the batch
};

/// What goes into the backward pass of a block of samples, beside the workspace.
template <class Real>
struct backward_pass {
  Real const* weights;
  Real const* transposed;
  Real const* constants;
  modulation_chunks<Real const> modulations;
  modulation_chunks<Real> d_modulations;
  Real* gradient;  ///< of the layers; nullptr: the trainer takes it later, panel by panel
  Real* direct;    ///< of the direct parameters
  bool add;        ///< to what is in `gradient` and `direct`
};

/// Idea     A network put together from layers, for blocks of `samples` samples. It owns nothing: weights, activations
///          and gradients are flat arrays that a trainer hands in.
/// Minimal  `vectors`, `real`; `samples` and `rows` of a block; `stored`, `stored_per_shard`, `transposed` (prefix
///          sums), `parameter_count`, `work_count`; `input_values`, `output_values`, `cells` of a sample;
///          `constants()`; `write_input(network_input of one sample, s, work)`, `clear_input`, `read_output`,
///          `write_output_gradient`, `clear_output_gradient` of sample s in a workspace (timed logits: a sample without
///          symbols is one of distributions; its noise level came in with the modulations);
///          `forward<Keep>(forward_pass, work)`, `backward(backward_pass, work)`;
///          `visit_layers(f)` with f<Layer>(linear_site) for each matrix;
///          `direct_at`, `direct_count`, `direct_work`, `visit_direct(f)` with f(direct_site) for parameters that are
///          no matrix of a product: norms, position tables
/// Optional a condition on the noise level: `condition`, `condition_sites()`, `condition_weights`,
///          `condition_transposed`, `chunk_size`; `reads_noise`, false if the level is 0 for all samples
/// Laws     symbols come in as an objective left them: hidden cells are `no_token`, and the net knows its mask symbol;
///          `gradient` is nullptr where the trainer takes the gradients of layers later, from the workspace (wide
///          nets, and batches of one block): what a linear_site names as input and d_output must then still be there;
///          without `add` a pass sets the gradients of direct parameters, padding of rows included (to 0), which
///          `direct_count` counts;
///          the first `stored_per_shard` numbers have gradients that are sums over blocks of samples; the condition's
///          follow; `backward` is the derivative of `forward<true>`
template <class N>
concept Net = requires(typename N::real* work,
                       typename N::real const* seen,
                       network_input<typename N::real> const& one,
                       forward_pass<typename N::real> const& forward,
                       backward_pass<typename N::real> const& backward) {
  typename N::vectors;
  { N::stored } -> std::convertible_to<std::size_t>;
  { N::stored_per_shard } -> std::convertible_to<std::size_t>;
  { N::parameter_count } -> std::convertible_to<std::size_t>;
  { N::work_count } -> std::convertible_to<std::size_t>;
  { N::input_values } -> std::convertible_to<std::size_t>;
  { N::output_values } -> std::convertible_to<std::size_t>;
  { N::cells } -> std::convertible_to<std::size_t>;
  { N::samples } -> std::convertible_to<int>;
  { N::rows } -> std::convertible_to<int>;
  { N::transposed.back() } -> std::convertible_to<std::size_t>;
  { N::direct_at } -> std::convertible_to<std::size_t>;
  { N::direct_count } -> std::convertible_to<std::size_t>;
  { N::direct_work } -> std::convertible_to<std::size_t>;
  { N::constants() } -> std::same_as<array<typename N::real>>;
  N::write_input(one, 0, work);
  N::clear_input(0, work);
  N::read_output(seen, 0, work);
  N::write_output_gradient(seen, 0, work);
  N::clear_output_gradient(0, work);
  N::template forward<true>(forward, work);
  N::template forward<false>(forward, work);
  N::backward(backward, work);
};

/// True if the net has a condition, whose matrices are taken over the whole batch.
template <class N>
concept Conditioned = requires { typename N::condition; };

}  // namespace regula::nn
