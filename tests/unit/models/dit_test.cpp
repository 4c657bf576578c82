// SPDX-License-Identifier: MIT
#include <regula/models/dit.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace {

using regula::data_shape;
using regula::dit;
using regula::size;
using regula::tensor_spec;

constexpr data_shape bits{{6, 6}, 1, 2};

template <class Spec>
std::size_t scalars_of(data_shape shape) {
  std::size_t total = 0;
  for (auto const& t : Spec::tensors(shape))
    total += t.element_count();
  return total;
}

template <class Spec>
tensor_spec tensor_named(std::string const& name, data_shape shape = bits) {
  auto const all = Spec::tensors(shape);
  auto const at  = std::ranges::find(all, name, &tensor_spec::name);
  REQUIRE_MESSAGE(at != all.end(), name);
  return *at;
}

TEST_CASE("dit: parameter counts of the published sizes") {
  // The published networks have one constant vector of the width more (from switched-off class labels).
  using nano             = dit<size{.width = 384, .depth = 3, .heads = 6}>;
  using mini             = dit<size{.width = 384, .depth = 6, .heads = 6}>;
  using s                = dit<size{.width = 384, .depth = 12, .heads = 6}>;
  using b                = dit<size{.width = 768, .depth = 12, .heads = 12}>;
  auto const in_units_of = [](double unit, std::size_t n) { return static_cast<double>(n) / unit; };
  CHECK(std::round(in_units_of(1e4, nano::parameter_count(bits) + 384)) == 852);   // 8.52 M
  CHECK(std::round(in_units_of(1e4, mini::parameter_count(bits) + 384)) == 1650);  // 16.50 M
  CHECK(std::round(in_units_of(1e4, s::parameter_count(bits) + 384)) == 3246);     // 32.46 M
  CHECK(std::round(in_units_of(1e5, b::parameter_count(bits) + 768)) == 1295);     // 129.5 M
}

TEST_CASE("dit: parameter counts of the reference files") {
  CHECK(dit<size{.width = 16, .depth = 2, .heads = 2}>::parameter_count({{2, 6}, 1, 2}) == 14673);
  CHECK(dit<size{.width = 24, .depth = 1, .heads = 3}>::parameter_count({{4, 4}, 4, 4}) == 18916);
}

TEST_CASE_TEMPLATE("dit: the tensors add up to the parameter count and no name comes twice",
                   Spec,
                   dit<>,
                   dit<size{.width = 4, .depth = 1, .heads = 1}>,
                   dit<size{.width = 24, .depth = 5, .heads = 3}>,
                   dit<size{.width = 384, .depth = 6, .heads = 6}>) {
  for (data_shape const shape : {bits, data_shape{{1, 7}, 5, 5}, data_shape{{2, 2}, 1, 2}}) {
    CHECK(scalars_of<Spec>(shape) == Spec::parameter_count(shape));
    std::set<std::string> names;
    for (auto const& t : Spec::tensors(shape))
      names.insert(t.name);
    CHECK(names.size() == Spec::tensors(shape).size());
    CHECK(names.size() == 2 * (1 + 2 + 5 * Spec::dimensions.depth + 2));
  }
}

TEST_CASE("dit: shapes are [out, in], and only the embedding and the head see the channels") {
  using spec = dit<size{.width = 16, .depth = 2, .heads = 2}>;
  using dims = std::vector<std::size_t>;
  data_shape const coloured{{4, 4}, 3, 3};
  CHECK(tensor_named<spec>("embed.weight", coloured).shape == dims{16, 3});
  CHECK(tensor_named<spec>("head.out.weight", coloured).shape == dims{3, 16});
  CHECK(tensor_named<spec>("head.out.bias", coloured).shape == dims{3});
  CHECK(tensor_named<spec>("noise.0.weight").shape == dims{16, 256});
  CHECK(tensor_named<spec>("blocks.1.modulation.weight").shape == dims{96, 16});
  CHECK(tensor_named<spec>("blocks.1.attention.qkv.weight").shape == dims{48, 16});
  CHECK(tensor_named<spec>("blocks.0.mlp.0.weight").shape == dims{64, 16});
  CHECK(tensor_named<spec>("blocks.0.mlp.1.weight").shape == dims{16, 64});
  CHECK(tensor_named<spec>("blocks.0.mlp.1.bias").shape == dims{16});
  CHECK(tensor_named<spec>("head.modulation.weight").shape == dims{32, 16});
}

TEST_CASE("dit: how the tensors start") {
  using spec = dit<size{.width = 16, .depth = 1, .heads = 2}>;
  using kind = regula::initial_law::kind;
  for (auto const& t : spec::tensors(bits)) {
    CAPTURE(t.name);
    bool const bias = t.name.ends_with(".bias");
    if (bias || t.name.find("modulation") != std::string::npos || t.name.starts_with("head.out")) {
      CHECK(t.initial.law == kind::constant);
      CHECK(t.initial.scale == 0);
    } else if (t.name.starts_with("noise")) {
      CHECK(t.initial.law == kind::normal);
      CHECK(t.initial.scale == 0.02);
    } else {
      CHECK(t.initial.law == kind::uniform);
      double const in = static_cast<double>(t.shape[1]), out = static_cast<double>(t.shape[0]);
      CHECK(t.initial.scale * t.initial.scale == doctest::Approx(6 / (in + out)).epsilon(1e-14));
    }
  }
  // The three matrices of q, k and v start as one of [3d, d].
  CHECK(tensor_named<spec>("blocks.0.attention.qkv.weight").initial.scale == doctest::Approx(std::sqrt(6.0 / 64)));
}

TEST_CASE("dit: name and parameters for records") {
  CHECK(regula::describe(dit<size{.width = 128, .depth = 4, .heads = 8}>{}).text() ==
        "dit{width 128, depth 4, heads 8}");
}

}  // namespace
