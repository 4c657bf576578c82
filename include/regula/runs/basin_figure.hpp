// SPDX-License-Identifier: MIT
/// @file
/// write_basin_figure(): the picture of the basins of a denoiser along lines between boards.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/probes/basin_profile.hpp>
#include <regula/runs/detail/drawing.hpp>
#include <regula/runs/detail/figure_script.hpp>

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace regula {

/// Draws, for each kind of board that lines go to, the share of lines that are inside and the distance |D - centre|
/// against t, around training and held-out boards, with the bands of the bootstrap; the widths stand beside.
///
/// Writes basin_profile.csv (block after block of one family of lines), basin_profile.gp (a gnuplot script that needs
/// nothing but the table) and, where gnuplot is on PATH, basin_profile.svg.
/// Errors    throws range_error for a result without lines; file_error if the folder cannot be written
[[nodiscard]] figure_report write_basin_figure(std::filesystem::path const& folder,
                                               basin_profile::result const& measured,
                                               std::string_view title = "");

namespace detail {

/// basin_profile.csv: a row a point of the line, families apart by two blank lines.
[[nodiscard]] inline std::string basin_table(basin_profile::result const& r) {
  std::string out;
  for (basin_lines const& family : r.lines) {
    out += fmt::format("{}# {}: t", out.empty() ? "" : "\n\n", family.family);
    for (char const* name : {"inside", "away", "distance"})
      out += fmt::format(",{0},{0}_error,{0}_low,{0}_high", name);
    out += '\n';
    for (std::size_t p = 0; p < r.t.size(); ++p) {
      out += fmt::format("{}", r.t[p]);
      for (banded_profile const* profile : {&family.inside, &family.away, &family.distance})
        out += fmt::format(
            ",{},{},{},{}", profile->mean[p], profile->standard_error[p], profile->low[p], profile->high[p]);
      out += '\n';
    }
  }
  return out;
}

/// The column of the mean in basin_profile.csv; its band is two and three further.
enum class basin_column { inside = 2, distance = 10 };

/// One panel: the lines to one kind of board, around training boards and around held-out ones.
[[nodiscard]] inline std::string basin_panel(basin_profile::result const& r,
                                             std::string_view to,
                                             std::string_view to_text,
                                             basin_column column) {
  struct set {
    char const *name, *title, *color;
  };
  std::string plots;
  int const mean = static_cast<int>(column);
  for (auto const& [name, title, color] :
       {set{"training", "training", "#D55E00"}, set{"held_out", "held-out", "#0072B2"}})
    for (std::size_t i = 0; i < r.lines.size(); ++i) {
      if (r.lines[i].family != fmt::format("{}_to_{}", name, to) || r.lines[i].lines == 0) continue;
      banded_mean const& w = r.lines[i].width;
      plots += fmt::format(
          "{0}'basin_profile.csv' index {1} using 1:{2}:{3} with filledcurves fillcolor rgb '{4}' fillstyle "
          "transparent "
          "solid 0.2 noborder notitle, \\\n     '' index {1} using 1:{5} with lines linewidth 2.2 linecolor rgb '{4}' "
          "title '{6}: width {7:.2f} ({8:.2f} to {9:.2f})'",
          plots.empty() ? "plot " : ", \\\n     ",
          i,
          mean + 2,
          mean + 3,
          color,
          mean,
          title,
          w.mean,
          w.low,
          w.high);
    }
  bool const is_share = column == basin_column::inside;
  if (plots.empty()) plots = "plot -1 notitle";  // an empty panel, below its range
  return fmt::format("set yrange [{}]\nset title '{}'\n{}\n",
                     is_share                     ? "-0.03:1.35"
                     : plots == "plot -1 notitle" ? "0:1"
                                                  : "0:*",
                     is_share ? to_text : "",
                     plots);
}

[[nodiscard]] inline std::string basin_script(basin_profile::result const& r, std::string_view title) {
  std::string out =
      fmt::format(R"(# Basins along lines between boards: gnuplot basin_profile.gp, in the folder of its table.
set terminal svg size 1200,680 enhanced font 'Helvetica,Arial,sans-serif,14' background rgb 'white'
set encoding utf8
set output 'basin_profile.svg'
set datafile separator ','
set datafile missing 'nan'
set border 3 linewidth 1 linecolor rgb '#444444'
set tics nomirror out textcolor rgb '#222222'
set grid xtics ytics linewidth 0.6 linecolor rgb '#E4E4E4'
set xrange [{}:{}]
set arrow 1 from 0, graph 0 to 0, graph 1 nohead back linecolor rgb '#888888' dashtype 3
set arrow 2 from 1, graph 0 to 1, graph 1 nohead back linecolor rgb '#888888' dashtype 3
set multiplot layout 2,3 title {} noenhanced font ',16'
set key top left Left reverse samplen 1.5 font ',12'
set xlabel ''
set ylabel 'share inside' offset 1
)",
                  r.t.front(),
                  r.t.back(),
                  gnuplot_text(title));
  std::array<std::array<std::string_view, 2>, 3> const ends{{{"invalid", "towards a board that breaks the rule"},
                                                             {"novel", "towards a valid board, not trained on"},
                                                             {"training", "towards another training board"}}};
  for (auto const& [to, text] : ends)
    out += basin_panel(r, to, text, basin_column::inside) + "unset ylabel\n";
  out += "unset key\nset xlabel '{/:Italic t}' offset 0,0.5\nset ylabel '|D - centre|' offset 1\n";
  for (auto const& [to, text] : ends)
    out += basin_panel(r, to, text, basin_column::distance) + "unset ylabel\n";
  return out + "unset multiplot\nunset output\n";
}

}  // namespace detail

inline figure_report write_basin_figure(std::filesystem::path const& folder,
                                        basin_profile::result const& measured,
                                        std::string_view title) {
  require(!measured.lines.empty() && measured.t.size() > 1,
          "write_basin_figure: expected lines of at least 2 points, got {} families of {} points",
          measured.lines.size(),
          measured.t.size());
  write_atomically(folder / "basin_profile.csv", detail::basin_table(measured));
  write_atomically(folder / "basin_profile.gp", detail::basin_script(measured, title));
  return detail::draw_script(folder, "basin_profile", "write_basin_figure");
}

}  // namespace regula
