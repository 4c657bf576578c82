// SPDX-License-Identifier: MIT
#include <regula/detail/type_name.hpp>

#include <doctest/doctest.h>

namespace {

TEST_CASE("type_name: the whole name, whatever brackets it holds") {
  CHECK(regula::detail::type_name<int>() == "int");
  CHECK(regula::detail::type_name<int[3]>().ends_with("[3]"));
  CHECK(regula::detail::type_name<int[3]>().starts_with("int"));
}

}  // namespace
