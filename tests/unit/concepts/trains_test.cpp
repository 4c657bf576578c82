// SPDX-License-Identifier: MIT
#include <regula/concepts/trains.hpp>
#include <regula/models/dit.hpp>
#include <regula/objectives/denoising.hpp>

#include <doctest/doctest.h>

#include <cstddef>

namespace {

template <regula::head Offered>
struct model_of {
  static constexpr regula::head_set heads = {Offered};
  static constexpr std::size_t parameter_count(regula::data_shape) { return 0; }
};

// More of this relation stands in tests/static/objective_static.cpp.
TEST_CASE("Trains: an objective trains the models that offer the head it needs, and no others") {
  using regula::head;
  CHECK(regula::Trains<regula::denoising<>, regula::dit<>>);
  CHECK(regula::Trains<regula::denoising<>, model_of<head::denoiser>>);
  CHECK_FALSE(regula::Trains<regula::denoising<>, model_of<head::logits>>);
  CHECK_FALSE(regula::Trains<regula::denoising<>, model_of<head::causal_logits>>);
  CHECK_FALSE(regula::Trains<regula::denoising<>, model_of<head::timed_logits>>);
}

}  // namespace
