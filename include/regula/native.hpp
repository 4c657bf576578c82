// SPDX-License-Identifier: MIT
/// @file
/// Umbrella of the native engine: the vocabulary, the engine and its nets; training on the CPU without any framework.
#pragma once

#include <regula/core.hpp>
#include <regula/native/engine.hpp>
#include <regula/native/nets/dit_net.hpp>
#include <regula/native/nets/gpt_net.hpp>
#include <regula/native/nets/one_layer_transformer_net.hpp>
#include <regula/native/nets/uddm_net.hpp>
#include <regula/native/nets/uniform_attention_mlp_net.hpp>
