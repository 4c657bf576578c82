// SPDX-License-Identifier: MIT
/// @file
/// The Model concept: a network spec whose shapes are known at compile time, and the heads it offers.
#pragma once

#include <regula/concepts/rule_refinements.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace regula {

/// What a network reads and returns. An objective needs one head; a model offers a set of them.
enum class head : unsigned {
  denoiser,       ///< values [T, C] and a noise feature -> values [T, C]
  causal_logits,  ///< symbols [T], each output sees earlier cells only -> logits [T, V + 1], the last of *start*
  logits,         ///< symbols [T], hidden ones `no_token` -> logits [T, V]
  timed_logits,   ///< symbols [T] or distributions [T, V], and lambda = -ln(alpha) -> logits [T, V]
  predictions,    ///< symbols [T], hidden ones `no_token` -> a number a cell [T]
};

/// The name of a head in messages and records.
[[nodiscard]] constexpr std::string_view name_of(head h) {
  switch (h) {
    case head::denoiser:
      return "denoiser";
    case head::causal_logits:
      return "causal_logits";
    case head::logits:
      return "logits";
    case head::timed_logits:
      return "timed_logits";
    case head::predictions:
      return "predictions";
  }
  return "unknown";
}

/// A set of heads, usable in constant expressions.
class head_set {
 public:
  constexpr head_set(std::initializer_list<head> heads) {
    for (head const h : heads)
      bits_ |= 1U << static_cast<unsigned>(h);
  }
  [[nodiscard]] constexpr bool contains(head h) const { return ((bits_ >> static_cast<unsigned>(h)) & 1U) != 0; }

 private:
  unsigned bits_ = 0;
};

/// The shape of one sample as a network sees it: T = board.rows * board.cols cells, C channels, V symbols.
struct data_shape {
  extents board;
  std::size_t channels;  ///< 1 for models of symbols
  token alphabet;

  [[nodiscard]] constexpr std::size_t cells() const { return board.cells(); }
  [[nodiscard]] constexpr std::size_t values() const { return cells() * channels; }  ///< T * C
  friend constexpr bool operator==(data_shape, data_shape) = default;
};

/// True if a network with this head reads encoded values; else it reads symbols.
[[nodiscard]] constexpr bool reads_values(head h) { return h == head::denoiser; }

/// Numbers a cell that a network with this head returns.
[[nodiscard]] constexpr std::size_t output_channels(head h, data_shape data) {
  switch (h) {
    case head::denoiser:
      return data.channels;
    case head::causal_logits:
      return std::size_t{data.alphabet} + 1;
    case head::logits:
    case head::timed_logits:
      return data.alphabet;
    case head::predictions:
      return 1;
  }
  return 0;
}

template <class M>
concept OffersHeads =
    requires { typename std::bool_constant<static_cast<head_set const&>(M::heads).contains(head::denoiser)>; };

template <class M>
concept CountsParameters = requires(data_shape shape) {
  { M::parameter_count(shape) } -> std::same_as<std::size_t>;
};

/// Idea     A network spec: a value without weights. Engines turn it into a network for a data_shape.
/// Minimal  `static constexpr head_set heads`; `static constexpr std::size_t parameter_count(data_shape)`
/// Optional name and parameters (concept Described)
/// Laws     `parameter_count` equals the number of trained scalars of the network on every engine
/// Codes    M0 M1 M2 (docs/diagnostics.md)
template <class M>
concept Model = std::copyable<M> && OffersHeads<M> && CountsParameters<M>;

/// Says in words what keeps M from being a Model; true if nothing does.
template <class M>
consteval bool check_model() {
  static_assert(std::copyable<M>, "[regula:M0] a Model is a spec, a value: make it copyable");
  static_assert(OffersHeads<M>, "[regula:M1] a Model states 'static constexpr regula::head_set heads'");
  static_assert(CountsParameters<M>,
                "[regula:M2] a Model has 'static constexpr std::size_t parameter_count(regula::data_shape)'");
  return true;
}

}  // namespace regula
