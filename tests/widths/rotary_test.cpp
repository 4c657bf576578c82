// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/layers/rotary_test.cpp"
