// SPDX-License-Identifier: MIT
#include <regula/concepts/network_input.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>

namespace {

struct doubles_values {
  using real = float;
  void evaluate(regula::network_input<float> const& in, std::span<float> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = 2 * in.values[i];
  }
};
struct of_no_number {
  void evaluate(regula::network_input<float> const&, std::span<float>) const {}
};
struct evaluates_other_precision {
  using real = double;
  void evaluate(regula::network_input<float> const&, std::span<float>) const {}
};

static_assert(regula::Network<doubles_values> && regula::Network<doubles_values const>);
static_assert(!regula::Network<of_no_number> && !regula::Network<evaluates_other_precision> && !regula::Network<int>);

TEST_CASE("what is not given is empty: symbols, values and noise alike") {
  regula::network_input<float> const nothing;
  CHECK((nothing.symbols.empty() && nothing.values.empty() && nothing.noise.empty()));
  std::array const values{1.0F, 2.5F};
  std::array<float, 2> out{};
  doubles_values{}.evaluate({{}, values}, out);
  CHECK(out[1] == 5);
}

TEST_CASE("a sample starts as hard symbols without noise") {
  regula::sample_input<double> const fresh;
  CHECK(fresh.noise == 0);
  CHECK_FALSE(fresh.soft);
}

}  // namespace
