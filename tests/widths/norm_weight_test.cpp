// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/layers/norm_weight_test.cpp"
