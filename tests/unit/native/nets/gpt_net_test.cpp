// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/native/engine.hpp>
#include <regula/native/nets/gpt_net.hpp>
#include <regula/objectives/next_token.hpp>
#include <regula/testing/detail/golden_report.hpp>

#include "support/golden_files.hpp"
#include <doctest/doctest.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using regula::native, regula::token, regula::dropout_place;

// the code of a net depends on its size and on the number of cells, not on their arrangement: rules share it
static_assert(std::is_same_v<
              regula::nn::net_of<regula::gpt<>, regula::data_shape{{2, 6}, 1, 5}, float, xsimd::default_arch>::type,
              regula::nn::net_of<regula::gpt<>, regula::data_shape{{3, 4}, 1, 5}, float, xsimd::default_arch>::type>);

TEST_CASE_TEMPLATE("the golden cases of the gpt: output, loss, gradients, greedy sequences, optimizers",
                   real,
                   float,
                   double) {
  for (int const threads : {1, 2}) {
    regula::test::check_causal_gpt_files(native<real>{.threads = threads});
    regula::test::check_bidirectional_gpt_files(native<real>{.threads = threads});
  }
}

/// The batch of a golden file under next token; what the net returned is kept.
template <class Real>
struct golden_batch {
  regula::batch const& clean;
  std::vector<double>& outputs;

  void read(std::size_t i, regula::sample_input<Real>& in) const { regula::next_token{}.read(clean, {}, i, in); }
  double loss(std::size_t i, std::span<Real const> output, std::span<Real> gradient) const {
    for (std::size_t j = 0; j < output.size(); ++j)
      outputs[i * output.size() + j] = double(output[j]);
    return regula::next_token{}.loss(output, clean, {}, i, gradient);
  }
};

TEST_CASE_TEMPLATE("with the keep masks of the golden file: its output, loss and gradients", real, float, double) {
  namespace golden = regula::golden;
  auto const file  = regula::read_safetensors(REGULA_GOLDEN_DIR "/dropout.safetensors");
  constexpr regula::data_shape shape{{1, 8}, 1, 2};
  using net = regula::nn::net_of<regula::gpt<regula::size{.width = 16, .depth = 2, .heads = 2, .dropout = 0.1}>,
                                 shape,
                                 real,
                                 xsimd::default_arch>::type;
  net trainer{2};
  for (auto const& place : trainer.parameters().tensors())
    trainer.parameters().write(
        regula::nn::parameter_array::weights, place, file.at("weights/" + place.name).template values<float>());
  trainer.parameters().transpose_all();

  auto const symbols = file.at("batch/x").template values<std::int64_t>();
  regula::batch const clean{shape, 3, {symbols.begin(), symbols.end()}, {}, 0};
  auto const masks = [&](std::size_t sample, dropout_place place, std::span<std::uint8_t> keep) {
    auto const n    = place.number;
    auto const kind = n == 0 ? "" : n % 3 == 1 ? ".probabilities" : n % 3 == 2 ? ".attention" : ".mlp";
    auto const name = n == 0 ? std::string{"embedding"} : "blocks." + std::to_string((n - 1) / 3) + kind;
    auto const all  = file.at("batch/keep/" + name).template values<std::int64_t>();
    REQUIRE(all.size() == 3 * keep.size());
    for (std::size_t i = 0; i < keep.size(); ++i)
      keep[i] = static_cast<std::uint8_t>(all[sample * keep.size() + i]);
  };
  std::vector<double> outputs(3 * net::output_values);
  double const loss = trainer.gradient(3, golden_batch<real>{clean, outputs}, regula::nn::mask_source::function{masks});

  constexpr auto limits = golden::tolerances::of<real>();
  golden::detail::report out{"dropout"};
  out.magnitude("output", outputs, golden::detail::numbers_of(file.at("output")), limits.output);
  out.relative("loss", loss, file.at("loss").template scalar<double>(), limits.loss);
  out.relative(
      "gradient_norm", trainer.gradient_norm(), file.at("gradient_norm").template scalar<double>(), limits.loss);
  for (auto const& place : trainer.parameters().tensors()) {
    std::vector<double> gradient(place.element_count());
    trainer.parameters().read(regula::nn::parameter_array::gradient, place, std::span{gradient});
    out.l2(place.name, gradient, golden::detail::numbers_of(file.at("gradients/" + place.name)), limits.gradient);
  }
  for (std::string const& sentence : out.violations())
    FAIL_CHECK(sentence);
}

}  // namespace
