// SPDX-License-Identifier: MIT
#include <regula/io/named_tensors.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace {

using regula::dtype;
using regula::named_tensors;
using regula::tensor;

named_tensors three() {
  named_tensors all;
  all.origin = "weights.safetensors";
  all.add("blocks.1.qkv.weight", tensor(dtype::f32, {6, 2}));
  all.add("blocks.0.qkv.weight", tensor(dtype::f32, {6, 2}));
  all.add("head.bias", tensor(dtype::f64, {}));
  all.metadata["net"] = "dit";
  return all;
}

TEST_CASE("tensors come back by name and in the order they were added") {
  auto all = three();
  std::vector<std::string> names;
  for (auto const& [name, value] : all)
    names.push_back(name);
  CHECK(names == std::vector<std::string>{"blocks.1.qkv.weight", "blocks.0.qkv.weight", "head.bias"});
  CHECK(all.size() == 3);
  CHECK_FALSE(all.empty());
  CHECK(all.contains("head.bias"));
  CHECK_FALSE(all.contains("head"));

  all.at("head.bias").values<double>()[0] = 2.5;
  auto const copy                         = all;
  CHECK(copy.at("head.bias").scalar<double>() == 2.5);
  CHECK(copy.note("net") == "dit");
}

TEST_CASE("a name that is not there is named together with the nearest ones") {
  auto const all = three();
  CHECK_THROWS_WITH_AS((void)all.at("blocks.0.qkv.weigth"),
                       "weights.safetensors: expected a tensor 'blocks.0.qkv.weigth', got 3 tensors, the nearest "
                       "'blocks.0.qkv.weight', 'blocks.1.qkv.weight', 'head.bias'",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(
      (void)named_tensors{}.at("x"), "named_tensors: expected a tensor 'x', got 0 tensors", regula::range_error);
  CHECK_THROWS_WITH_AS(
      (void)all.note("rows"), "weights.safetensors: expected metadata 'rows', got none", regula::range_error);
}

TEST_CASE("a name is taken once") {
  auto all = three();
  CHECK_THROWS_WITH_AS(all.add("head.bias", tensor(dtype::f32, {1})),
                       "weights.safetensors: expected a name not yet used, got 'head.bias' again",
                       regula::range_error);
  CHECK(all.size() == 3);
  CHECK(all.at("head.bias").type() == dtype::f64);
}

TEST_CASE("expect hands out the tensor or says what is wrong with it") {
  auto const all = three();
  CHECK(&all.expect("head.bias", dtype::f64, {}) == &all.at("head.bias"));
  CHECK_THROWS_WITH_AS((void)all.expect("head.bias", dtype::f32, {2}),
                       "weights.safetensors: tensor 'head.bias': expected F32 [2], got F64 []",
                       regula::shape_error);
  CHECK_THROWS_AS((void)all.expect("tail.bias", dtype::f32, {2}), regula::range_error);
}

TEST_CASE("names from files are shown without control characters and cut between characters") {
  using regula::detail::in_quotes;
  CHECK(in_quotes("a\nb\x7F") == "'a?b?'");
  CHECK(in_quotes("") == "''");
  CHECK(in_quotes(std::string(80, 'x')) == "'" + std::string(80, 'x') + "'");
  CHECK(in_quotes(std::string(79, 'x') + "\xC3\xA9") == "'" + std::string(79, 'x') + "...'");
}

}  // namespace
