// SPDX-License-Identifier: MIT
#include <regula/torch.hpp>

#include "../../../support/golden_files.hpp"

TEST_CASE("LibTorch reproduces the golden files of UDDM, in single and in double precision") {
  regula::test::check_uddm_files(regula::torch_cpu{});
  regula::test::check_uddm_files(regula::torch_cpu<double>{});
}
