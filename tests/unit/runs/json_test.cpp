// SPDX-License-Identifier: MIT
#include <regula/probes/clause_memorization.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/rule_accuracy.hpp>
#include <regula/runs/json.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

namespace rg = regula;
using regula::text_of;
using regula::to_json;

TEST_CASE("numbers, truth values and texts are themselves, and what JSON cannot hold is null") {
  CHECK(text_of(to_json(0.1)) == "0.1");
  CHECK(text_of(to_json(std::uint64_t{18446744073709551615u})) == "18446744073709551615");
  CHECK(text_of(to_json(-3)) == "-3");
  CHECK(text_of(to_json(true)) == "true");
  CHECK(text_of(to_json(std::string{"a\"b"})) == R"("a\"b")");
  CHECK(to_json(std::numeric_limits<double>::quiet_NaN()).is_null());
  CHECK(to_json(-std::numeric_limits<float>::infinity()).is_null());
}

TEST_CASE("enumerations go by name, optionals and ranges by their values") {
  CHECK(to_json(rg::weights_kind::average) == "average");
  CHECK(to_json(rg::rate_course::cosine) == "cosine");
  CHECK(to_json(rg::head::causal_logits) == "causal_logits");
  CHECK(text_of(to_json(std::optional<int>{})) == "null");
  CHECK(text_of(to_json(std::optional<int>{5})) == "5");
  CHECK(text_of(to_json(std::vector<double>{1.5, std::numeric_limits<double>::quiet_NaN()})) == "[1.5,null]");
}

TEST_CASE("a variant is an object named by its alternative") {
  CHECK(text_of(to_json(rg::optimizer{rg::sgd{.momentum = 0.5}})) == R"({"sgd":{"momentum":0.5}})");
  CHECK(text_of(to_json(rg::optimizer{rg::adamw{.decay = 0.25, .matrices_only = true}})) ==
        R"({"adamw":{"beta1":0.9,"beta2":0.999,"epsilon":1e-08,"decay":0.25,"matrices_only":true}})");
}

TEST_CASE("a rate keeps count and total beside its share") {
  CHECK(text_of(to_json(rg::rate{1, 4})) == R"({"count":1,"total":4,"share":0.25})");
  CHECK(text_of(to_json(rg::rate{})) == R"({"count":0,"total":0,"share":null})");
}

TEST_CASE("results of probes: families by name") {
  rg::rule_accuracy::result const r{.valid       = {1, 2},
                                    .clauses     = {3, 4},
                                    .undecodable = {0, 2},
                                    .families    = {{"rows", {3, 4}}, {"cols", {0, 4}}},
                                    .whole       = {{"rows", {1, 2}}}};
  CHECK(text_of(to_json(r)) ==
        R"({"valid":{"count":1,"total":2,"share":0.5},"clauses":{"count":3,"total":4,"share":0.75},)"
        R"("undecodable":{"count":0,"total":2,"share":0.0},"families":{"rows":{"count":3,"total":4,"share":0.75},)"
        R"("cols":{"count":0,"total":4,"share":0.0}},"whole":{"rows":{"count":1,"total":2,"share":0.5}}})");
}

TEST_CASE("results of probes: structs by their family") {
  std::vector<rg::known_patterns> const families{
      {.family = "rows", .anywhere = {3, 4}, .anywhere_chance = 0.5, .anywhere_above_chance = 0.5, .in_place = {1, 4}}};
  CHECK(text_of(to_json(families)) ==
        R"({"rows":{"anywhere":{"count":3,"total":4,"share":0.75},"anywhere_chance":0.5,"anywhere_above_chance":0.5,)"
        R"("in_place":{"count":1,"total":4,"share":0.25},"in_place_chance":null,"in_place_above_chance":null}})");
  CHECK(text_of(to_json(rg::clause_memorization::result{families})).find(R"({"families":{"rows":{"anywhere")") !=
        std::string::npos);
}

TEST_CASE("descriptions, populations and endless ranges") {
  CHECK(text_of(to_json(rg::description{"row_k", 2, {{"rows", 6}, {"k", 3}}})) ==
        R"({"name":"row_k","version":2,"parameters":{"rows":6,"k":3}})");
  CHECK(text_of(to_json(rg::description{"k_parity", 1, {{"bits", 4}, {"secret", 2, true}}})) ==
        R"({"name":"k_parity","version":1,"parameters":{"bits":4,"secret":[2]}})");
  CHECK(text_of(to_json(
            rg::description{"on_cells", 1, {{"places", 0, true}, {"places", 3, true}}, {{"exact_k", 1, {}}}})) ==
        R"({"name":"on_cells","version":1,"parameters":{"places":[0,3]},)"
        R"("parts":[{"name":"exact_k","version":1,"parameters":{}}]})");
  CHECK(text_of(to_json(rg::population_size::of(1024))) == R"({"exact":"1024","log2":10.0})");
  CHECK(text_of(to_json(rg::population_size::power(2, 70))) == R"({"exact":null,"log2":70.0})");
  CHECK(text_of(to_json(rg::evaluation_schedule::every(9))) == R"({"ranges":[{"start":0,"end":null,"every":9}]})");
}

TEST_CASE("bytes that are not UTF-8 do not stop a record") {
  CHECK(text_of(to_json(std::string{"a\xff"})) == "\"a\xEF\xBF\xBD\"");
}

TEST_CASE("the last word of a name is what follows its namespaces, not those of its arguments") {
  CHECK(rg::detail::last_word("regula::adam") == "adam");
  CHECK(rg::detail::last_word("adam") == "adam");
  CHECK(rg::detail::last_word("a::b<c::d>") == "b<c::d>");
}

}  // namespace
