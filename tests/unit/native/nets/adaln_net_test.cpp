// SPDX-License-Identifier: MIT
#include <regula/native/nets/dit.hpp>
#include <regula/native/nets/uddm.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace {

using namespace regula::nn;
using V = simd<float>;

template <class Net>
std::set<std::string> check_layout() {
  std::set<std::string> names;
  std::size_t end = 0, parameters = 0;
  Net::visit_layers([&]<class L>(linear_site const& site) {
    CHECK(names.insert(site.slices.front().name).second);
    CHECK(site.weights == end);
    end = site.weights + L::stored;
    parameters += L::parameter_count;
    CHECK(site.input < Net::work_count);
    CHECK(site.d_output < Net::work_count);
  });
  CHECK(end == Net::direct_at);
  std::size_t offset = 0;
  Net::visit_direct([&](direct_site const& site) {
    CHECK(names.insert(site.name).second);
    CHECK(site.offset == offset);
    CHECK(site.offset % V::width == 0);
    offset += std::size_t(round_up(int(site.shape[0]), V::width));
    parameters += site.shape[0];
  });
  CHECK(offset == Net::direct_count);
  CHECK(end + offset == Net::stored_per_shard);
  CHECK(parameters + Net::condition::parameter_count == Net::parameter_count);
  return names;
}

TEST_CASE("matrices, then norms, follow one another in the weights; slots lie inside the workspace") {
  auto const names = check_layout<dit<V, dit_shape{24, 2, 3, 2, 6, 4}, 2>>();
  CHECK(names.size() == 2 + 2 * 4);
  CHECK(names.contains("embed"));
  using symbols =
      uddm<V, uddm_shape{.width = 20, .depth = 3, .heads = 5, .condition = 7, .tokens = 5, .alphabet = 3}, 2>;
  auto const more = check_layout<symbols>();
  CHECK(more.size() == 2 + 3 * 4 + 3 * 2 + 1);
  CHECK(more.contains("token"));
  CHECK(more.contains("blocks.2.norm2.weight"));
  CHECK(more.contains("head.norm.weight"));
}

TEST_CASE("the modulations of blocks and head are slices of one matrix of the condition") {
  using net            = dit<V, dit_shape{24, 2, 3, 2, 6, 4}, 2>;
  auto const condition = net::condition_sites();
  CHECK(condition[2].slices.size() == 3);
  CHECK(condition[2].slices[1].name == "blocks.1.modulation");
  CHECK(condition[2].slices[2].first == 2 * 6 * 24);
  using symbols =
      uddm<V, uddm_shape{.width = 20, .depth = 3, .heads = 5, .condition = 7, .tokens = 5, .alphabet = 3}, 2>;
  CHECK(symbols::condition_sites()[1].slices[0].count == 7);
}

}  // namespace
