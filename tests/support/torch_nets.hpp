// SPDX-License-Identifier: MIT
/// @file
/// What the tests of LibTorch nets share: laws of every net, and nets with the weights of a golden file.
#pragma once

#include <regula/io/named_tensors.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/nets/net_of.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace regula::test {

/// A golden file by its name.
inline named_tensors golden_file(std::string const& name) {
  return read_safetensors(std::filesystem::path{REGULA_GOLDEN_DIR} / (name + ".safetensors"));
}

/// A tensor of a golden file, in double, or int64 as it is.
inline torch::Tensor golden_tensor(named_tensors const& file, std::string const& name) {
  tensor const& t = file.at(name);
  if (t.type() != dtype::i64) return libtorch::to_torch(t, {torch::kCPU, torch::kFloat64});
  std::vector<std::int64_t> const shape(t.shape().begin(), t.shape().end());
  auto const values = t.values<std::int64_t>();
  return torch::tensor(std::vector<std::int64_t>(values.begin(), values.end())).view(shape);
}

/// The net of a spec in double with the weights of a golden file.
template <class M>
auto golden_net(data_shape shape, named_tensors const& file) {
  auto const net = libtorch::net_for(M{}, shape);
  net->to(torch::kFloat64);
  torch::NoGradGuard const no_grad;
  for (auto const& p : net->named_parameters())
    p.value().copy_(golden_tensor(file, "weights/" + p.key()));
  return net;
}

/// The net of a spec in double with weights that are nowhere zero.
template <class M>
auto net_of_waves(data_shape shape) {
  auto const net = libtorch::net_for(M{}, shape);
  net->to(torch::kFloat64);
  torch::NoGradGuard const no_grad;
  double phase = 0;
  for (torch::Tensor& p : net->parameters())
    p.copy_((torch::arange(p.numel(), torch::kFloat64) * 0.7 + (phase += 1)).sin().mul(0.3).view(p.sizes()));
  return net;
}

/// The largest difference against the largest magnitude of `expected`.
inline double distance(torch::Tensor const& value, torch::Tensor const& expected) {
  REQUIRE(value.sizes() == expected.sizes());
  return ((value - expected).abs().max() / expected.abs().max()).item<double>();
}

/// Names, shapes, order and count of the parameters are those of the spec, and building the net draws nothing.
template <class M>
void check_parameters(data_shape shape) {
  torch::manual_seed(1);
  auto const expected = torch::rand({3});
  torch::manual_seed(1);
  auto const named = libtorch::net_for(M{}, shape)->named_parameters();
  CHECK(torch::equal(torch::rand({3}), expected));
  auto const specs = M::tensors(shape);
  REQUIRE(named.size() == specs.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    CAPTURE(specs[i].name);
    CHECK(named[i].key() == specs[i].name);
    std::vector<std::int64_t> const sizes(specs[i].shape.begin(), specs[i].shape.end());
    CHECK(named[i].value().sizes() == torch::IntArrayRef{sizes});
    CHECK(named[i].value().requires_grad());
    count += static_cast<std::size_t>(named[i].value().numel());
  }
  CHECK(count == M::parameter_count(shape));
}

}  // namespace regula::test
