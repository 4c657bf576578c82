// SPDX-License-Identifier: MIT
#include <regula/native/layers/noise_condition.hpp>
#include <regula/native/tensor_place.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace regula::nn;

TEST_CASE("noise_condition: features, and gradients of all three matrices") {
  using V           = simd<double>;
  using condition   = noise_condition<V, 10, axis{3, 10}>;
  using modulation  = condition::modulation;
  constexpr auto at = prefix_sums(condition::first::stored, condition::second::stored, modulation::stored);
  constexpr auto tr = prefix_sums(condition::first::transposed, condition::second::transposed, modulation::transposed);
  constexpr condition::places w_at{at[0], at[1], at[2]}, t_at{tr[0], tr[1], tr[2]};
  std::vector<tensor_place> tensors;
  add_tensors<V, condition::first>(tensors, {{"first", 0, 10}}, at[0]);
  add_tensors<V, condition::second>(tensors, {{"second", 0, 10}}, at[1]);
  add_tensors<V, modulation>(tensors, {{"modulation", 0, 30}}, at[2]);

  constexpr int rows = 5;
  regula::test::random_numbers draw{1};
  array<double> w(at[3]), wt(tr[3]), dw(at[3]);
  std::vector<std::size_t> places;
  std::size_t count = 0;
  for (auto const& t : tensors)
    for (std::size_t i = 0; i < t.element_count(); ++i, ++count) {
      w.data()[t.at(i)] = draw(0.3);
      if (count % 7 == 0) places.push_back(t.at(i));  // a seventh of the parameters
    }
  CHECK(count == condition::parameter_count);
  auto const transpose_all = [&]<class L>(std::size_t from, std::size_t to) {
    for (int p = 0; p < L::panels; ++p)
      L::transpose_panel(w.data() + from, wt.data() + to, p);
  };
  transpose_all.operator()<condition::first>(at[0], tr[0]);
  transpose_all.operator()<condition::second>(at[1], tr[1]);
  transpose_all.operator()<modulation>(at[2], tr[2]);

  condition::buffers b{rows};
  regula::test::random_rows<V> d{rows, axis{3, 10}, 9};
  REQUIRE(d.row == modulation::out_row);
  for (int i = 0; i < rows; ++i)
    b.noise.data()[i] = draw(2);
  auto const f = [&] {
    condition::forward(w.data(), w_at, b, 0, rows);
    condition::modulate(w.data(), w_at, b, rows, 0, modulation::panels);
    double sum = 0;
    for (std::size_t const p : d.places)
      sum += b.modulations.data()[p] * d.data()[p];
    return sum;
  };
  f();
  for (int i = 0; i < 128; ++i) {
    double const angle = b.noise.data()[3] * std::pow(10000.0, -i / 128.0);
    CHECK(b.feature.data()[3 * condition::first::in_row + i] == doctest::Approx(std::cos(angle)).epsilon(1e-12));
    CHECK(b.feature.data()[3 * condition::first::in_row + 128 + i] == doctest::Approx(std::sin(angle)).epsilon(1e-12));
  }

  for (std::size_t i = 0; i < d.values.size(); ++i)
    b.d_modulations.data()[i] = d.data()[i];
  for (int p = 0; p < modulation::back_columns / modulation::back_panel; ++p)
    condition::backward_modulate(wt.data(), t_at, b, 0, rows, p);
  condition::backward(wt.data(), t_at, b, 0, rows);
  modulation::weight_gradient(
      rows, b.active_state.data(), b.d_modulations.data(), dw.data() + at[2], false, 0, modulation::panels);
  condition::second::weight_gradient(
      rows, b.active.data(), b.d_state.data(), dw.data() + at[1], false, 0, condition::second::panels);
  condition::first::weight_gradient(
      rows, b.feature.data(), b.d_hidden.data(), dw.data() + at[0], false, 0, condition::first::panels);
  CHECK(regula::testing::compare_gradient(f, w.span(), dw.span(), places).largest < 1e-9);
}

}  // namespace
