// SPDX-License-Identifier: MIT
#include <regula/torch/network.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

/// F(x, c) = 2 x + c, with layers so wide that only a few samples go through at once.
struct doubling final : torch::nn::Module {
  explicit doubling(std::int64_t width) : width_{width} {}
  [[nodiscard]] std::int64_t activations() const { return width_; }
  torch::Tensor forward(torch::Tensor const& values, torch::Tensor const& noise) {
    largest = std::max(largest, values.size(0));
    return values * 2 + noise.view({-1, 1, 1});
  }
  std::int64_t largest = 0;

 private:
  std::int64_t width_;
};

constexpr rg::data_shape shape{{1, 2}, 1, 2};
lt::placement const single{torch::kCPU, torch::kFloat32};
using network = lt::network<doubling, rg::head::denoiser, float>;
static_assert(rg::Network<network>);

/// Logit v of a cell: 100 times its symbol plus v, of as many columns as asked for; takes a level if there is one.
struct counting final : torch::nn::Module {
  explicit counting(std::int64_t columns) : columns_{columns} {}
  [[nodiscard]] static std::int64_t activations() { return std::int64_t{1} << 20; }  // 2 samples at once
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& symbols) const {
    return symbols.unsqueeze(-1) * 100.0 + torch::arange(columns_);
  }
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& x, torch::Tensor const& level) const {
    if (x.is_floating_point()) return x * 2 + level.view({-1, 1, 1});
    return forward(x) + level.view({-1, 1, 1});
  }

 private:
  std::int64_t columns_;
};

/// The symbol of a cell.
struct repeating final : torch::nn::Module {
  [[nodiscard]] static std::int64_t activations() { return 1; }
  [[nodiscard]] static torch::Tensor forward(torch::Tensor const& symbols) { return symbols.to(torch::kFloat32); }
};

constexpr rg::data_shape letters{{1, 2}, 1, 3};
std::vector<rg::token> const five_samples{0, 1, 2, 0, 1, 1, 2, 2, 0, 2};

template <rg::head H, class Net>
std::vector<float> outputs(std::shared_ptr<Net> net, rg::network_input<float> in, std::size_t n) {
  std::vector<float> out(n);
  lt::network<Net, H, float>{std::move(net), letters, single}.evaluate(in, out);
  return out;
}

template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (rg::error const& e) {
    return e.what();
  }
  return "nothing was thrown";
}

/// A net with one tensor.
struct scaling final : torch::nn::Module {
  scaling() { factor = register_parameter("factor", torch::tensor({1.5F, -2.0F})); }
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& symbols) const { return symbols * factor; }
  torch::Tensor factor;
};

TEST_CASE("network: tells its tensors by name, as they are now") {
  auto const net = std::make_shared<scaling>();
  lt::network<scaling, rg::head::predictions, float> const view{net, shape, single};
  {
    torch::NoGradGuard const no_gradients;
    net->factor.add_(1);
  }
  auto const weights = view.weights();
  CHECK(weights.size() == 1);
  auto const factor = weights.at("factor").values<float>();
  CHECK(std::vector<float>(factor.begin(), factor.end()) == std::vector<float>{2.5F, -1.0F});
}

}  // namespace

TEST_CASE("samples go through in groups and come back in their places, each with its own noise feature") {
  auto const net = std::make_shared<doubling>(std::int64_t{1} << 19);  // 4 samples at once
  network const evaluated{net, shape, single};
  std::vector<float> values(22), noise(11), out(22);
  for (std::size_t i = 0; i < 22; ++i)
    values[i] = static_cast<float>(i);
  for (std::size_t i = 0; i < 11; ++i)
    noise[i] = 100 * static_cast<float>(i);
  evaluated.evaluate({{}, values, noise}, out);
  CHECK(net->largest == static_cast<std::int64_t>(evaluated.group_size()));
  CHECK(net->largest == 4);
  for (std::size_t i = 0; i < 22; ++i)
    CHECK(out[i] == 2 * values[i] + noise[i / 2]);

  evaluated.evaluate({{}, values, std::span{noise}.subspan(1, 1)}, out);
  for (std::size_t i = 0; i < 22; ++i)
    CHECK(out[i] == 2 * values[i] + 100);
}

TEST_CASE("symbols go through as they are; a hidden cell is the symbol V") {
  auto hidden = five_samples;
  hidden[3] = hidden[9] = rg::no_token;
  auto const causal     = outputs<rg::head::causal_logits>(std::make_shared<counting>(4), {five_samples}, 40);
  auto const masked     = outputs<rg::head::logits>(std::make_shared<counting>(3), {hidden}, 30);
  for (std::size_t cell = 0; cell < 10; ++cell)
    for (std::size_t v = 0; v < 4; ++v) {
      CHECK(causal[4 * cell + v] == static_cast<float>(100U * five_samples[cell] + v));
      std::size_t const seen = hidden[cell] == rg::no_token ? 3 : hidden[cell];
      if (v < 3) CHECK(masked[3 * cell + v] == static_cast<float>(100 * seen + v));
    }
  auto const predictions = outputs<rg::head::predictions>(std::make_shared<repeating>(), {hidden}, 10);
  CHECK(predictions == std::vector<float>{0, 1, 2, 3, 1, 1, 2, 2, 0, 3});
}

TEST_CASE("a timed net reads symbols or distributions, with one level for all or one each") {
  auto const net = std::make_shared<counting>(3);
  std::vector<float> const levels{1000, 2000, 3000, 4000, 5000};
  auto const each = outputs<rg::head::timed_logits>(net, {five_samples, {}, levels}, 30);
  auto const all  = outputs<rg::head::timed_logits>(net, {five_samples, {}, std::span{levels}.first(1)}, 30);
  std::vector<float> p(30);
  for (std::size_t j = 0; j < 30; ++j)
    p[j] = static_cast<float>(j);
  auto const soft = outputs<rg::head::timed_logits>(net, {{}, p, levels}, 30);
  for (std::size_t j = 0; j < 30; ++j) {
    auto const logit = static_cast<float>(100U * five_samples[j / 3] + j % 3);
    CHECK(each[j] == logit + levels[j / 6]);
    CHECK(all[j] == logit + 1000);
    CHECK(soft[j] == 2 * p[j] + levels[j / 6]);
  }
}

TEST_CASE("a layer wider than the limit still takes one sample at once") {
  auto const net = std::make_shared<doubling>(std::int64_t{1} << 40);
  CHECK(network{net, shape, single}.group_size() == 1);
}

TEST_CASE("sizes that do not fit are refused") {
  network const evaluated{std::make_shared<doubling>(8), shape, single};
  std::vector<float> const four(4), five(5), two(2), three(3);
  std::vector<float> out(4);
  CHECK_THROWS_WITH_AS(evaluated.evaluate({{}, five, two}, out),
                       "network::evaluate: expected values of n samples of 2 and output of 2 each, got 5 and 4",
                       rg::shape_error);
  CHECK_THROWS_WITH_AS(evaluated.evaluate({{}, four, three}, out),
                       "network::evaluate: expected 1 noise feature, or one for each of 2 samples, got 3",
                       rg::shape_error);
  CHECK(message_of([] {
          std::vector<rg::token> const odd{0, 1, 2};
          (void)outputs<rg::head::logits>(std::make_shared<counting>(3), {odd}, 9);
        }) == "network::evaluate: expected symbols of n samples of 2 and output of 6 each, got 3 and 9");
  CHECK(message_of([] { (void)outputs<rg::head::logits>(std::make_shared<counting>(4), {five_samples}, 30); }) ==
        "network::evaluate: expected 12 numbers from the net, got 16");
}

TEST_CASE("symbols that the net does not know are refused") {
  auto const logits_of = [](rg::token symbol) {
    std::vector<rg::token> const board{0, symbol};
    (void)outputs<rg::head::logits>(std::make_shared<counting>(3), {board}, 6);
  };
  auto const timed_logits_of = [](rg::token symbol) {
    std::vector<rg::token> const board{0, symbol};
    std::vector<float> const level{0};
    (void)outputs<rg::head::timed_logits>(std::make_shared<counting>(3), {board, {}, level}, 6);
  };
  CHECK(message_of([&] { logits_of(4); }) == "libtorch: expected symbols from 0 to 3 or hidden cells, got 4");
  CHECK(message_of([&] { timed_logits_of(3); }) == "libtorch: expected symbols from 0 to 2, got 3");
  CHECK(message_of([&] { timed_logits_of(rg::no_token); }) ==
        "libtorch: expected symbols from 0 to 2, got a hidden cell");
}
