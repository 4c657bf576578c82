// SPDX-License-Identifier: MIT
// A struct for a record that Boost.Hana cannot look into.
#include <regula/runs/json.hpp>

struct candidate {
  int moves = 3;
};

#ifdef REGULA_REPAIRED
BOOST_HANA_ADAPT_STRUCT(candidate, moves);
#endif

regula::json recorded() { return regula::to_json(candidate{}); }
