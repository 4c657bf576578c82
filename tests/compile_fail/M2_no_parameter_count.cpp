// SPDX-License-Identifier: MIT
// A spec that does not count its parameters.
#include <regula/concepts/model.hpp>

struct candidate {
  static constexpr regula::head_set heads = {regula::head::denoiser};
#ifdef REGULA_REPAIRED
  static constexpr std::size_t parameter_count(regula::data_shape shape) { return shape.values(); }
#endif
};

static_assert(regula::check_model<candidate>());
