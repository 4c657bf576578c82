// SPDX-License-Identifier: MIT
/// @file
/// What golden.hpp compares of a trainer: one training case, one trajectory of a sampler.
#pragma once

#include <regula/io/named_tensors.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/pipeline/denoiser_view.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/samplers/heun.hpp>
#include <regula/testing/detail/golden_report.hpp>

#include <concepts>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula::golden {

/// How far an engine's values may be from a file's.
struct tolerances {
  double output   = 1e-5;  ///< of the tensor's largest magnitude; states of a sampler too
  double loss     = 1e-5;  ///< relative; the gradient norm too
  double gradient = 1e-4;  ///< relative in L2 norm, each tensor
  double update   = 5e-4;  ///< of an optimizer's move, relative in L2 norm, each tensor

  /// For an engine that computes with these numbers. Files hold tensors in single precision, losses in double.
  template <std::floating_point Real>
  static constexpr tolerances of() {
    if constexpr (std::same_as<Real, double>)
      return {.output = 1e-7, .loss = 1e-10, .gradient = 1e-7, .update = 5e-4};
    else
      return {};
  }
};

namespace detail {

/// The file whose weights another one builds on.
[[nodiscard]] inline named_tensors weights_file_of(named_tensors const& file, std::filesystem::path const& path) {
  if (!file.metadata.contains("weights_from")) return file;
  return read_safetensors(path.parent_path() / (file.note("weights_from") + ".safetensors"));
}

template <data_shape S>
void expect_shape(named_tensors const& file) {
  auto const expect = [&file](char const* key, std::size_t value) {
    require(file.note(key) == std::to_string(value),
            "{}: expected {} of {}, got {}",
            file.origin,
            key,
            value,
            file.note(key));
  };
  expect("rows", S.board.rows);
  expect("cols", S.board.cols);
  expect("channels", S.channels);
}

template <data_shape S, class Objective, class Trainer>
void compare_training(report& out, Objective const& objective, Trainer& trainer, named_tensors const& file) {
  using real             = typename std::remove_cvref_t<decltype(trainer.network(weights_kind::raw))>::real;
  constexpr auto limits  = tolerances::of<real>();
  std::size_t const size = file.at("batch/sigma").element_count();
  batch const clean{S, size, {}, floats_of(file.at("batch/x"))};
  gaussian_corruption const corruption{floats_of(file.at("batch/sigma")), floats_of(file.at("batch/noise"))};

  std::vector<real> input(size * S.values()), noise(size), output(input.size());
  for (std::size_t i = 0; i < size; ++i)
    noise[i] = objective.network_input(clean, corruption, i, std::span{input}.subspan(i * S.values(), S.values()));
  trainer.network(weights_kind::raw)
      .evaluate(std::span<real const>{input}, std::span<real const>{noise}, std::span<real>{output});
  out.magnitude("output", {output.begin(), output.end()}, numbers_of(file.at("output")), limits.output);

  out.relative("loss", trainer.gradient(clean, corruption), file.at("loss").template scalar<double>(), limits.loss);
  if constexpr (requires { trainer.sample_losses(clean, corruption); }) {
    auto const losses   = trainer.sample_losses(clean, corruption);
    auto const expected = numbers_of(file.at("loss_per_sample"));
    for (std::size_t i = 0; i < size; ++i)
      out.relative("loss_per_sample " + std::to_string(i), losses[i], expected[i], limits.loss);
  }

  named_tensors const gradients = trainer.gradients(), expected = group_of(file, "gradients/");
  numbers norms;
  for (auto const& [name, value] : gradients) {
    norms.push_back(l2_norm(numbers_of(value)));
    out.l2("gradients/" + name, numbers_of(value), numbers_of(expected.at(name)), limits.gradient);
  }
  out.relative("count of gradients", static_cast<double>(gradients.size()), static_cast<double>(expected.size()), 0);
  out.relative("gradient_norm", l2_norm(norms), file.at("gradient_norm").template scalar<double>(), limits.loss);
}

template <class Objective, class Trainer>
void compare_trajectory(report& out, Objective const& objective, Trainer& trainer, named_tensors const& file) {
  auto& network         = trainer.network(weights_kind::raw);
  constexpr auto limits = tolerances::of<typename std::remove_cvref_t<decltype(network)>::real>();
  auto const number     = [&file](char const* key) { return std::stod(file.note(key)); };
  heun const sampler{.levels    = static_cast<std::size_t>(number("levels_count")),
                     .sigma_max = number("sigma_max"),
                     .sigma_min = number("sigma_min"),
                     .rho       = number("rho")};
  out.magnitude("levels", sampler.sigmas(), numbers_of(file.at("levels")), 1e-12);

  numbers x         = numbers_of(file.at("noise"));
  auto const states = numbers_of(file.at("states"));
  for (double& v : x)
    v *= sampler.sigma_max;
  stream unused{0, purpose::test, 0, 0};  // no churn, no draws
  sampler.integrate<double>(
      denoiser_view{objective, network},
      std::span{x},
      static_cast<std::size_t>(number("samples")),
      [&unused](std::size_t) -> stream& { return unused; },
      [&](std::size_t level, std::span<double const> state) {
        auto const first = states.begin() + static_cast<std::ptrdiff_t>((level - 1) * x.size());
        out.magnitude("state " + std::to_string(level),
                      {state.begin(), state.end()},
                      {first, first + static_cast<std::ptrdiff_t>(x.size())},
                      limits.output);
      });
  out.magnitude("final", x, numbers_of(file.at("final")), limits.output);
}

/// The entries that an optimizer is judged by: all but the key part of `qkv.bias`, whose gradient is rounding noise.
[[nodiscard]] inline numbers judged_entries(std::string_view name, numbers values) {
  if (!name.ends_with("attention.qkv.bias")) return values;
  auto const third = static_cast<std::ptrdiff_t>(values.size() / 3);
  values.erase(values.begin() + third, values.begin() + 2 * third);
  return values;
}

}  // namespace detail

}  // namespace regula::golden
