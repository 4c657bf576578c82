// SPDX-License-Identifier: MIT
// An objective that does not encode symbols.
#include <regula/concepts/objective.hpp>

struct candidate {
  static constexpr regula::head needs = regula::head::denoiser;
  using corruption                    = int;
  void prepare(regula::batch const&, corruption&) const {}
  void corrupt(regula::batch const&, std::size_t, regula::stream&, corruption&) const {}
  static bool accepts(regula::token) { return true; }
  static std::size_t channels(regula::token) { return 1; }
#ifdef REGULA_REPAIRED
  void encode(regula::batch&) const {}
#endif
};

static_assert(regula::check_objective<candidate>());
