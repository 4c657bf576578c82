// SPDX-License-Identifier: MIT
/// @file
/// k-parity: the last cell is the product over a secret set of the others.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/automaton.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Bits free cells of values +1 (symbol 1) and -1 (symbol 0), then a label cell: the product over K secret ones of
/// them. Uniform on its 2^Bits boards.
///
/// Clauses  `label`: one, the rule itself
/// Errors   the constructor throws range_error unless the secret is K different cells below Bits
/// Codes    R7
template <std::size_t Bits, std::size_t K>
class k_parity {
  static_assert(K > 0 && K <= Bits, "[regula:R7] k_parity<Bits, K>: K secret cells among Bits, so 0 < K <= Bits");

 public:
  static constexpr std::size_t cell_count = Bits + 1;
  static constexpr token alphabet         = 2;
  static constexpr std::string_view name  = "k_parity";
  static constexpr extents board{1, cell_count};
  static constexpr std::array<clause_family, 1> clause_families{{{"label", 1}}};

  using secret_set = std::array<std::size_t, K>;

  /// With this secret, in any order.
  constexpr explicit k_parity(secret_set const& secret) : secret_{secret} {
    std::ranges::sort(secret_);
    require(std::ranges::adjacent_find(secret_) == secret_.end() && secret_.back() < Bits,
            "k_parity: expected a secret of {} different cells below {}, got one with largest cell {}",
            K,
            Bits,
            secret_.back());
    for (std::size_t const cell : secret_)
      counts_[cell] = true;
    counts_[Bits] = true;
  }

  /// With a secret drawn uniformly from the seed, which the record keeps beside the secret itself.
  [[nodiscard]] static k_parity drawn_from(std::uint64_t seed) {
    std::array<std::size_t, Bits> all;
    std::iota(all.begin(), all.end(), std::size_t{0});
    stream rng{seed, purpose::rule, 0, 0};
    shuffle_front(rng, std::span<std::size_t>{all}, K);
    secret_set secret;
    std::copy_n(all.begin(), K, secret.begin());
    k_parity rule{secret};
    rule.seed_ = seed;
    return rule;
  }

  /// The secret cells in rising order.
  [[nodiscard]] constexpr secret_set const& secret() const noexcept { return secret_; }

  [[nodiscard]] std::vector<parameter> parameters() const {
    std::vector<parameter> list{{"bits", Bits}, {"k", K}};
    for (std::size_t const cell : secret_)
      list.push_back({"secret", cell, true});
    if (seed_) list.push_back({"secret_seed", *seed_});
    return list;
  }

  [[nodiscard]] constexpr bool holds(cells<cell_count> x) const noexcept { return accepts_board(*this, x); }

  constexpr void judge(cells<cell_count> x, std::span<bool> verdicts) const noexcept { verdicts[0] = holds(x); }

  /// Free cells, then the label.
  constexpr void draw(auto& rng, cells_out<cell_count> x) const {
    for (token& cell : x.template first<Bits>())
      cell = pick(rng, alphabet);
    std::size_t const zeros =
        static_cast<std::size_t>(std::ranges::count_if(secret_, [&](std::size_t cell) { return x[cell] == 0; }));
    x[Bits] = zeros % 2 == 0 ? 1 : 0;
  }

  [[nodiscard]] population_size population() const { return population_size::power(2, Bits); }

  // As an automaton: whether there was an odd number of symbols 0 among the secret cells and the label.
  static constexpr std::size_t state_count = 2;

  static constexpr std::size_t start() noexcept { return 0; }
  [[nodiscard]] constexpr std::size_t step(std::size_t cell, std::size_t odd, token v) const noexcept {
    return odd ^ (v == 0 && counts_[cell] ? 1U : 0U);
  }
  static constexpr bool accepts(std::size_t odd) noexcept { return odd == 0; }

 private:
  secret_set secret_;
  std::array<bool, cell_count> counts_{};  // which cells enter the product
  std::optional<std::uint64_t> seed_;
};

}  // namespace regula
