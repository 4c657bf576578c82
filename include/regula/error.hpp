// SPDX-License-Identifier: MIT
/// @file
/// The exceptions of regula: one family, and every text names function, expected and actual.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace regula {

/// Anything regula throws on purpose. Catch this one to catch them all.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A tensor, span or batch has another shape or element type than the function states.
class shape_error : public error {
 public:
  using error::error;
};

/// A number, name or choice lies outside what the function accepts.
class range_error : public error {
 public:
  using error::error;
};

/// A file cannot be read or written, or does not hold what its format promises. The text names the file.
class file_error : public error {
 public:
  using error::error;
};

/// A loss stopped being finite; `step()` is the index of the optimizer step that met it.
class diverged : public error {
 public:
  explicit diverged(std::size_t step)
      : error(fmt::format("train: expected a finite loss, but it is not finite at step {}", step)), step_(step) {}

  [[nodiscard]] std::size_t step() const noexcept { return step_; }

 private:
  std::size_t step_;
};

/// Throws an `E` with the formatted text unless `condition` holds.
///
/// The text is formatted only when it is thrown, so a check costs one branch.
///
/// Errors    throws E, `range_error` unless another one is named: `require<shape_error>(...)`
template <class E = range_error, class... Args>
constexpr void require(bool condition, fmt::format_string<Args...> text, Args&&... args) {
  if (!condition) throw E(fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace regula
