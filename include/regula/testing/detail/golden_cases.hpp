// SPDX-License-Identifier: MIT
/// @file
/// The objective of a golden file, and the batch and corruption that it holds, for every objective of the library.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/objective.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/objectives/exact_score.hpp>
#include <regula/objectives/masked_diffusion.hpp>
#include <regula/objectives/next_token.hpp>
#include <regula/objectives/output_supervision.hpp>
#include <regula/objectives/squared_parity.hpp>
#include <regula/objectives/uniform_diffusion.hpp>
#include <regula/testing/detail/golden_plan.hpp>
#include <regula/testing/detail/golden_report.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace regula::golden::detail {

/// Clean samples and what was done to them.
template <Objective O>
struct training_case {
  batch clean;
  typename O::corruption corruption;
};

/// Calls f with the objective that a file names, among those that need the head of M.
///
/// Errors    throws range_error for an objective of another head
template <Model M, data_shape S, class F>
void with_objective(named_tensors const& file, F&& f) {
  std::string const& name = file.note("objective");
  auto const expect       = [&](char const* expected) {
    require(name == expected, "{}: expected the objective {}, got {}", file.origin, expected, name);
  };
  if constexpr (M::heads.contains(head::denoiser)) {
    double const sigma_data = std::stod(file.note("sigma_data"));
    if (name == "exact_score") return f(exact_score<given_values<S.channels>>{.sigma_data = sigma_data});
    expect("denoising");
    f(denoising<given_values<S.channels>>{.sigma_data = sigma_data});
  } else if constexpr (M::heads.contains(head::causal_logits)) {
    expect("next_token");
    f(next_token{});
  } else if constexpr (M::heads.contains(head::logits)) {
    if (name == "output_supervision") return f(output_supervision{.label_cell = std::stoul(file.note("label_cell"))});
    expect("masked_diffusion");
    f(masked_diffusion<>{});
  } else if constexpr (M::heads.contains(head::timed_logits)) {
    if (name != "uniform_curriculum") expect("uniform_diffusion");
    f(uniform_diffusion{});
  } else {
    expect("squared_parity");
    f(squared_parity{});
  }
}

/// Symbols of an I64 tensor; of an F32 tensor of signs, -1 is 0 and +1 is 1.
[[nodiscard]] inline std::vector<token> symbols_of(tensor const& t) {
  std::vector<token> out;
  if (t.type() == dtype::i64)
    for (auto const v : t.values<std::int64_t>())
      out.push_back(static_cast<token>(v));
  else
    for (float const v : t.values<float>())
      out.push_back(v > 0 ? 1 : 0);
  return out;
}

template <data_shape S, Objective O>
[[nodiscard]] batch clean_of(named_tensors const& file) {
  if constexpr (reads_values(O::needs)) {
    auto values = floats_of(file.at("batch/x"));
    return {S, values.size() / S.values(), {}, std::move(values)};
  } else {
    auto boards = symbols_of(file.at("batch/x"));
    return {S, boards.size() / S.cells(), std::move(boards), {}};
  }
}

inline void read_corruption(named_tensors const& file, batch const&, gaussian_corruption& out) {
  out = {floats_of(file.at("batch/sigma")), floats_of(file.at("batch/noise"))};
}

/// The target is made here from the posterior, which the file has in double.
inline void read_corruption(named_tensors const& file, batch const& clean, exact_corruption& out) {
  read_corruption(file, clean, static_cast<gaussian_corruption&>(out));
  numbers const posterior = numbers_of(file.at("posterior")), boards = numbers_of(file.at("batch/training"));
  std::size_t const each = clean.shape.values(), count = boards.size() / each;
  out.target.assign(clean.size * each, 0.0);
  for (std::size_t i = 0; i < clean.size; ++i)
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t j = 0; j < each; ++j)
        out.target[i * each + j] += posterior[i * count + k] * boards[k * each + j];
}

inline void read_corruption(named_tensors const&, batch const&, no_corruption&) {}

inline void read_corruption(named_tensors const& file, batch const& clean, masked_corruption& out) {
  out.t.assign(clean.size, 1.0);
  if (file.contains("batch/t")) out.t = numbers_of(file.at("batch/t"));
  out.visible       = clean.boards;
  auto const hidden = file.at("batch/hidden").values<std::int64_t>();
  for (std::size_t j = 0; j < hidden.size(); ++j)
    if (hidden[j] != 0) out.visible[j] = no_token;
}

inline void read_corruption(named_tensors const& file, batch const& clean, redrawn_corruption& out) {
  out.t = numbers_of(file.at("batch/t"));
  if (!file.contains("w")) {
    double const rate = 1 - std::stod(file.note("eps"));
    for (double const t : out.t) {
      out.alpha.push_back(1 - rate * t);
      out.one_minus_alpha.push_back(rate * t);
      out.alpha_prime.push_back(-rate);
    }
    out.z = symbols_of(file.at("batch/corrupted"));
    out.soft.assign(clean.size, 0);
    return;
  }
  // The relaxed input is made here from x, gamma and noise: w in the file is rounded to single precision.
  out.alpha = numbers_of(file.at("alpha"));
  for (double const a : out.alpha)
    out.one_minus_alpha.push_back(1 - a);
  out.alpha_prime = numbers_of(file.at("alpha_prime"));
  out.z           = symbols_of(file.at("z"));
  out.soft.assign(clean.size, 1);
  numbers const gamma = numbers_of(file.at("gamma")), noise = numbers_of(file.at("batch/noise"));
  double const tau    = std::stod(file.note("tau"));
  std::size_t const n = clean.shape.cells(), symbols = clean.shape.alphabet;
  for (std::size_t cell = 0; cell < clean.boards.size(); ++cell) {
    double const g = gamma[cell / n], signal = std::sqrt(1 / (1 + std::exp(g))),
                 scale = std::sqrt(1 / (1 + std::exp(-g)));
    numbers e(symbols);
    double total = 0;
    for (std::size_t v = 0; v < symbols; ++v)
      total += e[v] = std::exp((signal * (v == clean.boards[cell]) + scale * noise[cell * symbols + v]) / tau);
    for (double const share : e)
      out.relaxed.push_back(static_cast<float>(share / total));
  }
}

/// The training case of a file.
template <data_shape S, Objective O>
[[nodiscard]] training_case<O> case_of(O const&, named_tensors const& file) {
  training_case<O> out{clean_of<S, O>(file), {}};
  read_corruption(file, out.clean, out.corruption);
  return out;
}

}  // namespace regula::golden::detail
