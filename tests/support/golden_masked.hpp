// SPDX-License-Identifier: MIT
/// @file
/// A stored training step on symbols: batch, corruption, the network's output and the loss of every sample.
#pragma once

#include <regula/io/safetensors.hpp>
#include <regula/objectives/masking.hpp>
#include <regula/testing/gradient.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace regula_test {

struct symbol_step {
  regula::named_tensors file;
  regula::batch clean;
  regula::masked_corruption corruption;
  std::vector<double> output;  ///< [B, each]
  std::size_t each = 0;        ///< numbers a sample

  explicit symbol_step(std::string const& name)
      : file{regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/" + name + ".safetensors")} {
    bool const signs = file.note("objective") == "squared_parity";
    std::size_t const cells{std::stoul(file.note("tokens"))};
    clean.shape = {
        {1, cells}, 1, signs ? regula::token{2} : static_cast<regula::token>(std::stoul(file.note("alphabet")))};
    clean.size   = std::stoul(file.note("batch"));
    clean.boards = signs ? from_signs() : from_symbols();
    if (file.contains("batch/hidden")) {
      corruption.visible = clean.boards;
      auto const hidden  = file.at("batch/hidden").values<std::int64_t>();
      for (std::size_t j = 0; j < hidden.size(); ++j)
        if (hidden[j] != 0) corruption.visible[j] = regula::no_token;
    }
    corruption.t.assign(clean.size, 1.0);
    if (file.contains("batch/t")) {
      auto const t = file.at("batch/t").values<float>();
      corruption.t.assign(t.begin(), t.end());
    }
    auto const f = file.at("output").values<float>();
    // One number a sample is the prediction at each of its cells.
    std::size_t const copies = f.size() == clean.size ? cells : 1;
    for (float const v : f)
      output.insert(output.end(), copies, static_cast<double>(v));
    each = output.size() / clean.size;
  }

  template <class Real>
  [[nodiscard]] std::vector<Real> output_of(std::size_t i) const {
    auto const row = std::span{output}.subspan(i * each, each);
    return {row.begin(), row.end()};
  }

  /// The loss of every sample is that of the file, and its derivative that of differences.
  template <class Real, class Objective, class Corruption>
  void check_loss(Objective const& objective, Corruption const& drawn) const {
    auto const expected = file.at("loss_per_sample").template values<double>();
    check_losses<Real>(objective, drawn, expected);
    double mean = 0;
    for (double const loss : expected)
      mean += loss / static_cast<double>(expected.size());
    CHECK(file.at("loss").template scalar<double>() == doctest::Approx(mean).epsilon(1e-12));
  }

  template <class Real, class Objective, class Corruption>
  void check_losses(Objective const& objective, Corruption const& drawn, std::span<double const> expected) const {
    REQUIRE(expected.size() == clean.size);
    double const largest = std::ranges::max(expected);
    for (std::size_t i = 0; i < clean.size; ++i) {
      CAPTURE(i);
      auto at = output_of<Real>(i);
      std::vector<Real> gradient(each), unused(each);
      auto const loss_at = [&](std::vector<Real>& into) {
        return objective.template loss<Real>(std::span<Real const>{at}, clean, drawn, i, std::span{into});
      };
      // The stored output is rounded to float32, so double precision cannot do better than 1e-6.
      CHECK(std::abs(loss_at(gradient) - expected[i]) < (sizeof(Real) == 4 ? 1e-5 : 1e-6) * largest);
      if constexpr (sizeof(Real) == 8) {
        auto const worst = regula::testing::compare_gradient([&] { return loss_at(unused); }, at, gradient);
        CHECK(worst.largest < 1e-8);
      }
    }
  }

 private:
  [[nodiscard]] std::vector<regula::token> from_symbols() const {
    std::vector<regula::token> out;
    for (std::int64_t const v : file.at("batch/x").values<std::int64_t>())
      out.push_back(static_cast<regula::token>(v));
    return out;
  }
  [[nodiscard]] std::vector<regula::token> from_signs() const {
    std::vector<regula::token> out;
    for (float const v : file.at("batch/x").values<float>())
      out.push_back(v > 0 ? 1 : 0);
    return out;
  }
};

}  // namespace regula_test
