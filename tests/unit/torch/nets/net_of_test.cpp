// SPDX-License-Identifier: MIT
#include <regula/torch/nets/dit.hpp>
#include <regula/torch/nets/net_of.hpp>

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <type_traits>
#include <vector>

namespace {

/// A spec of a user: one matrix from channel to channel.
struct mixing {
  static constexpr regula::head_set heads = {regula::head::denoiser};
  static constexpr std::size_t parameter_count(regula::data_shape s) { return s.channels * s.channels; }
  static std::vector<regula::tensor_spec> tensors(regula::data_shape s) {
    return {{"weight", {s.channels, s.channels}, regula::initial_law::constant(0)}};
  }
};

struct nameless : mixing {};

struct mixing_net final : torch::nn::Module {
  explicit mixing_net(std::int64_t channels)
      : weight{register_parameter("weight", torch::zeros({channels, channels}))} {}
  [[nodiscard]] std::int64_t activations() const { return weight.numel(); }
  torch::Tensor weight;
};

}  // namespace

template <>
struct regula::libtorch::net_of<mixing> {
  static std::shared_ptr<mixing_net> make(mixing const&, data_shape shape) {
    return std::make_shared<mixing_net>(static_cast<std::int64_t>(shape.channels));
  }
};

static_assert(regula::libtorch::HasNet<mixing>);
static_assert(regula::libtorch::HasNet<regula::dit<>>);
static_assert(!regula::libtorch::HasNet<nameless>);

TEST_CASE("a spec's net is built for the shape of the data") {
  auto const net = regula::libtorch::net_for(mixing{}, {{2, 2}, 3, 2});
  static_assert(std::is_same_v<decltype(net), std::shared_ptr<mixing_net> const>);
  CHECK(net->weight.sizes() == torch::IntArrayRef{3, 3});
}
