// SPDX-License-Identifier: MIT
#include <regula/runs/machine.hpp>

#include <doctest/doctest.h>

#include <ctime>
#include <string>

namespace {

TEST_CASE("build facts name the library's version and the compiler with its version") {
  auto const facts = regula::build_facts();
  CHECK(facts["regula"] == std::string{regula::version});
  auto const compiler = facts["compiler"].get<std::string>();
#ifdef __clang__
  CHECK(compiler.starts_with("clang++ " + std::to_string(__clang_major__) + '.'));
#else
  CHECK(compiler.starts_with("g++ " + std::to_string(__GNUC__) + '.'));
#endif
}

TEST_CASE("a machine has cores and a system") {
  auto const facts = regula::machine_facts();
  CHECK(facts["cores"].get<int>() >= 1);
  CHECK_FALSE(facts["system"].get<std::string>().empty());
}

TEST_CASE("utc_now is this moment in UTC") {
  auto const before = std::time(nullptr);
  std::tm parts{};
  REQUIRE(::strptime(regula::utc_now().c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) != nullptr);
  auto const now = ::timegm(&parts);
  CHECK(now >= before);
  CHECK(now <= std::time(nullptr));
}

}  // namespace
