// SPDX-License-Identifier: MIT
/// @file
/// What laws ask of the results of probes: where two differ, and which rates one holds.
#pragma once

#include <regula/probes/rate.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula::laws::detail {

/// Lists of this many elements go along with the samples, which stand in the opposite order in the second result.
struct reversed_lists {
  std::size_t length;
};

inline constexpr reversed_lists none_reversed{0};

/// Calls visit(name, value) for the members of a struct.
template <class T>
void for_each_member(T const& value, auto const& visit) {
  boost::hana::for_each(boost::hana::accessors<T>(), [&](auto const& member) {
    visit(std::string{boost::hana::to<char const*>(boost::hana::first(member))}, boost::hana::second(member)(value));
  });
}

template <class T>
bool differ(T const& a, T const& b, std::string& where, reversed_lists lists);

template <class T>
bool lists_differ(T const& a, T const& b, std::string& where, reversed_lists lists) {
  auto const n = static_cast<std::size_t>(std::ranges::distance(a));
  if (n != static_cast<std::size_t>(std::ranges::distance(b))) return true;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const j = lists.length > 0 && n == lists.length ? n - 1 - i : i;
    auto const &x       = *std::ranges::next(std::ranges::begin(a), static_cast<std::ptrdiff_t>(i)),
               &y       = *std::ranges::next(std::ranges::begin(b), static_cast<std::ptrdiff_t>(j));
    std::string inner;
    if (!differ(x, y, inner, none_reversed)) continue;
    where += '[' + std::to_string(i) + ']' + inner;
    return true;
  }
  return false;
}

/// True if two results are not the same; NaN is the same as NaN. `where` then names the member.
template <class T>
bool differ(T const& a, T const& b, std::string& where, reversed_lists lists) {
  if constexpr (std::is_floating_point_v<T>) {
    return !(a == b || (std::isnan(a) && std::isnan(b)));
  } else if constexpr (boost::hana::Struct<T>::value) {
    bool found = false;
    std::string at;
    boost::hana::for_each(boost::hana::accessors<T>(), [&](auto const& member) {
      auto const get = boost::hana::second(member);
      std::string inner;
      if (found || !differ(get(a), get(b), inner, lists)) return;
      found = true;
      at    = '.' + std::string{boost::hana::to<char const*>(boost::hana::first(member))} + inner;
    });
    where += at;
    return found;
  } else if constexpr (std::convertible_to<T const&, std::string_view>) {
    return lists_differ(std::string_view{a}, std::string_view{b}, where, lists);
  } else if constexpr (std::ranges::forward_range<T const>) {
    return lists_differ(a, b, where, lists);
  } else {
    static_assert(std::equality_comparable<T>,
                  "[regula:J0] a result holds numbers, names and structs: adapt this type by BOOST_HANA_ADAPT_STRUCT");
    return !(a == b);
  }
}

/// A rate of a result and the name of its place.
using named_rate = std::pair<std::string, rate>;

/// All rates of a result, in its order.
template <class T>
void collect_rates(T const& value, std::string const& name, std::vector<named_rate>& out) {
  if constexpr (std::is_same_v<T, rate>) {
    out.emplace_back(name, value);
  } else if constexpr (std::is_same_v<T, family_rate>) {
    out.emplace_back(name + '.' + value.family, value.clauses);
  } else if constexpr (boost::hana::Struct<T>::value) {
    for_each_member(
        value, [&](std::string const& member, auto const& held) { collect_rates(held, name + '.' + member, out); });
  } else if constexpr (!std::convertible_to<T const&, std::string_view> && std::ranges::forward_range<T const>) {
    std::size_t i = 0;
    for (auto const& element : value)
      collect_rates(element, name + '[' + std::to_string(i++) + ']', out);
  }
}

}  // namespace regula::laws::detail
