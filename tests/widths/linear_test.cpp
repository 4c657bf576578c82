// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/layers/linear_test.cpp"
