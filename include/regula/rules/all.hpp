// SPDX-License-Identifier: MIT
/// @file
/// All rules of the library, and what each states beyond the minimum of the Rule concept.
///
/// | rule | boards | clauses | population |
/// |---|---|---|---|
/// | `group_parity<D, G>` | the product of every run of G cells is +1 | `groups` | 2^(D - D/G) |
/// | `exact_k<D, K>` | exactly K cells hold symbol 1 | `count` | C(D, K) |
/// | `row_k<R, C, K>` | exactly K cells of every row hold symbol 1 | `rows` | C(C, K)^R |
///
/// All of them draw uniformly from their valid boards. A rule of your own needs nothing from here: see
/// concepts/rule.hpp.
#pragma once

#include <regula/rules/exact_k.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/row_k.hpp>
