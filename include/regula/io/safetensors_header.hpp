// SPDX-License-Identifier: MIT
/// @file
/// The JSON header of a safetensors file: read with every promise of the format checked, and written.
#pragma once

#include <regula/io/named_tensors.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace regula::detail {

/// One tensor as the header describes it: its bytes are [begin, end) of the data after the header.
struct tensor_entry {
  std::string name;
  dtype type;
  std::vector<std::size_t> shape;
  std::size_t begin, end;
};

struct safetensors_header {
  std::map<std::string, std::string> metadata;
  std::vector<tensor_entry> entries;  // in the order of their data
};

/// Larger headers are refused, as the format asks.
inline constexpr std::size_t header_limit = 100'000'000;

/// Receives the JSON of a header piece by piece. It refuses the first piece out of place, so neither depth nor
/// repeated keys (which a JSON tree would hide) get past it, and memory stays in proportion to the text.
class header_parser {
 public:
  explicit header_parser(std::string source) : source_(std::move(source)) {}

  safetensors_header header;

  bool start_object(std::size_t) {
    if (place_ == place::outside) return go(place::names);
    if (place_ == place::named) return go(name_ == "__metadata__" ? place::metadata : place::fields);
    return unexpected("an object");
  }
  bool key(std::string& text) {
    if (text.find('\0') != std::string::npos) refuse("names without NUL", "one with NUL");
    if (place_ == place::names) {
      name_ = text;
      field_.clear();
      if (!names_.insert(text).second) refuse("every name once", "it again");
      return go(place::named);
    }
    field_ = text;
    if (place_ == place::metadata) {
      if (!header.metadata.try_emplace(text).second) refuse("every key once", "it again");
      return go(place::note);
    }
    if (text != "dtype" && text != "shape" && text != "data_offsets")
      refuse("the fields dtype, shape, data_offsets", "another");
    if (text == "dtype" ? type_.has_value() : sizes().has_value()) refuse("every field once", "it again");
    return go(place::field);
  }
  bool end_object() {
    if (place_ == place::names) return go(place::outside);
    if (place_ == place::fields) add_entry();
    return go(place::names);
  }
  bool start_array(std::size_t) {
    if (place_ != place::field || field_ == "dtype") return unexpected("an array");
    sizes().emplace();
    return go(place::sizes);
  }
  bool end_array() { return go(place::fields); }
  bool string(std::string& text) {
    if (text.find('\0') != std::string::npos) refuse("text without NUL", "text with NUL");
    if (place_ == place::note) {
      header.metadata[field_] = text;
      return go(place::metadata);
    }
    if (place_ != place::field || field_ != "dtype") return unexpected("a string");
    type_ = dtype_named(text);
    if (!type_) refuse("F64, I64, F32, I32, U16 or U8", in_quotes(text));
    return go(place::fields);
  }
  bool number_unsigned(std::uint64_t value) {
    if (place_ != place::sizes) return unexpected("a number");
    sizes()->push_back(value);
    return true;
  }
  bool number_integer(std::int64_t) { return unexpected("a negative number"); }
  bool number_float(double, std::string const& text) { return unexpected("the number " + in_quotes(text)); }
  bool null() { return unexpected("null"); }
  bool boolean(bool) { return unexpected("a truth value"); }
  bool binary(nlohmann::json::binary_t&) { return unexpected("binary data"); }
  template <class Error>
  bool parse_error(std::size_t position, std::string const&, Error const&) {
    throw file_error(fmt::format("{}: expected a header in JSON, got a mistake at its byte {}", source_, position));
  }

 private:
  enum class place { outside, names, named, metadata, note, fields, field, sizes };

  bool go(place next) {
    place_ = next;
    return true;
  }
  std::optional<std::vector<std::size_t>>& sizes() { return field_ == "shape" ? shape_ : offsets_; }

  void add_entry() {
    field_.clear();
    if (!type_ || !shape_ || !offsets_) refuse("the fields dtype, shape, data_offsets", "fewer");
    if (offsets_->size() != 2) refuse("two data_offsets", fmt::format("{}", offsets_->size()));
    header.entries.push_back({name_, *type_, std::move(*shape_), (*offsets_)[0], (*offsets_)[1]});
    type_.reset();
    shape_.reset();
    offsets_.reset();
  }

  [[nodiscard]] bool unexpected(std::string const& found) const {
    switch (place_) {
      case place::named:
        refuse("an object", found);
      case place::note:
        refuse("a string", found);
      case place::sizes:
        refuse("whole numbers from 0 below 2^64", found);
      case place::field:
        refuse(field_ == "dtype" ? "a string" : "an array of whole numbers", found);
      default:
        refuse("a header that is a JSON object", found);
    }
  }
  [[noreturn]] void refuse(std::string_view expected, std::string_view found) const {
    auto const where = name_.empty() && names_.empty() ? std::string() : " entry " + in_quotes(name_);
    auto const field = field_.empty() ? std::string() : " field " + in_quotes(field_);
    throw file_error(fmt::format("{}:{}{}: expected {}, got {}", source_, where, field, expected, found));
  }

  std::string source_;
  place place_ = place::outside;
  std::string name_, field_;
  std::set<std::string> names_;
  std::optional<dtype> type_;
  std::optional<std::vector<std::size_t>> shape_, offsets_;
};

/// Throws file_error unless the entries cover `data_size` bytes exactly: in range, no overlap, no hole.
inline void check_cover(std::vector<tensor_entry> const& entries, std::size_t data_size, std::string_view source) {
  std::size_t covered = 0;
  for (auto const& entry : entries) {
    auto const check = [&](bool holds, std::string_view expected) {
      require<file_error>(holds,
                          "{}: tensor {}: expected {}, got {} at bytes [{}, {}) of {}",
                          source,
                          in_quotes(entry.name),
                          expected,
                          describe(entry.type, entry.shape),
                          entry.begin,
                          entry.end,
                          data_size);
    };
    check(entry.begin <= entry.end && entry.end <= data_size, "data_offsets inside the file");
    auto const bytes = byte_count(entry.type, entry.shape);
    check(bytes.has_value(), "a size below 2^64 bytes");
    check(*bytes == entry.end - entry.begin, "data_offsets as long as dtype and shape say");
    check(entry.begin >= covered, "data of its own, not overlapping another tensor");
    check(entry.begin == covered, "data without a hole before it");
    covered = entry.end;
  }
  require<file_error>(covered == data_size,
                      "{}: expected {} bytes of data, as the header says, got {} (trailing bytes)",
                      source,
                      covered,
                      data_size);
}

/// Reads the header text of a file whose data is `data_size` bytes long.
///
/// Errors    throws file_error, one sentence that opens with `source`
[[nodiscard]] inline safetensors_header parse_header(std::string_view text,
                                                     std::size_t data_size,
                                                     std::string const& source) {
  require<file_error>(text.starts_with('{'), "{}: expected a header that opens with '{{'", source);
  require<file_error>(text.find('\0') == std::string_view::npos, "{}: expected a header without NUL bytes", source);
  header_parser parser(source);
  nlohmann::json::sax_parse(text.begin(), text.end(), &parser);
  auto& entries = parser.header.entries;
  std::sort(entries.begin(), entries.end(), [](auto const& a, auto const& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  check_cover(entries, data_size, source);
  return std::move(parser.header);
}

/// `text` as JSON with its quotation marks.
[[nodiscard]] inline std::string json_text(std::string const& text, std::string_view source) {
  require<file_error>(
      text.find('\0') == std::string::npos, "{}: expected text without NUL, got {}", source, in_quotes(text));
  try {
    return nlohmann::json(text).dump();
  } catch (nlohmann::json::exception const&) {
    throw file_error(fmt::format("{}: expected text in UTF-8, got other bytes", source));
  }
}

/// The header text, padded with spaces so that the data after the 8 bytes of its length is aligned to 8 bytes.
///
/// Errors    throws file_error if a text is not UTF-8, holds NUL, or the header gets too large
[[nodiscard]] inline std::string format_header(safetensors_header const& header, std::string const& source) {
  std::string text = "{";
  for (auto const& [key, value] : header.metadata)
    text += fmt::format(
        "{}{}:{}", text.size() == 1 ? "\"__metadata__\":{" : ",", json_text(key, source), json_text(value, source));
  if (!header.metadata.empty()) text += "}";
  for (auto const& entry : header.entries) {
    require<file_error>(entry.name != "__metadata__", "{}: expected a tensor name other than __metadata__", source);
    std::string sizes;
    for (auto const size : entry.shape)
      sizes += fmt::format("{}{}", sizes.empty() ? "" : ",", size);
    text += fmt::format("{}{}:{{\"dtype\":\"{}\",\"shape\":[{}],\"data_offsets\":[{},{}]}}",
                        text.size() == 1 ? "" : ",",
                        json_text(entry.name, source),
                        name_of(entry.type),
                        sizes,
                        entry.begin,
                        entry.end);
  }
  text += "}";
  text.resize((text.size() + 7) / 8 * 8, ' ');
  require<file_error>(text.size() <= header_limit, "{}: expected a header up to {} bytes", source, header_limit);
  return text;
}

}  // namespace regula::detail
