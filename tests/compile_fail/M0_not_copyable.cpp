// SPDX-License-Identifier: MIT
// A spec that cannot be copied.
#include <regula/concepts/model.hpp>

struct candidate {
#ifndef REGULA_REPAIRED
  candidate()                 = default;
  candidate(candidate const&) = delete;
#endif
  static constexpr regula::head_set heads = {regula::head::denoiser};
  static constexpr std::size_t parameter_count(regula::data_shape shape) { return shape.values(); }
};

static_assert(regula::check_model<candidate>());
