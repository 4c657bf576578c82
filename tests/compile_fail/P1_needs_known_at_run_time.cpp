// SPDX-License-Identifier: MIT
// A probe that says what it needs by a member of its values.
#include <regula/concepts/probe.hpp>

struct candidate {
  using result = int;
#ifdef REGULA_REPAIRED
  static constexpr
#endif
      regula::probe_need needs           = regula::probe_need::samples;
  static constexpr std::string_view name = "candidate";
  int measure(auto const&) const { return 0; }
};

static_assert(regula::check_probe<candidate>());
