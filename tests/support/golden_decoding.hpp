// SPDX-License-Identifier: MIT
/// @file
/// Compares encodings with the decoding tables of tests/golden/rules.json.
#pragma once

#include <regula/objectives/encoding.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace regula::test {

/// Checks every table of the encoding's name; `with_margin(m)` is the encoding with that tolerance or slack.
/// `margin` is the key of it in the file.
template <Encoding E>
void check_golden_decoding(std::string const& margin, E (*with_margin)(double)) {
  auto const file    = nlohmann::json::parse(std::ifstream{REGULA_GOLDEN_DIR "/rules.json"});
  std::size_t tables = 0;
  for (auto const& table : file.at("decoding")) {
    if (table.at("encoding") != E::name) continue;
    ++tables;
    E const encoding     = with_margin(table.at(margin).get<double>());
    token const alphabet = table.at("alphabet");
    for (std::size_t i = 0; i < table.at("values").size(); ++i) {
      auto const& value = table.at("values")[i];
      std::vector<float> x;
      if (value.is_array())
        x = value.get<std::vector<float>>();
      else
        x.push_back(value.get<float>());
      int const symbol = table.at("symbols")[i];
      CAPTURE(value);
      CHECK(encoding.decode(x, alphabet) == (symbol == -1 ? no_token : static_cast<token>(symbol)));
    }
  }
  CHECK(tables > 0);
}

/// Every symbol decodes to itself, and no other value of the wrong kind decodes.
template <Encoding E>
void check_roundtrip(E const& encoding, token alphabet) {
  std::vector<float> x(E::channels(alphabet));
  for (token v = 0; v < alphabet; ++v) {
    encoding.encode(v, alphabet, std::span{x});
    CHECK(encoding.decode(x, alphabet) == v);
    for (float const broken : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
      auto const kept = x.back();
      x.back()        = broken;
      CHECK(encoding.decode(x, alphabet) == no_token);
      x.back() = kept;
    }
  }
}

}  // namespace regula::test
