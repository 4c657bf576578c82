// SPDX-License-Identifier: MIT
/// @file
/// Values of the library as JSON: numbers, names, rates, descriptions, and any struct that Boost.Hana can look into.
#pragma once

#include <regula/probes/rate.hpp>
#include <regula/runs/reflect.hpp>
#include <regula/runs/reflect_masked.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace regula {

/// JSON whose objects keep the order in which members were added.
using json = nlohmann::ordered_json;

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_variant = false;
template <class... Ts>
inline constexpr bool is_variant<std::variant<Ts...>> = true;

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) {
  { name_of(e) } -> std::convertible_to<std::string_view>;
};

/// A name without its namespaces: `adam` for `regula::adam`.
[[nodiscard]] constexpr std::string_view last_word(std::string_view name) {
  auto const at = name.substr(0, name.find('<')).rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

}  // namespace detail

/// A value as JSON.
///
/// | value | JSON |
/// |---|---|
/// | number, truth value, text | itself; NaN and infinities are null, which JSON lacks otherwise |
/// | enumeration | the text of its `name_of` |
/// | optional | null or its value |
/// | variant | an object of one member, named by the alternative: `{"adam": {...}}` |
/// | range | an array |
/// | struct adapted by Boost.Hana | an object of its members, after its `name` if the type states one |
///
/// Types with a meaning of their own have overloads below; a type of your own may have one in its namespace.
/// Codes     J0 J1 (docs/diagnostics.md)
template <class T>
[[nodiscard]] json to_json(T const& value);

/// The members of a struct, without its name.
template <class T>
  requires(boost::hana::Struct<T>::value)
[[nodiscard]] json members_json(T const& value) {
  json out = json::object();
  boost::hana::for_each(boost::hana::accessors<T>(), [&](auto const& member) {
    out[boost::hana::to<char const*>(boost::hana::first(member))] = to_json(boost::hana::second(member)(value));
  });
  return out;
}

template <class T>
json to_json(T const& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isfinite(value) ? json(static_cast<double>(value)) : json(nullptr);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else if constexpr (std::convertible_to<T const&, std::string_view>) {
    return std::string{std::string_view{value}};
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(detail::NamedEnum<T>, "[regula:J1] an enumeration in a record has 'std::string_view name_of(E)'");
    if constexpr (detail::NamedEnum<T>) return std::string{name_of(value)};
  } else if constexpr (detail::is_optional<T>) {
    return value ? to_json(*value) : json(nullptr);
  } else if constexpr (detail::is_variant<T>) {
    json out = json::object();
    std::visit([&out]<class A>(
                   A const& chosen) { out[std::string{detail::last_word(detail::type_name<A>())}] = to_json(chosen); },
               value);
    return out;
  } else if constexpr (boost::hana::Struct<T>::value) {
    json out = json::object();
    if constexpr (requires { std::string_view{T::name}; }) out["name"] = std::string{T::name};
    out.update(members_json(value));
    return out;
  } else if constexpr (std::ranges::input_range<T const>) {
    json out = json::array();
    for (auto const& element : value)
      out.push_back(to_json(element));
    return out;
  } else {
    static_assert(boost::hana::Struct<T>::value,
                  "[regula:J0] a record holds numbers, names and structs: adapt this type by BOOST_HANA_ADAPT_STRUCT");
  }
}

/// Count, total and share, so that no rate loses its denominator.
[[nodiscard]] inline json to_json(rate const& r) {
  return {{"count", r.count}, {"total", r.total}, {"share", to_json(r.share())}};
}

/// An object with one rate a family.
[[nodiscard]] inline json to_json(std::vector<family_rate> const& families) {
  json out = json::object();
  for (family_rate const& f : families)
    out[f.family] = to_json(f.clauses);
  return out;
}

/// Structs that are named by their member `family`: an object with the other members of each.
template <class T>
  requires(boost::hana::Struct<T>::value && requires(T const& t) { std::string_view{t.family}; })
[[nodiscard]] json to_json(std::vector<T> const& families) {
  json out = json::object();
  for (T const& f : families) {
    json members = members_json(f);
    members.erase("family");
    out[f.family] = std::move(members);
  }
  return out;
}

/// A whole number, a real one or a text.
[[nodiscard]] inline json to_json(parameter_value const& v) {
  switch (v.type()) {
    case parameter_value::kind::whole:
      return v.whole();
    case parameter_value::kind::real:
      return to_json(v.real());
    case parameter_value::kind::word:
      break;
  }
  return std::string{v.word()};
}

[[nodiscard]] inline json to_json(description const& d) {
  json parameters = json::object();
  for (parameter const& p : d.parameters)
    if (p.in_list)
      parameters[std::string{p.name}].push_back(to_json(p.value));
    else
      parameters[std::string{p.name}] = to_json(p.value);
  json out{{"name", d.name}, {"version", d.version}, {"parameters", std::move(parameters)}};
  for (description const& part : d.parts)
    out["parts"].push_back(to_json(part));
  return out;
}

/// The exact size as text, because readers may not have 64-bit numbers; null beyond 64 bits.
[[nodiscard]] inline json to_json(population_size const& p) {
  return {{"exact", p.exact ? json(std::to_string(*p.exact)) : json(nullptr)}, {"log2", to_json(p.log2)}};
}

/// A range without end ends at null.
[[nodiscard]] inline json to_json(step_range const& r) {
  json out = members_json(r);
  if (r.end == step_range::unbounded) out["end"] = nullptr;
  return out;
}

/// A part of a plan: its description, and its settings if it has any that Boost.Hana can look into.
template <class P>
[[nodiscard]] json part_json(P const& part) {
  json out = to_json(describe(part));
  static_assert(!Objective<P> || boost::hana::Struct<P>::value || Described<P> || std::is_empty_v<P>,
                "[regula:J0] a record holds the settings of an objective, or another one could go on with its "
                "checkpoints: adapt it by BOOST_HANA_ADAPT_STRUCT");
  if constexpr (boost::hana::Struct<P>::value) out["settings"] = members_json(part);
  return out;
}

/// The text of a JSON value: bytes that are not UTF-8 become the replacement character.
[[nodiscard]] inline std::string text_of(json const& value, int indent = -1) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace regula
