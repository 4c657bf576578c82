// SPDX-License-Identifier: MIT
/// @file
/// Forward and backward passes over the cells of an automaton with a likelihood for every cell and symbol.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/detail/automaton_passes.hpp>
#include <regula/detail/scaled.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace regula::detail {

inline bool is_zero(double x) { return x == 0; }
inline bool is_zero(scaled x) { return x.is_zero(); }
inline double ratio(double a, double b) { return a / b; }
inline double log_of(double a) { return std::log(a); }
inline double log_of(scaled a) { return log(a); }

/// The passes in numbers of a type: `scaled`, or `double` where no product can leave its range.
template <class Number, Automaton A>
class likelihood_passes {
  static constexpr std::size_t D = A::cell_count, S = A::state_count, V = A::alphabet;

 public:
  /// `likelihood` [D, V], each cell's largest one about 1.
  likelihood_passes(A const& a, std::span<Number const> likelihood)
      : a_{a}, likelihood_{likelihood}, behind_((D + 1) * S, Number(0.0)) {
    for (std::size_t s = 0; s < S; ++s)
      if (a.accepts(s)) behind_[D * S + s] = Number(1.0);
    for (std::size_t i = D; i-- > 0;)
      for (std::size_t s = 0; s < S; ++s)
        for (token v = 0; v < V; ++v) {
          std::size_t const next = a.step(i, s, v);
          if (next == no_state) continue;
          Number const goes_on = likelihood[i * V + v] * behind_[(i + 1) * S + next];
          if constexpr (Weighs<A>)
            behind_[i * S + s] += Number(a.weight(i, s, v)) * goes_on;
          else
            behind_[i * S + s] += goes_on;
        }
  }

  /// The sum over all boards of probability and likelihood.
  [[nodiscard]] Number total() const { return behind_[a_.start()]; }

  /// `visit(i, mass)` for every cell in order: mass [V] is the sum over boards with symbol v in cell i of probability
  /// and likelihood, the latter without that of cell i.
  template <class Visit>
  void for_each_cell(Visit const& visit) const {
    std::vector<Number> ahead(S, Number(0.0)), next_ahead(S, Number(0.0));
    std::vector<Number> mass(V, Number(0.0));
    ahead[a_.start()] = Number(1.0);
    for (std::size_t i = 0; i < D; ++i) {
      std::ranges::fill(mass, Number(0.0));
      std::ranges::fill(next_ahead, Number(0.0));
      for (std::size_t s = 0; s < S; ++s) {
        if (is_zero(ahead[s])) continue;
        for (token v = 0; v < V; ++v) {
          std::size_t const next = a_.step(i, s, v);
          if (next == no_state) continue;
          Number reached = ahead[s];
          if constexpr (Weighs<A>) reached = reached * Number(a_.weight(i, s, v));
          mass[v] += reached * behind_[(i + 1) * S + next];
          next_ahead[next] += reached * likelihood_[i * V + v];
        }
      }
      visit(i, std::span<Number const>{mass});
      std::swap(ahead, next_ahead);
    }
  }

 private:
  A const& a_;
  std::span<Number const> likelihood_;
  std::vector<Number> behind_;  // [D + 1, S]: of what lies behind a state, before cell i is read
};

/// Writes numbers as shares of their sum; zeros where that is 0.
template <class Number>
void write_shares(std::span<Number const> mass, std::span<double> out) {
  Number sum(0.0);
  for (Number const m : mass)
    sum += m;
  for (std::size_t v = 0; v < mass.size(); ++v)
    out[v] = is_zero(sum) ? 0 : ratio(mass[v], sum);
}

/// Calls f with the passes, in double if every product surely stays within its range; returns the logarithm of the
/// factor by which the likelihoods of all cells were divided.
template <Automaton A, class F>
double with_passes(A const& a, std::span<double const> log_likelihood, F const& f) {
  constexpr std::size_t D = A::cell_count, V = A::alphabet;
  constexpr double none = -std::numeric_limits<double>::infinity();
  double log_factor = 0, range = static_cast<double>(D) * std::log(static_cast<double>(V));
  std::vector<double> relative(log_likelihood.begin(), log_likelihood.end());
  for (std::size_t i = 0; i < D; ++i) {
    auto const row    = std::span{relative}.subspan(i * V, V);
    double const most = std::ranges::max(row);
    if (most == none) continue;
    double least = most;
    for (double& l : row) {
      if (l != none) least = std::min(least, l);
      l -= most;
    }
    log_factor += most;
    range += most - least;
  }
  auto const run = [&]<class Number>(auto const& exponential) {
    std::vector<Number> likelihood(relative.size(), Number(0.0));
    std::ranges::transform(relative, likelihood.begin(), exponential);
    f(likelihood_passes<Number, A>{a, likelihood}, std::span<Number const>{likelihood});
  };
  if (range < 300)
    run.template operator()<double>([](double l) { return std::exp(l); });
  else
    run.template operator()<scaled>([](double l) { return scaled::exp(l); });
  return log_factor;
}

/// See the concept Oracle; the sum is over all boards with weight 1 where the steps have none.
template <Automaton A>
double automaton_posterior(A const& a, std::span<double const> log_likelihood, std::span<double> out) {
  constexpr std::size_t V = A::alphabet;
  double log_total        = 0;
  double const log_factor = with_passes(a, log_likelihood, [&](auto const& passes, auto likelihood) {
    using number = std::remove_cvref_t<decltype(likelihood[0])>;
    std::vector<number> joint(V, number(0.0));
    passes.for_each_cell([&](std::size_t i, std::span<number const> mass) {
      for (std::size_t v = 0; v < V; ++v)
        joint[v] = mass[v] * likelihood[i * V + v];
      write_shares(std::span<number const>{joint}, out.subspan(i * V, V));
    });
    log_total = log_of(passes.total());
  });
  return log_total + log_factor;
}

/// See the concept Oracle.
template <Automaton A>
void automaton_leave_one_out(A const& a, std::span<double const> log_likelihood, std::span<double> out) {
  constexpr std::size_t V = A::alphabet;
  with_passes(a, log_likelihood, [&](auto const& passes, auto likelihood) {
    using number = std::remove_cvref_t<decltype(likelihood[0])>;
    passes.for_each_cell(
        [&](std::size_t i, std::span<number const> mass) { write_shares(mass, out.subspan(i * V, V)); });
  });
}

}  // namespace regula::detail
