// SPDX-License-Identifier: MIT
// The unit test, built for this width.
#include "unit/native/nets/dit_net_test.cpp"
