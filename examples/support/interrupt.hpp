// SPDX-License-Identifier: MIT
/// @file
/// Ctrl-C, a hang-up and a request to terminate as a question that a loop asks; the second one ends the program at
/// once.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <csignal>

namespace example {

inline std::sig_atomic_t volatile caught_signal = 0;

/// From now on these signals are only noted, once each. A reader that goes away (`| head`) does not end the program.
inline void watch_signals() {
  struct sigaction note{};
  note.sa_handler = [](int number) { caught_signal = number; };
  note.sa_flags   = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  for (int const number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(number, &note, nullptr);  // nohup, or a shell's background job
  }
  ::signal(SIGPIPE, SIG_IGN);
}

/// Opens what the caller closed of the three standard streams on /dev/null, or the first file of the run would take its
/// number and receive what is printed.
inline void open_standard_streams() {
  int opened = 0;
  do {
    opened = ::open("/dev/null", O_RDWR);
  } while (opened >= 0 && opened <= 2);
  if (opened > 2) ::close(opened);
}

[[nodiscard]] inline bool interrupted() { return caught_signal != 0; }

/// The exit code that shells give a program ended by that signal.
[[nodiscard]] inline int interrupted_code() { return 128 + caught_signal; }

}  // namespace example
