// SPDX-License-Identifier: MIT
#include <regula/objectives/encoding.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <fstream>
#include <limits>

namespace {

using nlohmann::json;
using regula::no_token;
using regula::pm1;
using regula::token;

token decoded(pm1 const& encoding, float value) { return encoding.decode(std::array{value}, 2); }

TEST_CASE("pm1: decoding of every reference value") {
  json const file      = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/rules.json"});
  std::size_t compared = 0;
  for (json const& entry : file.at("decoding")) {
    if (entry.at("encoding") != "pm1") continue;
    pm1 const encoding{.tolerance = entry.at("tolerance")};
    for (std::size_t i = 0; i < entry.at("values").size(); ++i, ++compared) {
      CAPTURE(i);
      int const expected = entry.at("symbols")[i];
      CHECK(decoded(encoding, entry.at("values")[i].get<float>()) == (expected < 0 ? no_token : token(expected)));
    }
  }
  CHECK(compared == 16);
}

TEST_CASE("pm1: what was encoded decodes") {
  for (token const symbol : {token{0}, token{1}}) {
    std::array<float, 1> value{};
    pm1::encode(symbol, 2, value);
    CHECK(value[0] == (symbol == 1 ? 1.0F : -1.0F));
    CHECK(decoded(pm1{}, value[0]) == symbol);
    CHECK(decoded(pm1{.tolerance = 1e-6}, value[0]) == symbol);
  }
}

TEST_CASE("pm1: a tolerance of 1 decodes all but 0, and what is no number never decodes") {
  pm1 const sign{.tolerance = 1};
  CHECK(decoded(sign, 0.001F) == 1);
  CHECK(decoded(sign, -0.001F) == 0);
  CHECK(decoded(sign, 0.0F) == no_token);
  for (float const value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    CHECK(decoded(pm1{}, value) == no_token);
    CHECK(decoded(pm1{}, -value) == no_token);
  }
}

}  // namespace
