// SPDX-License-Identifier: MIT
#include <regula/testing/golden.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/optimizer.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

std::filesystem::path const golden = REGULA_GOLDEN_DIR;
lt::placement const single{torch::kCPU, torch::kFloat32};

lt::tensors tensors_of(rg::named_tensors const& named) {
  lt::tensors out;
  for (auto const& [name, value] : named)
    out.push_back(lt::to_torch(value, single));
  return out;
}

rg::named_tensors first_update(rg::named_tensors const& weights,
                               rg::named_tensors const& gradients,
                               rg::settings const& s) {
  lt::tensors const updated = tensors_of(weights);
  lt::tensors g;
  for (auto const& [name, value] : weights)
    g.push_back(lt::to_torch(gradients.at(name), single));
  lt::optimizer_state{s.optimizer, updated}.update(lt::clipped(g, lt::l2_norm(g), s.clip), s.rate.base, 0);
  rg::named_tensors out;
  std::size_t i = 0;
  for (auto const& [name, value] : weights)
    out.add(name, lt::from_torch(updated[i++]));
  return out;
}

rg::tensor averaged(rg::tensor const& average, rg::tensor const& weights, double momentum) {
  auto const out = lt::to_torch(average, single);
  lt::follow({out}, {lt::to_torch(weights, single)}, momentum);
  return lt::from_torch(out);
}

/// The course of one weight that starts at 1 under the gradients 2, -1, 4, in double.
double after_three(rg::optimizer const& o, double rate) {
  auto const weight = torch::ones({1}, torch::kFloat64);
  lt::optimizer_state state{o, {weight}};
  std::uint64_t n = 0;
  for (double const g : {2.0, -1.0, 4.0})
    state.update({torch::full({1}, g, torch::kFloat64)}, rate, n++);
  return weight.item<double>();
}

}  // namespace

TEST_CASE("the first step of Adam, AdamW and SGD is that of the golden files") {
  for (auto const* const name : {"label_only.safetensors", "sgd_and_decay.safetensors"})
    for (std::string const& sentence : rg::golden::check_updates(first_update, golden / name))
      FAIL_CHECK(sentence);
}

TEST_CASE("learning-rate factors and averages are those of the golden file") {
  for (std::string const& sentence : rg::golden::check_schedules(averaged, golden / "schedules.safetensors"))
    FAIL_CHECK(sentence);
}

TEST_CASE("three steps of each optimizer follow the formulas, every setting honoured") {
  double const rate = 0.1;
  CHECK(after_three(rg::sgd{}, rate) == doctest::Approx(1 - rate * (2 - 1 + 4)).epsilon(1e-14));
  // buffers 2, 0.5 * 2 - 1 = 0, 0.5 * 0 + 4
  CHECK(after_three(rg::sgd{.momentum = 0.5}, rate) == doctest::Approx(1 - rate * (2 + 0 + 4)).epsilon(1e-14));

  auto const by_hand = [rate](double b1, double b2, double epsilon, double decay) {
    double p = 1, m = 0, v = 0, c1 = 1, c2 = 1;
    for (double const g : {2.0, -1.0, 4.0}) {
      m = b1 * m + (1 - b1) * g;
      v = b2 * v + (1 - b2) * g * g;
      c1 *= b1;
      c2 *= b2;
      p -= rate * decay * p;
      p -= rate * (m / (1 - c1)) / (std::sqrt(v / (1 - c2)) + epsilon);
    }
    return p;
  };
  CHECK(after_three(rg::adam{}, rate) == doctest::Approx(by_hand(0.9, 0.999, 1e-8, 0)).epsilon(1e-13));
  CHECK(after_three(rg::adam{0.5, 0.8, 0.25}, rate) == doctest::Approx(by_hand(0.5, 0.8, 0.25, 0)).epsilon(1e-13));
  CHECK(after_three(rg::adamw{0.5, 0.8, 0.25, 0.3}, rate) ==
        doctest::Approx(by_hand(0.5, 0.8, 0.25, 0.3)).epsilon(1e-13));
  // a tensor of one dimension is no matrix
  CHECK(after_three(rg::adamw{0.5, 0.8, 0.25, 0.3, true}, rate) ==
        doctest::Approx(by_hand(0.5, 0.8, 0.25, 0)).epsilon(1e-13));
}

TEST_CASE("clipping scales to the limit, leaves smaller gradients alone, and 0 is off") {
  lt::tensors const g{torch::tensor({3.0, 0.0}), torch::tensor({{4.0}})};
  CHECK(lt::l2_norm(g) == doctest::Approx(5).epsilon(1e-7));
  auto const half = lt::clipped(g, 5, 2.5);
  CHECK(half[0][0].item<double>() == doctest::Approx(1.5));
  CHECK(half[1][0][0].item<double>() == doctest::Approx(2));
  CHECK(g[0][0].item<double>() == 3);  // the gradient itself is kept
  CHECK(lt::clipped(g, 5, 5)[0][0].item<double>() == 3);
  CHECK(lt::clipped(g, 5, 0)[0][0].item<double>() == 3);
}
