// SPDX-License-Identifier: MIT
/// @file
/// The probe of where a denoiser pulls, on a plane through three boards.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/error.hpp>
#include <regula/probes/detail/encoded_boards.hpp>
#include <regula/probes/detail/plane.hpp>
#include <regula/probes/neighbours.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// A place on the plane. Units  L2 distance of encoded values from the first board, along both axes
struct plane_point {
  double u = 0;  ///< towards the second board
  double v = 0;  ///< at right angles to it, on the side of the third

  friend bool operator==(plane_point const&, plane_point const&) = default;
};

/// What a denoiser does at one noise scale. Point (i, j) of the grid, at places u = axis[i] and v = axis[j], is
/// element j * points + i of the lists.
struct field_at {
  double sigma = 0;
  std::vector<double> pull_u;  ///< D - x along both axes; u + pull_u is D projected on the first
  std::vector<double> pull_v;
  std::vector<double> score;  ///< |D - x| / sigma^2, in all directions, not on the plane only
};

/// The denoiser on a plane through three boards: one call a point, no noise.
///
/// The boards are training board `board`, the nearest valid board that is not in training, and between the two one that
/// breaks the rule, where there is one: for parity two flipped bits of a group, and one of them. `on_plane` takes any
/// other three.
/// Errors    throws range_error unless there are at least 2 points, low < high and every sigma > 0
/// Cost      points^2 evaluations of the model for each sigma
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019: 50 points from -1.75 to 3.75, these sigma, training sample 0
struct vector_field {
  static constexpr std::string_view name = "vector_field";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t board           = 0;   ///< place in the training set; the last if there are fewer
  std::size_t points          = 50;  ///< along each axis
  double low                  = -1.75;
  double high                 = 3.75;
  std::array<double, 4> sigma = {0.2, 0.5, 1, 2};

  struct result {
    /// The boards and their places; empty where no such plane is found, and then all other lists are.
    std::vector<token> first, valid, invalid;
    plane_point valid_at, invalid_at;
    std::vector<double> axis;      ///< [points]
    std::vector<field_at> fields;  ///< one for each sigma
  };

  template <Rule R, DenoisesBoards V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    check();
    if (e.data.training.empty()) return {};
    auto const first   = e.data.training[std::min(board, e.data.training.size() - 1)];
    auto const valid   = novel_neighbour(e.rule, first, e.data);
    auto const invalid = valid ? board_between(e.rule, first, *valid) : std::nullopt;
    if (!invalid) return {};
    return on_plane<R>(e.model, first, *valid, *invalid);
  }

  /// The same on the plane through any three boards; empty if they are on one line.
  template <Rule R, DenoisesBoards V>
  [[nodiscard]] result on_plane(V const& denoise,
                                cells<R::cell_count> first,
                                cells<R::cell_count> second,
                                cells<R::cell_count> third) const {
    check();
    detail::board_codes<R::cell_count> const codes{denoise.encoding(), R::alphabet};
    auto const plane = detail::plane::through(codes.of(first), codes.of(second), codes.of(third));
    if (!plane) return {};
    result out{.first      = {first.begin(), first.end()},
               .valid      = {second.begin(), second.end()},
               .invalid    = {third.begin(), third.end()},
               .valid_at   = {plane->second[0], plane->second[1]},
               .invalid_at = {plane->third[0], plane->third[1]},
               .axis       = detail::equally_spaced(low, high, points),
               .fields     = {}};
    for (double const s : sigma)
      out.fields.push_back(field_on(denoise, *plane, out.axis, s));
    return out;
  }

 private:
  void check() const {
    require(points >= 2 && low < high,
            "vector_field: expected at least 2 points from low to a higher end, got {} from {} to {}",
            points,
            low,
            high);
    for (double const s : sigma)
      require(s > 0, "vector_field: expected sigma > 0, got {}", s);
  }

  /// One board with a cell of the other, the first that breaks the rule; else with another cell changed.
  template <Rule R>
  [[nodiscard]] static std::optional<std::array<token, R::cell_count>> board_between(R const& rule,
                                                                                     cells<R::cell_count> from,
                                                                                     cells<R::cell_count> to) {
    std::array<token, R::cell_count> board{};
    std::ranges::copy(from, board.begin());
    std::size_t first = R::cell_count;
    for (std::size_t i = 0; i < R::cell_count; ++i) {
      if (from[i] == to[i]) continue;
      first    = std::min(first, i);
      board[i] = to[i];
      if (!rule.holds(board)) return board;
      board[i] = from[i];
    }
    return invalid_neighbour(rule, from, first);
  }

  template <class V>
  [[nodiscard]] static field_at field_on(V const& denoise,
                                         detail::plane const& plane,
                                         std::vector<double> const& axis,
                                         double sigma) {
    std::size_t const n = axis.size(), size = plane.origin.size();
    field_at out{sigma, {}, {}, {}};
    std::vector<double> x(n * size), denoised(n * size);
    for (double const v : axis) {
      for (std::size_t i = 0; i < n; ++i)
        plane.place(axis[i], v, std::span{x}.subspan(i * size, size));
      denoise(std::span<double const>{x}, sigma, std::span{denoised});
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i * size; j < (i + 1) * size; ++j)
          denoised[j] -= x[j];
        auto const pull = std::span<double const>{denoised}.subspan(i * size, size);
        out.pull_u.push_back(detail::dot_product(pull, plane.along));
        out.pull_v.push_back(detail::dot_product(pull, plane.across));
        out.score.push_back(std::sqrt(detail::dot_product(pull, pull)) / (sigma * sigma));
      }
    }
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::plane_point, u, v);
BOOST_HANA_ADAPT_STRUCT(regula::field_at, sigma, pull_u, pull_v, score);
BOOST_HANA_ADAPT_STRUCT(regula::vector_field, board, points, low, high, sigma);
BOOST_HANA_ADAPT_STRUCT(regula::vector_field::result, first, valid, invalid, valid_at, invalid_at, axis, fields);
