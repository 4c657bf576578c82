// SPDX-License-Identifier: MIT
/// @file
/// Umbrella of the LibTorch engine, target regula::torch: nets, losses, optimizers, and the engines torch_cpu and
/// torch_cuda.
#pragma once

#include <regula/core.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/engine.hpp>
#include <regula/torch/losses/denoising.hpp>
#include <regula/torch/losses/exact_score.hpp>
#include <regula/torch/losses/masked_diffusion.hpp>
#include <regula/torch/losses/next_token.hpp>
#include <regula/torch/losses/output_supervision.hpp>
#include <regula/torch/losses/squared_parity.hpp>
#include <regula/torch/losses/uniform_diffusion.hpp>
#include <regula/torch/nets/dit.hpp>
#include <regula/torch/nets/gpt.hpp>
#include <regula/torch/nets/net_of.hpp>
#include <regula/torch/nets/one_layer_transformer.hpp>
#include <regula/torch/nets/uddm.hpp>
#include <regula/torch/nets/uniform_attention_mlp.hpp>
#include <regula/torch/network.hpp>
#include <regula/torch/optimizer.hpp>
#include <regula/torch/torch_model.hpp>
#include <regula/torch/trainer.hpp>
