// SPDX-License-Identifier: MIT
#include <regula/native/layers/linear.hpp>
#include <regula/native/tensor_place.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <vector>

namespace {

using namespace regula::nn;

TEST_CASE("the slices of a layer have places of their own inside its panels and biases") {
  using V     = simd<float>;
  using layer = linear<V, axis{2, 3}, axis{4, 5}>;
  std::vector<tensor_place> list;
  constexpr std::size_t offset = 100;
  add_tensors<V, layer>(list, {{"first", 0, 5}, {"others", 5, 15}}, offset);
  REQUIRE(list.size() == 4);
  CHECK(list[0].name == "first.weight");
  CHECK(list[0].shape == std::vector<std::size_t>{5, 6});
  CHECK(list[3].name == "others.bias");
  CHECK(list[3].shape == std::vector<std::size_t>{15});

  std::set<std::size_t> places;
  for (auto const& t : list)
    for (std::size_t i = 0; i < t.element_count(); ++i) {
      std::size_t const p = t.at(i);
      CHECK(p >= offset);
      CHECK(p < offset + layer::stored);
      CHECK(places.insert(p).second);
    }
  CHECK(places.size() == layer::parameter_count);

  // Output 7 is the third of the second group, input 4 the second of the second group.
  int const o = V::width < 5 ? 2 * V::width + 2 : round_up(5, V::width) + 2, i = round_up(3, V::width) + 1;
  std::size_t const expected =
      offset + std::size_t(o / layer::panel * layer::inputs * layer::panel + i * layer::panel + o % layer::panel);
  CHECK(list[2].at((7 - 5) * 6 + 4) == expected);
  CHECK(list[3].at(2) == offset + layer::bias_offset + std::size_t(o));
}

TEST_CASE("a table is named with a row for each input: its transpose is the matrix of the layer") {
  using V     = simd<float>;
  using layer = linear<V, axis{1, 5}, axis{1, 20}, false>;
  std::vector<tensor_place> matrix, table;
  add_tensors<V, layer>(matrix, {{"x", 0, 20}}, 32);
  add_tensors<V, layer>(table, {{"x", 0, 20}}, 32, true);
  REQUIRE(table.size() == 1);
  CHECK(table[0].name == "x.weight");
  CHECK(table[0].shape == std::vector<std::size_t>{5, 20});
  for (std::size_t input = 0; input < 5; ++input)
    for (std::size_t output = 0; output < 20; ++output)
      CHECK(table[0].at(input * 20 + output) == matrix[0].at(output * 5 + input));
}

}  // namespace
