// SPDX-License-Identifier: MIT
/// @file
/// The relation between objectives and models: an objective trains a model that offers the head it needs.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/objective.hpp>

namespace regula {

/// True if model M offers the head that objective O needs.
template <class O, class M>
concept Trains = Objective<O> && Model<M> && requires { requires M::heads.contains(O::needs); };

}  // namespace regula
