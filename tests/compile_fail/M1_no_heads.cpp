// SPDX-License-Identifier: MIT
// A spec that does not say which heads it offers.
#include <regula/concepts/model.hpp>

struct candidate {
#ifdef REGULA_REPAIRED
  static constexpr regula::head_set heads = {regula::head::denoiser};
#endif
  static constexpr std::size_t parameter_count(regula::data_shape shape) { return shape.values(); }
};

static_assert(regula::check_model<candidate>());
