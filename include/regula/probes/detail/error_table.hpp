// SPDX-License-Identifier: MIT
/// @file
/// Errors of a denoiser board by board and noise scale by noise scale.
#pragma once

#include <regula/data/board_set.hpp>
#include <regula/probes/detail/encoded_boards.hpp>
#include <regula/probes/mean_value.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula::detail {

/// Errors [boards, scales], each the mean over draws of noise.
struct error_table {
  std::size_t boards = 0, scales = 0;
  std::vector<double> errors = {};
};

/// What an error table is made of: board i draws its noise from streams(first_stream + i), scale by scale.
struct error_plan {
  std::span<double const> sigma;
  std::size_t draws;
  std::size_t boards;  ///< the first so many, at most
  stream_family streams;
  std::uint64_t first_stream;
};

/// Mean over the scales [first, last), of each board and then of all; of nothing where there is no scale or board.
[[nodiscard]] inline mean_value mean_of(error_table const& table, std::size_t first, std::size_t last) {
  running_mean over_boards;
  for (std::size_t i = 0; i < table.boards && first < last; ++i) {
    double sum = 0;
    for (std::size_t s = first; s < last; ++s)
      sum += table.errors[i * table.scales + s];
    over_boards.add(sum / static_cast<double>(last - first));
  }
  return over_boards.value();
}

/// Evaluates the model on all draws of up to 256 boards at a time.
template <std::size_t D, class V>
[[nodiscard]] error_table errors_of(V const& denoise,
                                    board_codes<D> const& codes,
                                    board_set<D> const& boards,
                                    error_plan const& plan) {
  constexpr std::size_t at_once = 256;
  std::size_t const n = std::min(plan.boards, boards.size()), scales = plan.sigma.size(), size = codes.values();
  error_table out{n, scales, std::vector<double>(n * scales)};
  std::vector<stream> streams;
  std::vector<double> clean, noisy, denoised;
  for (std::size_t first = 0; first < n; first += at_once) {
    std::size_t const count = std::min(at_once, n - first);
    streams.clear();
    clean.resize(count * size);
    noisy.resize(count * size);
    denoised.resize(count * size);
    for (std::size_t i = 0; i < count; ++i) {
      streams.push_back(plan.streams(plan.first_stream + first + i));
      codes.write(boards[first + i], std::span{clean}.subspan(i * size, size));
    }
    for (std::size_t s = 0; s < scales; ++s)
      for (std::size_t draw = 0; draw < plan.draws; ++draw) {
        for (std::size_t i = 0; i < count; ++i)
          fill_normal(streams[i], std::span{noisy}.subspan(i * size, size));
        for (std::size_t j = 0; j < noisy.size(); ++j)
          noisy[j] = clean[j] + plan.sigma[s] * noisy[j];
        denoise(std::span<double const>{noisy}, plan.sigma[s], std::span{denoised});
        for (std::size_t j = 0; j < noisy.size(); ++j) {
          double const d = denoised[j] - clean[j];
          out.errors[(first + j / size) * scales + s] += d * d / static_cast<double>(size * plan.draws);
        }
      }
  }
  return out;
}

}  // namespace regula::detail
