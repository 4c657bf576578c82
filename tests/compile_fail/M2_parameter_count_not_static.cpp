// SPDX-License-Identifier: MIT
// A spec that counts its parameters by a member function of a value.
#include <regula/concepts/model.hpp>

struct candidate {
  static constexpr regula::head_set heads = {regula::head::denoiser};
#ifdef REGULA_REPAIRED
  static
#endif
      constexpr std::size_t
      parameter_count(regula::data_shape shape) {
    return shape.values();
  }
};

static_assert(regula::check_model<candidate>());
