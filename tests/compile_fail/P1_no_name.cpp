// SPDX-License-Identifier: MIT
// A probe without a name for the record.
#include <regula/concepts/probe.hpp>

struct candidate {
  using result                              = int;
  static constexpr regula::probe_need needs = regula::probe_need::samples;
#ifdef REGULA_REPAIRED
  static constexpr std::string_view name = "candidate";
#endif
  int measure(auto const&) const { return 0; }
};

static_assert(regula::check_probe<candidate>());
