// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/nets/gpt_test.cpp"
