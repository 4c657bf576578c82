// SPDX-License-Identifier: MIT
#include <regula/objectives/denoising.hpp>
#include <regula/samplers/any_sampler.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula;

constexpr data_shape shape{{1, 2}, 1, 2};
constexpr stream_family streams{3, purpose::test};

struct pulls_to_one {
  template <class State>
  void operator()(std::span<State const>, double, std::span<State> out) const {
    for (State& v : out)
      v = 1;
  }
};

/// An objective of hidden cells whose sampler of its own reveals nothing but symbol 1.
struct of_ones : denoising<> {
  static constexpr head needs            = head::logits;
  static constexpr std::string_view name = "of_ones";
  struct ones {
    template <class View>
    std::vector<token> sample(View&, std::size_t n, data_shape s, stream_family) const {
      return std::vector<token>(n * s.cells(), 1);
    }
  };
  static ones sampler() { return {}; }
};
struct sure_of_zero {
  void operator()(std::span<token const>, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = i % 2 == 0 ? 0 : -1e300;
  }
};

TEST_CASE("the objective's own sampler unless another is set; numbers are decoded and kept") {
  auto const drawn = draw_samples<2>({}, denoising{}, pulls_to_one{}, 3, shape, streams);
  CHECK(drawn.boards.size() == 3);
  CHECK(drawn.values.size() == 6);
  CHECK(drawn.boards.tokens()[5] == 1);
  auto const own = draw_samples<2>({}, of_ones{}, sure_of_zero{}, 2, shape, streams);
  CHECK(own.values.empty());
  CHECK(own.boards.tokens()[0] == 1);
  auto const other = draw_samples<2>(unmask{}, of_ones{}, sure_of_zero{}, 2, shape, streams);
  CHECK(other.boards.tokens()[0] == 0);
}

TEST_CASE("a sampler of another head is refused, named with the objective") {
  char const* const text =
      "settings: evaluation.sampler is heun, which does not draw from models of of_ones (head logits): expected "
      "objective_sampler{}, or one that does";
  CHECK_THROWS_WITH_AS((void)draw_samples<2>(heun{}, of_ones{}, sure_of_zero{}, 2, shape, streams), text, range_error);
  CHECK_THROWS_WITH_AS((check_sampler<of_ones, sure_of_zero>(heun{})), text, range_error);
  CHECK_NOTHROW((check_sampler<of_ones, sure_of_zero>(unmask{})));
  CHECK_NOTHROW((check_sampler<of_ones, sure_of_zero>({})));
}

TEST_CASE("each alternative is checked as itself") {
  CHECK_NOTHROW(check(any_sampler{}));
  CHECK_THROWS_AS(check(any_sampler{heun{.levels = 0}}), range_error);
  CHECK_THROWS_AS(check(any_sampler{ancestral{.temperature = -1}}), range_error);
  CHECK_THROWS_AS(check(any_sampler{unmask{.at_once = 0}}), range_error);
  CHECK_THROWS_AS(check(any_sampler{reverse{.levels = 0}}), range_error);
}

}  // namespace
