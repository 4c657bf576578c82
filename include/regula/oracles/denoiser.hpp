// SPDX-License-Identifier: MIT
/// @file
/// An oracle in the continuous setting: the exact denoiser E[code | x], for samplers and probes like a network's.
#pragma once

#include <regula/objectives/encoding.hpp>
#include <regula/oracles/oracle.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula {

/// True if oracle O has a closed form of the mean for encoding E: `closed_form_mean(encoding, x [T C], sigma, out [T
/// C])`.
template <class O, class E>
concept HasClosedForm =
    requires(O const& o, E const& e, std::span<double const> x, double sigma, std::span<double> out) {
      { o.closed_form_mean(e, x, sigma, out) } -> std::same_as<void>;
    };

/// D(x, sigma) = E[code(board) | x = code(board) + sigma n] of an oracle and an encoding: a value, with copies of both.
///
/// Satisfies Denoises (samplers/heun.hpp), so it samples and is measured like a trained network.
template <Oracle O, Encoding E>
class oracle_denoiser {
 public:
  oracle_denoiser(O oracle, E encoding)
      : oracle_{std::move(oracle)}, encoding_{std::move(encoding)}, codes_{codes_of(encoding_, O::alphabet)} {}

  [[nodiscard]] O const& oracle() const { return oracle_; }

  /// How symbols are written as the values that it denoises.
  [[nodiscard]] E const& encoding() const { return encoding_; }

  /// How many numbers a sample has: T C.
  [[nodiscard]] std::size_t values() const { return O::cell_count * channels(); }

  /// Writes the denoised x of n samples into `out`.
  ///
  /// Shapes    x, out [n, T, C]
  /// Units     sigma in units of the encoded values, above 0
  /// Errors    throws shape_error unless x and out hold the same whole number of samples; range_error unless sigma > 0
  template <std::floating_point State>
  void operator()(std::span<State const> x, double sigma, std::span<State> out) const {
    check(x.size(), out.size(), sigma);
    std::vector<double> in(values()), mean(values()), tables(2 * O::cell_count * O::alphabet);
    for (std::size_t first = 0; first < x.size(); first += values()) {
      std::ranges::transform(x.subspan(first, values()), in.begin(), [](State v) { return static_cast<double>(v); });
      denoise(in, sigma, mean, tables);
      std::ranges::transform(
          mean, out.begin() + static_cast<std::ptrdiff_t>(first), [](double v) { return static_cast<State>(v); });
    }
  }

  /// ln sum over boards of p(board) exp(-|x - code|^2 / (2 sigma^2)) of one sample.
  ///
  /// Shapes    x [T, C]
  [[nodiscard]] double log_evidence(std::span<double const> x, double sigma) const {
    check(x.size(), values(), sigma);
    std::vector<double> known(O::cell_count * O::alphabet), unused(known.size());
    log_likelihood(x, sigma, known);
    return oracle_.posterior(known, unused);
  }

 private:
  [[nodiscard]] std::size_t channels() const { return E::channels(O::alphabet); }

  void check(std::size_t in, std::size_t out, double sigma) const {
    require<shape_error>(
        in == out && in % values() == 0,
        "oracle_denoiser: expected x and out of the same number of samples of {} values, got {} and {}",
        values(),
        in,
        out);
    require(sigma > 0, "oracle_denoiser: expected sigma > 0, got {}", sigma);
  }

  /// Of every cell and symbol, -|x - code|^2 / (2 sigma^2).
  void log_likelihood(std::span<double const> x, double sigma, std::span<double> known) const {
    std::size_t const c = channels();
    for (std::size_t i = 0; i < O::cell_count; ++i)
      for (std::size_t v = 0; v < O::alphabet; ++v) {
        double distance = 0;
        for (std::size_t k = 0; k < c; ++k) {
          double const d = x[i * c + k] - codes_[v * c + k];
          distance += d * d;
        }
        known[i * O::alphabet + v] = -distance / (2 * sigma * sigma);
      }
  }

  void denoise(std::span<double const> x, double sigma, std::span<double> mean, std::span<double> tables) const {
    if constexpr (HasClosedForm<O, E>) {
      oracle_.closed_form_mean(encoding_, x, sigma, mean);
    } else {
      std::size_t const c = channels();
      auto const known = tables.first(tables.size() / 2), chances = tables.last(tables.size() / 2);
      log_likelihood(x, sigma, known);
      (void)oracle_.posterior(known, chances);  // of which the evidence is not asked for
      for (std::size_t i = 0; i < O::cell_count; ++i)
        for (std::size_t k = 0; k < c; ++k) {
          double sum = 0;
          for (std::size_t v = 0; v < O::alphabet; ++v)
            sum += chances[i * O::alphabet + v] * codes_[v * c + k];
          mean[i * c + k] = sum;
        }
    }
  }

  O oracle_;
  E encoding_;
  std::vector<double> codes_;  // [V, C]
};

}  // namespace regula
