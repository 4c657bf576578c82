// SPDX-License-Identifier: MIT
// A model of a user's own on the native engine, which has a net for the library's specs only.
#include <regula/native.hpp>

namespace rg = regula;

struct my_model {
  static constexpr rg::head_set heads = {rg::head::denoiser};
  static constexpr std::size_t parameter_count(rg::data_shape) { return 1; }
};

#ifdef REGULA_REPAIRED
using model = rg::dit<rg::size{.width = 16, .depth = 1, .heads = 2}>;
#else
using model = my_model;
#endif

auto trainer() {
  return rg::native{}.trainer(rg::compose(rg::group_parity<12, 3>{}, model{}, rg::denoising{}), rg::settings{});
}
