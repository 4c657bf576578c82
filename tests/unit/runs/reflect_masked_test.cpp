// SPDX-License-Identifier: MIT
#include <regula/objectives/t_beta.hpp>
#include <regula/runs/json.hpp>
#include <regula/runs/reflect_masked.hpp>

#include <doctest/doctest.h>

namespace rg = regula;

namespace {

TEST_CASE("masked objectives are written with their law by name") {
  CHECK(rg::text_of(rg::to_json(rg::masked_diffusion<>{.t = {0.2, 0.8}, .floor = 0.02})) ==
        R"({"name":"masked_diffusion","t":{"name":"t_window","lo":0.2,"hi":0.8},"weight":"inverse_t",)"
        R"("normalizer":"cells","draw":"stratified","floor":0.02,"empty":"kept"})");
  CHECK(rg::text_of(rg::to_json(rg::masked_diffusion<rg::t_beta>{.t          = {2, 5},
                                                                 .weight     = rg::mask_weight::none,
                                                                 .normalizer = rg::mask_normalizer::hidden,
                                                                 .draw       = rg::t_draw::independent,
                                                                 .empty      = rg::empty_masks::skipped})) ==
        R"({"name":"masked_diffusion","t":{"name":"t_beta","a":2.0,"b":5.0},"weight":"none",)"
        R"("normalizer":"hidden","draw":"independent","floor":0.001,"empty":"skipped"})");
  CHECK(rg::text_of(rg::to_json(rg::squared_parity{.t = {0, 0.2}})) ==
        R"({"name":"squared_parity","t":{"name":"t_window","lo":0.0,"hi":0.2},"draw":"stratified","floor":0.001,)"
        R"("empty":"kept"})");
}

TEST_CASE("laws of the masking time are written with their names") {
  CHECK(rg::text_of(rg::to_json(rg::fixed_t{0.25})) == R"({"name":"fixed_t","t":0.25})");
  CHECK(rg::text_of(rg::to_json(rg::t_mixture{0.5, {0, 0.2}, {0.4, 0.6}})) ==
        R"({"name":"t_mixture","share":0.5,"first":{"name":"t_window","lo":0.0,"hi":0.2},)"
        R"("second":{"name":"t_window","lo":0.4,"hi":0.6}})");
  CHECK(rg::text_of(rg::to_json(rg::t_anneal{{0, 1}, {0.4, 0.6}, 50})) ==
        R"({"name":"t_anneal","start":{"name":"t_window","lo":0.0,"hi":1.0},)"
        R"("end":{"name":"t_window","lo":0.4,"hi":0.6},"steps":50})");
  CHECK(rg::text_of(rg::to_json(rg::t_cosine{})) == R"({"name":"t_cosine"})");
}

TEST_CASE("objectives without numbers are written by name; the last cell is no number") {
  CHECK(rg::text_of(rg::to_json(rg::next_token{})) == R"({"name":"next_token"})");
  CHECK(rg::text_of(rg::to_json(rg::output_supervision{})) == R"({"name":"output_supervision","label_cell":null})");
  CHECK(rg::text_of(rg::to_json(rg::output_supervision{.label_cell = 6})) ==
        R"({"name":"output_supervision","label_cell":6})");
}

TEST_CASE("choices without words are unknown") {
  CHECK(name_of(static_cast<rg::mask_weight>(9)) == "unknown");
  CHECK(name_of(static_cast<rg::mask_normalizer>(9)) == "unknown");
  CHECK(name_of(static_cast<rg::t_draw>(9)) == "unknown");
  CHECK(name_of(static_cast<rg::empty_masks>(9)) == "unknown");
  CHECK(name_of(rg::mask_normalizer::none) == "none");
}

}  // namespace
