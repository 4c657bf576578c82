// SPDX-License-Identifier: MIT
/// @file
/// A line of points from a board to another: how far along it a denoiser still gives the board.
#pragma once

#include <regula/probes/detail/encoded_boards.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace regula::detail {

/// What the denoiser makes of the points of a line.
struct basin_line {
  double length;                 ///< L2 distance of both boards
  std::vector<double> away;      ///< [points], cells in which the denoised point is not the first board
  std::vector<double> distance;  ///< [points], |D - board|
  bool starts_inside = false;    ///< at the point nearest t = 0
  bool ends_below    = false;    ///< a point outside was met on the way to the least t
  bool ends_above    = false;
  double t_low       = 0;
  double t_high      = 0;

  [[nodiscard]] double width() const { return t_high - t_low; }
};

/// The edges: on each side of the point nearest t = 0, the first point outside, that point itself included; else the
/// last point of the line.
inline void find_edges(std::span<double const> t, basin_line& line) {
  std::size_t start = 0;
  for (std::size_t i = 1; i < t.size(); ++i)
    if (std::abs(t[i]) < std::abs(t[start])) start = i;
  line.starts_inside = line.away[start] == 0;
  std::size_t high = start, low = start;
  while (high + 1 < t.size() && line.away[high] == 0)
    ++high;
  while (low > 0 && line.away[low] == 0)
    --low;
  line.t_high     = t[high];
  line.t_low      = t[low];
  line.ends_above = line.away[high] != 0;
  line.ends_below = line.away[low] != 0;
}

/// One call of the denoiser for all points of x(t) = from + t (to - from).
template <std::size_t D, class V>
[[nodiscard]] basin_line walk(V const& denoise,
                              board_codes<D> const& codes,
                              cells<D> from,
                              cells<D> to,
                              std::span<double const> t,
                              double sigma) {
  std::vector<double> const start = codes.of(from), end = codes.of(to);
  std::size_t const size = start.size();
  std::vector<double> x(t.size() * size), denoised(x.size());
  for (std::size_t j = 0; j < x.size(); ++j)
    x[j] = start[j % size] + t[j / size] * (end[j % size] - start[j % size]);
  denoise(std::span<double const>{x}, sigma, std::span{denoised});
  basin_line out{.length = 0, .away = {}, .distance = {}};
  for (std::size_t j = 0; j < size; ++j)
    out.length += (end[j] - start[j]) * (end[j] - start[j]);
  out.length = std::sqrt(out.length);
  for (std::size_t i = 0; i < t.size(); ++i) {
    auto const given = std::span<double const>{denoised}.subspan(i * size, size);
    double squares   = 0;
    for (std::size_t j = 0; j < size; ++j)
      squares += (given[j] - start[j]) * (given[j] - start[j]);
    out.away.push_back(static_cast<double>(codes.cells_away(given, from)));
    out.distance.push_back(std::sqrt(squares));
  }
  find_edges(t, out);
  return out;
}

}  // namespace regula::detail
