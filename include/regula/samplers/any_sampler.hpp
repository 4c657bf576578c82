// SPDX-License-Identifier: MIT
/// @file
/// The sampler of a run as a setting: the objective's own, or one of the library's in its place.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/data/board_set.hpp>
#include <regula/error.hpp>
#include <regula/samplers/ancestral.hpp>
#include <regula/samplers/heun.hpp>
#include <regula/samplers/iterated_argmax.hpp>
#include <regula/samplers/reverse.hpp>
#include <regula/samplers/unmask.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace regula {

/// The sampler that belongs to the objective, with its default settings.
struct objective_sampler {
  static constexpr std::string_view name = "objective_sampler";
};

/// Which sampler draws the boards of an evaluation.
using any_sampler = std::variant<objective_sampler, heun, ancestral, unmask, reverse, iterated_argmax>;

/// True if sampler S can draw from a model view.
template <class S, class View>
concept Samples = requires(S const& s, View& view, data_shape shape, stream_family streams) {
  { s.sample(view, std::size_t{1}, shape, streams) } -> std::ranges::range;
};

/// Boards drawn from a model, and the numbers they were decoded from if the model returns numbers.
template <std::size_t D>
struct drawn_samples {
  board_set<D> boards;        ///< [n, D]; undecodable cells are `no_token`
  std::vector<float> values;  ///< [n, D, C], or empty
};

namespace detail {

template <std::size_t D, Objective O, class View, Samples<View> S>
[[nodiscard]] drawn_samples<D> draw_with(
    S const& sampler, O const& objective, View& view, std::size_t n, data_shape shape, stream_family streams) {
  auto drawn = sampler.sample(view, n, shape, streams);
  drawn_samples<D> out;
  out.boards.reserve(n);
  std::array<token, D> board;
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (std::same_as<typename decltype(drawn)::value_type, token>)
      std::copy_n(drawn.begin() + static_cast<std::ptrdiff_t>(i * D), D, board.begin());
    else
      objective.decode(
          std::span<float const>{drawn}.subspan(i * shape.values(), shape.values()), shape, std::span<token>{board});
    out.boards.push_back(board);
  }
  if constexpr (!std::same_as<typename decltype(drawn)::value_type, token>) out.values = std::move(drawn);
  return out;
}

}  // namespace detail

/// n boards of a model; sample i depends on `streams(i)` and the model only.
///
/// Errors    throws range_error if the sampler asked for does not draw from models of this objective
template <std::size_t D, Objective O, class View>
[[nodiscard]] drawn_samples<D> draw_samples(any_sampler const& chosen,
                                            O const& objective,
                                            View&& view,
                                            std::size_t n,
                                            data_shape shape,
                                            stream_family streams) {
  using V = std::remove_cvref_t<View>;
  return std::visit(
      [&]<class S>(S const& sampler) -> drawn_samples<D> {
        if constexpr (std::same_as<S, objective_sampler>)
          return detail::draw_with<D>(objective.sampler(), objective, view, n, shape, streams);
        else if constexpr (Samples<S, V>)
          return detail::draw_with<D>(sampler, objective, view, n, shape, streams);
        else
          throw range_error(
              fmt::format("settings: evaluation.sampler is {}, which does not draw from models of {} "
                          "(head {}): expected objective_sampler{{}}, or one that does",
                          S::name,
                          O::name,
                          name_of(O::needs)));
      },
      chosen);
}

/// Refuses a sampler that models of this objective cannot be drawn with.
///
/// Errors    throws range_error naming sampler and objective
template <Objective O, class View>
void check_sampler(any_sampler const& chosen) {
  std::visit(
      []<class S>(S const&) {
        require(std::same_as<S, objective_sampler> || Samples<S, View>,
                "settings: evaluation.sampler is {}, which does not draw from models of {} (head {}): expected "
                "objective_sampler{{}}, or one that does",
                S::name,
                O::name,
                name_of(O::needs));
      },
      chosen);
}

/// Errors    throws range_error naming the setting of the sampler, what was expected and what was given
inline void check(any_sampler const& chosen) {
  std::visit(
      []<class S>(S const& sampler) {
        if constexpr (requires { check(sampler); } && !std::same_as<S, objective_sampler>) check(sampler);
      },
      chosen);
}

}  // namespace regula
