// SPDX-License-Identifier: MIT
/// @file
/// A text file that only grows, by whole lines, each on the disk before the next one is written.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace regula {

/// A file that did not exist before, to which lines are added. A killed process leaves every line that `append`
/// returned from, and at most a part of the one it was at.
///
/// Errors    every member throws file_error with the path and the system's reason; a line that cannot be written whole
///           (a full disk) is taken back, so that the file ends with a whole line
class line_file {
 public:
  explicit line_file(std::filesystem::path path)
      : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666)) {
    if (file_.number() < 0) fail("create");
  }

  /// Adds one line. Requires  no line break in `line`
  void append(std::string_view line) {
    auto const text = std::string(line) + '\n';
    std::size_t at  = 0;
    while (at < text.size()) {
      auto const written = ::write(file_.number(), text.data() + at, text.size() - at);
      if (written > 0) {
        at += static_cast<std::size_t>(written);
      } else if (written == 0 || errno != EINTR) {
        take_back("write to");
      }
    }
    // Pipes and some file systems cannot flush and say EINVAL.
    if (::fdatasync(file_.number()) != 0 && errno != EINVAL) take_back("flush");
    size_ += static_cast<off_t>(text.size());
  }

  [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }

 private:
  [[noreturn]] void fail(std::string_view action) const {
    auto const reason = std::error_code(errno, std::generic_category()).message();
    throw file_error(fmt::format("line_file: cannot {} {}: {}", action, path_.string(), reason));
  }

  [[noreturn]] void take_back(std::string_view action) const {
    int const reason = errno;
    if (::ftruncate(file_.number(), size_) != 0) {
      // The part that stays is a torn last line, which readers expect.
    }
    errno = reason;
    fail(action);
  }

  std::filesystem::path path_;
  detail::descriptor file_;
  off_t size_ = 0;  ///< of the whole lines
};

}  // namespace regula
