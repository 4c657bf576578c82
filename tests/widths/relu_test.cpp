// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/layers/relu_test.cpp"
