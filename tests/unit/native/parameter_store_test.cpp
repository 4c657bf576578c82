// SPDX-License-Identifier: MIT
#include <regula/models/dit.hpp>
#include <regula/native/parameter_store.hpp>

#include "support/native_nets.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <span>
#include <vector>

namespace {

using namespace regula::nn;
using net   = dit<simd<float>, dit_shape{20, 2, 4, 3, 5, 3}, 2>;
using store = parameter_store<net>;

TEST_CASE("the tensors are those of the model's list, and every parameter has a place of its own") {
  store s;
  using model = regula::dit<regula::size{.width = 20, .depth = 2, .heads = 4}>;
  regula::data_shape const shape{{3, 5}, 3, 3};
  auto const specs = model::tensors(shape);
  REQUIRE(s.tensors().size() == specs.size());
  std::set<std::size_t> places;
  for (auto const& spec : specs) {
    auto const at =
        std::find_if(s.tensors().begin(), s.tensors().end(), [&](auto const& t) { return t.name == spec.name; });
    REQUIRE(at != s.tensors().end());
    CHECK(at->shape == spec.shape);
    for (std::size_t i = 0; i < at->element_count(); ++i)
      CHECK(places.insert(at->at(i)).second);
  }
  CHECK(places.size() == net::parameter_count);
  CHECK(net::parameter_count == model::parameter_count(shape));
  CHECK(*places.rbegin() < net::stored);
}

TEST_CASE("pieces cover every stored number once") {
  store s;
  std::vector<int> covered(net::stored, 0);
  for (auto const& p : s.pieces()) {
    for (std::size_t i = 0; i < p.weight_count; ++i)
      ++covered[p.weight + i];
    for (std::size_t i = 0; i < p.bias_count; ++i)
      ++covered[p.bias + i];
  }
  for (int const c : covered)
    CHECK(c == 1);
  CHECK(s.block_pieces().size() < s.pieces().size());
}

TEST_CASE("what is written is read back, the average starts at the weights, and padding stays 0 under updates") {
  store s;
  CHECK_THROWS_WITH_AS((void)s.array_of(parameter_array::average),
                       "native: expected averaged weights, but the average is off (ema = 0)",
                       regula::range_error);
  regula::test::randomize(s, 4);
  s.start_average();
  regula::test::random_numbers draw{4};
  for (auto const& t : s.tensors())
    for (auto const which : {parameter_array::weights, parameter_array::average}) {
      std::vector<float> values(t.element_count());
      s.read(which, t, std::span{values});
      if (which == parameter_array::weights)
        for (float const v : values)
          CHECK(v == float(draw(0.3)));
    }
  std::vector<float> few(3);
  CHECK_THROWS_WITH_AS(s.read(parameter_array::weights, s.tensors().front(), std::span{few}),
                       "native: expected 60 numbers for embed.weight, got 3",
                       regula::shape_error);

  auto const c = update_constants::of({.optimizer = regula::adamw{}, .ema = 0.9}, 1);
  for (auto const& p : s.pieces())
    s.update(p, c);
  std::set<std::size_t> places;
  for (auto const& t : s.tensors())
    for (std::size_t i = 0; i < t.element_count(); ++i)
      places.insert(t.at(i));
  auto const weights = s.array_of(parameter_array::weights);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (!places.contains(i)) CHECK(weights[i] == 0);
}

TEST_CASE("an update moves every tensor, and the transposed weights with it") {
  store s;
  regula::test::randomize(s, 4);
  regula::test::random_numbers draw{5};
  std::vector<std::vector<float>> expected;
  for (auto const& t : s.tensors()) {
    std::vector<float> weights(t.element_count()), gradient(t.element_count());
    s.read(parameter_array::weights, t, std::span{weights});
    for (std::size_t i = 0; i < weights.size(); ++i) {
      gradient[i] = static_cast<float>(draw());
      weights[i]  = std::fma(-0.5F, gradient[i], weights[i]);
    }
    s.write(parameter_array::gradient, t, std::span<float const>{gradient});
    expected.push_back(weights);
  }
  auto const c = update_constants::of({.optimizer = regula::sgd{}, .rate = 0.5}, 1);
  for (auto const& p : s.pieces())
    s.update(p, c);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    INFO(s.tensors()[k].name);
    std::vector<float> weights(expected[k].size());
    s.read(parameter_array::weights, s.tensors()[k], std::span{weights});
    for (std::size_t i = 0; i < weights.size(); ++i)
      CHECK(weights[i] == doctest::Approx(expected[k][i]).epsilon(1e-6));
  }
  std::vector<float> const transposed(s.transposed(), s.transposed() + net::transposed.back());
  s.transpose_all();
  CHECK(std::equal(transposed.begin(), transposed.end(), s.transposed()));
  CHECK(std::any_of(transposed.begin(), transposed.end(), [](float v) { return v != 0; }));
}

}  // namespace
