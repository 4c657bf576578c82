// SPDX-License-Identifier: MIT
/// @file
/// The probe of how far around a board a denoiser still gives that board: around training and held-out boards.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/error.hpp>
#include <regula/probes/detail/basin_line.hpp>
#include <regula/probes/detail/bootstrap.hpp>
#include <regula/probes/detail/encoded_boards.hpp>
#include <regula/probes/detail/plane.hpp>
#include <regula/probes/neighbours.hpp>
#include <regula/probes/rate.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// Means over lines at every point of the lines, see banded_mean. Shape [points]
struct banded_profile {
  std::vector<double> mean, standard_error, low, high;
};

/// All lines of one kind: from boards of one set towards one kind of board.
struct basin_lines {
  std::string family;        ///< `training_to_invalid`, `held_out_to_novel`, and so on
  std::uint64_t lines  = 0;  ///< what all means are over
  std::uint64_t no_end = 0;  ///< centres without such a board to go to, left out
  rate starts_inside;        ///< lines whose board is given back at t = 0; the others have width 0
  rate ends_below;           ///< lines that leave the basin on the side of negative t; others are cut off at its end
  rate ends_above;           ///< the same on the other side
  banded_mean width;         ///< in t
  banded_mean width_l2;      ///< times the length of the line
  banded_profile inside;     ///< share of lines that are inside
  banded_profile away;       ///< cells that differ from the centre
  banded_profile distance;   ///< |D - centre|, L2
};

/// Basins of a denoiser along lines x(t) = centre + t (end - centre), from training and from held-out boards: inside is
/// where D(x(t), sigma) is nearer to the centre's symbol than to any other in every cell (for signs: has its sign). One
/// call a point; no noise, no sampling.
///
/// The ends are the first board that breaks the rule by one cell, the nearest valid board that is not in training, and
/// the nearest other training board (probes/neighbours.hpp). A rule that is learnt makes basins of held-out boards as
/// wide as those of training boards; memory widens the latter over the former.
/// Units     a width reaches from the first point outside on one side of t = 0 to that on the other; t = 1 is the end
/// Errors    throws range_error unless sigma > 0, there are at least 2 points, t_low < 0 < t_high and 0 < tail < 1/2
/// Cost      6 x centres x points evaluations of the model
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019; its bands are bootstrap 5 to 95 % of the mean
struct basin_profile {
  static constexpr std::string_view name = "basin_profile";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t centres   = 30;   ///< the first so many boards of each set, at most
  std::size_t points    = 150;  ///< of each line
  double t_low          = -0.5;
  double t_high         = 2;
  double sigma          = 0.5;   ///< in units of the encoded values
  std::size_t bootstrap = 2000;  ///< draws of the bands; 0 leaves them NaN
  double tail           = 0.05;  ///< what a band leaves out on either side

  struct result {
    std::vector<double> t;  ///< [points]
    std::vector<basin_lines> lines;
  };

  template <Rule R, DenoisesBoards V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    check();
    result out{detail::equally_spaced(t_low, t_high, points), {}};
    for (auto const& [set, boards] : {std::pair{"training", &e.data.training}, {"held_out", &e.data.held_out}}) {
      using board         = std::optional<std::array<token, R::cell_count>>;
      auto const lines_to = [&, from = std::string{set}, centres_of = boards](std::string const& to, auto const& end) {
        out.lines.push_back(lines(e, *centres_of, from + "_to_" + to, out.lines.size(), out.t, end));
      };
      lines_to("invalid", [&](auto x) -> board { return invalid_neighbour(e.rule, x); });
      lines_to("novel", [&](auto x) -> board { return novel_neighbour(e.rule, x, e.data); });
      lines_to("training", [&](auto x) -> board { return training_neighbour(e.rule, x, e.data); });
    }
    return out;
  }

 private:
  void check() const {
    require(sigma > 0 && points >= 2 && t_low < 0 && t_high > 0 && tail > 0 && tail < 0.5,
            "basin_profile: expected sigma > 0, at least 2 points from t_low < 0 to t_high > 0 and a tail in (0, 1/2), "
            "got sigma {}, {} points from {} to {}, tail {}",
            sigma,
            points,
            t_low,
            t_high,
            tail);
  }

  template <Rule R, class V>
  [[nodiscard]] basin_lines lines(evaluation<R, V> const& e,
                                  board_set<R::cell_count> const& boards,
                                  std::string family,
                                  std::size_t place,
                                  std::vector<double> const& t,
                                  auto const& end_of) const {
    detail::board_codes<R::cell_count> const codes{e.model.encoding(), R::alphabet};
    basin_lines out;
    out.family = std::move(family);
    std::vector<detail::basin_line> walked;
    for (std::size_t i = 0; i < std::min(centres, boards.size()); ++i) {
      auto const end = end_of(boards[i]);
      if (!end) {
        ++out.no_end;
        continue;
      }
      detail::basin_line const& line = walked.emplace_back(
          detail::walk<R::cell_count>(e.model, codes, boards[i], cells<R::cell_count>{*end}, t, sigma));
      out.starts_inside.add(line.starts_inside);
      out.ends_below.add(line.ends_below);
      out.ends_above.add(line.ends_above);
    }
    out.lines = walked.size();
    // The same draws at every evaluation, so that bands of a run differ by the model alone.
    detail::bootstrap const draw{
        walked.size(), bootstrap, tail, stream_family{e.streams.seed, e.streams.use}(std::uint64_t{place} << 32)};
    auto const over_lines = [&](auto const& value) {
      std::vector<double> values;
      for (detail::basin_line const& line : walked)
        values.push_back(value(line));
      return draw(values);
    };
    auto const over_points = [&](auto const& value) {
      banded_profile profile;
      for (std::size_t p = 0; p < t.size(); ++p) {
        auto const at = over_lines([&](detail::basin_line const& line) { return value(line, p); });
        profile.mean.push_back(at.mean);
        profile.standard_error.push_back(at.standard_error);
        profile.low.push_back(at.low);
        profile.high.push_back(at.high);
      }
      return profile;
    };
    out.width    = over_lines([](auto const& line) { return line.width(); });
    out.width_l2 = over_lines([](auto const& line) { return line.width() * line.length; });
    out.inside   = over_points([](auto const& line, std::size_t p) { return line.away[p] == 0 ? 1.0 : 0.0; });
    out.away     = over_points([](auto const& line, std::size_t p) { return line.away[p]; });
    out.distance = over_points([](auto const& line, std::size_t p) { return line.distance[p]; });
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::banded_mean, mean, standard_error, low, high);
BOOST_HANA_ADAPT_STRUCT(regula::banded_profile, mean, standard_error, low, high);
BOOST_HANA_ADAPT_STRUCT(regula::basin_lines,
                        family,
                        lines,
                        no_end,
                        starts_inside,
                        ends_below,
                        ends_above,
                        width,
                        width_l2,
                        inside,
                        away,
                        distance);
BOOST_HANA_ADAPT_STRUCT(regula::basin_profile, centres, points, t_low, t_high, sigma, bootstrap, tail);
BOOST_HANA_ADAPT_STRUCT(regula::basin_profile::result, t, lines);
