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
  template <class Real>
  void read(regula::batch const&, int const&, std::size_t, regula::sample_input<Real>&) const {}
  template <class Real>
  double loss(std::span<Real const>, regula::batch const&, int const&, std::size_t, std::span<Real>) const {
    return 0;
  }
  static regula::no_sampler sampler() { return {}; }
};

static_assert(regula::check_objective<candidate>());
