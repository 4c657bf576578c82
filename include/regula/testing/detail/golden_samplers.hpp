// SPDX-License-Identifier: MIT
/// @file
/// What golden.hpp compares of a network as samplers call it: Heun's states, next-token probabilities; and the masked
/// loss under every weight and normalizer.
#pragma once

#include <regula/io/named_tensors.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/pipeline/view_of.hpp>
#include <regula/samplers/ancestral.hpp>
#include <regula/samplers/heun.hpp>
#include <regula/testing/detail/golden_compare.hpp>
#include <regula/testing/detail/golden_report.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace regula::golden::detail {

template <class Objective, class Trainer>
void compare_trajectory(
    report& out, Objective const& objective, Trainer& trainer, data_shape shape, named_tensors const& file) {
  constexpr auto limits = tolerances::of<real_of<Trainer>>();
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
      view_of(objective, trainer.network(weights_kind::raw), shape),
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

/// Conditional log probabilities of sequences, and decoding by the most probable symbol.
template <class Objective, class Trainer>
void compare_next_token(
    report& out, Objective const& objective, Trainer& trainer, data_shape shape, named_tensors const& file) {
  constexpr auto limits = tolerances::of<real_of<Trainer>>();
  auto const view       = view_of(objective, trainer.network(weights_kind::raw), shape);
  auto const sequences  = symbols_of(file.at("sequences"));
  std::size_t const n = sequences.size() / shape.cells(), columns = view.columns();
  numbers const expected = numbers_of(file.at("log_probabilities"));
  numbers whole(expected.size()), grown(expected.size()), row(n * columns);
  view.log_probabilities(sequences, whole);
  out.magnitude("log_probabilities", whole, expected, limits.output);

  auto session = view.begin(n);
  std::vector<token> last;
  for (std::size_t t = 0; t < shape.cells(); ++t) {
    session.next(last, row);
    last.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      last[i] = sequences[i * shape.cells() + t];
      std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(i * columns),
                  columns,
                  grown.begin() + static_cast<std::ptrdiff_t>((i * shape.cells() + t) * columns));
    }
  }
  out.magnitude("log_probabilities symbol by symbol", grown, expected, limits.output);

  auto const same = [&out](char const* name, std::vector<token> const& drawn, std::vector<token> const& right) {
    out.magnitude(name, {drawn.begin(), drawn.end()}, {right.begin(), right.end()}, 0);
  };
  ancestral const greedy{.temperature = 0};
  stream_family const unused{0, purpose::test};
  same("greedy", greedy.sample(view, 1, shape, unused), symbols_of(file.at("greedy")));
  auto const given = static_cast<std::size_t>(std::stoul(file.note("prefix_length")));
  std::vector<token> prefixes;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t t = 0; t < given; ++t)
      prefixes.push_back(sequences[i * shape.cells() + t]);
  same(
      "greedy_from_prefix", greedy.extend(view, n, shape, prefixes, unused), symbols_of(file.at("greedy_from_prefix")));
}

/// The masked loss under every weight and normalizer, on the batch of the case.
template <Model M, data_shape S, class E, class Corruption>
void compare_masked_losses(report& out,
                           E const& engine,
                           named_tensors const& weights,
                           batch const& clean,
                           Corruption const& corruption,
                           named_tensors const& file) {
  for (auto const& [weight_name, weight] :
       {std::pair{"inverse_t", mask_weight::inverse_t}, {"none", mask_weight::none}})
    for (auto const& [normalizer_name, normalizer] : {std::pair{"cells", mask_normalizer::cells},
                                                      {"hidden", mask_normalizer::hidden},
                                                      {"none", mask_normalizer::none}}) {
      masked_diffusion<> const objective{.weight = weight, .normalizer = normalizer};
      auto trainer = engine.trainer(compose(all_boards<S>{}, M{}, objective), settings{});
      trainer.load(weights);
      std::string const name = std::string{"loss/"} + normalizer_name + '/' + weight_name;
      numbers const expected = numbers_of(file.at(name));
      auto const limit       = tolerances::of<real_of<decltype(trainer)>>().loss;
      double mean            = 0;
      for (double const loss : expected)
        mean += loss / static_cast<double>(expected.size());
      out.relative(name, trainer.gradient(clean, corruption), mean, limit);
      if constexpr (requires { trainer.sample_losses(clean, corruption); }) {
        auto const losses = trainer.sample_losses(clean, corruption);
        for (std::size_t i = 0; i < expected.size(); ++i)
          out.relative(name + ' ' + std::to_string(i), losses[i], expected[i], limit);
      }
    }
}

}  // namespace regula::golden::detail
