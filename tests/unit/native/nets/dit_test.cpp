// SPDX-License-Identifier: MIT
#include <regula/native/nets/dit.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

namespace {

using namespace regula::nn;
using V   = simd<float>;
using net = dit<V, dit_shape{24, 2, 3, 2, 6, 4}, 2>;

static_assert(net::rows == 24);
static_assert(net::parameter_count == 24 * 4 + 24 + 24 * 256 + 24 + 24 * 24 + 24 + 2 * (18 * 24 * 24 + 15 * 24) +
                                          2 * (24 * 24 + 24) + 24 * 4 + 4);

TEST_CASE("position table: the column in the first half, the row in the second, each as sines and cosines") {
  auto const table = net::constants();
  int const t      = 1 * 6 + 4;  // row 1, column 4
  for (int i = 0; i < 6; ++i) {
    double const w       = std::pow(10000.0, -i / 6.0);
    float const* const p = table.data() + t * net::row;
    CHECK(p[i] == doctest::Approx(std::sin(4 * w)));
    CHECK(p[6 + i] == doctest::Approx(std::cos(4 * w)));
    CHECK(p[12 + i] == doctest::Approx(std::sin(w)));
    CHECK(p[18 + i] == doctest::Approx(std::cos(w)));
  }
  for (int j = 24; j < net::row; ++j)
    CHECK(table.data()[t * net::row + j] == 0);
}

TEST_CASE("layers are visited once each, in the order of the weights, with slots inside the workspace") {
  std::set<std::string> names;
  std::size_t end = 0, parameters = 0;
  net::visit_layers([&]<class L>(linear_site const& site) {
    CHECK(names.insert(site.slices.front().name).second);
    CHECK(site.weights == end);
    end = site.weights + L::stored;
    parameters += L::parameter_count;
    CHECK(site.input < net::work_count);
    CHECK(site.d_output < net::work_count);
  });
  CHECK(names.size() == 2 + 2 * 4);
  CHECK(end == net::stored_per_shard);
  auto const condition = net::condition_sites();
  CHECK(condition[2].slices.size() == 3);
  CHECK(condition[2].slices[1].name == "blocks.1.modulation");
  CHECK(condition[2].slices[2].first == 2 * 6 * 24);
  CHECK(parameters + net::condition::parameter_count == net::parameter_count);
}

}  // namespace
