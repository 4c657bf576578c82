// SPDX-License-Identifier: MIT
/// @file
/// A run on disk, to go on with later: weights, average, optimizer moments, step, settings and plan in one safetensors
/// file.
#pragma once

#include <regula/data/data_hash.hpp>
#include <regula/detail/xxhash.hpp>
#include <regula/error.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/pipeline/train.hpp>
#include <regula/runs/from_json.hpp>
#include <regula/runs/json.hpp>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace regula {

inline constexpr std::string_view checkpoint_format = "regula checkpoint 1";

namespace detail {

/// What a checkpoint must agree on with the plan that resumes it. Probes are not part of it: they change no run.
template <class... Ps>
[[nodiscard]] std::string plan_identity(plan<Ps...> const& p) {
  return text_of(
      json{{"rule", part_json(p.rule)}, {"model", part_json(p.model)}, {"objective", part_json(p.objective)}});
}

[[nodiscard]] inline std::uint64_t read_step(named_tensors const& file) {
  std::string const& text = file.note("step");
  std::uint64_t step      = 0;
  auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), step);
  require<file_error>(fault == std::errc{} && end == text.data() + text.size(),
                      "{}: expected a whole number as step, got '{}'",
                      file.origin,
                      text.substr(0, 40));
  return step;
}

/// The fingerprint of all tensors, in the order of their names, which a file need not keep otherwise.
[[nodiscard]] inline std::string content_hash(named_tensors const& all) {
  std::map<std::string_view, tensor const*> sorted;
  for (auto const& [name, value] : all)
    sorted.emplace(name, &value);
  std::uint64_t hash = 0;
  for (auto const& [name, value] : sorted) {
    hash = hash_of(std::as_bytes(std::span{name}), hash);
    hash = hash_of(value->bytes(), hash);
  }
  return fmt::format("xxh3-64:{:016x}", hash);
}

[[nodiscard]] inline settings read_settings(named_tensors const& file) {
  json const found = json::parse(file.note("settings"), nullptr, false);
  require<file_error>(!found.is_discarded(), "{}: expected settings as JSON", file.origin);
  return read_json<settings>(found, file.origin + ": settings");
}

}  // namespace detail

/// Writes a run so that `resume` goes on with the same bits. The file is replaced whole or not at all.
///
/// Errors    throws file_error if the file cannot be written
template <class Run>
void save_checkpoint(Run const& run, std::filesystem::path const& path) {
  named_tensors file = run.trainer().state();
  file.metadata      = {{"format", std::string{checkpoint_format}},
                        {"plan", detail::plan_identity(run.plan())},
                        {"settings", text_of(to_json(run.settings()))},
                        {"step", std::to_string(run.index())},
                        {"training_hash", data_hash(run.data().training)},
                        {"content_hash", detail::content_hash(file)}};
  write_safetensors(path, file);
}

/// The run of a checkpoint, at the step where it was saved: its further steps have the bits of the undisturbed run.
///
/// The settings are those of the saved run. Probes may differ; rule, model and objective may not.
/// Errors    throws file_error for a file that is no checkpoint or is damaged; range_error, naming both plans, for the
///           checkpoint of another plan
template <class Plan, Engine<Plan> E>
[[nodiscard]] auto resume(Plan const& plan, std::filesystem::path const& path, E const& engine) {
  named_tensors const file = read_safetensors(path);
  auto const format        = file.metadata.find("format");
  require<file_error>(format != file.metadata.end() && format->second == checkpoint_format,
                      "resume: expected {} to be a '{}', got '{}'",
                      path.string(),
                      checkpoint_format,
                      format == file.metadata.end() ? "no format" : format->second.substr(0, 40));
  require<file_error>(file.note("content_hash") == detail::content_hash(file),
                      "resume: {}: the numbers are not those that were written, so the file is damaged",
                      path.string());
  std::string const ours = detail::plan_identity(plan), theirs = file.note("plan");
  require(ours == theirs, "resume: {} is of another plan: expected {}, got {}", path.string(), ours, theirs);
  settings const settings  = detail::read_settings(file);
  std::uint64_t const step = detail::read_step(file);
  require<file_error>(
      step <= settings.steps, "resume: {}: expected a step of at most {}, got {}", path.string(), settings.steps, step);
  auto run = train(plan, settings, engine);
  require(data_hash(run.data().training) == file.note("training_hash"),
          "resume: {}: the rule draws other training boards than it did when the file was written",
          path.string());
  run.restore(file, step);
  return run;
}

}  // namespace regula
