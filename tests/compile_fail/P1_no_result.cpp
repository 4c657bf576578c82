// SPDX-License-Identifier: MIT
// A probe that does not name the type of what it measures.
#include <regula/concepts/probe.hpp>

struct candidate {
#ifdef REGULA_REPAIRED
  using result = int;
#endif
  static constexpr regula::probe_need needs = regula::probe_need::samples;
  static constexpr std::string_view name    = "candidate";
  int measure(auto const&) const { return 0; }
};

static_assert(regula::check_probe<candidate>());
