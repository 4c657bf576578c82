// SPDX-License-Identifier: MIT
/// @file
/// The UDDM spec: a bidirectional transformer of symbols with rotary positions, conditioned on a noise level by
/// adaptive layer norms; and the same for hidden cells, without a level.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/models/size.hpp>
#include <regula/models/tensor_spec.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

namespace detail {

/// What uddm and uddm_masked share: all but the rows of the table.
template <size S>
struct uddm_spec {
  static constexpr size dimensions            = S;
  static constexpr std::size_t noise_features = 256;  ///< sine and cosine features of the noise level

  static constexpr std::array<parameter, 5> parameters() {
    return {{{"width", S.width},
             {"depth", S.depth},
             {"heads", S.heads},
             {"condition", S.condition},
             {"dropout", S.dropout}}};
  }

 protected:
  static consteval head_set checked(head_set heads) {
    static_assert(S.heads == 0 || S.width % S.heads != 0 || S.width / S.heads % 2 == 0,
                  "[regula:M6] a uddm's heads have an even number of channels (rotary positions turn pairs)");
    static_assert(S.condition > 0, "[regula:M10] a uddm's condition has a width above zero");
    return checked_heads<S, {.dropout = true, .condition = true}>(heads);
  }

  static constexpr std::size_t count(std::size_t rows, std::size_t alphabet) {
    constexpr std::size_t d = S.width, k = S.condition;
    auto const linear       = [](std::size_t in, std::size_t out) { return in * out + out; };
    std::size_t const block = 2 * d + linear(k, 6 * d) + 4 * d * d + linear(d, 4 * d) + linear(4 * d, d);
    return rows * d + linear(noise_features, k) + linear(k, k) + S.depth * block + d + linear(k, 2 * d) +
           linear(d, alphabet);
  }

  static std::vector<tensor_spec> list(std::size_t rows, std::size_t alphabet) {
    constexpr std::size_t d = S.width, k = S.condition;
    std::vector<tensor_spec> list;
    auto const bound  = [](std::size_t in) { return initial_law::uniform(1 / std::sqrt(static_cast<double>(in))); };
    auto const matrix = [&](std::string const& name, std::size_t out, std::size_t in) {
      list.push_back({name + ".weight", {out, in}, bound(in)});
    };
    auto const linear = [&](std::string const& name, std::size_t out, std::size_t in) {
      matrix(name, out, in);
      list.push_back({name + ".bias", {out}, bound(in)});
    };
    auto const zero = [&](std::string const& name, std::size_t out, std::size_t in) {
      list.push_back({name + ".weight", {out, in}, initial_law::constant(0)});
      list.push_back({name + ".bias", {out}, initial_law::constant(0)});
    };
    auto const norm = [&](std::string const& name) {
      list.push_back({name + ".weight", {d}, initial_law::constant(1)});
    };
    matrix("token", rows, d);
    linear("noise.0", k, noise_features);
    linear("noise.1", k, k);
    for (std::size_t i = 0; i < S.depth; ++i) {
      std::string block{"blocks."};
      block += std::to_string(i) + '.';
      zero(block + "modulation", 6 * d, k);
      norm(block + "norm1");
      matrix(block + "attention.qkv", 3 * d, d);
      matrix(block + "attention.out", d, d);
      norm(block + "norm2");
      linear(block + "mlp.0", 4 * d, d);
      linear(block + "mlp.1", d, 4 * d);
    }
    norm("head.norm");
    zero("head.modulation", 2 * d, k);
    zero("head.out", alphabet, d);
    return list;
  }
};

}  // namespace detail

/// The network of uniform-state diffusion. A cell's input is a symbol or a distribution over symbols: `uddm<size{}>`.
///
/// Dropout acts on both branches of a block.
/// Requires  width divisible by 4 and by heads; width / heads even; depth > 0; condition > 0
/// Codes     M3 to M10 (docs/diagnostics.md)
/// Source    Pham et al. 2026, arXiv:2604.26841; Sahoo et al. 2025 (Duo); docs/notation.md for tensor names
template <size S = size{}>
struct uddm : detail::uddm_spec<S> {
  static constexpr head_set heads        = uddm::checked({head::timed_logits});
  static constexpr std::string_view name = "uddm";

  /// Trained scalars for data of this shape.
  static constexpr std::size_t parameter_count(data_shape data) { return uddm::count(data.alphabet, data.alphabet); }

  /// The trained tensors in the order both engines use. Matrices are [out, in].
  static std::vector<tensor_spec> tensors(data_shape data) { return uddm::list(data.alphabet, data.alphabet); }
};

/// The same network for masked diffusion: one more row in the table, the mask of hidden cells, and noise level 0.
///
/// Codes     M3 to M10 (docs/diagnostics.md)
template <size S = size{}>
struct uddm_masked : detail::uddm_spec<S> {
  static constexpr head_set heads        = uddm_masked::checked({head::logits});
  static constexpr std::string_view name = "uddm_masked";

  /// Trained scalars for data of this shape.
  static constexpr std::size_t parameter_count(data_shape data) {
    return uddm_masked::count(data.alphabet + std::size_t{1}, data.alphabet);
  }

  /// The trained tensors in the order both engines use. Matrices are [out, in].
  static std::vector<tensor_spec> tensors(data_shape data) {
    return uddm_masked::list(data.alphabet + std::size_t{1}, data.alphabet);
  }
};

}  // namespace regula
