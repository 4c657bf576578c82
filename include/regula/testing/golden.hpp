// SPDX-License-Identifier: MIT
/// @file
/// Compares an engine with golden files: right values of networks, losses, gradients, samplers and optimizers, made by
/// an independent implementation. Every check returns a sentence for each value that is too far off.
#pragma once

#include <regula/io/named_tensors.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/testing/detail/golden_cases.hpp>
#include <regula/testing/detail/golden_compare.hpp>
#include <regula/testing/detail/golden_plan.hpp>
#include <regula/testing/detail/golden_report.hpp>
#include <regula/testing/detail/golden_samplers.hpp>
#include <regula/testing/detail/golden_updates.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula::golden {

using violations = std::vector<std::string>;

/// Compares within `tolerances` what a file holds: a training case (output, losses, gradients, weights after one and
/// three steps of each optimizer), Heun's states, next-token probabilities, or masked losses.
///
/// Engine-neutral: beyond Trainer, the engine's trainer has `gradients() -> named_tensors`, the last gradient before
/// clipping, and may have `sample_losses(batch, corruption)`. One configuration is one line:
/// `check<dit<size{16, 2, 2}>, data_shape{{2, 6}, 1, 2}>(torch_cpu{}, path)`.
/// Errors    throws file_error, range_error or shape_error if the file is not one of M on data of shape S
template <Model M, data_shape S, class E>
[[nodiscard]] violations check(E const& engine, std::filesystem::path const& path);

/// Compares one update of each optimizer whose result a file holds after one step: adam1, adamw1, sgd1.
///
/// `update(weights, gradients, settings)` makes the first update of a run on any tensors and returns the weights.
template <class Update>
[[nodiscard]] violations check_updates(Update&& update, std::filesystem::path const& path);

/// Compares learning-rate factors and the momenta of the average, and the average itself:
/// `follow(average, weights, momentum)` returns the average after one update.
template <class Follow>
[[nodiscard]] violations check_schedules(Follow&& follow, std::filesystem::path const& path);

template <Model M, data_shape S, class E>
violations check(E const& engine, std::filesystem::path const& path) {
  named_tensors const file = read_safetensors(path), source = detail::weights_file_of(file, path);
  detail::expect_shape<S>(source);
  named_tensors const weights = detail::group_of(source, "weights/");
  detail::report out{path.filename().string()};
  detail::with_objective<M, S>(file.metadata.contains("objective") ? file : source, [&](auto const& objective) {
    using objective_type = std::remove_cvref_t<decltype(objective)>;
    auto const plan      = compose(detail::all_boards<S>{}, M{}, objective);
    auto trainer         = engine.trainer(plan, settings{});
    trainer.load(weights);
    bool const has_batch = file.contains("batch/x");
    auto const given     = detail::case_of<S>(objective, has_batch ? file : source);
    if (has_batch) detail::compare_training(out, objective, trainer, given, file);
    if constexpr (requires { trainer.apply(0); }) detail::compare_updates(out, engine, plan, weights, given, file);
    if constexpr (objective_type::needs == head::denoiser)
      if (file.contains("states")) detail::compare_trajectory(out, objective, trainer, S, file);
    if constexpr (objective_type::needs == head::causal_logits)
      if (file.contains("sequences")) detail::compare_next_token(out, objective, trainer, S, file);
    if constexpr (std::is_same_v<objective_type, masked_diffusion<>>)
      if (file.contains("loss/cells/none"))
        detail::compare_masked_losses<M, S>(out, engine, weights, given.clean, given.corruption, file);
  });
  return out.violations();
}

template <class Update>
violations check_updates(Update&& update, std::filesystem::path const& path) {
  named_tensors const file = read_safetensors(path), source = detail::weights_file_of(file, path);
  named_tensors const weights   = detail::group_of(source, "weights/"),
                      gradients = detail::group_of(source, "gradients/");
  detail::report out{path.filename().string()};
  std::size_t compared = 0;
  for (auto const& [name, chosen] : detail::update_cases(file.metadata.contains("weights_from"))) {
    if (!file.contains(name + "1/" + weights.begin()->first)) continue;
    ++compared;
    detail::compare_move(out, name + "1/", weights, update(weights, gradients, chosen), file);
  }
  require(compared > 0, "{}: expected groups adam1, adamw1 or sgd1, got none", file.origin);
  return out.violations();
}

template <class Follow>
violations check_schedules(Follow&& follow, std::filesystem::path const& path) {
  named_tensors const file = read_safetensors(path);
  detail::report out{path.filename().string()};
  auto const steps = file.at("steps").values<std::int64_t>();
  auto const total = std::stoull(file.note("total"));
  for (auto const& [group, warm_up] : {std::pair{"warmup/", std::stoull(file.note("warmup"))}, {"no_warmup/", 0ULL}})
    for (auto const& [name, course] : {std::pair{"constant", rate_course::constant},
                                       {"linear", rate_course::linear},
                                       {"cosine", rate_course::cosine}}) {
      detail::numbers factors;
      for (auto const n : steps)
        factors.push_back(learning_rate{1, course, warm_up}.factor(static_cast<std::uint64_t>(n), total));
      auto const at = std::string{group} + name;
      out.magnitude(at, factors, detail::numbers_of(file.at(at)), 1e-12);
    }

  auto const& course  = file.at("ema/parameters");
  std::size_t const n = course.shape().at(1);
  auto const row_of   = [n](tensor const& t, std::size_t row) {
    auto const values = t.values<float>().subspan(row * n, n);
    return tensor{{n}, std::vector<float>(values.begin(), values.end())};
  };
  for (auto const& [group, key] : {std::pair{"ema/slow/", "ema_slow"}, {"ema/capped/", "ema_capped"}}) {
    auto const& averages = file.at(std::string{group} + "average");
    auto const momenta   = detail::numbers_of(file.at(std::string{group} + "momentum"));
    tensor average       = row_of(course, 0);
    for (std::size_t i = 0; i < momenta.size(); ++i) {
      double const momentum = ema_momentum(std::stod(file.note(key)), i + 1);
      auto const at         = std::string{group} + std::to_string(i + 1);
      out.relative(at + " momentum", momentum, momenta[i], 1e-12);
      average = follow(average, row_of(course, i + 1), momentum);
      out.magnitude(at, detail::numbers_of(average), detail::numbers_of(row_of(averages, i)), 1e-6);
    }
  }
  return out.violations();
}

}  // namespace regula::golden
