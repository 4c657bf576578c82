// SPDX-License-Identifier: MIT
/// @file
/// Every golden file of networks and the model that it is of: one list for every engine.
#pragma once

#include <regula/models/dit.hpp>
#include <regula/models/gpt.hpp>
#include <regula/models/one_layer_transformer.hpp>
#include <regula/models/uddm.hpp>
#include <regula/models/uniform_attention_mlp.hpp>
#include <regula/testing/golden.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <initializer_list>
#include <string>

namespace regula::test {

/// Compares an engine with files of one model and shape.
template <Model M, data_shape S, class E>
void check_files(E const& engine, std::initializer_list<char const*> names) {
  for (char const* const name : names)
    for (std::string const& sentence :
         golden::check<M, S>(engine, std::filesystem::path{REGULA_GOLDEN_DIR} / (std::string{name} + ".safetensors")))
      FAIL_CHECK(sentence);
}

template <class E>
void check_dit_files(E const& engine) {
  check_files<dit<size{.width = 16, .depth = 2, .heads = 2}>, data_shape{{2, 6}, 1, 2}>(
      engine, {"dit_bits", "heun", "exact_score"});
  check_files<dit<size{.width = 24, .depth = 1, .heads = 3}>, data_shape{{4, 4}, 4, 4}>(engine, {"dit_onehot"});
}

template <class E>
void check_causal_gpt_files(E const& engine) {
  check_files<gpt<size{.width = 16, .depth = 2, .heads = 2}>, data_shape{{1, 10}, 1, 2}>(
      engine, {"gpt_next_token", "next_token"});
}

template <class E>
void check_bidirectional_gpt_files(E const& engine) {
  constexpr auto both = attention::bidirectional;
  check_files<gpt<size{.width = 16, .depth = 2, .heads = 4, .attends = both}>, data_shape{{1, 9}, 1, 3}>(
      engine, {"bidirectional_masked", "masked_schedules"});
  check_files<gpt<size{.width = 16, .depth = 2, .heads = 2, .attends = both}>, data_shape{{1, 7}, 1, 2}>(
      engine, {"label_only", "sgd_and_decay"});
}

template <class E>
void check_uddm_files(E const& engine) {
  constexpr size small{.width = 16, .depth = 2, .heads = 2, .condition = 12};
  check_files<uddm<small>, data_shape{{1, 8}, 1, 5}>(engine, {"uddm_uniform"});
  check_files<uddm<small>, data_shape{{1, 7}, 1, 5}>(engine, {"uddm_soft"});
  check_files<uddm_masked<small>, data_shape{{1, 8}, 1, 5}>(engine, {"uddm_masked"});
}

template <class E>
void check_uniform_attention_files(E const& engine) {
  check_files<uniform_attention_mlp<reduced{.hidden = 20}>, data_shape{{1, 7}, 1, 2}>(engine, {"parity_mlp"});
  check_files<uniform_attention_mlp<reduced{.hidden = 16, .mean = true, .bias = true}>, data_shape{{1, 6}, 1, 2}>(
      engine, {"uniform_attention"});
}

template <class E>
void check_one_layer_files(E const& engine) {
  check_files<one_layer_transformer<reduced{.hidden = 14}>, data_shape{{1, 6}, 1, 2}>(engine, {"one_layer"});
}

template <class E>
void check_reduced_files(E const& engine) {
  check_uniform_attention_files(engine);
  check_one_layer_files(engine);
}

}  // namespace regula::test
