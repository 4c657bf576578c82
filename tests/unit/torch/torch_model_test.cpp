// SPDX-License-Identifier: MIT
#include <regula/native.hpp>
#include <regula/pipeline/train.hpp>
#include <regula/probes/rule_accuracy.hpp>
#include <regula/rules/exact_k.hpp>
#include <regula/torch.hpp>
#include <regula/torch/torch_model.hpp>

#include <doctest/doctest.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include <map>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

/// An MLP over all cells at once: symbols, hidden or not, as unit vectors.
struct mlp final : torch::nn::Module {
  explicit mlp(rg::data_shape shape)
      : cells{static_cast<std::int64_t>(shape.cells())},
        symbols{shape.alphabet},
        first{register_module("first", torch::nn::Linear{cells * (symbols + 1), 64})},
        second{register_module("second", torch::nn::Linear{64, cells * symbols})} {}

  torch::Tensor forward(torch::Tensor const& x) {                                                  // [B, T]
    auto const units = torch::one_hot(x, symbols + 1).to(first->weight.scalar_type()).flatten(1);  // [B, T (V + 1)]
    return second(first(units).relu()).view({-1, cells, symbols});                                 // [B, T, V]
  }

  std::int64_t cells, symbols;
  torch::nn::Linear first, second;
};

/// A denoiser that learns one number, next to one that is frozen; it drops values while it learns.
struct scaling final : torch::nn::Module {
  explicit scaling(rg::data_shape) {
    scale  = register_parameter("scale", torch::rand({1}));
    offset = register_parameter("offset", torch::rand({1}), /*requires_grad=*/false);
    drop   = register_module("drop", torch::nn::Dropout{0.5});
  }
  torch::Tensor forward(torch::Tensor const& values, torch::Tensor const& noise) {
    return drop(values) * scale + offset * noise.view({-1, 1, 1});
  }
  torch::Tensor scale, offset;
  torch::nn::Dropout drop{nullptr};
};

using rule  = rg::exact_k<6, 3>;
using model = rg::torch_model<mlp, rg::head::logits>;
constexpr rg::data_shape shape{{1, 6}, 1, 2};

static_assert(rg::Model<model>);
static_assert(rg::libtorch::HasNet<model>);
static_assert(rg::Trains<rg::masked_diffusion<>, model> && rg::Trains<rg::output_supervision, model>);
static_assert(!rg::Trains<rg::next_token, model> && !rg::Trains<rg::denoising<>, model>);
static_assert(!rg::nn::HasNet<model, shape, float, xsimd::default_arch>);  // the native engine says N0
static_assert(!rg::ModuleWithHead<mlp, rg::head::denoiser> && rg::ModuleWithHead<scaling, rg::head::denoiser>);
static_assert(!rg::ModuleWithHead<int, rg::head::logits> && !rg::ModuleWithHead<torch::nn::Module, rg::head::logits>);

auto const plan = rg::compose(rule{}, model{}, rg::masked_diffusion<>{}, rg::rule_accuracy{});

rg::settings settings_of(std::uint64_t seed) {
  return {.train_size = 16,
          .steps      = 600,
          .batch      = 32,
          .seed       = seed,
          .rate       = {.base = 5e-3},
          .evaluation = {.schedule = rg::evaluation_schedule::every(600), .samples = 400}};
}

}  // namespace

TEST_CASE("an MLP of a user learns exact-K") {
  auto run = rg::train(plan, settings_of(1), rg::torch_cpu{.threads = 1});
  std::vector<double> accuracy;
  for (auto const& step : run)
    if (step.evaluated()) accuracy.push_back(step.value<rg::rule_accuracy>().valid.share());
  REQUIRE(accuracy.size() == 2);
  CHECK(accuracy[0] < 0.6);  // 20 of 64 boards are valid
  CHECK(accuracy[1] > 0.9);
}

TEST_CASE("its tensors and start are the module's own, by the seed of the run, whatever was drawn before") {
  auto const start = [](std::uint64_t seed) {
    (void)torch::rand({7});
    return rg::train(plan, settings_of(seed), rg::torch_cpu{}).weights();
  };
  auto const a = start(1), again = start(1), other = start(2);
  std::vector<std::string> names;
  for (auto const& [name, value] : a) {
    names.push_back(name);
    CHECK(again.at(name) == value);
    CHECK_FALSE(other.at(name) == value);
  }
  CHECK(names == std::vector<std::string>{"first.weight", "first.bias", "second.weight", "second.bias"});
  CHECK(model::parameter_count(shape) == 18 * 64 + 64 + 64 * 12 + 12);

  torch::manual_seed(5);
  auto const expected = torch::rand({3});
  torch::manual_seed(5);
  auto const run = rg::train(plan, settings_of(3), rg::torch_cpu{});
  CHECK(torch::equal(torch::rand({3}), expected));  // LibTorch's generator goes on as if nothing had been drawn
  CHECK(run.index() == 0);
}

TEST_CASE("a record knows the module and the head") {
  auto const text = rg::describe(model{}).text();
  CAPTURE(text);
  CHECK(text.starts_with("torch_model{module "));
  CHECK(text.find("mlp") != std::string::npos);
  CHECK(text.ends_with("head logits}"));
}

TEST_CASE("a frozen parameter stays, and what a module does only in training is off when it is evaluated") {
  using denoiser = rg::torch_model<scaling, rg::head::denoiser>;
  CHECK(denoiser::tensors(shape).size() == 1);
  rg::libtorch::trainer<denoiser, rg::denoising<>, double> t{
      denoiser{}, {}, shape, {}, {torch::kCPU, torch::kFloat64}, {}};
  rg::batch clean{shape, 2, {0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0}, {}};
  rg::denoising<>{}.encode(clean);
  auto const c      = rg::corrupt(rg::denoising<>{}, clean, {5, rg::purpose::test});
  auto const before = t.sample_losses(clean, c);
  double const loss = t.gradient(clean, c);
  CHECK(loss != doctest::Approx((before[0] + before[1]) / 2).epsilon(1e-6));
  CHECK(t.sample_losses(clean, c) == before);
  t.apply(0);
  CHECK(t.weights(rg::weights_kind::raw).size() == 1);
  std::vector<double> const values(6, 0.0), noise{1.0};
  std::vector<double> out(6);
  t.network(rg::weights_kind::raw).evaluate({{}, values, noise}, out);
  CHECK(out[0] > 0);  // the frozen offset, which is no tensor of the model
}
