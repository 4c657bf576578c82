// SPDX-License-Identifier: MIT
#include <regula/models/dit.hpp>
#include <regula/models/gpt.hpp>
#include <regula/models/presets.hpp>
#include <regula/models/uddm.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

namespace {

namespace sizes = regula::sizes;
using regula::data_shape;
using regula::dit;
using regula::gpt;
using regula::uddm;

constexpr data_shape bits{{6, 6}, 1, 2};
constexpr data_shape text{{1, 128}, 1, 30522};

static_assert(uddm<sizes::uddm_tiny>::parameter_count(text) == 23'664'442);
static_assert(uddm<sizes::uddm_small>::parameter_count(text) == 139'292'986);
static_assert(uddm<sizes::uddm_medium>::parameter_count(text) == 384'037'946);

double rounded(std::size_t count, double unit) { return std::round(static_cast<double>(count) / unit); }

TEST_CASE("presets: the published counts of uddm are exact") {
  // Published as 23.7 M, 139.3 M and 384.0 M.
  CHECK(rounded(uddm<sizes::uddm_tiny>::parameter_count(text), 1e5) == 237);
  CHECK(rounded(uddm<sizes::uddm_small>::parameter_count(text), 1e5) == 1393);
  CHECK(rounded(uddm<sizes::uddm_medium>::parameter_count(text), 1e5) == 3840);
  CHECK(sizes::uddm_tiny.condition == 128);
}

TEST_CASE("presets: the published counts of dit, which are rounded and hold one vector of the width more") {
  CHECK(rounded(dit<sizes::dit_nano>::parameter_count(bits) + 384, 1e4) == 852);
  CHECK(rounded(dit<sizes::dit_mini>::parameter_count(bits) + 384, 1e4) == 1650);
  CHECK(rounded(dit<sizes::dit_s>::parameter_count(bits) + 384, 1e4) == 3246);
  CHECK(rounded(dit<sizes::dit_b>::parameter_count(bits) + 768, 1e5) == 1295);
}

TEST_CASE("presets: the published counts of gpt, which are rounded and hold four positions more than cells") {
  constexpr data_shape published{{1, 40}, 1, 2};
  CHECK(rounded(gpt<sizes::gpt_nano>::parameter_count(published), 1e4) == 534);
  CHECK(rounded(gpt<sizes::gpt_mini>::parameter_count(published), 1e4) == 1066);
  CHECK(rounded(gpt<sizes::gpt_b>::parameter_count(published), 1e5) == 851);
  CHECK(gpt<sizes::gpt_b>::parameter_count(published) - gpt<sizes::gpt_b>::parameter_count(bits) == 4 * 768);
}

TEST_CASE("presets: dropout as published") {
  CHECK(sizes::gpt_mini.dropout == 0.1);
  CHECK(sizes::uddm_small.dropout == 0.1);
  CHECK(sizes::dit_mini.dropout == 0);
}

}  // namespace
