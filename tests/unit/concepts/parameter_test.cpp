// SPDX-License-Identifier: MIT
#include <regula/concepts/parameter.hpp>
#include <regula/runs/json.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string_view>

namespace {

using regula::parameter_value;
using kind = parameter_value::kind;

TEST_CASE("parameter: whole numbers, real numbers and words") {
  CHECK(parameter_value{3}.type() == kind::whole);
  CHECK(parameter_value{3}.text() == "3");
  CHECK(parameter_value{std::numeric_limits<std::uint64_t>::max()}.text() == "18446744073709551615");
  CHECK(parameter_value{0.02}.type() == kind::real);
  CHECK(parameter_value{0.02}.text() == "0.02");
  CHECK(parameter_value{std::string_view{"causal"}}.text() == "causal");
  CHECK(parameter_value{2} == 2);
  CHECK_FALSE(parameter_value{2} == 2.0);
  CHECK_FALSE(parameter_value{2} == std::string_view{"2"});
}

TEST_CASE("parameter: values keep their kind in records") {
  CHECK(regula::to_json(parameter_value{3}).dump() == "3");
  CHECK(regula::to_json(parameter_value{0.1}).dump() == "0.1");
  CHECK(regula::to_json(parameter_value{std::string_view{"causal"}}).dump() == "\"causal\"");
}

}  // namespace
