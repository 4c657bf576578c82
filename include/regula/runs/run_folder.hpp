// SPDX-License-Identifier: MIT
/// @file
/// The files of a run's folder, written so that whatever happens, what was recorded stays readable.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/io/line_file.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/runs/json.hpp>
#include <regula/runs/machine.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace regula {

/// How a run stands.
enum class run_status {
  running,   ///< not ended yet, or its process was killed
  finished,  ///< all steps were made
  stopped,   ///< ended before its last step by whoever iterated it
  diverged,  ///< a loss was not finite
};

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(run_status s) {
  switch (s) {
    case run_status::running:
      return "running";
    case run_status::finished:
      return "finished";
    case run_status::stopped:
      return "stopped";
    case run_status::diverged:
      return "diverged";
  }
  return "unknown";
}

/// A folder that a run is written into: run.json, metrics.jsonl, weights.safetensors.
///
/// Errors    every member throws file_error naming the path and the system's reason. The constructor does so for a path
///           that is no folder, or a folder with anything in it, before anything is touched
class run_folder {
 public:
  /// Makes the folder (and those above it) and its first files. `facts` is the content of run.json but its status.
  run_folder(std::filesystem::path path, json facts)
      : path_(prepare(std::move(path))), facts_(std::move(facts)), metrics_(path_ / "metrics.jsonl") {
    set_status(run_status::running, 0);
  }

  /// Adds a line to metrics.jsonl.
  void add(json const& line) { metrics_.append(text_of(line)); }

  /// Rewrites run.json with this status at this step.
  void set_status(run_status status, std::uint64_t step) {
    json out{{"status", std::string{name_of(status)}}, {"step", step}, {"seconds", seconds()}, {"updated", utc_now()}};
    out.update(facts_);
    write_atomically(path_ / "run.json", text_of(out, 2) + '\n');
  }

  /// Writes a file of tensors.
  void save(std::string_view name, named_tensors const& tensors) { write_safetensors(path_ / name, tensors); }

  /// Wall-clock time since the folder was made.
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

  [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }

 private:
  static std::filesystem::path prepare(std::filesystem::path path) {
    namespace fs = std::filesystem;
    std::error_code reason;
    auto const found = fs::status(path, reason);
    require<file_error>(
        found.type() != fs::file_type::none, "record: cannot look at {}: {}", path.string(), reason.message());
    if (!fs::exists(found)) {
      fs::create_directories(path, reason);
      require<file_error>(!reason, "record: cannot make the folder {}: {}", path.string(), reason.message());
      return path;
    }
    require<file_error>(fs::is_directory(found), "record: expected a folder, but {} is a file", path.string());
    bool const is_empty = fs::is_empty(path, reason);
    require<file_error>(!reason, "record: cannot look into {}: {}", path.string(), reason.message());
    require<file_error>(
        is_empty, "record: expected a folder that is empty or not there yet, but {} holds files", path.string());
    return path;
  }

  std::filesystem::path path_;
  json facts_;
  line_file metrics_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace regula
