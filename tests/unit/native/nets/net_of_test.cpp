// SPDX-License-Identifier: MIT
#include <regula/native.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace rg = regula;

namespace {

struct spec_without_net {
  static constexpr rg::head_set heads = {rg::head::denoiser};
  static constexpr std::size_t parameter_count(rg::data_shape) { return 0; }
};

template <class M>
constexpr bool has_net = rg::nn::HasNet<M, rg::data_shape{{3, 4}, 1, 2}, float, xsimd::default_arch>;

}  // namespace

static_assert(has_net<rg::dit<>>);
static_assert(!has_net<spec_without_net>);

TEST_CASE_TEMPLATE("the net of a spec has the tensors that the spec names, and as many numbers as it counts",
                   spec,
                   rg::dit<rg::size{.width = 16, .depth = 2, .heads = 2}>,
                   rg::dit<rg::size{.width = 20, .depth = 1, .heads = 5}>,
                   rg::gpt<rg::size{.width = 20, .depth = 2, .heads = 5}>,
                   rg::gpt<rg::size{.width = 8, .depth = 1, .heads = 1, .attends = rg::attention::bidirectional}>,
                   rg::uddm<rg::size{.width = 20, .depth = 2, .heads = 5, .condition = 9}>,
                   rg::uddm_masked<rg::size{.width = 12, .depth = 1, .heads = 2, .dropout = 0.1, .condition = 20}>,
                   rg::uniform_attention_mlp<rg::reduced{.hidden = 21}>,
                   rg::uniform_attention_mlp<rg::reduced{.hidden = 16, .mean = true, .bias = true}>,
                   rg::one_layer_transformer<rg::reduced{.hidden = 21}>) {
  constexpr rg::data_shape shape{{3, 4}, 2, 2};
  using net = typename rg::nn::net_of<spec, shape, float, xsimd::default_arch>::type;
  CHECK(net::parameter_count == spec::parameter_count(shape));
  net const trainer{1};
  auto const& places = trainer.parameters().tensors();
  auto const specs   = spec::tensors(shape);
  REQUIRE(places.size() == specs.size());
  for (auto const& wanted : specs) {
    CAPTURE(wanted.name);
    std::size_t found = 0;
    for (auto const& place : places)
      if (place.name == wanted.name) {
        ++found;
        CHECK(place.shape == wanted.shape);
      }
    CHECK(found == 1);
  }
}
