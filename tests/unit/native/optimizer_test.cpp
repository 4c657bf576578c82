// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/optimizer.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

namespace nn = regula::nn;
using V      = nn::simd<float>;

/// The tensors of a golden file as arrays of the optimizer, updated together.
struct golden_update {
  struct entry {
    std::string name;
    bool is_matrix;
    std::size_t count;
    nn::array<float> weight, gradient, first, second, before;
  };

  explicit golden_update(regula::named_tensors const& source) {
    for (auto const& [name, value] : source) {
      if (!name.starts_with("weights/")) continue;
      auto const tensor = name.substr(8);
      auto const w = value.values<float>(), g = source.at("gradients/" + tensor).values<float>();
      std::size_t const padded = (w.size() + 15) / 16 * 16;
      entries.push_back({tensor,
                         value.shape().size() == 2,
                         w.size(),
                         nn::array<float>(padded),
                         nn::array<float>(padded),
                         nn::array<float>(padded),
                         nn::array<float>(padded),
                         nn::array<float>(padded)});
      for (std::size_t i = 0; i < w.size(); ++i) {
        entries.back().weight.data()[i]   = w[i];
        entries.back().gradient.data()[i] = g[i];
        squares += double(g[i]) * double(g[i]);
      }
    }
  }

  void update(nn::update_settings const& settings) {
    auto const constants = nn::update_constants::of(settings, std::sqrt(squares));
    for (auto& e : entries)
      nn::update_parameters<V>(
          constants,
          e.is_matrix,
          e.weight.size(),
          {e.gradient.data(), e.weight.data(), e.first.data(), e.second.data(), nullptr, e.before.data(), nullptr});
  }

  /// Compares the moves from the source's weights, without the keys' biases, whose gradient is rounding noise.
  void check(regula::named_tensors const& source, regula::named_tensors const& file, std::string const& group) {
    for (auto& e : entries) {
      auto const before   = source.at("weights/" + e.name).values<float>(),
                 right    = file.at(group + e.name).values<float>();
      bool const has_keys = e.name.ends_with("qkv.bias");
      double error = 0, move = 0;
      for (std::size_t i = 0; i < e.count; ++i) {
        CHECK(e.before.data()[i] == before[i]);
        if (has_keys && i >= e.count / 3 && i < e.count / 3 * 2) continue;
        double const d = double(e.weight.data()[i]) - double(right[i]), m = double(right[i]) - double(before[i]);
        error += d * d, move += m * m;
      }
      INFO(group, e.name);
      CHECK(std::sqrt(error) <= 5e-4 * std::sqrt(move));
    }
  }

  std::vector<entry> entries;
  double squares = 0;
};

void check_first_update(std::string const& file_name, std::string const& group, nn::update_settings const& settings) {
  auto const source = regula::read_safetensors(REGULA_GOLDEN_DIR "/label_only.safetensors");
  auto const file   = regula::read_safetensors(REGULA_GOLDEN_DIR "/" + file_name);
  golden_update u{source};
  REQUIRE(!u.entries.empty());
  u.update(settings);
  u.check(source, file, group);
}

TEST_CASE("the first update of every optimizer is that of the golden files") {
  check_first_update("label_only.safetensors", "adam1/", {.optimizer = regula::adam{}, .rate = 1e-3});
  check_first_update("label_only.safetensors",
                     "adamw1/",
                     {.optimizer = regula::adamw{.beta2 = 0.95, .decay = 0.1}, .rate = 1e-3, .clip = 0.5});
  check_first_update(
      "sgd_and_decay.safetensors",
      "adamw1/",
      {.optimizer = regula::adamw{.beta2 = 0.95, .decay = 0.1, .matrices_only = true}, .rate = 1e-3, .clip = 0.5});
  check_first_update("sgd_and_decay.safetensors", "sgd1/", {.optimizer = regula::sgd{.momentum = 0.9}, .rate = 0.5});
}

// One parameter with changing gradients, by the formulas of the papers in long double.
TEST_CASE("later updates, clipping and the average follow their definitions") {
  using W = nn::simd<double>;
  std::vector<double> const gradients{0.5, -2, 0.25, 1.5, -0.125};
  auto const run = [&](regula::optimizer const& o, double clip, auto reference) {
    nn::array<double> g(16), w(16), m(16), v(16), e(16), w_before(16), e_before(16);
    w.data()[0] = e.data()[0] = 0.75;
    long double p = 0.75L, average = 0.75L;
    for (std::size_t n = 0; n < gradients.size(); ++n) {
      double const norm = std::abs(gradients[n]);
      g.data()[0]       = gradients[n];
      nn::update_settings const s{.optimizer = o, .rate = 0.01, .clip = clip, .ema = 0.3, .n = n};
      double const w_old = w.data()[0], e_old = e.data()[0];
      nn::update_parameters<W>(nn::update_constants::of(s, norm),
                               true,
                               16,
                               {g.data(), w.data(), m.data(), v.data(), e.data(), w_before.data(), e_before.data()});
      CHECK(w_before.data()[0] == w_old);
      CHECK(e_before.data()[0] == e_old);
      long double const clipped  = clip > 0 && norm > clip ? gradients[n] * (clip / norm) : gradients[n];
      p                          = reference(p, clipped, n + 1);
      long double const momentum = std::min(0.3L, (2.0L + n) / (11.0L + n));
      average += (1 - momentum) * (p - average);
      CHECK(w.data()[0] == doctest::Approx(double(p)).epsilon(1e-14));
      CHECK(e.data()[0] == doctest::Approx(double(average)).epsilon(1e-14));
    }
    CHECK(w.data()[1] == 0);  // padding stays where it is
  };
  long double m = 0, v = 0;
  auto const adam = [&](long double decay) {
    m = v = 0;
    return [&m, &v, decay](long double p, long double g, std::size_t k) {
      p -= 0.01L * decay * p;
      m = 0.9L * m + 0.1L * g;
      v = 0.999L * v + 0.001L * g * g;
      return p - 0.01L * (m / (1 - std::pow(0.9L, k))) / (std::sqrt(v / (1 - std::pow(0.999L, k))) + 1e-8L);
    };
  };
  run(regula::adam{}, 0, adam(0));
  run(regula::adam{}, 1, adam(0));
  run(regula::adamw{.decay = 0.2}, 0, adam(0.2L));
  long double buffer = 0;
  run(regula::sgd{.momentum = 0.8}, 0, [&](long double p, long double g, std::size_t k) {
    buffer = k == 1 ? g : 0.8L * buffer + g;
    return p - 0.01L * buffer;
  });
}

}  // namespace
