// SPDX-License-Identifier: MIT
/// @file
/// Writes the sample file that safetensors_roundtrip.py compares with its own idea of the same values.
#include <regula/io/safetensors.hpp>

#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// Values (3 i + 1) mod 251, exact in every element type.
template <regula::Element T>
regula::tensor ramp(std::vector<std::size_t> const& shape) {
  regula::tensor all(regula::dtype_of<T>, shape);
  std::size_t i = 0;
  for (auto& value : all.values<T>())
    value = static_cast<T>((3 * i++ + 1) % 251);
  return all;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::cerr << "usage: write_sample FILE\n";
    return 2;
  }
  regula::named_tensors all;
  all.add("u8", ramp<std::uint8_t>({5}));
  all.add("u16", ramp<std::uint16_t>({3, 1, 7}));
  all.add("i32", ramp<std::int32_t>({2, 3}));
  all.add("f32", ramp<float>({4, 3, 12}));
  all.add("i64", ramp<std::int64_t>({9}));
  all.add("f64", ramp<double>({2, 2}));
  all.add("scalar", ramp<double>({}));
  all.add("empty", ramp<float>({0, 3}));
  all.add("n\u00e4me with \"quotes\" and \\", ramp<float>({1}));
  all.metadata["net"]     = "dit";
  all.metadata["r\u00e9"] = "line one\nline \"two\"";
  regula::write_safetensors(argv[1], all);
} catch (std::exception const& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
