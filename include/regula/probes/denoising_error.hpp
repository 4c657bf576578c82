// SPDX-License-Identifier: MIT
/// @file
/// The probe of denoisers by noise scale: how far off they are on training, held-out and control boards.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/error.hpp>
#include <regula/probes/detail/encoded_boards.hpp>
#include <regula/probes/detail/error_table.hpp>
#include <regula/probes/mean_value.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// The error at each noise scale, of `boards` boards. NaN where there are none, and where a model gives NaN.
struct error_curve {
  std::uint64_t boards = 0;
  std::vector<double> mean;            ///< [scales]
  std::vector<double> standard_error;  ///< [scales], over boards
};

/// The mean error over the noise scales from `low` up to `high`; standard errors are over boards.
struct error_bin {
  double low           = 0;
  double high          = 0;
  std::uint64_t scales = 0;                ///< noise scales of the probe in between
  mean_value training, held_out, control;  ///< counts are boards
  mean_value gap;                          ///< held-out minus training
};

/// The unweighted error of the denoiser, |D(x + sigma n, sigma) - x|^2 a value, by noise scale.
///
/// A model that copies has an error on held-out boards that it does not have on training boards: their gap. What it can
/// be at best, at chance and by copying is what this probe measures of oracles (probes/oracle_errors.hpp). The noise of
/// a board is the same at every evaluation of a run and for every model, so that curves differ by the model alone.
/// Units     squared, of encoded values (signs: 1 is what a constant 0 makes); mean over cells and channels
/// Errors    throws range_error unless 0 < sigma_min < sigma_max, with at least 2 scales, or sigma_min = sigma_max with
///           1, and at least 1 draw
/// Cost      scales x draws x boards evaluations of the model for each of the three sets
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019: 50 scales, 2 draws, all boards, at 40 points of a run
struct denoising_error {
  static constexpr std::string_view name = "denoising_error";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t scales = 50;     ///< equally spaced in ln sigma, both ends included
  double sigma_min   = 0.002;  ///< in units of the encoded values
  double sigma_max   = 80;
  std::size_t draws  = 2;    ///< of noise, for each board and scale
  std::size_t boards = 256;  ///< the first so many of each set, at most

  struct result {
    std::uint64_t draws;
    std::vector<double> sigma;  ///< [scales]
    error_curve training, held_out, control;
    error_curve gap;              ///< held-out minus training; its count is that of the smaller set
    std::vector<error_bin> bins;  ///< the five bins of the source, then seven parts of [0.2, 2], equal in ln sigma
  };

  template <Rule R, DenoisesBoards V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    require(draws > 0, "denoising_error: expected at least 1 draw, got 0");
    result out{.draws = draws, .sigma = sigmas(), .training = {}, .held_out = {}, .control = {}, .gap = {}, .bins = {}};
    std::array<detail::error_table, 3> tables;
    std::array<board_set<R::cell_count> const*, 3> const sets{&e.data.training, &e.data.held_out, &e.data.control};
    for (std::size_t s = 0; s < sets.size(); ++s)
      tables[s] = detail::errors_of(
          e.model,
          detail::board_codes<R::cell_count>{e.model.encoding(), R::alphabet},
          *sets[s],
          detail::error_plan{out.sigma, draws, boards, {e.streams.seed, e.streams.use}, std::uint64_t{s} << 32});
    out.training = curve_of(tables[0]);
    out.held_out = curve_of(tables[1]);
    out.control  = curve_of(tables[2]);
    out.gap      = gap_of(out.held_out, out.training);
    for (auto const& [low, high] : bins())
      out.bins.push_back(bin_of(tables, out.sigma, low, high));
    return out;
  }

  /// The noise scales. Shape [scales]
  [[nodiscard]] std::vector<double> sigmas() const {
    require(sigma_min > 0 && (scales == 1 ? sigma_min == sigma_max : scales > 1 && sigma_min < sigma_max),
            "denoising_error: expected 0 < sigma_min < sigma_max, or one scale and both equal, got {} scales from {} "
            "to {}",
            scales,
            sigma_min,
            sigma_max);
    std::vector<double> out(scales, sigma_min);
    for (std::size_t i = 1; i < scales; ++i)
      out[i] = sigma_min * std::pow(sigma_max / sigma_min, static_cast<double>(i) / static_cast<double>(scales - 1));
    out.back() = sigma_max;
    return out;
  }

  /// Lower and upper ends of the bins of sigma.
  [[nodiscard]] static std::vector<std::pair<double, double>> bins() {
    std::vector<std::pair<double, double>> out{{0.002, 0.02}, {0.02, 0.2}, {0.2, 2}, {2, 20}, {20, 80}};
    for (int i = 0; i < 7; ++i)
      out.emplace_back(0.2 * std::pow(10.0, i / 7.0), 0.2 * std::pow(10.0, (i + 1) / 7.0));
    return out;
  }

 private:
  [[nodiscard]] static error_curve curve_of(detail::error_table const& table) {
    error_curve out{table.boards, {}, {}};
    for (std::size_t s = 0; s < table.scales; ++s) {
      mean_value const at = detail::mean_of(table, s, s + 1);
      out.mean.push_back(at.mean);
      out.standard_error.push_back(at.standard_error);
    }
    return out;
  }

  [[nodiscard]] static error_curve gap_of(error_curve const& of, error_curve const& from) {
    error_curve out{std::min(of.boards, from.boards), {}, {}};
    for (std::size_t s = 0; s < of.mean.size(); ++s) {
      out.mean.push_back(of.mean[s] - from.mean[s]);
      out.standard_error.push_back(std::hypot(of.standard_error[s], from.standard_error[s]));
    }
    return out;
  }

  [[nodiscard]] static error_bin bin_of(std::array<detail::error_table, 3> const& tables,
                                        std::vector<double> const& sigma,
                                        double low,
                                        double high) {
    auto const first = static_cast<std::size_t>(std::ranges::lower_bound(sigma, low) - sigma.begin());
    auto const last  = static_cast<std::size_t>(
        (high < 80 ? std::ranges::lower_bound(sigma, high) : std::ranges::upper_bound(sigma, high)) - sigma.begin());
    error_bin out{low, high, last - first, {}, {}, {}, {}};
    out.training = detail::mean_of(tables[0], first, last);
    out.held_out = detail::mean_of(tables[1], first, last);
    out.control  = detail::mean_of(tables[2], first, last);
    out.gap      = difference(out.held_out, out.training);
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::error_curve, boards, mean, standard_error);
BOOST_HANA_ADAPT_STRUCT(regula::error_bin, low, high, scales, training, held_out, control, gap);
BOOST_HANA_ADAPT_STRUCT(regula::denoising_error, scales, sigma_min, sigma_max, draws, boards);
BOOST_HANA_ADAPT_STRUCT(regula::denoising_error::result, draws, sigma, training, held_out, control, gap, bins);
