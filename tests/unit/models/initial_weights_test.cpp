// SPDX-License-Identifier: MIT
#include <regula/models/initial_weights.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace {

using regula::dtype;
using regula::initial_law;
using regula::named_tensors;
using regula::tensor;
using regula::tensor_spec;

std::vector<tensor_spec> const three{{"flat", {400, 500}, initial_law::uniform(0.3)},
                                     {"round", {400, 500}, initial_law::normal(0.02)},
                                     {"still", {7}, initial_law::constant(1.5)}};

struct moments {
  double mean = 0, square = 0;
  explicit moments(tensor const& t) {
    for (float const v : t.values<float>()) {
      mean += static_cast<double>(v) / static_cast<double>(t.element_count());
      square += static_cast<double>(v) * static_cast<double>(v) / static_cast<double>(t.element_count());
    }
  }
};

TEST_CASE("draw_initial_weights: uniform entries fill their interval with the right moments") {
  auto const weights = regula::draw_initial_weights(three, 1);
  auto const values  = weights.at("flat").values<float>();
  auto const n       = static_cast<double>(values.size());
  CHECK(*std::ranges::max_element(values) <= 0.3F);
  CHECK(*std::ranges::min_element(values) >= -0.3F);
  CHECK(*std::ranges::max_element(values) > 0.2999F);  // missed with probability 3e-15
  CHECK(*std::ranges::min_element(values) < -0.2999F);
  moments const m{weights.at("flat")};
  double const variance = 0.3 * 0.3 / 3, fourth = std::pow(0.3, 4) / 5;
  CHECK(std::abs(m.mean) < 4 * std::sqrt(variance / n));
  CHECK(std::abs(m.square - variance) < 4 * std::sqrt((fourth - variance * variance) / n));
}

TEST_CASE("draw_initial_weights: normal entries have the right moments and tails") {
  auto const weights = regula::draw_initial_weights(three, 1);
  auto const n       = static_cast<double>(weights.at("round").element_count());
  moments const m{weights.at("round")};
  CHECK(std::abs(m.mean) < 4 * 0.02 / std::sqrt(n));
  CHECK(std::abs(m.square - 4e-4) < 4 * 4e-4 * std::sqrt(2 / n));
  auto const beyond =
      std::ranges::count_if(weights.at("round").values<float>(), [](float v) { return std::abs(v) > 0.04F; });
  double const share = std::erfc(std::sqrt(2.0));  // beyond two deviations
  CHECK(std::abs(static_cast<double>(beyond) - n * share) < 4 * std::sqrt(n * share * (1 - share)));
}

TEST_CASE("draw_initial_weights: constants, element type, shape and order are as stated") {
  auto const weights = regula::draw_initial_weights(three, 1);
  REQUIRE(weights.size() == 3);
  std::size_t i = 0;
  for (auto const& [name, value] : weights) {
    CHECK(name == three[i].name);
    CHECK(value.shape() == three[i].shape);
    CHECK(value.type() == dtype::f32);
    ++i;
  }
  for (float const v : weights.at("still").values<float>())
    CHECK(v == 1.5F);
}

TEST_CASE("draw_initial_weights: the same bits for a seed, others for another") {
  auto const a = regula::draw_initial_weights(three, 5), b = regula::draw_initial_weights(three, 5),
             c = regula::draw_initial_weights(three, 6);
  for (auto const& t : three)
    CHECK(a.at(t.name) == b.at(t.name));
  CHECK(a.at("flat") != c.at("flat"));
  CHECK(a.at("round") != c.at("round"));
}

TEST_CASE("draw_initial_weights: tensor i has a stream of its own") {
  std::vector<tensor_spec> changed = three;
  changed[0].shape                 = {2};
  CHECK(regula::draw_initial_weights(three, 5).at("round") == regula::draw_initial_weights(changed, 5).at("round"));
  std::vector<tensor_spec> const twins{three[0], {"twin", three[0].shape, three[0].initial}};
  auto const drawn = regula::draw_initial_weights(twins, 5);
  CHECK(drawn.at("flat") != drawn.at("twin"));
}

TEST_CASE("expect_weights: takes what a model has and refuses everything else") {
  std::vector<tensor_spec> const specs{{"a", {2}, initial_law::constant(0)}, {"b", {1, 2}, initial_law::constant(0)}};
  auto const given = [](auto... entries) {
    named_tensors out;
    out.origin = "here";
    (out.add(entries.first, entries.second), ...);
    return out;
  };
  std::pair const a{"a", tensor(dtype::f32, {2})}, b{"b", tensor(dtype::f32, {1, 2})};
  CHECK_NOTHROW(regula::expect_weights(given(a, b), specs));
  CHECK_NOTHROW(regula::expect_weights(given(b, a), specs));
  CHECK_THROWS_AS(regula::expect_weights(given(a), specs), regula::range_error);
  CHECK_THROWS_WITH_AS(regula::expect_weights(given(a, b, std::pair{"c", a.second}), specs),
                       "here: expected the 2 tensors of the model and no others, got also 'c'",
                       regula::range_error);
  CHECK_THROWS_AS(regula::expect_weights(given(a, std::pair{"b", tensor(dtype::f32, {2, 1})}), specs),
                  regula::shape_error);
  std::pair const wide{"a", tensor(dtype::f64, {2})};
  CHECK_THROWS_AS(regula::expect_weights(given(wide, b), specs), regula::shape_error);
  CHECK_NOTHROW(regula::expect_weights(given(wide, b), specs, dtype::f64));
}

}  // namespace
