// SPDX-License-Identifier: MIT
/// @file
/// All rules of the library, and what each states beyond the minimum of the Rule concept.
///
/// | rule | boards | clauses | population | exact by |
/// |---|---|---|---|---|
/// | `group_parity<D, G>` | the product of every run of G cells is +1 | `groups` | 2^(D - D/G) | automaton |
/// | `exact_k<D, K>` | exactly K cells hold symbol 1 | `count` | C(D, K) | automaton |
/// | `row_k<R, C, K>` | exactly K cells of every row hold symbol 1 | `rows` | C(C, K)^R | automaton |
/// | `row_variable_k<R, C, Ks...>` | every row has one of Ks symbols 1; not uniform | `rows` | counted | automaton |
/// | `global_k<R, C, Ks...>` | all rows have the same one of Ks; not uniform | `rows`, `shared` | counted | automaton |
/// | `k_parity<Bits, K>` | the label is the product of K secret cells | `label` | 2^Bits | automaton |
/// | `row_only<N>` | every row is a permutation | `rows` | (N!)^N | automaton |
/// | `latin_square<N>` | every row and column is a permutation | `rows`, `cols` | up to N = 11 | table, N <= 5 |
/// | `isotopy_latin_square<N>` | as above, isotopes of the cyclic square only | `rows`, `cols` | of what it draws | - |
/// | `sudoku<N, R, C>` | and every box of R x C cells | `rows`, `cols`, `boxes` | N = 4, 6, 8, 9 | table, N = 4 |
/// | `isotopy_sudoku<N, R, C>` | as above, isotopes of the cyclic square only | the same | N = 4, 6 | - |
/// | `token_corpus<D, V>` | windows of a corpus, as often as they occur | - | different windows | `table()` |
///
/// Rules are made of rules by `both`, `either`, `but_not` (combine.hpp), `relabel` and `on_cells`; `tabled` makes a
/// table of any small rule, `table_rule` a rule of any list of boards, `automaton_rule` one of any automaton. They draw
/// uniformly from their valid boards unless the table or their own page says otherwise. A rule of your own needs
/// nothing from here: see concepts/rule.hpp; as an automaton, see rules/automaton.hpp.
#pragma once

#include <regula/rules/automaton.hpp>
#include <regula/rules/combine.hpp>
#include <regula/rules/exact_k.hpp>
#include <regula/rules/global_k.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/isotopy_latin_square.hpp>
#include <regula/rules/isotopy_sudoku.hpp>
#include <regula/rules/k_parity.hpp>
#include <regula/rules/latin_square.hpp>
#include <regula/rules/on_cells.hpp>
#include <regula/rules/relabel.hpp>
#include <regula/rules/row_k.hpp>
#include <regula/rules/row_only.hpp>
#include <regula/rules/row_variable_k.hpp>
#include <regula/rules/sudoku.hpp>
#include <regula/rules/table.hpp>
#include <regula/rules/token_corpus.hpp>
