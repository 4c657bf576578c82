// SPDX-License-Identifier: MIT
#include <regula/native/batch_condition.hpp>
#include <regula/native/nets/dit.hpp>

#include "support/native_nets.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <vector>

namespace {

using namespace regula::nn;
using net = dit<simd<float>, dit_shape{16, 1, 2, 2, 2, 1}, 1>;

TEST_CASE("a sample's modulations depend on its noise only: not on the batch, the other samples or the threads") {
  parameter_store<net> s;
  regula::test::randomize(s, 8);
  regula::test::random_numbers draw{1};
  std::vector<float> noise(41);
  for (float& n : noise)
    n = float(draw(2));
  std::size_t const size = 8 * net::chunk_size;

  pool one{1}, three{3};
  batch_condition<net> all, single;
  all.make_room(noise.size());
  single.make_room(1);
  std::vector<int> asked(noise.size(), 0);
  all.forward(three, s.weights(), noise.size(), [&](std::size_t i) { return ++asked[i], noise[i]; });
  for (std::size_t i = 0; i < noise.size(); ++i) {
    CHECK(asked[i] == 1);
    single.forward(one, s.weights(), 1, [&](std::size_t) { return noise[i]; });
    for (std::size_t j = 0; j < size; ++j)
      CHECK(all.modulations(i).first[j] == single.modulations(0).first[j]);
  }
}

TEST_CASE("the ends of the three matrices are different arrays") {
  batch_condition<net> c;
  c.make_room(4);
  std::set<float const*> arrays;
  for (std::size_t const w :
       {net::condition_weights.first, net::condition_weights.second, net::condition_weights.modulation}) {
    arrays.insert(c.ends_of(w).x);
    arrays.insert(c.ends_of(w).dy);
  }
  CHECK(arrays.size() == 6);
  CHECK(c.ends_of(net::condition_weights.modulation).dy == c.d_modulations(0).first);
}

}  // namespace
