// SPDX-License-Identifier: MIT
// An objective without a type for its corruption.
#include <regula/concepts/objective.hpp>

struct candidate {
  static constexpr regula::head needs = regula::head::denoiser;
#ifdef REGULA_REPAIRED
  using corruption = int;
#endif
  void prepare(regula::batch const&, int&) const {}
  void corrupt(regula::batch const&, std::size_t, regula::stream&, int&) const {}
  static bool accepts(regula::token) { return true; }
  static std::size_t channels(regula::token) { return 1; }
  void encode(regula::batch&) const {}
};

static_assert(regula::check_objective<candidate>());
