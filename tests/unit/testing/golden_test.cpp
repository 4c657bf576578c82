// SPDX-License-Identifier: MIT
// The comparison itself: what is right passes, and each single fault is named. The engine here only plays back the
// file.
#include <regula/models/dit.hpp>
#include <regula/models/gpt.hpp>
#include <regula/testing/golden.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

std::filesystem::path const golden = REGULA_GOLDEN_DIR;

using bits = rg::dit<rg::size{.width = 16, .depth = 2, .heads = 2}>;
constexpr rg::data_shape shape{{2, 6}, 1, 2};

/// What a trainer answers; a test spoils one answer.
struct answers {
  double loss;
  std::vector<double> sample_losses;
  rg::named_tensors gradients;
  std::vector<float> output;
};

answers right_answers(char const* name = "dit_bits.safetensors") {
  auto const file = rg::read_safetensors(golden / name);
  answers a{file.at("loss").scalar<double>(), {}, rg::golden::detail::group_of(file, "gradients/"), {}};
  a.sample_losses = rg::golden::detail::numbers_of(file.at("loss_per_sample"));
  a.output        = rg::golden::detail::floats_of(file.at("output"));
  return a;
}

struct playback_network {
  using real = float;
  std::vector<float> output;
  void evaluate(rg::network_input<float> const&, std::span<float> out) const {
    std::ranges::copy(std::span{output}.first(out.size()), out.begin());
  }
};

struct playback_trainer {
  answers given;
  playback_network net{given.output};

  double gradient(rg::batch const&, rg::gaussian_corruption const&) const { return given.loss; }
  std::vector<double> sample_losses(rg::batch const&, rg::gaussian_corruption const&) const {
    return given.sample_losses;
  }
  rg::named_tensors gradients() const { return given.gradients; }
  playback_network const& network(rg::weights_kind) const { return net; }
  void load(rg::named_tensors const&) {}
};

struct playback {
  answers given;
  template <class Plan>
  playback_trainer trainer(Plan const&, rg::settings const&) const {
    return {given};
  }
};

/// A trainer whose weights never move.
struct idle_trainer {
  answers given;
  playback_network net{given.output};
  rg::named_tensors kept = {};

  double gradient(rg::batch const&, rg::masked_corruption const&) const { return given.loss; }
  rg::named_tensors gradients() const { return given.gradients; }
  playback_network const& network(rg::weights_kind) const { return net; }
  void load(rg::named_tensors const& weights) { kept = weights; }
  rg::named_tensors weights(rg::weights_kind) const { return kept; }
  void apply(std::uint64_t) const {}
};

struct idle {
  answers given;
  template <class Plan>
  idle_trainer trainer(Plan const&, rg::settings const&) const {
    return {given};
  }
};

/// A network of the next symbol to which the first one is always the most probable.
struct stubborn_network {
  using real = float;
  void evaluate(rg::network_input<float> const&, std::span<float> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = i % 3 == 0 ? 1.0F : 0.0F;
  }
};

struct stubborn {
  struct trainer_type {
    stubborn_network net = {};
    stubborn_network const& network(rg::weights_kind) const { return net; }
    void load(rg::named_tensors const&) {}
    double gradient(rg::batch const&, rg::no_corruption const&) const { return 0; }
    rg::named_tensors gradients() const { return {}; }
  };
  template <class Plan>
  trainer_type trainer(Plan const&, rg::settings const&) const {
    return {};
  }
};

std::string check_with(std::function<void(answers&)> const& spoil) {
  auto a = right_answers();
  spoil(a);
  auto const found = rg::golden::check<bits, shape>(playback{a}, golden / "dit_bits.safetensors");
  std::string all;
  for (auto const& sentence : found)
    all += sentence + '\n';
  return all;
}

}  // namespace

TEST_CASE("the right answers pass") {
  CHECK(check_with([](answers&) {}) == "");
}

TEST_CASE("each value that is off is named, and no other") {
  auto const begins = [](std::string const& all, std::string const& start) {
    CAPTURE(all);
    CHECK(all.starts_with("dit_bits.safetensors: " + start));
  };
  begins(check_with([](answers& a) { a.loss *= 1 + 2e-5; }),
         "loss is off by 2.00e-05 relative, expected at most 1e-05");
  begins(check_with([](answers& a) { a.sample_losses[3] *= 1.001; }), "loss_per_sample 3 is off by 1.00e-03 relative");
  begins(check_with([](answers& a) { a.output[7] += 0.01F; }), "output is off by ");
  begins(check_with([](answers& a) { a.output[7] = std::nanf(""); }), "output is off by nan");
  begins(check_with([](answers& a) {
           for (float& g : a.gradients.at("embed.weight").values<float>())
             g *= 1.01F;
         }),
         "gradients/embed.weight is off by 1.00e-02 relative in L2 norm");
}

TEST_CASE("a missing gradient is named, and so is a tensor the file does not know") {
  CHECK(check_with([](answers& a) {
          rg::named_tensors fewer;
          for (auto const& [name, value] : a.gradients)
            if (name != "embed.bias") fewer.add(name, value);
          a.gradients = fewer;
        }).find("count of gradients") != std::string::npos);
  CHECK_THROWS_AS((void)check_with([](answers& a) { a.gradients.add("more", rg::tensor{rg::dtype::f32, {1}}); }),
                  rg::range_error);
}

TEST_CASE("a file of another shape is refused") {
  constexpr rg::data_shape other{{3, 4}, 1, 2};
  CHECK_THROWS_AS(((void)rg::golden::check<bits, other>(playback{right_answers()}, golden / "dit_bits.safetensors")),
                  rg::range_error);
}

TEST_CASE("a wrong trajectory is named state by state, with levels of our own right") {
  auto a           = right_answers();
  a.output         = std::vector<float>(3 * 12, 0.0F);
  auto const found = rg::golden::check<bits, shape>(playback{a}, golden / "heun.safetensors");
  REQUIRE(found.size() == 9);
  CHECK(found.front().starts_with("heun.safetensors: state 1 is off"));
  CHECK(found.back().starts_with("heun.safetensors: final is off"));
}

TEST_CASE("weights that do not move are named after one and after three steps of each optimizer, and nothing else") {
  using labelled = rg::gpt<rg::size{.width = 16, .depth = 2, .heads = 2, .attends = rg::attention::bidirectional}>;
  constexpr rg::data_shape row{{1, 7}, 1, 2};
  auto const file    = golden / "label_only.safetensors";
  auto const tensors = rg::golden::detail::group_of(rg::read_safetensors(file), "weights/");
  auto const found   = rg::golden::check<labelled, row>(idle{right_answers("label_only.safetensors")},
                                                      golden / "label_only.safetensors");
  CHECK(found.size() == 4 * tensors.size());
  CHECK(found.front().starts_with("label_only.safetensors: adam1/"));
  CHECK(found.back().starts_with("label_only.safetensors: adamw3/"));
  CHECK(rg::golden::check<labelled, row>(idle{right_answers("label_only.safetensors")},
                                         golden / "sgd_and_decay.safetensors")
            .size() == 4 * tensors.size());
}

TEST_CASE("a network that always says the same is wrong about sequences, whole and symbol by symbol, and decoding") {
  using causal = rg::gpt<rg::size{.width = 16, .depth = 2, .heads = 2}>;
  auto const found =
      rg::golden::check<causal, rg::data_shape{{1, 10}, 1, 2}>(stubborn{}, golden / "next_token.safetensors");
  REQUIRE(found.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(found[i]);
    constexpr char const* names[]{
        "log_probabilities is", "log_probabilities symbol by symbol is", "greedy is", "greedy_from_prefix is"};
    CHECK(found[i].starts_with(std::string{"next_token.safetensors: "} + names[i]));
  }
}

TEST_CASE("an update that leaves the weights alone is wrong for every tensor and optimizer") {
  auto const idle = [](rg::named_tensors const& weights, rg::named_tensors const&, rg::settings const&) {
    return weights;
  };
  auto const tensors =
      rg::golden::detail::group_of(rg::read_safetensors(golden / "label_only.safetensors"), "weights/");
  CHECK(rg::golden::check_updates(idle, golden / "label_only.safetensors").size() == 2 * tensors.size());
  CHECK(rg::golden::check_updates(idle, golden / "sgd_and_decay.safetensors").size() == 2 * tensors.size());
  CHECK_THROWS_AS((void)rg::golden::check_updates(idle, golden / "dit_bits.safetensors"), rg::range_error);
}

TEST_CASE("an average that does not follow is wrong at every update, the rates are right") {
  auto const stays = [](rg::tensor const& average, rg::tensor const&, double) { return average; };
  CHECK(rg::golden::check_schedules(stays, golden / "schedules.safetensors").size() == 10);
}
