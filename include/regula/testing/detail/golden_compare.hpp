// SPDX-License-Identifier: MIT
/// @file
/// What golden.hpp compares of a trainer in a training case: output, losses, gradients; and its tolerances.
#pragma once

#include <regula/concepts/network_input.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/pipeline/symbol_views.hpp>
#include <regula/testing/detail/golden_cases.hpp>
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

  /// The same where the network's input itself is in single precision.
  [[nodiscard]] constexpr tolerances of_rounded_input() const {
    auto const at_least = [](double a, double b) { return a < b ? b : a; };
    return {at_least(output, 1e-6), at_least(loss, 1e-6), at_least(gradient, 1e-6), update};
  }
};

namespace detail {

template <class Trainer>
using real_of = typename std::remove_cvref_t<decltype(std::declval<Trainer&>().network(weights_kind::raw))>::real;

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
  expect("tokens", S.cells());
  if (file.metadata.contains("rows")) expect("rows", S.board.rows);
  if (file.metadata.contains("cols")) expect("cols", S.board.cols);
  if (file.metadata.contains("channels")) expect("channels", S.channels);
  if (file.metadata.contains("alphabet")) expect("alphabet", S.alphabet);
}

/// What the network returns for the samples of a case. Shape [B, T, output_channels].
template <Objective O, class N>
[[nodiscard]] numbers output_of(O const& objective, training_case<O> const& given, N& network) {
  using real             = typename std::remove_cvref_t<N>::real;
  data_shape const shape = given.clean.shape;
  std::size_t const n = given.clean.size, cells = shape.cells();
  std::size_t const each = O::needs == head::denoiser       ? shape.values()
                           : O::needs == head::timed_logits ? cells * shape.alphabet
                                                            : 0;
  std::vector<token> symbols(n * cells);
  std::vector<real> values(n * each), noise(n), out(n * cells * output_channels(O::needs, shape));
  bool by_values = reads_values(O::needs);
  for (std::size_t i = 0; i < n; ++i) {
    sample_input<real> in{std::span{symbols}.subspan(i * cells, cells), std::span{values}.subspan(i * each, each)};
    objective.read(given.clean, given.corruption, i, in);
    noise[i]  = in.noise;
    by_values = by_values || in.soft;
  }
  network_input<real> in;
  if (by_values)
    in.values = values;
  else
    in.symbols = symbols;
  if (each > 0) in.noise = noise;
  network.evaluate(in, std::span{out});
  return {out.begin(), out.end()};
}

template <Objective O>
void compare_output(report& out, numbers values, named_tensors const& file, data_shape shape, tolerances limits) {
  numbers const expected = numbers_of(file.at("output"));
  if (file.note("net").starts_with("uddm")) {  // log probabilities
    numbers const logits = values;
    log_softmax_rows(std::span<double const>{logits}, shape.alphabet, values);
  }
  if (O::needs == head::predictions && values.size() == expected.size() * shape.cells()) {  // one a sample
    for (std::size_t i = 0; i < values.size(); ++i)
      out.relative("output of a cell", values[i], values[i - i % shape.cells()], 0);
    for (std::size_t i = 0; i < expected.size(); ++i)
      values[i] = values[i * shape.cells()];
    values.resize(expected.size());
  }
  out.magnitude("output", values, expected, limits.output);
}

template <Objective O, class Trainer>
void compare_training(
    report& out, O const& objective, Trainer& trainer, training_case<O> const& given, named_tensors const& file) {
  tolerances limits = tolerances::of<real_of<Trainer>>();
  if (file.contains("w")) limits = limits.of_rounded_input();
  compare_output<O>(
      out, output_of(objective, given, trainer.network(weights_kind::raw)), file, given.clean.shape, limits);

  out.relative(
      "loss", trainer.gradient(given.clean, given.corruption), file.at("loss").template scalar<double>(), limits.loss);
  if constexpr (requires { trainer.sample_losses(given.clean, given.corruption); }) {
    auto const losses   = trainer.sample_losses(given.clean, given.corruption);
    auto const expected = numbers_of(file.at("loss_per_sample"));
    for (std::size_t i = 0; i < expected.size(); ++i)
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

}  // namespace detail

}  // namespace regula::golden
