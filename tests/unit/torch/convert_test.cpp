// SPDX-License-Identifier: MIT
#include <regula/torch/convert.hpp>

#include <doctest/doctest.h>

#include <span>
#include <vector>

namespace lt = regula::libtorch;

namespace {
lt::placement const single{torch::kCPU, torch::kFloat32};
lt::placement const twice{torch::kCPU, torch::kFloat64};
}  // namespace

TEST_CASE("a plain tensor survives the way to LibTorch and back, in row-major order") {
  regula::tensor const given{{2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6}};
  auto const there = lt::to_torch(given, single);
  CHECK(there.sizes() == torch::IntArrayRef{2, 3});
  CHECK(there[1][0].item<float>() == 4);
  CHECK(lt::from_torch(there) == given);
  CHECK(lt::from_torch(there.t()) == regula::tensor{{3, 2}, std::vector<float>{1, 4, 2, 5, 3, 6}});
}

TEST_CASE("precision is the one asked for, and double stays double on the way back") {
  regula::tensor const given{{2}, std::vector<double>{1.0 / 3, 2}};
  CHECK((lt::to_torch(given, twice).scalar_type() == torch::kFloat64));
  CHECK(lt::from_torch(lt::to_torch(given, twice)) == given);
  CHECK(lt::from_torch(lt::to_torch(given, single)) == regula::tensor{{2}, std::vector<float>{1.0F / 3, 2}});
}

TEST_CASE("to_torch copies, view_of does not") {
  std::vector<float> values{1, 2};
  regula::tensor const given{{2}, values};
  auto const copy = lt::to_torch(given, single);
  copy.fill_(7);
  CHECK(given.values<float>()[0] == 1);
  auto const view = lt::view_of(std::span<float const>{values}, {1, 2});
  values[1]       = 9;
  CHECK(view[0][1].item<float>() == 9);
}

TEST_CASE("bad input is refused") {
  std::vector<float> const values{1, 2, 3};
  CHECK_THROWS_WITH_AS((void)lt::view_of(std::span<float const>{values}, {2, 2}),
                       "libtorch: expected 4 numbers for a tensor of its shape, got 3",
                       regula::shape_error);
  CHECK_THROWS_AS((void)lt::to_torch(regula::tensor{regula::dtype::i64, {2}}, single), regula::shape_error);
}

TEST_CASE("symbols become int64; where a hidden cell is allowed, it is V") {
  regula::data_shape const shape{{1, 3}, 1, 4};
  std::vector<regula::token> const given{0, 3, 1, 2, regula::no_token, 4};
  auto const seen = lt::symbols_of(given, 2, shape, true, torch::kCPU);
  CHECK(torch::equal(seen, torch::tensor({0, 3, 1, 2, 4, 4}, torch::kInt64).view({2, 3})));
  CHECK_THROWS_WITH_AS((void)lt::symbols_of(given, 2, shape, false, torch::kCPU),
                       "libtorch: expected symbols from 0 to 3, got a hidden cell",
                       regula::range_error);
  CHECK_THROWS_WITH_AS((void)lt::symbols_of(given, 1, shape, true, torch::kCPU),
                       "libtorch: expected 3 symbols of 1 samples, got 6",
                       regula::shape_error);
}
