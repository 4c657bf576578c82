// SPDX-License-Identifier: MIT
// A net that does not say how a sample that is not there is read.
#include <regula/native/nets/dit.hpp>
#include <regula/native/trainer.hpp>

namespace nn = regula::nn;

struct candidate : nn::dit<nn::simd<float>, nn::dit_shape{8, 1, 2, 2, 3, 1}, 2> {
#ifndef REGULA_REPAIRED
 private:
  static void clear_input();
#endif
};

std::size_t bytes() { return nn::trainer<candidate>::bytes(1, 2, false); }
