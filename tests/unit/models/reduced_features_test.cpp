// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/models/reduced_features.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using regula::named_tensors;
using regula::reduced_features;
using regula::token;

/// The network's weights in a golden file, and the network's output for each of its boards.
void check_outputs(std::string const& name, bool mean, std::size_t units) {
  CAPTURE(name);
  auto const file = regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + '/' + name + ".safetensors");
  named_tensors weights;
  for (auto const& [tensor, values] : file)
    if (tensor.starts_with("weights/")) weights.add(tensor.substr(8), values);
  reduced_features const net{weights, mean};
  CHECK(net.units() == units);
  auto const corrupted = file.at("batch/corrupted").values<float>();
  auto const output =
      file.at("output").type() == regula::dtype::f64
          ? std::vector<double>(file.at("output").values<double>().begin(), file.at("output").values<double>().end())
          : std::vector<double>(file.at("output").values<float>().begin(), file.at("output").values<float>().end());
  std::size_t const cells = net.cells(), boards = corrupted.size() / cells;
  REQUIRE(output.size() == (net.by_cell() ? boards * cells : boards));
  for (std::size_t i = 0; i < boards; ++i) {
    std::vector<token> visible(cells);
    for (std::size_t j = 0; j < cells; ++j) {
      float const v = corrupted[i * cells + j];
      visible[j]    = v == 0 ? regula::no_token : token(v > 0);
    }
    auto const h           = net(visible);
    std::size_t const rows = net.by_cell() ? cells : 1;
    REQUIRE(h.size() == rows * units);
    for (std::size_t r = 0; r < rows; ++r) {
      double f = 0;
      for (std::size_t d = 0; d < units; ++d)
        f += net.readout()[d] * h[r * units + d];
      CHECK(f == doctest::Approx(output[i * rows + r]).epsilon(1e-6));
    }
  }
}

TEST_CASE("reduced_features: with the readout they give the outputs of the reference files") {
  check_outputs("parity_mlp", false, 20);
  check_outputs("uniform_attention", true, 16);
  check_outputs("one_layer", false, 14);
}

TEST_CASE("reduced_features: of double tensors, relu cut off at 0") {
  named_tensors weights;
  weights.add("hidden.weight", regula::tensor{{2, 3}, std::vector<double>{1, 2, 3, -1, -2, -3}});
  weights.add("out.weight", regula::tensor{{1, 2}, std::vector<double>{1, 1}});
  reduced_features const net{weights};
  CHECK(net(std::vector<token>{0}) == std::vector<double>{1, 0});
  CHECK(net(std::vector<token>{regula::no_token}) == std::vector<double>{2, 0});
  CHECK(net(std::vector<token>{1}) == std::vector<double>{3, 0});
  CHECK_THROWS_WITH_AS(
      (void)net(std::vector<token>{0, 1}), "reduced_features: expected 1 cells, got 2", regula::shape_error);
  CHECK_THROWS_WITH_AS((void)net(std::vector<token>{2}),
                       "reduced_features: expected symbols below 2 or hidden cells, got 2 in cell 0",
                       regula::range_error);
}

TEST_CASE("reduced_features: tensors of other networks are refused") {
  named_tensors weights;
  CHECK_THROWS_AS(reduced_features{weights}, regula::range_error);
  weights.add("hidden.weight", regula::tensor{{1, 4}, std::vector<float>(4)});
  CHECK_THROWS_WITH_AS(reduced_features{weights},
                       "reduced_features: expected hidden.weight [D, 3 T], got 2 axes, [1, 4]",
                       regula::shape_error);
  named_tensors other;
  other.add("hidden.weight", regula::tensor{{1, 3}, std::vector<float>(3)});
  other.add("out.weight", regula::tensor{{1, 2}, std::vector<float>(2)});
  CHECK_THROWS_WITH_AS(
      reduced_features{other}, "reduced_features: expected 1 numbers in out.weight, got 2", regula::shape_error);
}

}  // namespace
