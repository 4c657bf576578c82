// SPDX-License-Identifier: MIT
/// @file
/// The name of a type as the compiler writes it, for records of parts that state no name.
#pragma once

#include <string_view>

namespace regula::detail {

/// `ns::palindrome<16>` for `type_name<ns::palindrome<16>>()`. Spelling differs between compilers.
template <class T>
[[nodiscard]] constexpr std::string_view type_name() {
  std::string_view const text  = __PRETTY_FUNCTION__;
  std::string_view const start = "T = ";
  auto const first             = text.find(start) + start.size();
  auto const also              = text.rfind("; std::string_view = ");  // g++ goes on to explain the result type
  auto const last              = also == std::string_view::npos ? text.size() - 1 : also;
  return text.substr(first, last - first);
}

}  // namespace regula::detail
