// SPDX-License-Identifier: MIT
/// @file
/// Settings read back from JSON: the inverse of regula/runs/json.hpp, with an error that names the member at fault.
#pragma once

#include <regula/error.hpp>
#include <regula/runs/json.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace regula {

/// Reads `from` into `to`, the inverse of `to_json`. `where` names the value in errors: "settings.rate.base".
///
/// Errors    throws range_error naming the value, what was expected and what is there; members missing or unknown are
///           errors too
template <class T>
void read_json(json const& from, T& to, std::string const& where);

/// The settings of a value that was written by `to_json`.
template <class T>
[[nodiscard]] T read_json(json const& from, std::string const& where) {
  T out{};
  read_json(from, out, where);
  return out;
}

namespace detail {

[[noreturn]] inline void refuse_json(std::string const& where, std::string_view expected, json const& found) {
  throw range_error(fmt::format("{}: expected {}, got {}", where, expected, text_of(found).substr(0, 80)));
}

template <class E>
void read_enum(json const& from, E& to, std::string const& where) {
  std::string names;
  for (int i = 0; i < 64; ++i) {
    auto const candidate = static_cast<E>(i);
    if (name_of(candidate) == "unknown") break;
    if (from.is_string() && from.template get_ref<std::string const&>() == name_of(candidate)) {
      to = candidate;
      return;
    }
    names += (i == 0 ? "" : ", ") + std::string{name_of(candidate)};
  }
  refuse_json(where, "one of " + names, from);
}

template <class N>
void read_number(json const& from, N& to, std::string const& where) {
  if constexpr (std::is_same_v<N, bool>) {
    if (!from.is_boolean()) refuse_json(where, "true or false", from);
    to = from.template get<bool>();
  } else if constexpr (std::is_floating_point_v<N>) {
    if (!from.is_number()) refuse_json(where, "a number", from);
    to = from.template get<N>();
  } else {
    if (!from.is_number_unsigned() || from.template get<std::uint64_t>() > std::numeric_limits<N>::max())
      refuse_json(where, "a whole number", from);
    to = from.template get<N>();
  }
}

template <class... Ts>
void read_variant(json const& from, std::variant<Ts...>& to, std::string const& where) {
  bool found         = false;
  auto const attempt = [&]<class A>(A alternative) {
    std::string const name{last_word(type_name<A>())};
    if (found || !from.is_object() || from.size() != 1 || !from.contains(name)) return;
    read_json(from.at(name), alternative, where + '.' + name);
    to    = std::move(alternative);
    found = true;
  };
  (attempt(Ts{}), ...);
  if (!found) refuse_json(where, "an object with the name of one alternative", from);
}

template <class T>
void read_struct(json const& from, T& to, std::string const& where) {
  if (!from.is_object()) refuse_json(where, "an object", from);
  std::size_t members = 0;
  boost::hana::for_each(boost::hana::accessors<T>(), [&](auto const& member) {
    std::string const name = boost::hana::to<char const*>(boost::hana::first(member));
    require(from.contains(name), "{}: expected a member '{}', got none", where, name);
    read_json(from.at(name), boost::hana::second(member)(to), where + '.' + name);
    ++members;
  });
  std::size_t const given = from.size() - (from.contains("name") ? 1 : 0);  // a part's name stands before its members
  require(given == members, "{}: expected {} members, got {}", where, members, given);
}

}  // namespace detail

/// A range whose end is null has none.
inline void read_json(json const& from, step_range& to, std::string const& where) {
  json given = from;
  if (given.is_object() && given.contains("end") && given["end"].is_null()) given["end"] = step_range::unbounded;
  detail::read_struct(given, to, where);
}

template <class T>
void read_json(json const& from, T& to, std::string const& where) {
  if constexpr (std::is_enum_v<T>) {
    detail::read_enum(from, to, where);
  } else if constexpr (std::is_arithmetic_v<T>) {
    detail::read_number(from, to, where);
  } else if constexpr (detail::is_optional<T>) {
    to.reset();
    if (!from.is_null()) read_json(from, to.emplace(), where);
  } else if constexpr (detail::is_variant<T>) {
    detail::read_variant(from, to, where);
  } else if constexpr (boost::hana::Struct<T>::value) {
    detail::read_struct(from, to, where);
  } else {
    if (!from.is_array()) detail::refuse_json(where, "a list", from);
    to.clear();
    for (std::size_t i = 0; i < from.size(); ++i)
      read_json(from[i], to.emplace_back(), where + '[' + std::to_string(i) + ']');
  }
}

}  // namespace regula
