// SPDX-License-Identifier: MIT
// An objective that corrupts a whole batch at once, not sample by sample.
#include <regula/concepts/objective.hpp>

struct candidate {
  static constexpr regula::head needs = regula::head::denoiser;
  using corruption                    = int;
  void prepare(regula::batch const&, corruption&) const {}
#ifdef REGULA_REPAIRED
  void corrupt(regula::batch const&, std::size_t, regula::stream&, corruption&) const {}
#else
  void corrupt(regula::batch const&, regula::stream&, corruption&) const {}
#endif
  static bool accepts(regula::token) { return true; }
  static std::size_t channels(regula::token) { return 1; }
  void encode(regula::batch&) const {}
  template <class Real>
  void read(regula::batch const&, corruption const&, std::size_t, regula::sample_input<Real>&) const {}
  template <class Real>
  double loss(std::span<Real const>, regula::batch const&, corruption const&, std::size_t, std::span<Real>) const {
    return 0;
  }
  static regula::no_sampler sampler() { return {}; }
};

static_assert(regula::check_objective<candidate>());
