// SPDX-License-Identifier: MIT
#include <regula/data/corpus.hpp>

#include <doctest/doctest.h>

namespace {

TEST_CASE("corpus: tokens without symbols or source are a corpus, too") {
  regula::corpus const numbers{{3, 1, 2}};
  CHECK(numbers.tokens.size() == 3);
  CHECK(numbers.symbols.empty());
  CHECK(numbers.source.empty());
}

}  // namespace
