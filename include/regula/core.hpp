// SPDX-License-Identifier: MIT
/// @file
/// Umbrella of the vocabulary: concepts, rules, oracles, specs, objectives, samplers, probes, composition, training,
/// clocks. It reaches neither LibTorch nor JSON; run folders are in regula/runs/, files in regula/io/, engines in their
/// own.
#pragma once

#include <regula/clocks/onset.hpp>
#include <regula/clocks/power_law.hpp>
#include <regula/clocks/window.hpp>
#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/model.hpp>
#include <regula/concepts/objective.hpp>
#include <regula/concepts/probe.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/concepts/trains.hpp>
#include <regula/data/split.hpp>
#include <regula/error.hpp>
#include <regula/models/dit.hpp>
#include <regula/models/gpt.hpp>
#include <regula/models/one_layer_transformer.hpp>
#include <regula/models/presets.hpp>
#include <regula/models/tensor_spec.hpp>
#include <regula/models/uddm.hpp>
#include <regula/models/uniform_attention_mlp.hpp>
#include <regula/objectives/data_rms.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/objectives/encoding.hpp>
#include <regula/objectives/one_hot.hpp>
#include <regula/objectives/scalar.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/pipeline/examine.hpp>
#include <regula/pipeline/schedule.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/pipeline/train.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/rule_accuracy.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/all.hpp>
#include <regula/samplers/heun.hpp>
#include <regula/version.hpp>
