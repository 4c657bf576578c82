// SPDX-License-Identifier: MIT
/// @file
/// Hidden cells: what the masked objectives draw, how they may draw it, and what is recorded of it.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/error.hpp>
#include <regula/objectives/t_laws.hpp>
#include <regula/random/draws.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Boards with hidden cells.
struct masked_corruption {
  std::vector<double> t;       ///< [B] masking times
  std::vector<token> visible;  ///< [B, T] symbols; hidden cells are `no_token`

  [[nodiscard]] std::span<token const> row(std::size_t i, std::size_t cells) const {
    return std::span{visible}.subspan(i * cells, cells);
  }
};

/// How the uniform v of a sample's t is drawn.
enum class t_draw {
  stratified,   ///< v = (u + i)/B: each sample its own uniform u in its own stratum of the batch
  independent,  ///< v = u
};

/// What becomes of a mask that hides nothing.
enum class empty_masks {
  kept,     ///< it counts, with loss 0
  skipped,  ///< the mask is drawn given that it hides a cell
};

/// What was drawn in training, for the record.
struct masked_tally {
  double largest_weight = 0;  ///< of a sample, before its normalizer
  std::uint64_t hidden  = 0;  ///< cells
  std::uint64_t cells   = 0;
  std::uint64_t empty   = 0;  ///< masks that hid nothing
  std::uint64_t samples = 0;

  /// The share of cells that were hidden.
  [[nodiscard]] double mask_share() const {
    return cells == 0 ? 0 : static_cast<double>(hidden) / static_cast<double>(cells);
  }
  [[nodiscard]] std::vector<named_number> numbers() const {
    return {{"largest_weight", largest_weight},
            {"mask_share", mask_share()},
            {"empty_masks", static_cast<double>(empty)},
            {"masks", static_cast<double>(samples)}};
  }
};

namespace detail {

/// Sizes the corruption of a batch, nothing hidden.
inline void prepare_masks(batch const& clean, masked_corruption& out) {
  out.t.assign(clean.size, 1.0);
  out.visible = clean.boards;
}

/// Hides each cell with probability t.
template <WordSource G>
void hide_cells(G& rng, double t, std::span<token> row) {
  for (token& cell : row)
    if (uniform(rng) < t) cell = no_token;
}

/// Hides each cell with probability t, given that one is hidden: the place of the first hidden cell is drawn from its
/// law, so that no mask is drawn twice however small t is.
template <WordSource G>
void hide_some_cell(G& rng, double t, std::span<token> row) {
  auto const n       = static_cast<double>(row.size());
  double const u     = uniform(rng);
  double const shown = std::log1p(-t);  // ln of a cell's chance to stay visible
  double const place = t > 0 ? std::log1p(u * std::expm1(n * shown)) / shown : u * n;
  auto const first   = static_cast<std::size_t>(std::clamp(place, 0.0, n - 1));
  row[first]         = no_token;
  hide_cells(rng, t, row.subspan(first + 1));
}

/// Draws sample i's t and its mask.
template <TLaw Law>
void draw_mask(Law const& law,
               t_draw draw,
               double floor,
               empty_masks empty,
               batch const& clean,
               std::size_t i,
               stream& rng,
               masked_corruption& out) {
  double const u      = uniform(rng);
  double const v      = draw == t_draw::stratified ? (u + static_cast<double>(i)) / static_cast<double>(clean.size) : u;
  double const t      = law.floored(v, clean.step, floor);
  std::size_t const n = clean.shape.cells();
  auto const row      = std::span{out.visible}.subspan(i * n, n);
  std::ranges::copy(std::span{clean.boards}.subspan(i * n, n), row.begin());
  out.t[i] = t;
  if (empty == empty_masks::kept)
    hide_cells(rng, t, row);
  else
    hide_some_cell(rng, t, row);
}

/// Adds a batch to a tally; `weight(t)` is the weight of a sample.
template <class Weight>
void count_masks(masked_corruption const& c, std::size_t cells, Weight const& weight, masked_tally& sum) {
  for (std::size_t i = 0; i < c.t.size(); ++i) {
    auto const hidden  = static_cast<std::uint64_t>(std::ranges::count(c.row(i, cells), no_token));
    sum.largest_weight = std::max(sum.largest_weight, weight(c.t[i]));
    sum.hidden += hidden;
    sum.cells += cells;
    sum.empty += hidden == 0 ? 1U : 0U;
    ++sum.samples;
  }
}

/// Errors    throws range_error naming the objective, what was expected and what was given
template <TLaw Law>
void check_floor(std::string_view objective, Law const& law, double floor) {
  require(floor > 0 && floor <= 1, "{}: expected a floor of t in (0, 1] with weight 1/t, got {}", objective, floor);
  require(
      floor <= law.highest(), "{}: expected a floor of t of at most hi = {}, got {}", objective, law.highest(), floor);
}

}  // namespace detail

}  // namespace regula
