// SPDX-License-Identifier: MIT
/// @file
/// What every example's main() does around its work: arguments, signals, and one sentence for whatever goes wrong.
#pragma once

#include <regula/core.hpp>

#include "arguments.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>

namespace example {

/// The options that examples share.
struct common_options {
  std::string out    = "results";
  std::string engine = "native";
  std::uint64_t seed = 0;
  int threads        = 0;
  bool is_quiet      = false;
};

/// Adds an option with a default that help shows.
template <class T>
void add_option(CLI::App& app, char const* name, T& value, char const* meaning, CLI::Validator const& expected) {
  app.add_option(name, value, meaning)->check(expected)->capture_default_str();
}

inline void add_common(CLI::App& app, common_options& o) {
  add_option(app, "--seed", o.seed, "of everything random", whole_number(0, 9'999'999'999'999'999'999U));
  add_option(app, "--threads", o.threads, "of the engine; 0: its default", whole_number(0, 1024));
  app.add_option("--out", o.out, "folder for the results, not there yet or empty")->capture_default_str();
  app.add_flag("--quiet", o.is_quiet, "no progress");
}

/// Parses the arguments and calls work(command), `command` being the line that started the program.
///
/// Returns   0 done, 2 refused (nothing is lost), 1 the loss diverged, 128 + signal where a signal ended it
template <class F>
int run_program(int argc, char** argv, CLI::App& app, common_options const& o, F&& work) {
  open_standard_streams();
  try {
    app.parse(argc, argv);
    std::string command;
    for (int i = 0; i < argc; ++i)
      command += (i == 0 ? "" : " ") + std::string{argv[i]};
    watch_signals();
    work(command);
    return interrupted() ? interrupted_code() : 0;
  } catch (CLI::Success const& e) {
    return app.exit(e);
  } catch (CLI::ParseError const& e) {
    fmt::print(stderr, "{}; --help lists the options\n", e.what());
  } catch (regula::diverged const& e) {
    fmt::print(stderr, "{}; everything before is recorded in {}\n", e.what(), o.out);
    return 1;
  } catch (std::bad_alloc const&) {
    fmt::print(stderr, "expected settings that fit into memory: smaller batches, samples or training sets\n");
  } catch (std::exception const& e) {
    fmt::print(stderr, "{}\n", e.what());
  }
  return 2;
}

/// Refuses a folder that holds anything, before the first of several runs.
inline void expect_fresh(std::string const& out) {
  std::error_code ignored;
  regula::require(!std::filesystem::exists(out, ignored) || std::filesystem::is_empty(out, ignored),
                  "--out: expected a folder that is empty or not there yet, got {}",
                  out);
}

/// Every steps/looks steps, and a few times before the first of these.
inline regula::evaluation_schedule schedule_of(std::uint64_t steps, std::size_t looks) {
  std::uint64_t const every = std::max<std::uint64_t>(1, steps / looks);
  regula::evaluation_schedule out{.ranges = {{0, 1, 1}}};
  for (std::uint64_t early = 1; early < every && early < 1'000'000; early = early * 10 / 3)
    out.ranges.push_back({early, early + 1, 1});
  out.ranges.push_back({.start = every, .every = every});
  return out;
}

}  // namespace example
