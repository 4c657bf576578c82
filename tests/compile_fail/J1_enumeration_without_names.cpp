// SPDX-License-Identifier: MIT
// An enumeration for a record whose values have no names.
#include <regula/runs/json.hpp>

enum class candidate { odd, even };

#ifdef REGULA_REPAIRED
std::string_view name_of(candidate c) { return c == candidate::odd ? "odd" : "even"; }
#endif

regula::json recorded() { return regula::to_json(candidate::odd); }
