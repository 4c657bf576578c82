// SPDX-License-Identifier: MIT
/// @file
/// Sampling of masked diffusion models: hidden cells are revealed, round by round, each drawn from what the model says
/// of it given the visible ones.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/random/categorical.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/cell_choice.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// Which hidden cells a round reveals.
enum class reveal_order {
  random,      ///< `at_once` cells of a random order of its own for each sample
  confidence,  ///< the `at_once` cells with the largest top probability; ties by the lower cell
  grid,        ///< of t = 1, .., 0 in `levels` equal steps: each hidden cell with probability (t - s)/t
};

/// A model of hidden cells: writes ln p(x_i | visible cells) [n, T, V] of n boards z [n, T].
template <class V>
concept PredictsHidden = requires(V& view, std::span<token const> z, std::span<double> log_p) { view(z, log_p); };

/// Starts with all cells hidden. Cells that a round reveals together are drawn independently.
struct unmask {
  static constexpr std::string_view name = "unmask";

  reveal_order order  = reveal_order::random;
  std::size_t at_once = 1;   ///< cells a round, for `random` and `confidence`
  std::size_t levels  = 64;  ///< rounds of `grid`
  cell_choice choose  = cell_choice::draw;

  /// n boards; row i depends on `streams(i)` and the model only.
  ///
  /// Shapes    result [n, T]
  template <PredictsHidden View>
  [[nodiscard]] std::vector<token> sample(View&& view, std::size_t n, data_shape shape, stream_family streams) const {
    std::vector<token> z(n * shape.cells(), no_token);
    fill(view, z, shape, streams);
    return z;
  }

  /// Reveals the hidden cells of n boards, in place; visible ones stay.
  ///
  /// Shapes    z [n, T], hidden cells are `no_token`
  /// Errors    throws shape_error if z is no whole number of boards
  template <PredictsHidden View>
  void fill(View&& view, std::span<token> z, data_shape shape, stream_family streams) const {
    std::size_t const cells = shape.cells(), n = z.size() / cells;
    require<shape_error>(z.size() == n * cells, "unmask: expected boards of {} cells, got {} cells", cells, z.size());
    std::vector<row> rows;
    for (std::size_t i = 0; i < n; ++i)
      rows.push_back({streams(i), z.subspan(i * cells, cells), {}});
    if (order == reveal_order::random)
      for (row& r : rows)
        r.arrange();
    std::vector<double> log_p(n * cells * shape.alphabet);
    for (std::size_t round = 0; std::ranges::any_of(z, [](token v) { return v == no_token; }); ++round) {
      view(std::span<token const>{z}, std::span{log_p});
      for (std::size_t i = 0; i < n; ++i)
        reveal(rows[i],
               round,
               std::span<double const>{log_p}.subspan(i * cells * shape.alphabet, cells * shape.alphabet),
               shape.alphabet);
    }
  }

 private:
  /// A board on its way, and the cells that wait in a random order.
  struct row {
    stream rng;
    std::span<token> z;
    std::vector<std::size_t> waiting;

    [[nodiscard]] std::vector<std::size_t> hidden() const {
      std::vector<std::size_t> out;
      for (std::size_t c = 0; c < z.size(); ++c)
        if (z[c] == no_token) out.push_back(c);
      return out;
    }
    void arrange() {
      waiting = hidden();
      shuffle_front(rng, std::span{waiting}, waiting.size());
    }
  };

  void reveal(row& r, std::size_t round, std::span<double const> log_p, token alphabet) const {
    auto const of_cell = [&](std::size_t c) { return log_p.subspan(c * alphabet, alphabet); };
    for (std::size_t const c : chosen(r, round, of_cell))
      r.z[c] =
          static_cast<token>(choose == cell_choice::argmax ? largest_of(of_cell(c)) : draw_category(r.rng, of_cell(c)));
  }

  template <class F>
  std::vector<std::size_t> chosen(row& r, std::size_t round, F&& of_cell) const {
    if (order == reveal_order::random) {
      std::size_t const n = std::min(at_once, r.waiting.size());
      std::vector<std::size_t> const out(r.waiting.begin(), r.waiting.begin() + static_cast<std::ptrdiff_t>(n));
      r.waiting.erase(r.waiting.begin(), r.waiting.begin() + static_cast<std::ptrdiff_t>(n));
      return out;
    }
    std::vector<std::size_t> hidden = r.hidden();
    if (order == reveal_order::confidence) {
      auto const top = [&](std::size_t c) { return of_cell(c)[largest_of(of_cell(c))]; };
      std::ranges::sort(hidden,
                        [&](std::size_t a, std::size_t b) { return top(a) != top(b) ? top(a) > top(b) : a < b; });
      hidden.resize(std::min(at_once, hidden.size()));
      return hidden;
    }
    // t = (levels - round) / levels, s one step on: (t - s)/t = 1 / (levels - round), 1 in the last round
    double const chance = round + 1 >= levels ? 1 : 1 / static_cast<double>(levels - round);
    std::erase_if(hidden, [&](std::size_t) { return chance < 1 && uniform(r.rng) >= chance; });
    return hidden;
  }
};

/// Errors    throws range_error naming the setting of the sampler, what was expected and what was given
inline void check(unmask const& u) {
  require(u.at_once > 0, "unmask: expected at_once of at least 1 cell, got 0");
  require(u.levels > 0, "unmask: expected at least 1 level, got 0");
}

}  // namespace regula
