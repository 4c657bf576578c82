// SPDX-License-Identifier: MIT
/// @file
/// write_field_figure(): the picture of a denoiser on a plane through three boards.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/probes/vector_field.hpp>
#include <regula/runs/detail/drawing.hpp>
#include <regula/runs/detail/figure_script.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace regula {

/// Draws a panel for each noise scale: the length of the score as colour, arrows to where the denoiser pulls, and the
/// three boards.
///
/// Writes vector_field.csv (block after block of one sigma: u, v, pull_u, pull_v, score), vector_field.gp (a gnuplot
/// script that needs nothing but the table) and, where gnuplot is on PATH, vector_field.svg.
/// Errors    throws range_error for a result without a plane; file_error if the folder cannot be written
[[nodiscard]] figure_report write_field_figure(std::filesystem::path const& folder,
                                               vector_field::result const& measured,
                                               std::string_view title = "");

namespace detail {

/// vector_field.csv: as gnuplot reads grids, rows of equal v apart by a blank line, noise scales by two.
[[nodiscard]] inline std::string field_table(vector_field::result const& r) {
  std::string out;
  std::size_t const n = r.axis.size();
  for (field_at const& field : r.fields) {
    out += fmt::format("{}# sigma {}: u,v,pull_u,pull_v,score\n", out.empty() ? "" : "\n\n", field.sigma);
    for (std::size_t j = 0; j < n; ++j) {
      if (j > 0) out += '\n';
      for (std::size_t i = 0; i < n; ++i) {
        std::size_t const at = j * n + i;
        out +=
            fmt::format("{},{},{},{},{}\n", r.axis[i], r.axis[j], field.pull_u[at], field.pull_v[at], field.score[at]);
      }
    }
  }
  return out;
}

/// What belongs to one noise scale: a colour bar of three decades at most, arrows as long as fit beside each other.
[[nodiscard]] inline std::string field_panel(vector_field::result const& r, std::size_t which) {
  field_at const& field = r.fields[which];
  double largest = 0, longest = 0;
  for (std::size_t at = 0; at < field.score.size(); ++at) {
    if (std::isfinite(field.score[at])) largest = std::max(largest, field.score[at]);
    double const length = std::hypot(field.pull_u[at], field.pull_v[at]);
    if (std::isfinite(length)) longest = std::max(longest, length);
  }
  if (largest == 0) largest = 1;
  std::size_t const stride = std::max<std::size_t>(1, r.axis.size() / 13);
  double const apart       = (r.axis.back() - r.axis.front()) / static_cast<double>(r.axis.size() - 1);
  double const scale       = longest > 0 ? 0.95 * apart * static_cast<double>(stride) / longest : 1;
  return fmt::format(
      "set title '{{/:Italic σ}}  = {0}' offset 0,-0.6\nset cbrange [{1}:{2}]\n"
      "plot 'vector_field.csv' index {3} using 1:2:($5 > {1} ? $5 : {1}) with image notitle, \\\n"
      "     '' index {3} every {4}:{4} using 1:2:(column(3)*{5}):(column(4)*{5}) with vectors head size 0.07,22 "
      "linewidth 1 linecolor rgb 'white' notitle, \\\n"
      "     $boards using 1:2:3 with labels point pointtype 7 pointsize 0.7 linecolor rgb '#D55E00' textcolor rgb "
      "'black' offset 0.8,0.7 font ',15' notitle\n",
      field.sigma,
      largest / 1000,
      largest,
      which,
      stride,
      scale);
}

[[nodiscard]] inline std::string field_script(vector_field::result const& r, std::string_view title) {
  std::size_t const columns = r.fields.size() == 1 ? 1 : 2, rows = (r.fields.size() + columns - 1) / columns;
  std::string out =
      fmt::format(R"(# A denoiser on a plane through three boards: gnuplot vector_field.gp, in the folder of its table.
set terminal svg size {0},{1} enhanced font 'Helvetica,Arial,sans-serif,14' background rgb 'white'
set encoding utf8
set output 'vector_field.svg'
set datafile separator ','
# a is the training board, b a valid one, c breaks the rule
$boards << EOD
0,0,a
{2},{3},b
{4},{5},c
EOD
set palette defined (0 '#0B1D51', 0.35 '#21618C', 0.7 '#3FA796', 1 '#F4E285')
set logscale cb
set format cb '10^{{%L}}'
set cblabel '|score|' offset -1
set size ratio -1
set xrange [{6}:{7}]
set yrange [{6}:{7}]
set xlabel '{{/:Italic u}}' offset 0,0.6
set ylabel '{{/:Italic v}}' offset 1
set tics out nomirror
set multiplot layout {8},{9} title {10} noenhanced font ',16'
)",
                  480 * columns,
                  60 + 400 * rows,
                  r.valid_at.u,
                  r.valid_at.v,
                  r.invalid_at.u,
                  r.invalid_at.v,
                  r.axis.front(),
                  r.axis.back(),
                  rows,
                  columns,
                  gnuplot_text(title));
  for (std::size_t which = 0; which < r.fields.size(); ++which)
    out += field_panel(r, which);
  return out + "unset multiplot\nunset output\n";
}

}  // namespace detail

inline figure_report write_field_figure(std::filesystem::path const& folder,
                                        vector_field::result const& measured,
                                        std::string_view title) {
  require(!measured.fields.empty() && measured.axis.size() > 1,
          "write_field_figure: expected a plane with noise scales, got {} scales of {} points",
          measured.fields.size(),
          measured.axis.size());
  write_atomically(folder / "vector_field.csv", detail::field_table(measured));
  write_atomically(folder / "vector_field.gp", detail::field_script(measured, title));
  return detail::draw_script(folder, "vector_field", "write_field_figure");
}

}  // namespace regula
