// SPDX-License-Identifier: MIT
/// @file
/// write_entropy_figure(): the picture of how sure a model is of training boards and of its own.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/probes/entropy_gap.hpp>
#include <regula/runs/detail/drawing.hpp>
#include <regula/runs/detail/figure_script.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace regula {

/// Draws the distributions of conditional entropies, of training boards and of samples, in the same bins: of cells at
/// the left, of their means over each board at the right. The gap stands above.
///
/// Writes entropy_gap.csv (two blocks: cells, boards), entropy_gap.gp (a gnuplot script that needs nothing but the
/// table) and, where gnuplot is on PATH, entropy_gap.svg.
/// Errors    throws range_error for a result without bins; file_error if the folder cannot be written
[[nodiscard]] figure_report write_entropy_figure(std::filesystem::path const& folder,
                                                 entropy_gap::result const& measured,
                                                 std::string_view title = "");

namespace detail {

/// entropy_gap.csv: a row a bin, its middle and the share of either set in it; cells and boards apart by two lines.
[[nodiscard]] inline std::string entropy_table(entropy_gap::result const& r) {
  std::string out;
  for (entropy_gap::distribution const* d : {&r.by_cell, &r.by_board}) {
    out += fmt::format(
        "{}# {}: entropy,real,synthetic\n", out.empty() ? "" : "\n\n", d == &r.by_cell ? "cells" : "boards");
    auto const bins  = static_cast<double>(d->real.counts.size());
    auto const share = [](histogram const& h, std::size_t i) {
      return h.total == 0 ? 0 : static_cast<double>(h.counts[i]) / static_cast<double>(h.total);
    };
    for (std::size_t i = 0; i < d->real.counts.size(); ++i)
      out += fmt::format("{},{},{}\n",
                         d->real.low + (static_cast<double>(i) + 0.5) * (d->real.high - d->real.low) / bins,
                         share(d->real, i),
                         share(d->synthetic, i));
  }
  return out;
}

[[nodiscard]] inline std::string entropy_script(entropy_gap::result const& r, std::string_view title) {
  std::string out = fmt::format(
      R"(# Conditional entropies of training boards and of samples: gnuplot entropy_gap.gp, in the folder of its table.
set terminal svg size 1000,440 enhanced font 'Helvetica,Arial,sans-serif,14' background rgb 'white'
set encoding utf8
set output 'entropy_gap.svg'
set datafile separator ','
set border 3 linewidth 1 linecolor rgb '#444444'
set tics nomirror out textcolor rgb '#222222'
set grid xtics ytics linewidth 0.6 linecolor rgb '#E4E4E4'
set yrange [0:*]
set xrange [0:*]
set xlabel 'nats' offset 0,0.5
set key top right samplen 1.5 font ',12'
set multiplot layout 1,2 title {} noenhanced font ',16'
set ylabel 'share' offset 1
)",
      gnuplot_text(fmt::format(
          "{}{}gap {:.3g} +- {:.2g} nats", title, title.empty() ? "" : ": ", r.gap.mean, r.gap.standard_error)));
  for (int block : {0, 1})
    out += fmt::format(
        "set title '{1}'\nplot 'entropy_gap.csv' index {0} using 1:2 with fillsteps fillcolor rgb '#D55E00' fillstyle "
        "transparent solid 0.35 title 'training boards', \\\n     '' index {0} using 1:3 with histeps linewidth 2 "
        "linecolor rgb '#0072B2' title 'samples'\nunset ylabel\n",
        block,
        block == 0 ? "cells" : "means over boards");
  return out + "unset multiplot\nunset output\n";
}

}  // namespace detail

inline figure_report write_entropy_figure(std::filesystem::path const& folder,
                                          entropy_gap::result const& measured,
                                          std::string_view title) {
  require(!measured.by_cell.real.counts.empty() && !measured.by_board.real.counts.empty(),
          "write_entropy_figure: expected histograms with bins, got none");
  write_atomically(folder / "entropy_gap.csv", detail::entropy_table(measured));
  write_atomically(folder / "entropy_gap.gp", detail::entropy_script(measured, title));
  return detail::draw_script(folder, "entropy_gap", "write_entropy_figure");
}

}  // namespace regula
