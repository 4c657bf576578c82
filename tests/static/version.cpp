// SPDX-License-Identifier: MIT
/// @file
/// The umbrella gives the version, as three numbers with dots between.
#include <regula/core.hpp>

#include <algorithm>

static_assert(std::ranges::count(regula::version, '.') == 2);
static_assert(std::ranges::all_of(regula::version, [](char c) { return c == '.' || (c >= '0' && c <= '9'); }));
static_assert(regula::version.front() != '.' && regula::version.back() != '.');
