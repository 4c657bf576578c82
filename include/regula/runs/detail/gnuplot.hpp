// SPDX-License-Identifier: MIT
/// @file
/// Runs gnuplot as a program, without a shell, in a folder of any name.
#pragma once

#include <regula/io/atomic_file.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

extern char** environ;  // NOLINT: the environment, as POSIX declares it

namespace regula::detail {

/// What came of running a program.
struct program_result {
  bool started = false;
  int code     = -1;   ///< exit code; -1 if a signal ended it
  std::string output;  ///< the first bytes of its error output, or the reason why it did not start
};

/// The first `limit` bytes that arrive; the rest is read and dropped, so that the writer never blocks.
[[nodiscard]] inline std::string drain(int from, std::size_t limit = 2000) {
  std::string text;
  std::array<char, 512> piece{};
  for (;;) {
    auto const got = ::read(from, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(piece.data(), std::min(static_cast<std::size_t>(got), limit - std::min(limit, text.size())));
  }
}

/// Runs `gnuplot SCRIPT` as found on PATH, in `folder`, without the user's start-up files.
[[nodiscard]] inline program_result run_gnuplot(std::filesystem::path const& folder, std::string script) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return {.output = std::error_code(errno, std::generic_category()).message()};
  descriptor const out{ends[0]};
  descriptor in{ends[1]};

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, in.number(), 2);
  std::string program = "gnuplot", defaults = "-d";
  std::array<char*, 4> arguments{program.data(), defaults.data(), script.data(), nullptr};
  pid_t child       = 0;
  int const failure = ::posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  in.close();
  if (failure != 0) return {.output = std::error_code(failure, std::generic_category()).message()};

  program_result result{.started = true, .output = drain(out.number())};
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

}  // namespace regula::detail
