// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/layers/noise_condition_test.cpp"
