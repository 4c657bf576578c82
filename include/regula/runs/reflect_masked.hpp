// SPDX-License-Identifier: MIT
/// @file
/// The objectives on symbols, and the laws of their masking time, as Boost.Hana sees them: what a record writes down.
#pragma once

#include <regula/objectives/masked_diffusion.hpp>
#include <regula/objectives/masking.hpp>
#include <regula/objectives/next_token.hpp>
#include <regula/objectives/output_supervision.hpp>
#include <regula/objectives/squared_parity.hpp>
#include <regula/objectives/t_laws.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace regula {

struct t_beta;  // its header needs Boost.Math, which a record does not

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(mask_weight w) {
  switch (w) {
    case mask_weight::inverse_t:
      return "inverse_t";
    case mask_weight::none:
      return "none";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(mask_normalizer n) {
  switch (n) {
    case mask_normalizer::cells:
      return "cells";
    case mask_normalizer::hidden:
      return "hidden";
    case mask_normalizer::none:
      return "none";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(t_draw d) {
  switch (d) {
    case t_draw::stratified:
      return "stratified";
    case t_draw::independent:
      return "independent";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(empty_masks e) {
  switch (e) {
    case empty_masks::kept:
      return "kept";
    case empty_masks::skipped:
      return "skipped";
  }
  return "unknown";
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::t_window, lo, hi);
BOOST_HANA_ADAPT_STRUCT(regula::fixed_t, t);
BOOST_HANA_ADAPT_STRUCT(regula::t_mixture, share, first, second);
BOOST_HANA_ADAPT_STRUCT(regula::t_anneal, start, end, steps);
BOOST_HANA_ADAPT_STRUCT(regula::t_cosine);
BOOST_HANA_ADAPT_STRUCT(regula::squared_parity, t, draw, floor, empty);
BOOST_HANA_ADAPT_STRUCT(regula::next_token);

namespace boost::hana {

template <>
struct accessors_impl<regula::t_beta> {
  static constexpr auto apply() {
    return make_tuple(make_pair(BOOST_HANA_STRING("a"), [](auto const& law) { return law.a; }),
                      make_pair(BOOST_HANA_STRING("b"), [](auto const& law) { return law.b; }));
  }
};

/// The last cell is written as null.
template <>
struct accessors_impl<regula::output_supervision> {
  static constexpr auto apply() {
    using of = regula::output_supervision;
    return make_tuple(make_pair(BOOST_HANA_STRING("label_cell"), [](of const& o) {
      return o.label_cell == of::last ? std::nullopt : std::optional<std::size_t>{o.label_cell};
    }));
  }
};

template <class Law>
struct accessors_impl<regula::masked_diffusion<Law>> {
  static constexpr auto apply() {
    using of = regula::masked_diffusion<Law>;
    return make_tuple(make_pair(BOOST_HANA_STRING("t"), [](of const& o) { return o.t; }),
                      make_pair(BOOST_HANA_STRING("weight"), [](of const& o) { return o.weight; }),
                      make_pair(BOOST_HANA_STRING("normalizer"), [](of const& o) { return o.normalizer; }),
                      make_pair(BOOST_HANA_STRING("draw"), [](of const& o) { return o.draw; }),
                      make_pair(BOOST_HANA_STRING("floor"), [](of const& o) { return o.floor; }),
                      make_pair(BOOST_HANA_STRING("empty"), [](of const& o) { return o.empty; }));
  }
};

}  // namespace boost::hana
