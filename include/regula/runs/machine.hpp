// SPDX-License-Identifier: MIT
/// @file
/// What a record says of the program and the machine: versions, compiler and its flags, processor, time.
#pragma once

#include <regula/runs/json.hpp>
#include <regula/version.hpp>

#include <sys/utsname.h>

#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace regula {

/// Compiler and version, as it names itself: `g++ 12.2.0`.
[[nodiscard]] inline std::string compiler_name() {
#if defined(__clang__)
  return std::string("clang++ ") + __clang_version__;
#elif defined(__GNUC__)
  return std::string("g++ ") + __VERSION__;
#else
  return "unknown";
#endif
}

/// The version of the library, the compiler, and its flags where the build states them by the definition
/// REGULA_COMPILE_FLAGS (a string), else null.
[[nodiscard]] inline json build_facts() {
  json flags;
#ifdef REGULA_COMPILE_FLAGS
  flags = REGULA_COMPILE_FLAGS;
#endif
#ifdef NDEBUG
  bool const checked = false;
#else
  bool const checked = true;
#endif
  return {{"regula", std::string{version}}, {"compiler", compiler_name()}, {"flags", flags}, {"assertions", checked}};
}

/// The processor's model as the system names it; empty where it does not.
[[nodiscard]] inline std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    auto const colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

/// Processor, cores that this process may use, and system.
[[nodiscard]] inline json machine_facts() {
  json out{{"processor", processor_name()}, {"cores", std::thread::hardware_concurrency()}};
  utsname names{};
  if (::uname(&names) == 0) {
    out["system"]       = std::string(names.sysname) + ' ' + names.release;
    out["architecture"] = names.machine;
  }
  return out;
}

/// The time now in UTC: `2026-01-31T23:59:59Z`.
[[nodiscard]] inline std::string utc_now() {
  std::time_t const now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  auto const length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

}  // namespace regula
