// SPDX-License-Identifier: MIT
// A spec whose heads are a member of its values, so that no objective can be matched with it at compile time.
#include <regula/concepts/model.hpp>

struct candidate {
#ifdef REGULA_REPAIRED
  static constexpr regula::head_set heads = {regula::head::denoiser};
#else
  regula::head_set heads = {regula::head::denoiser};
#endif
  static constexpr std::size_t parameter_count(regula::data_shape shape) { return shape.values(); }
};

static_assert(regula::check_model<candidate>());
