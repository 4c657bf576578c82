// SPDX-License-Identifier: MIT
/// @file
/// The relations between objectives and models: what can be evaluated with an objective, and what it can train.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/objective.hpp>

namespace regula {

/// True if M offers the head that objective O needs, so that it can be sampled and measured with it. M is a network
/// spec or an oracle, which has nothing to train.
template <class O, class M>
concept Evaluates = Objective<O> && OffersHeads<M> && requires { requires M::heads.contains(O::needs); };

/// True if model M offers the head that objective O needs, and has parameters.
template <class O, class M>
concept Trains = Model<M> && Evaluates<O, M>;

}  // namespace regula
