// SPDX-License-Identifier: MIT
/// @file
/// write_denoising_figure(): the picture of the error of a denoiser by noise scale, exact models beside it.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/probes/denoising_error.hpp>
#include <regula/probes/oracle_errors.hpp>
#include <regula/runs/detail/denoising_script.hpp>
#include <regula/runs/detail/drawing.hpp>

#include <filesystem>
#include <string_view>

namespace regula {

/// Draws the error against sigma on training, held-out and control boards with bands of two standard errors, as far as
/// there are any; dashed what the rule, memory and marginals make of the same boards; below the gap.
///
/// Writes denoising_error.csv, denoising_error.gp (a gnuplot script that needs nothing but the table) and, where
/// gnuplot is on PATH, denoising_error.svg. Errors    throws range_error for a result without scales; file_error if the
/// folder cannot be written
[[nodiscard]] figure_report write_denoising_figure(std::filesystem::path const& folder,
                                                   denoising_error::result const& measured,
                                                   oracle_error_curves const& oracles = {},
                                                   std::string_view title             = "");

inline figure_report write_denoising_figure(std::filesystem::path const& folder,
                                            denoising_error::result const& measured,
                                            oracle_error_curves const& oracles,
                                            std::string_view title) {
  require(!measured.sigma.empty(), "write_denoising_figure: expected at least 1 noise scale, got none");
  write_atomically(folder / "denoising_error.csv", detail::denoising_table(measured, oracles));
  write_atomically(folder / "denoising_error.gp", detail::denoising_script(measured, oracles, title));
  return detail::draw_script(folder, "denoising_error", "write_denoising_figure");
}

}  // namespace regula
