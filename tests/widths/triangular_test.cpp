// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/triangular_test.cpp"
