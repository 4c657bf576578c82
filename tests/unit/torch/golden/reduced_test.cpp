// SPDX-License-Identifier: MIT
#include <regula/torch.hpp>

#include "../../../support/golden_files.hpp"

TEST_CASE("LibTorch reproduces the golden files of the reduced networks, in single and in double precision") {
  regula::test::check_reduced_files(regula::torch_cpu{});
  regula::test::check_reduced_files(regula::torch_cpu<double>{});
}
