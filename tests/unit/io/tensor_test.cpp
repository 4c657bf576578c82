// SPDX-License-Identifier: MIT
#include <regula/io/tensor.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using regula::dtype;
using regula::tensor;

static_assert(regula::dtype_of<double> == dtype::f64 && regula::dtype_of<std::int64_t> == dtype::i64);
static_assert(regula::dtype_of<float> == dtype::f32 && regula::dtype_of<std::int32_t> == dtype::i32);
static_assert(regula::dtype_of<std::uint16_t> == dtype::u16 && regula::dtype_of<std::uint8_t> == dtype::u8);
static_assert(!regula::Element<bool> && !regula::Element<std::uint32_t> && !regula::Element<float const>);

template <class T>
constexpr bool size_agrees = regula::byte_size(regula::dtype_of<T>) == sizeof(T);
static_assert(size_agrees<double> && size_agrees<std::int64_t> && size_agrees<float> && size_agrees<std::int32_t> &&
              size_agrees<std::uint16_t> && size_agrees<std::uint8_t>);

static_assert(regula::name_of(dtype::f64) == "F64" && regula::name_of(dtype::i64) == "I64");
static_assert(regula::name_of(dtype::f32) == "F32" && regula::name_of(dtype::i32) == "I32");
static_assert(regula::name_of(dtype::u16) == "U16" && regula::name_of(dtype::u8) == "U8");
static_assert(regula::dtype_named("U16") == dtype::u16);
static_assert(!regula::dtype_named("BF16") && !regula::dtype_named("f32") && !regula::dtype_named(""));

constexpr auto largest = std::numeric_limits<std::size_t>::max();

TEST_CASE("byte_count multiplies, and notices overflow even beside a size of zero") {
  using shape = std::vector<std::size_t>;
  CHECK(regula::byte_count(dtype::f32, shape{}) == 4);
  CHECK(regula::byte_count(dtype::u16, shape{3, 5}) == 30);
  CHECK(regula::byte_count(dtype::f64, shape{7, 0, 2}) == 0);
  CHECK(regula::byte_count(dtype::u8, shape{largest}) == largest);
  CHECK_FALSE(regula::byte_count(dtype::u16, shape{largest}).has_value());
  CHECK_FALSE(regula::byte_count(dtype::u8, shape{std::size_t{1} << 32, std::size_t{1} << 32}).has_value());
  CHECK_FALSE(regula::byte_count(dtype::u8, shape{0, largest, 2}).has_value());
  CHECK_FALSE(regula::byte_count(dtype::u8, shape{largest, 2, 0}).has_value());
}

TEST_CASE("a tensor starts at zero and shows its elements typed") {
  tensor t(dtype::i32, {2, 3});
  CHECK(t.element_count() == 6);
  CHECK(t.bytes().size() == 24);
  for (auto const v : t.values<std::int32_t>())
    CHECK(v == 0);
  t.values<std::int32_t>()[4] = -7;
  auto const& fixed           = t;
  CHECK(fixed.values<std::int32_t>()[4] == -7);
  CHECK(static_cast<unsigned>(fixed.bytes()[16]) == 0xF9);  // little endian two's complement
}

TEST_CASE("a tensor copies values from a vector or an array; scalars and empty tensors too") {
  std::vector<float> const from{1, 2, 3, 4, 5, 6};
  tensor const t({3, 2}, from);
  CHECK(t.type() == dtype::f32);
  CHECK(t.shape() == tensor::shape_type{3, 2});
  CHECK(t.values<float>()[5] == 6.0F);

  tensor const loss({}, std::array{0.25});
  CHECK(loss.element_count() == 1);
  CHECK(loss.scalar<double>() == 0.25);

  tensor const none({4, 0}, std::vector<std::uint16_t>{});
  CHECK(none.element_count() == 0);
  CHECK(none.values<std::uint16_t>().empty());
}

TEST_CASE("tensors are values") {
  tensor const a({2}, std::array<std::uint8_t, 2>{1, 2});
  auto b = a;
  CHECK(a == b);
  b.values<std::uint8_t>()[0] = 9;
  CHECK_FALSE(a == b);
  CHECK(a.values<std::uint8_t>()[0] == 1);
  CHECK_FALSE(a == tensor({1, 2}, std::array<std::uint8_t, 2>{1, 2}));
}

TEST_CASE("mistakes are shape errors that say what was expected and what is there") {
  tensor const t(dtype::f32, {3, 12, 1});
  CHECK_THROWS_WITH_AS(
      (void)t.values<double>(), "tensor::values: expected elements F64, got F32 [3, 12, 1]", regula::shape_error);
  CHECK_THROWS_WITH_AS(
      (void)t.scalar<float>(), "tensor::scalar: expected one element, got F32 [3, 12, 1]", regula::shape_error);
  CHECK_THROWS_WITH_AS(
      tensor({2, 2}, std::vector<float>(3)), "tensor: expected 4 values for F32 [2, 2], got 3", regula::shape_error);
  CHECK_THROWS_AS(tensor(dtype::f64, {largest}), regula::shape_error);
  CHECK_NOTHROW(t.expect(dtype::f32, {3, 12, 1}, "noise"));
  CHECK_THROWS_WITH_AS(
      t.expect(dtype::f32, {3, 12}, "noise"), "noise: expected F32 [3, 12], got F32 [3, 12, 1]", regula::shape_error);
  CHECK_THROWS_AS(t.expect(dtype::i32, {3, 12, 1}, "noise"), regula::shape_error);
}

TEST_CASE("describe keeps absurd shapes short") {
  CHECK(regula::describe(dtype::f64, std::vector<std::size_t>{}) == "F64 []");
  CHECK(regula::describe(dtype::u8, std::vector<std::size_t>(100'000, 1)).size() < 40);
}

}  // namespace
