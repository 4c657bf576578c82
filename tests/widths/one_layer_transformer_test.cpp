// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/nets/one_layer_transformer_test.cpp"
