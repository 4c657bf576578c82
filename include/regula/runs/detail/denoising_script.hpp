// SPDX-License-Identifier: MIT
/// @file
/// The table and the gnuplot script of the picture of denoising errors.
#pragma once

#include <regula/probes/denoising_error.hpp>
#include <regula/probes/oracle_errors.hpp>
#include <regula/runs/detail/figure_script.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace regula::detail {

/// A column of a table: its name, and its numbers or nothing.
struct error_column {
  std::string name;
  std::vector<double> const* values;
};

/// Mean and standard error of the curves of one result.
inline void add_columns(std::vector<error_column>& out, std::string const& prefix, denoising_error::result const& r) {
  struct named {
    char const* name;
    error_curve const* curve;
  };
  for (auto const& [name, curve] : {named{"training", &r.training},
                                    named{"held_out", &r.held_out},
                                    named{"control", &r.control},
                                    {"gap", &r.gap}}) {
    out.push_back({prefix + name, &curve->mean});
    out.push_back({prefix + name + "_error", &curve->standard_error});
  }
}

/// denoising_error.csv: one row a noise scale, NaN where there is no value.
[[nodiscard]] inline std::string denoising_table(denoising_error::result const& measured,
                                                 oracle_error_curves const& oracles) {
  std::vector<error_column> columns;
  add_columns(columns, "", measured);
  if (oracles.population) add_columns(columns, "population_", *oracles.population);
  if (oracles.empirical) add_columns(columns, "empirical_", *oracles.empirical);
  if (oracles.independent) add_columns(columns, "independent_", *oracles.independent);
  std::string out = "sigma";
  for (error_column const& column : columns)
    out += ',' + column.name;
  for (std::size_t s = 0; s < measured.sigma.size(); ++s) {
    out += fmt::format("\n{}", measured.sigma[s]);
    for (error_column const& column : columns) {
      double const value = s < column.values->size() ? (*column.values)[s] : std::numeric_limits<double>::quiet_NaN();
      out += std::isnan(value) ? ",NaN" : fmt::format(",{}", value);
    }
  }
  return out + '\n';
}

/// The script: errors above on two logarithmic axes, the gap below.
[[nodiscard]] inline std::string denoising_script(denoising_error::result const& measured,
                                                  oracle_error_curves const& oracles,
                                                  std::string_view title) {
  struct drawn {
    char const *column, *title, *color;
    bool is_there;
  };
  std::array<drawn, 3> const sets{{{"control", "control", "#999999", measured.control.boards > 0},
                                   {"held_out", "held-out", "#0072B2", measured.held_out.boards > 0},
                                   {"training", "training", "#D55E00", measured.training.boards > 0}}};
  bool const population = oracles.population.has_value(), empirical = oracles.empirical.has_value();
  bool const independent = oracles.independent.has_value();
  std::array<drawn, 4> const exact{
      {{"independent_training", "marginals alone", "#666666", independent},
       {"population_training", "the rule", "#009E73", population},
       {"empirical_training", "memory, on training", "#CC79A7", empirical},
       {"empirical_held_out", "memory, on held-out", "#56B4E9", empirical && measured.held_out.boards > 0}}};
  double low = std::numeric_limits<double>::infinity();
  for (auto const* curve : {&measured.training, &measured.held_out, &measured.control})
    for (double const mean : curve->mean)
      if (mean > 0) low = std::min(low, mean);
  low = std::clamp(std::isfinite(low) ? low / 2 : 1e-6, 1e-5, 0.1);

  std::string plots;
  for (auto const& [column, name, color, is_there] : sets)
    if (is_there)
      plots += fmt::format(
          "{1}{0} using 'sigma':(column('{2}')-2*column('{2}_error')):(column('{2}')+2*column('{2}_error')) with "
          "filledcurves fillcolor rgb '{3}' fillstyle transparent solid 0.2 noborder notitle, \\\n     '' using "
          "'sigma':'{2}' with lines linewidth 2.2 linecolor rgb '{3}' title '{4}'",
          plots.empty() ? "'denoising_error.csv'" : "''",
          plots.empty() ? "plot " : ", \\\n     ",
          column,
          color,
          name);
  for (auto const& [column, name, color, is_there] : exact)
    if (is_there)
      plots += fmt::format("{}{} using 'sigma':'{}' with lines linewidth 1.6 dashtype 2 linecolor rgb '{}' title '{}'",
                           plots.empty() ? "plot " : ", \\\n     ",
                           plots.empty() ? "'denoising_error.csv'" : "''",
                           column,
                           color,
                           name);
  if (plots.empty()) plots = "plot NaN notitle";
  std::string gaps = "plot 0 with lines linewidth 1 linecolor rgb '#444444' notitle";
  if (sets[1].is_there && sets[2].is_there)
    gaps +=
        ", \\\n     'denoising_error.csv' using 'sigma':(column('gap')-2*column('gap_error')):"
        "(column('gap')+2*column('gap_error')) with filledcurves fillcolor rgb '#444444' fillstyle transparent solid "
        "0.2 noborder notitle, \\\n     '' using 'sigma':'gap' with lines linewidth 2.2 linecolor rgb '#444444' "
        "notitle";
  if (empirical && sets[1].is_there)
    gaps +=
        ", \\\n     'denoising_error.csv' using 'sigma':'empirical_gap' with lines linewidth 1.6 dashtype 2 linecolor "
        "rgb '#56B4E9' notitle";
  return fmt::format(R"(# Error of a denoiser by noise scale: gnuplot denoising_error.gp, in the folder of its table.
set terminal svg size 900,700 enhanced font 'Helvetica,Arial,sans-serif,15' background rgb 'white'
set encoding utf8
set output 'denoising_error.svg'
set datafile separator ','
set datafile missing 'NaN'
set border 3 linewidth 1 linecolor rgb '#444444'
set tics nomirror out textcolor rgb '#222222'
set grid xtics ytics linewidth 0.6 linecolor rgb '#E4E4E4'
set logscale x
set xrange [{0}:{1}]
set lmargin at screen 0.105
set rmargin at screen 0.965
set multiplot
set label 1 {2} at screen 0.53, 0.965 center noenhanced font ',16'
set object 1 rectangle from 0.2, graph 0 to 2, graph 1 behind fillcolor rgb '#F0E442' fillstyle solid 0.12 noborder

set tmargin at screen 0.80
set bmargin at screen 0.375
set key at screen 0.53, 0.935 center top vertical Left reverse maxrows 3 samplen 2.2 font ',14'
set logscale y
set yrange [{3}:4]
set format y '10^{{%L}}'
set format x ''
set ylabel 'error of a value, squared' offset 0.5
{4}

unset label
unset key
unset logscale y
set yrange [*:*]
set tmargin at screen 0.335
set bmargin at screen 0.105
set format y '%g'
set format x '10^{{%L}}'
set xlabel 'noise scale  {{/:Italic σ}}' offset 0,0.3
set ylabel 'held-out - training' offset 0.5
{5}
unset multiplot
unset output
)",
                     measured.sigma.front(),
                     std::max(measured.sigma.back(), measured.sigma.front() * 1.01),
                     gnuplot_text(title),
                     low,
                     plots,
                     gaps);
}

}  // namespace regula::detail
