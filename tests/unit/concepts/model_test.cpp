// SPDX-License-Identifier: MIT
#include <regula/concepts/model.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <set>
#include <string_view>

namespace {

using regula::head;
using regula::head_set;

constexpr std::array all_heads{head::denoiser, head::causal_logits, head::logits, head::timed_logits};

// What is a Model and what is not stands in tests/static/model_static.cpp.
TEST_CASE("head: every head has a name of its own") {
  std::set<std::string_view> names;
  for (head const h : all_heads)
    names.insert(regula::name_of(h));
  CHECK(names.size() == all_heads.size());
  CHECK(regula::name_of(head::denoiser) == "denoiser");
  CHECK(regula::name_of(static_cast<head>(99)) == "unknown");
}

TEST_CASE("head_set: holds what it was made of and nothing else") {
  for (head const one : all_heads)
    for (head const other : all_heads) {
      head_set const both{one, other};
      for (head const asked : all_heads)
        CHECK(both.contains(asked) == (asked == one || asked == other));
    }
}

TEST_CASE("data_shape: cells and values") {
  regula::data_shape const shape{{4, 6}, 3, 27};
  CHECK(shape.cells() == 24);
  CHECK(shape.values() == 72);
  CHECK(shape == regula::data_shape{{4, 6}, 3, 27});
  CHECK(shape != regula::data_shape{{6, 4}, 3, 27});
}

}  // namespace
