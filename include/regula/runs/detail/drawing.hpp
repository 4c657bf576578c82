// SPDX-License-Identifier: MIT
/// @file
/// From a gnuplot script beside its table to a picture, and a sentence where there is none.
#pragma once

#include <regula/error.hpp>
#include <regula/runs/detail/gnuplot.hpp>
#include <regula/runs/metrics.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace regula {

/// What the writing of a figure made.
struct figure_report {
  bool drawn = false;  ///< the picture is there; its table and script are in any case
  std::string reason;  ///< why it is not drawn, in a sentence; empty if it is
};

namespace detail {

/// True if the file ends as an SVG does: gnuplot does not notice a full disk.
[[nodiscard]] inline bool is_whole_svg(std::filesystem::path const& path) {
  try {
    auto const text = text_of_file(path, "write_figure");
    auto const end  = text.find_last_not_of(" \n");
    return end != std::string::npos && std::string_view(text).substr(0, end + 1).ends_with("</svg>");
  } catch (file_error const&) {
    return false;
  }
}

/// Removes a picture, so that an old one never stands beside a new table.
inline void forget_picture(std::filesystem::path const& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

/// Runs gnuplot on STEM.gp in the folder, which writes STEM.svg; `who` begins the reason if it does not.
[[nodiscard]] inline figure_report draw_script(std::filesystem::path const& folder,
                                               std::string const& stem,
                                               std::string_view who) {
  forget_picture(folder / (stem + ".svg"));
  auto const plotted = run_gnuplot(folder, stem + ".gp");
  if (!plotted.started)
    return {.drawn = false,
            .reason =
                fmt::format("{}: expected the program gnuplot on PATH to draw {}.svg: {}", who, stem, plotted.output)};
  if (plotted.code != 0 || !is_whole_svg(folder / (stem + ".svg")))
    return {.drawn  = false,
            .reason = fmt::format(
                "{}: gnuplot did not draw {}.svg (exit code {}): {}", who, stem, plotted.code, plotted.output)};
  return {.drawn = true, .reason = {}};
}

}  // namespace detail

}  // namespace regula
