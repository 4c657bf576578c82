// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/objectives/empirical_denoiser.hpp>
#include <regula/objectives/one_hot.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("empirical_denoiser: posterior and mean of the reference") {
  auto const file     = read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/exact_score.safetensors");
  auto const boards   = file.at("batch/training").values<float>();
  auto const x        = file.at("batch/x").values<float>();
  auto const sigma    = file.at("batch/sigma").values<float>();
  auto const noise    = file.at("batch/noise").values<float>();
  auto const expected = file.at("posterior").values<double>();
  auto const target   = file.at("target").values<float>();
  data_shape const shape{{2, 6}, 1, 2};
  std::vector<token> symbols;
  for (float const v : boards)
    symbols.push_back(v > 0 ? 1 : 0);
  empirical_denoiser const denoise{pm1{}, symbols, shape};
  REQUIRE(denoise.size() == 8);
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    std::vector<double> noisy(12), mean(12);
    for (std::size_t j = 0; j < 12; ++j)
      noisy[j] =
          static_cast<double>(x[i * 12 + j]) + static_cast<double>(sigma[i]) * static_cast<double>(noise[i * 12 + j]);
    auto const p = denoise.posterior(noisy, static_cast<double>(sigma[i]));
    for (std::size_t k = 0; k < 8; ++k)
      CHECK(std::abs(p[k] - expected[i * 8 + k]) < 1e-12);
    denoise(noisy, static_cast<double>(sigma[i]), mean);
    for (std::size_t j = 0; j < 12; ++j)
      CHECK(std::abs(mean[j] - static_cast<double>(target[i * 12 + j])) < 1e-7);
  }
}

TEST_CASE("empirical_denoiser: of many channels and repeated boards it is the empirical oracle's, also far away") {
  stream rng{2, purpose::test, 0, 0};
  board_set<6> boards;
  std::vector<token> symbols;
  for (int k = 0; k < 9; ++k) {
    std::array<token, 6> board;
    for (token& v : board)
      v = pick(rng, token{3});
    for (int copies = k == 0 ? 3 : 1; copies > 0; --copies) {
      boards.push_back(board);
      symbols.insert(symbols.end(), board.begin(), board.end());
    }
  }
  one_hot_zero_mean const encoding;
  empirical_denoiser const ours{encoding, symbols, {{2, 3}, 3, 3}};
  oracle_denoiser const right{empirical<6, 3>{boards}, encoding};
  std::vector<double> x(18), mean(18), expected(18);
  for (double const sigma : {0.01, 0.5, 3.0, 80.0}) {
    fill_normal(rng, std::span{x});
    for (double& v : x)
      v *= sigma + 1;
    ours(x, sigma, mean);
    right(std::span<double const>{x}, sigma, std::span{expected});
    for (std::size_t j = 0; j < 18; ++j)
      CHECK(std::abs(mean[j] - expected[j]) < 1e-12);
  }
}

TEST_CASE("empirical_denoiser: boards that are none are refused") {
  data_shape const shape{{1, 3}, 1, 2};
  CHECK_THROWS_WITH_AS((empirical_denoiser{pm1{}, std::vector<token>{0, 1}, shape}),
                       "empirical_denoiser: expected boards of 3 cells, at least one, got 2 symbols",
                       shape_error);
  CHECK_THROWS_AS((empirical_denoiser{pm1{}, std::vector<token>{}, shape}), shape_error);
  CHECK_THROWS_WITH_AS((empirical_denoiser{pm1{}, std::vector<token>{0, 1, 2}, shape}),
                       "empirical_denoiser: expected symbols below 2, got 2",
                       range_error);
}

}  // namespace
