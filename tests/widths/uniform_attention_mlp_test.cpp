// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/nets/uniform_attention_mlp_test.cpp"
