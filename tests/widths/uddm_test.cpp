// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/nets/uddm_test.cpp"
