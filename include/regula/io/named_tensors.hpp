// SPDX-License-Identifier: MIT
/// @file
/// A collection of named tensors with a note sheet: what a weights file, a checkpoint or a golden file holds.
#pragma once

#include <regula/io/tensor.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

namespace detail {

/// A name from a file, safe to show: control characters become '?', and only the first 80 bytes are kept.
[[nodiscard]] inline std::string in_quotes(std::string_view name) {
  auto end = std::min<std::size_t>(name.size(), 80);
  while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0u) == 0x80u)
    --end;  // never inside a UTF-8 sequence
  auto text = std::string("'") + std::string(name.substr(0, end));
  std::replace_if(text.begin(), text.end(), [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }, '?');
  return text + (end < name.size() ? "...'" : "'");
}

/// Length of the common beginning plus length of the common end: how alike two names are.
[[nodiscard]] inline std::size_t likeness(std::string_view a, std::string_view b) {
  auto const head = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  auto const tail = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin();
  return static_cast<std::size_t>(head + tail);
}

}  // namespace detail

/// Tensors by name in the order they were added, and string metadata.
class named_tensors {
 public:
  using value_type     = std::pair<std::string, tensor>;
  using const_iterator = std::vector<value_type>::const_iterator;

  std::map<std::string, std::string> metadata;
  std::string origin = "named_tensors";  ///< Opens every error text; a reader puts the path here.

  /// Errors    throws range_error if the name is taken
  tensor& add(std::string name, tensor value) {
    auto const [at, added] = index_.try_emplace(name, items_.size());
    require(added, "{}: expected a name not yet used, got {} again", origin, detail::in_quotes(name));
    return items_.emplace_back(std::move(name), std::move(value)).second;
  }

  [[nodiscard]] bool contains(std::string_view name) const { return index_.find(name) != index_.end(); }

  /// The tensor of that name.
  ///
  /// Errors    throws range_error naming it and the names most like it
  [[nodiscard]] tensor const& at(std::string_view name) const { return items_[find(name)].second; }
  [[nodiscard]] tensor& at(std::string_view name) { return items_[find(name)].second; }

  /// The tensor of that name, if it is of this element type and shape.
  ///
  /// Errors    throws range_error as `at` does; shape_error naming the tensor, what was expected and what is there
  [[nodiscard]] tensor const& expect(std::string_view name, dtype type, tensor::shape_type const& shape) const {
    auto const& found = at(name);
    found.expect(type, shape, fmt::format("{}: tensor {}", origin, detail::in_quotes(name)));
    return found;
  }

  /// The metadata string under that key.
  ///
  /// Errors    throws range_error naming the key
  [[nodiscard]] std::string const& note(std::string const& key) const {
    auto const found = metadata.find(key);
    require(found != metadata.end(), "{}: expected metadata {}, got none", origin, detail::in_quotes(key));
    return found->second;
  }

  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] const_iterator begin() const noexcept { return items_.begin(); }
  [[nodiscard]] const_iterator end() const noexcept { return items_.end(); }

 private:
  [[nodiscard]] std::size_t find(std::string_view name) const {
    auto const found = index_.find(name);
    if (found == index_.end())
      throw range_error(fmt::format(
          "{}: expected a tensor {}, got {} tensors{}", origin, detail::in_quotes(name), size(), nearest(name)));
    return found->second;
  }

  /// The (at most four) names most like `name`, as the end of a sentence.
  [[nodiscard]] std::string nearest(std::string_view name) const {
    std::vector<std::pair<std::size_t, std::string_view>> names;
    names.reserve(items_.size());
    for (auto const& [other, value] : items_)
      names.emplace_back(detail::likeness(name, other), other);
    std::sort(names.begin(), names.end(), [](auto const& a, auto const& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 4); ++i)
      text += (i == 0 ? ", the nearest " : ", ") + detail::in_quotes(names[i].second);
    return text;
  }

  std::vector<value_type> items_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace regula
