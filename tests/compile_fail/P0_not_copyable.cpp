// SPDX-License-Identifier: MIT
// A probe that cannot be copied.
#include <regula/concepts/probe.hpp>

struct candidate {
#ifndef REGULA_REPAIRED
  candidate()                 = default;
  candidate(candidate const&) = delete;
#endif
  struct result {};
  static constexpr regula::probe_need needs = regula::probe_need::samples;
  static constexpr std::string_view name    = "candidate";
  result measure(auto const&) const { return {}; }
};

static_assert(regula::check_probe<candidate>());
