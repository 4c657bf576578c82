// SPDX-License-Identifier: MIT
/// @file
/// The Oracle concept, and what an exact model of boards says in each setting: hidden cells, redrawn cells, the next
/// one.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace regula {

/// Idea     A probability law of boards whose conditionals are exact: of a rule's population, of a finite training set,
///          of independent cells. Whatever is known of a board is a likelihood for each cell and symbol; all settings
///          are the two questions below.
/// Minimal  `cell_count`, `alphabet`, `heads`; `std::string name() const`;
///          `double posterior(log_likelihood, out) const`: p(x_i = v | everything), and returns ln sum_x p(x) l(x);
///          `void leave_one_out(log_likelihood, out) const`: p(x_i = v | everything but what is known of cell i)
/// Optional Denoises: a closed form of the mean (oracles/denoiser.hpp)
/// Laws     both spans are [D, V]; minus infinity is a likelihood of 0; rows of `out` sum to 1, or are 0 where no board
///          fits; the sum is minus infinity where none fits at all
template <class O>
concept Oracle = std::copyable<O> && HasCells<O> && HasAlphabet<O> && OffersHeads<O> &&
                 requires(O const& o, std::span<double const> log_likelihood, std::span<double> out) {
                   { o.name() } -> std::convertible_to<std::string>;
                   { o.posterior(log_likelihood, out) } -> std::same_as<double>;
                   { o.leave_one_out(log_likelihood, out) } -> std::same_as<void>;
                 };

/// What every oracle can be asked for.
inline constexpr head_set oracle_heads{head::denoiser, head::causal_logits, head::logits, head::timed_logits};

namespace detail {

/// Log-likelihoods [D, V] of cells that are visible (one symbol) or hidden (`no_token`: any).
template <Oracle O>
[[nodiscard]] std::vector<double> log_likelihood_of_visible(std::span<token const> visible, char const* asked) {
  require<shape_error>(
      visible.size() <= O::cell_count, "{}: expected at most {} cells, got {}", asked, O::cell_count, visible.size());
  std::vector<double> table(O::cell_count * O::alphabet, 0.0);
  for (std::size_t i = 0; i < visible.size(); ++i) {
    if (visible[i] == no_token) continue;
    require(visible[i] < O::alphabet,
            "{}: expected symbols below {} or hidden cells, got symbol {} in cell {}",
            asked,
            token{O::alphabet},
            visible[i],
            i);
    auto const row = std::span{table}.subspan(i * O::alphabet, O::alphabet);
    std::ranges::fill(row, -std::numeric_limits<double>::infinity());
    row[visible[i]] = 0;
  }
  return table;
}

inline void require_size(std::span<double const> out, std::size_t expected, char const* asked) {
  require<shape_error>(out.size() == expected, "{}: expected room for {} numbers, got {}", asked, expected, out.size());
}

/// In words, for errors: visible cells, hidden ones as a dot.
inline std::string visible_text(std::span<token const> visible) {
  std::string out = "[";
  for (token const v : visible)
    out += (out.size() == 1 ? "" : " ") + (v == no_token ? "." : std::to_string(v));
  return out + ']';
}

}  // namespace detail

/// The masked setting: p(x_i = v | visible cells) of every cell; a visible one is certain.
///
/// Shapes    visible [D], hidden cells are `no_token`; out [D, V]
/// Errors    throws range_error if no board has these cells, or for a symbol outside the alphabet
/// Returns   the probability of the visible cells
template <Oracle O>
double masked_posterior(O const& oracle, cells<O::cell_count> visible, std::span<double> out) {
  detail::require_size(out, O::cell_count * O::alphabet, "masked_posterior");
  auto const known     = detail::log_likelihood_of_visible<O>(visible, "masked_posterior");
  double const evident = oracle.posterior(known, out);
  require(std::isfinite(evident),
          "masked_posterior: expected visible cells that some board of {} has, got {}",
          oracle.name(),
          detail::visible_text(visible));
  return std::exp(evident);
}

/// The next-token setting: p(x_n = v | x_0 .. x_{n-1}) for a prefix of n cells, n < D.
///
/// Shapes    out [V]
/// Errors    throws range_error if no board starts so, or for a symbol outside the alphabet; shape_error if n >= D
template <Oracle O>
void next_token_posterior(O const& oracle, std::span<token const> prefix, std::span<double> out) {
  detail::require_size(out, O::alphabet, "next_token_posterior");
  require<shape_error>(prefix.size() < O::cell_count,
                       "next_token_posterior: expected a prefix of fewer than {} cells, got {}",
                       O::cell_count,
                       prefix.size());
  auto const known = detail::log_likelihood_of_visible<O>(prefix, "next_token_posterior");
  std::vector<double> table(O::cell_count * O::alphabet);
  require(std::isfinite(oracle.posterior(known, table)),
          "next_token_posterior: expected a prefix that some board of {} has, got {}",
          oracle.name(),
          detail::visible_text(prefix));
  std::ranges::copy(std::span{table}.subspan(prefix.size() * O::alphabet, O::alphabet), out.begin());
}

/// What is known of x when every cell of z is x with probability alpha + (1 - alpha)/V, else any other symbol alike.
template <Oracle O>
[[nodiscard]] std::vector<double> log_likelihood_of_redrawn(cells<O::cell_count> z, double alpha) {
  require(alpha >= 0 && alpha <= 1, "log_likelihood_of_redrawn: expected alpha in [0, 1], got {}", alpha);
  std::vector<double> table(O::cell_count * O::alphabet, std::log((1 - alpha) / O::alphabet));
  for (std::size_t i = 0; i < O::cell_count; ++i) {
    require(z[i] < O::alphabet,
            "log_likelihood_of_redrawn: expected symbols below {}, got {} in cell {}",
            token{O::alphabet},
            z[i],
            i);
    table[i * O::alphabet + z[i]] = std::log(alpha + (1 - alpha) / O::alphabet);
  }
  return table;
}

/// The uniform setting: p(x_i = v | all cells of z but z_i), where q(z | x) = alpha [z = x] + (1 - alpha)/V a cell. A
/// row is 0 where no board fits the other cells, which happens at alpha = 1 only.
///
/// Shapes    z [D], out [D, V]
/// Errors    throws range_error for alpha outside [0, 1] or a symbol outside the alphabet
template <Oracle O>
void redrawn_leave_one_out(O const& oracle, cells<O::cell_count> z, double alpha, std::span<double> out) {
  detail::require_size(out, O::cell_count * O::alphabet, "redrawn_leave_one_out");
  oracle.leave_one_out(log_likelihood_of_redrawn<O>(z, alpha), out);
}

/// The uniform setting: p(x_i = v | z). All rows are 0 where no board fits, which happens at alpha = 1 only.
///
/// Shapes    z [D], out [D, V]
/// Errors    throws range_error for alpha outside [0, 1] or a symbol outside the alphabet
/// Returns   the probability of z
template <Oracle O>
double redrawn_posterior(O const& oracle, cells<O::cell_count> z, double alpha, std::span<double> out) {
  detail::require_size(out, O::cell_count * O::alphabet, "redrawn_posterior");
  return std::exp(oracle.posterior(log_likelihood_of_redrawn<O>(z, alpha), out));
}

/// p(x_i = v) of every cell, and nothing known.
///
/// Shapes    result [D, V]
template <Oracle O>
[[nodiscard]] std::vector<double> marginals_of(O const& oracle) {
  std::vector<double> const nothing(O::cell_count * O::alphabet, 0.0);
  std::vector<double> table(nothing.size());
  (void)oracle.posterior(nothing, table);
  return table;
}

}  // namespace regula
