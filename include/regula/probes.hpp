// SPDX-License-Identifier: MIT
/// @file
/// All probes. Each has a header of its own, which compiles sooner.
#pragma once

#include <regula/probes/basin_profile.hpp>
#include <regula/probes/bits_per_cell.hpp>
#include <regula/probes/board_loss.hpp>
#include <regula/probes/conditional_entropy.hpp>
#include <regula/probes/denoising_error.hpp>
#include <regula/probes/effective_loss.hpp>
#include <regula/probes/entropy_gap.hpp>
#include <regula/probes/feature_energy.hpp>
#include <regula/probes/fixed_point.hpp>
#include <regula/probes/innovation.hpp>
#include <regula/probes/label_accuracy.hpp>
#include <regula/probes/mask_regimes.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/oracle_errors.hpp>
#include <regula/probes/pattern_memory.hpp>
#include <regula/probes/recovery.hpp>
#include <regula/probes/rule_accuracy.hpp>
#include <regula/probes/sample_states.hpp>
#include <regula/probes/token_loss_by_cell.hpp>
#include <regula/probes/trajectories.hpp>
#include <regula/probes/vector_field.hpp>
