// SPDX-License-Identifier: MIT
// An objective that does not say which head it needs.
#include <regula/concepts/objective.hpp>

struct candidate {
#ifdef REGULA_REPAIRED
  static constexpr regula::head needs = regula::head::denoiser;
#endif
  using corruption = int;
  void prepare(regula::batch const&, corruption&) const {}
  void corrupt(regula::batch const&, std::size_t, regula::stream&, corruption&) const {}
  static bool accepts(regula::token) { return true; }
  static std::size_t channels(regula::token) { return 1; }
  void encode(regula::batch&) const {}
};

static_assert(regula::check_objective<candidate>());
