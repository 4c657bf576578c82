// SPDX-License-Identifier: MIT
/// @file
/// write_recovery_figure(): the picture of how much of corrupted boards a model brings back, by the time of corruption.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/probes/recovery.hpp>
#include <regula/runs/detail/drawing.hpp>
#include <regula/runs/detail/figure_script.hpp>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace regula {

/// Draws against t, of training, held-out and control boards, the token recovery with bars of two standard errors, the
/// share of whole boards and the unstable rate.
///
/// Writes recovery.csv, recovery.gp (a gnuplot script that needs nothing but the table) and, where gnuplot is on PATH,
/// recovery.svg.
/// Errors    throws range_error for a result without times; file_error if the folder cannot be written
[[nodiscard]] figure_report write_recovery_figure(std::filesystem::path const& folder,
                                                  recovery::result const& measured,
                                                  std::string_view title = "");

namespace detail {

/// recovery.csv: a row a time, six columns a set.
[[nodiscard]] inline std::string recovery_table(recovery::result const& r) {
  std::string out = "# t";
  for (char const* set : {"training", "unseen", "random"})
    out +=
        fmt::format(",{0}_recovery,{0}_recovery_error,{0}_unstable,{0}_unstable_error,{0}_exact,{0}_exact_error", set);
  for (recovery::at_time const& at : r.times) {
    out += fmt::format("\n{}", at.t);
    for (set_recovery const* set : {&at.training, &at.unseen, &at.random}) {
      recovery_score const& s = set->score;
      out += fmt::format(",{},{},{},{},{},{}",
                         s.recovery.mean,
                         s.recovery.standard_error,
                         s.unstable.mean,
                         s.unstable.standard_error,
                         s.exact.share(),
                         s.exact.standard_error());
    }
  }
  return out + '\n';
}

/// One panel: a quantity of the three sets, whose column in the first set's six is given.
[[nodiscard]] inline std::string recovery_panel(std::string_view quantity, int column) {
  struct set {
    char const *title, *color;
    int first;
  };
  std::string plots;
  for (auto const& [name, color, first] :
       {set{"training", "#D55E00", 2}, set{"held-out", "#0072B2", 8}, set{"random", "#888888", 14}})
    plots += fmt::format(
        "{0}'recovery.csv' using 1:{1} with lines linewidth 2 linecolor rgb '{2}' notitle, \\\n     '' using 1:{1}:(2 "
        "* "
        "${3}) with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb '{2}' title '{4}'",
        plots.empty() ? "plot " : ", \\\n     ",
        first + column,
        color,
        first + column + 1,
        name);
  return fmt::format("set title '{}'\n{}\n", quantity, plots);
}

[[nodiscard]] inline std::string recovery_script(std::string_view title) {
  std::string const head =
      fmt::format(R"(# What comes back of corrupted boards: gnuplot recovery.gp, in the folder of its table.
set terminal svg size 1200,440 enhanced font 'Helvetica,Arial,sans-serif,14' background rgb 'white'
set encoding utf8
set output 'recovery.svg'
set datafile separator ','
set datafile missing 'nan'
set border 3 linewidth 1 linecolor rgb '#444444'
set tics nomirror out textcolor rgb '#222222'
set grid xtics ytics linewidth 0.6 linecolor rgb '#E4E4E4'
set xrange [0:1.02]
set yrange [-0.03:1.03]
set xlabel '{{/:Italic t}}' offset 0,0.5
set key bottom left Left reverse samplen 1.5 font ',12'
set multiplot layout 1,3 title {} noenhanced font ',16'
)",
                  gnuplot_text(title));
  return head + recovery_panel("changed cells that come back", 0) + "unset key\n" + recovery_panel("whole boards", 4) +
         recovery_panel("other cells that the model changes", 2) + "unset multiplot\nunset output\n";
}

}  // namespace detail

inline figure_report write_recovery_figure(std::filesystem::path const& folder,
                                           recovery::result const& measured,
                                           std::string_view title) {
  require(!measured.times.empty(), "write_recovery_figure: expected at least 1 time, got none");
  write_atomically(folder / "recovery.csv", detail::recovery_table(measured));
  write_atomically(folder / "recovery.gp", detail::recovery_script(title));
  return detail::draw_script(folder, "recovery", "write_recovery_figure");
}

}  // namespace regula
