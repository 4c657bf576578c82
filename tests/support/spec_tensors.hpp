// SPDX-License-Identifier: MIT
/// @file
/// Checks of the list of tensors that a model spec states: against its parameter count and against a reference file.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/models/tensor_spec.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

namespace regula_test {

/// The tensors add up to the parameter count, and no name comes twice.
template <class Spec>
void check_tensors_add_up(regula::data_shape shape) {
  std::size_t total = 0;
  std::set<std::string> names;
  auto const all = Spec::tensors(shape);
  for (auto const& t : all) {
    total += t.element_count();
    names.insert(t.name);
  }
  CHECK(total == Spec::parameter_count(shape));
  CHECK(names.size() == all.size());
}

/// Names and shapes are those of the `weights/` of a reference file, none besides; so is the parameter count.
template <class Spec>
void check_tensors_of_file(std::string const& name, regula::data_shape shape) {
  CAPTURE(name);
  auto const file = regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/" + name + ".safetensors");
  std::size_t weights{};
  for (auto const& entry : file)
    weights += entry.first.starts_with("weights/") ? 1U : 0U;
  auto const all = Spec::tensors(shape);
  CHECK(all.size() == weights);
  for (auto const& t : all) {
    CAPTURE(t.name);
    CHECK(file.at("weights/" + t.name).shape() == t.shape);
  }
  CHECK(std::to_string(Spec::parameter_count(shape)) == file.note("parameters"));
}

/// The tensor of this name; it must be there.
template <class Spec>
regula::tensor_spec tensor_named(std::string const& name, regula::data_shape shape) {
  auto const all = Spec::tensors(shape);
  auto const at  = std::ranges::find(all, name, &regula::tensor_spec::name);
  REQUIRE_MESSAGE(at != all.end(), name);
  return *at;
}

}  // namespace regula_test
