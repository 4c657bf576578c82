// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/elementary_test.cpp"
