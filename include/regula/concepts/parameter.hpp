// SPDX-License-Identifier: MIT
/// @file
/// A parameter of a part in records: its name, and a whole number, a real number or a word.
#pragma once

#include <fmt/core.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace regula {

/// The value of a parameter: a whole number, a real number or a word.
class parameter_value {
 public:
  enum class kind { whole, real, word };

  template <std::integral N>
  constexpr parameter_value(N whole) : kind_{kind::whole}, whole_{static_cast<std::uint64_t>(whole)} {}
  template <std::floating_point F>
  constexpr parameter_value(F real) : kind_{kind::real}, real_{static_cast<double>(real)} {}
  constexpr parameter_value(std::string_view word) : kind_{kind::word}, word_{word} {}

  [[nodiscard]] constexpr kind type() const { return kind_; }
  [[nodiscard]] constexpr std::uint64_t whole() const { return whole_; }
  [[nodiscard]] constexpr double real() const { return real_; }
  [[nodiscard]] constexpr std::string_view word() const { return word_; }

  [[nodiscard]] std::string text() const {
    switch (kind_) {
      case kind::whole:
        return std::to_string(whole_);
      case kind::real:
        return fmt::format("{}", real_);
      case kind::word:
        break;
    }
    return std::string{word_};
  }

  friend constexpr bool operator==(parameter_value const&, parameter_value const&) = default;

 private:
  kind kind_;
  std::uint64_t whole_   = 0;
  double real_           = 0;
  std::string_view word_ = {};
};

/// A parameter of a rule or model in records: `{"group", 3}`. A list is one parameter an element, each marked:
/// `{"counts", 1, true}, {"counts", 5, true}`.
struct parameter {
  std::string_view name;
  parameter_value value;
  bool in_list = false;
};

}  // namespace regula
