// SPDX-License-Identifier: MIT
/// @file
/// Files that are there whole or not at all: written beside, flushed to the disk, then renamed into place.
#pragma once

#include <regula/error.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace regula {

namespace detail {

/// An open file descriptor that closes itself.
class descriptor {
 public:
  explicit descriptor(int number) noexcept : number_(number) {}
  descriptor(descriptor const&)            = delete;
  descriptor& operator=(descriptor const&) = delete;
  ~descriptor() { close(); }

  [[nodiscard]] int number() const noexcept { return number_; }
  int close() noexcept { return number_ < 0 ? 0 : ::close(std::exchange(number_, -1)); }

 private:
  int number_;
};

}  // namespace detail

/// A file being written. Until `commit()` returns, whatever was at `path` before is untouched; without a commit
/// the destructor removes what was written. A symbolic link at `path` is replaced, not followed.
///
/// Errors    every member throws file_error with the path and the system's reason (a full disk, no permission, ...)
class atomic_file {
 public:
  explicit atomic_file(std::filesystem::path path)
      : path_(std::move(path)), folder_(open_folder()), file_(open_beside()) {}
  atomic_file(atomic_file const&)            = delete;
  atomic_file& operator=(atomic_file const&) = delete;
  ~atomic_file() {
    if (!committed_) ::unlinkat(folder_.number(), name_.c_str(), 0);
  }

  void write(std::span<std::byte const> bytes) {
    while (!bytes.empty()) {
      auto const written = ::write(file_.number(), bytes.data(), bytes.size());
      if (written > 0) {
        bytes = bytes.subspan(static_cast<std::size_t>(written));
      } else if (written == 0 || errno != EINTR) {
        fail("write");
      }
    }
  }
  void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

  /// Brings the bytes to the disk and puts the file in place of the old one. Call it once, last.
  void commit() {
    if (::fsync(file_.number()) != 0) fail("flush");
    if (file_.close() != 0) fail("close");
    auto const target = path_.filename().string();
    if (::renameat(folder_.number(), name_.c_str(), folder_.number(), target.c_str()) != 0) fail("rename");
    committed_ = true;
    // Some file systems cannot flush a folder and say EINVAL; their renames are as durable as they get.
    if (::fsync(folder_.number()) != 0 && errno != EINVAL) fail("flush the folder of");
  }

 private:
  [[noreturn]] void fail(std::string_view action) const {
    auto const reason = std::error_code(errno, std::generic_category()).message();
    throw file_error(fmt::format("atomic_file: cannot {} {}: {}", action, path_.string(), reason));
  }

  [[nodiscard]] int open_folder() const {
    require<file_error>(path_.has_filename(), "atomic_file: expected the path of a file, got '{}'", path_.string());
    auto const folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
    auto const number = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number < 0) fail("open the folder of");
    return number;
  }

  /// A file of its own for every writer, so that two processes never write into one.
  [[nodiscard]] int open_beside() {
    static std::atomic<unsigned> count{0};
    int number = -1;
    do {
      name_  = fmt::format(".{}.partial-{}-{}", path_.filename().string(), ::getpid(), count++);
      number = ::openat(folder_.number(), name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (number < 0 && errno == EEXIST);
    if (number < 0) fail("create");
    return number;
  }

  std::filesystem::path path_;
  std::string name_;  ///< of the file beside, in the same folder
  detail::descriptor folder_;
  detail::descriptor file_;
  bool committed_ = false;
};

/// Writes a whole file at once, as `atomic_file` does.
inline void write_atomically(std::filesystem::path const& path, std::string_view text) {
  atomic_file file(path);
  file.write(text);
  file.commit();
}

}  // namespace regula
