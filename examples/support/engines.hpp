// SPDX-License-Identifier: MIT
/// @file
/// The engine that an option names, of those that the build found.
#pragma once

#include <regula/native.hpp>
#include <regula/regula.hpp>

#include "program.hpp"

namespace example {

/// Calls f with the engine of that name.
template <class F>
void with_engine(common_options const& o, F const& f) {
  if (o.engine == "native") return f(regula::native{.threads = o.threads});
#ifdef REGULA_HAS_TORCH
  if (o.engine == "torch") return f(regula::torch_cpu{.threads = o.threads});
#ifdef REGULA_HAS_CUDA
  if (o.engine == "torch-cuda") return f(regula::torch_cuda{});
#endif
#endif
  throw regula::range_error("--engine: this program was built without " + o.engine);
}

}  // namespace example
