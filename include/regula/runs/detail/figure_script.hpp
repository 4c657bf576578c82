// SPDX-License-Identifier: MIT
/// @file
/// The gnuplot script and the table of the figure of a run.
#pragma once

#include <regula/clocks/window.hpp>
#include <regula/runs/metrics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace regula::detail {

/// What the figure shows beside its curves.
struct figure_facts {
  std::string title;
  innovation_window window;
  clock_criteria criteria;
  double memory_threshold;
  double memory_chance;  ///< N / population; NaN if unknown
  double rule_chance;    ///< population / V^D; NaN if unknown
};

/// Text for a gnuplot string in single quotes, where nothing but the quote itself has a meaning; cut where it is long.
[[nodiscard]] inline std::string gnuplot_text(std::string_view text) {
  auto end = std::min<std::size_t>(text.size(), 100);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u)
    --end;  // never inside a UTF-8 sequence
  std::string out = "'";
  for (char const c : text.substr(0, end))
    out += c == '\'' ? "''" : std::string(1, static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c);
  return out + '\'';
}

/// 20700 as "20,700".
[[nodiscard]] inline std::string with_commas(std::uint64_t n) {
  std::string out = std::to_string(n);
  for (auto at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

/// The columns of figure.csv and the curves behind them.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 6> figure_columns{
    {{"loss", "loss"},
     {"mean_loss", "mean_loss"},
     {"rule", "rule_accuracy.valid.share"},
     {"clauses", "rule_accuracy.clauses.share"},
     {"copied", "memorization.copied.share"},
     {"chance", "memorization.chance"}}};

/// figure.csv: one row an evaluation, NaN where there is no value.
[[nodiscard]] inline std::string figure_table(run_metrics const& m) {
  std::string out = "step";
  for (auto const& [column, name] : figure_columns)
    out += fmt::format(",{}", column);
  for (std::size_t i = 0; i < m.steps.size(); ++i) {
    out += fmt::format("\n{}", m.steps[i]);
    for (auto const& [column, name] : figure_columns) {
      double const value = m.contains(name) ? m.at(name).values[i] : std::numeric_limits<double>::quiet_NaN();
      out += std::isnan(value) ? ",NaN" : fmt::format(",{}", value);
    }
  }
  return out + '\n';
}

/// A dotted line at height y, if that is a number inside the panel.
inline void add_level(std::string& out, double y, std::string_view style, std::string_view title) {
  if (!(y >= 0 && y <= 1)) return;
  out += fmt::format(
      ", \\\n     {} with lines linewidth 1.3 {} title {}", y, style, gnuplot_text(fmt::format("{} {:.3g}", title, y)));
}

/// The steps that the figure shows; a logarithmic axis has no 0.
struct step_axis {
  double first, last;

  [[nodiscard]] double place(std::uint64_t step) const { return std::max(static_cast<double>(step), first); }
  /// Where a step lies on the axis: 0 at its left, 1 at its right end.
  [[nodiscard]] double fraction(std::uint64_t step) const {
    return std::log(place(step) / first) / std::log(last / first);
  }
};

[[nodiscard]] inline step_axis axis_of(run_metrics const& m) {
  auto const positive = std::ranges::find_if(m.steps, [](std::uint64_t step) { return step > 0; });
  if (positive == m.steps.end()) return {1, 10};
  auto const first = static_cast<double>(*positive);
  return {first, std::max(static_cast<double>(m.steps.back()) * 1.06, first * 2)};
}

/// Both clocks as vertical lines, their readings above the panel: the earlier one's left of its line, the later one's
/// right, unless that would leave the picture; where both are on one side, one stands above the other.
inline void add_clocks(std::string& out, innovation_window const& w, step_axis const& axis) {
  struct mark {
    clock_reading clock;
    std::string_view name, color;
    bool left;
    double row;
  };
  bool const rule_first = !w.is_retrieval();
  std::array<mark, 2> marks{{{w.tau_rule, "rule", "rgb '#0072B2'", rule_first, 1.055},
                             {w.tau_mem, "mem", "rgb '#D55E00'", !rule_first, 1.055}}};
  for (mark& m : marks)
    if (m.clock.reached()) {
      double const at = axis.fraction(*m.clock.step);
      m.left          = at > 0.89 || (m.left && at > 0.15);
    }
  if (marks[0].clock.reached() && marks[1].clock.reached() && marks[0].left == marks[1].left) marks[1].row = 1.13;
  for (mark const& m : marks) {
    if (!m.clock.reached()) continue;
    double const at = axis.place(*m.clock.step);
    out += fmt::format(
        "set arrow from {0}, graph 0 to {0}, graph {1} nohead front linewidth 1.8 dashtype 2 linecolor {2}\n",
        at,
        m.row - 0.03,
        m.color);
    out += fmt::format("set label \"{{/:Italic τ}}_{{{}}} = {}\" at {}, graph {} {} front textcolor {}\n",
                       m.name,
                       with_commas(*m.clock.step),
                       at,
                       m.row,
                       m.left ? "right offset -0.5,0" : "left offset 0.5,0",
                       m.color);
  }
}

/// The shaded window, from tau_rule to tau_mem or, paler, to the end of the record; false if there is none.
inline bool add_window(std::string& out, innovation_window const& w, step_axis const& axis) {
  auto const status = w.status();
  if (status != window_status::open && status != window_status::open_at_end) return false;
  auto const to = w.tau_mem.step ? axis.place(*w.tau_mem.step) : axis.last;
  out += fmt::format(
      "set object 1 rectangle from {}, graph 0 to {}, graph 1 behind fillcolor rgb '#009E73' fillstyle solid {} "
      "noborder\n",
      axis.place(*w.tau_rule.step),
      to,
      w.tau_mem.step ? 0.17 : 0.09);
  return true;
}

/// Ticks of a logarithmic loss axis at 1, 2 and 5 times powers of ten, and its range.
[[nodiscard]] inline std::string loss_axis(run_metrics const& m) {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  if (m.contains("mean_loss"))
    for (std::size_t i = 0; i < m.steps.size(); ++i) {
      double const v = m.at("mean_loss").values[i];
      if (m.steps[i] == 0 || !(v > 0)) continue;
      low  = std::min(low, v);
      high = std::max(high, v);
    }
  if (high <= 0) return "set yrange [0:1]\nset ytics autofreq\n";
  low /= 1.15;
  high *= 1.15;
  std::string ticks;
  std::size_t count = 0;
  for (double power = std::floor(std::log10(low)); power <= std::ceil(std::log10(high)); ++power)
    for (double const digit : {1.0, 2.0, 5.0})
      if (double const v = digit * std::pow(10.0, power); v >= low && v <= high) {
        ticks += fmt::format("{}{:.3g}", count == 0 ? "" : ", ", v);
        ++count;
      }
  std::string const range = fmt::format("set yrange [{}:{}]\n", low, high);
  if (count < 2) return range + "set ytics autofreq\n";
  return "set logscale y\nunset mytics\n" + range + "set ytics (" + ticks + ")\n";
}

[[nodiscard]] inline std::string figure_script(run_metrics const& m, figure_facts const& f) {
  auto const axis   = axis_of(m);
  std::string out   = fmt::format(R"(# The figure of a run: gnuplot figure.gp, in the folder of figure.csv.
set terminal svg size 900,700 enhanced font 'Helvetica,Arial,sans-serif,15' background rgb 'white'
set encoding utf8
set output 'figure.svg'
set datafile separator ','
set datafile missing 'NaN'
set border 3 linewidth 1 linecolor rgb '#444444'
set tics nomirror out textcolor rgb '#222222'
set grid xtics ytics linewidth 0.6 linecolor rgb '#E4E4E4'
set logscale x
set xrange [{}:{}]
set mxtics 10
set lmargin at screen 0.095
set rmargin at screen 0.965
set multiplot
set label 1 {} at screen 0.53, 0.965 center noenhanced font ',16'

set tmargin at screen 0.78
set bmargin at screen 0.365
set key at screen 0.53, 0.94 center top vertical Left reverse maxrows 3 samplen 2.2 width -1 font ',14'
set yrange [-0.02:1.02]
set ytics 0.2
set ylabel 'share of samples' offset 0.5
set format x ''
)",
                                axis.first,
                                axis.last,
                                gnuplot_text(f.title));
  bool const shaded = add_window(out, f.window, axis);
  add_clocks(out, f.window, axis);
  // Columns of the legend: what is measured, thresholds and window, chance.
  out +=
      "plot 'figure.csv' using 'step':'clauses' with lines linewidth 1.6 linecolor rgb '#999999' title 'clauses that "
      "hold', \\\n     '' using 'step':'rule' with linespoints linewidth 2.4 pointtype 7 pointsize 0.45 linecolor rgb "
      "'#0072B2' title 'rule accuracy', \\\n     '' using 'step':'copied' with linespoints linewidth 2.4 pointtype 5 "
      "pointsize 0.4 linecolor rgb '#D55E00' title 'copied from training'";
  if (shaded)
    out += ", \\\n     NaN with boxes fillcolor rgb '#009E73' fillstyle solid 0.17 noborder title 'innovation window'";
  add_level(out, f.criteria.rule.threshold, "dashtype 3 linecolor rgb '#0072B2'", "rule threshold");
  add_level(out, f.memory_threshold, "dashtype 3 linecolor rgb '#D55E00'", "memory threshold");
  add_level(out, f.rule_chance, "dashtype 4 linecolor rgb '#5599CC'", "rule by chance");
  add_level(out, f.memory_chance, "dashtype 4 linecolor rgb '#CC8855'", "copied by chance");
  out += R"(

unset label
unset key
set tmargin at screen 0.325
set bmargin at screen 0.105
)";
  out += loss_axis(m);
  out += R"(set format y '%g'
set format x '10^{%L}'
set xlabel 'optimizer steps' offset 0,0.3
set ylabel 'training loss' offset 0.5
unset arrow
)";
  for (auto const& [clock, color] : {std::pair{f.window.tau_rule, "#0072B2"}, {f.window.tau_mem, "#D55E00"}})
    if (clock.reached())
      out += fmt::format(
          "set arrow from {0}, graph 0 to {0}, graph 1 nohead front linewidth 1.8 dashtype 2 linecolor rgb '{1}'\n",
          axis.place(*clock.step),
          color);
  out +=
      R"(plot NaN notitle, 'figure.csv' using 'step':'mean_loss' with lines linewidth 2.2 linecolor rgb '#444444' notitle
unset multiplot
unset output
)";
  return out;
}

}  // namespace regula::detail
