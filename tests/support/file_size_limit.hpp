// SPDX-License-Identifier: MIT
/// @file
/// A disk that is full: this process may write files of a few bytes, and the system refuses the rest.
#pragma once

#include <signal.h>
#include <sys/resource.h>

namespace regula::test {

class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    auto limit     = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  file_size_limit(file_size_limit const&)            = delete;
  file_size_limit& operator=(file_size_limit const&) = delete;
  ~file_size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

}  // namespace regula::test
