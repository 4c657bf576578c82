// SPDX-License-Identifier: MIT
/// @file
/// write_curves(): several recorded quantities in one picture, of one run or of many.
#pragma once

#include <regula/clocks/onset.hpp>
#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/runs/detail/drawing.hpp>
#include <regula/runs/detail/figure_script.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace regula {

/// A curve and what the key of the picture calls it.
struct named_curve {
  std::string name;
  regula::curve curve;
  std::size_t colour = 0;  ///< curves of one number share a colour
  bool is_dashed     = false;
};

/// What stands around the curves.
struct curve_axes {
  std::string title;
  std::string quantity;  ///< of the vertical axis
  double low  = 0;
  double high = 1;
};

/// Draws curves against optimizer steps.
///
/// Writes STEM.csv (curve after curve: step, value, name), STEM.gp (a gnuplot script that needs nothing but the table)
/// and, where gnuplot is on PATH, STEM.svg.
///
/// Errors    throws range_error without curves, or for one with another number of values than steps; file_error if the
///           folder cannot be written
[[nodiscard]] inline figure_report write_curves(std::filesystem::path const& folder,
                                                std::string const& stem,
                                                std::vector<named_curve> const& curves,
                                                curve_axes const& axes) {
  require(!curves.empty(), "write_curves: expected at least 1 curve, got none");
  std::string table, plots;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    auto const& [name, c, colour, is_dashed] = curves[i];
    require(c.steps.size() == c.values.size(),
            "write_curves: expected as many values as steps in {}, got {} and {}",
            name,
            c.values.size(),
            c.steps.size());
    if (i > 0) table += "\n\n";  // what gnuplot separates data sets by
    table += "step,value,curve\n";
    for (std::size_t k = 0; k < c.steps.size(); ++k)
      table += fmt::format("{},{},{}\n", c.steps[k], c.values[k], name);
    plots += fmt::format(
        "{}  '{}.csv' index {} every ::1 using 1:2 with linespoints linetype {} dashtype {} pointtype 7 "
        "pointsize 0.3 title {}",
        i == 0 ? "" : ", \\\n",
        stem,
        i,
        colour + 1,
        is_dashed ? 2 : 1,
        detail::gnuplot_text(name));
  }
  std::string const script = fmt::format(
      "set terminal svg size 800,500 dynamic background 'white'\n"
      "set output '{}.svg'\n"
      "set datafile separator ','\n"
      "set title {} noenhanced\n"
      "set xlabel 'optimizer steps'\nset ylabel {} noenhanced\n"
      "set yrange [{}:{}]\nset grid\nset key outside bottom noenhanced\n"
      "plot \\\n{}\n",
      stem,
      detail::gnuplot_text(axes.title),
      detail::gnuplot_text(axes.quantity),
      axes.low,
      axes.high,
      plots);
  write_atomically(folder / (stem + ".csv"), table);
  write_atomically(folder / (stem + ".gp"), script);
  return detail::draw_script(folder, stem, "write_curves");
}

}  // namespace regula
