// SPDX-License-Identifier: MIT
#include <regula/runs/denoising_figure.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>
#include <stdlib.h>

#include <string>

namespace {

using namespace regula;
using regula::test::content_of;
using regula::test::scratch_folder;

bool has_gnuplot() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }  // NOLINT

denoising_error::result errors(double training, double held_out) {
  denoising_error::result out{};
  out.sigma    = {0.5, 2};
  out.training = {4, {training, 0.75}, {0.125, 0.25}};
  out.held_out = {3, {held_out, 1}, {0.5, 0.25}};
  out.gap      = {3, {held_out - training, 0.25}, {0.5, 0.25}};
  return out;
}

TEST_CASE("write_denoising_figure: one row a noise scale, NaN where no boards are") {
  scratch_folder const scratch;
  static_cast<void>(write_denoising_figure(scratch.path(), errors(0.25, 0.5), {.independent = errors(1, 1)}));
  CHECK(content_of(scratch / "denoising_error.csv") ==
        "sigma,training,training_error,held_out,held_out_error,control,control_error,gap,gap_error,"
        "independent_training,independent_training_error,independent_held_out,independent_held_out_error,"
        "independent_control,independent_control_error,independent_gap,independent_gap_error\n"
        "0.5,0.25,0.125,0.5,0.5,NaN,NaN,0.25,0.5,1,0.125,1,0.5,NaN,NaN,0,0.5\n"
        "2,0.75,0.25,1,0.25,NaN,NaN,0.25,0.25,0.75,0.25,1,0.25,NaN,NaN,0.25,0.25\n");
}

TEST_CASE("write_denoising_figure: gnuplot draws what is there, whatever the title") {
  scratch_folder const scratch;
  auto const draw = [&](denoising_error::result const& r, oracle_error_curves const& oracles) {
    auto const report = write_denoising_figure(scratch.path(), r, oracles, "a'; system('touch z'); `touch z`\n{");
    if (!has_gnuplot()) return;
    CHECK(report.reason == "");
    CHECK(report.drawn);
    CHECK(content_of(scratch / "denoising_error.svg").find("</svg>") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(scratch / "z"));
  };
  auto const all = errors(0.25, 0.5);
  draw(all, {});
  auto const without = content_of(scratch / "denoising_error.gp");
  CHECK(without.find("title 'held-out'") != std::string::npos);
  CHECK(without.find("title 'control'") == std::string::npos);
  CHECK(without.find("the rule") == std::string::npos);
  draw(all, {all, all, all});
  auto const with = content_of(scratch / "denoising_error.gp");
  for (std::string const title : {"the rule", "memory, on training", "memory, on held-out", "marginals alone"})
    CHECK(with.find("title '" + title + "'") != std::string::npos);
  CHECK(with.find("'empirical_gap'") != std::string::npos);
  auto few     = all;
  few.sigma    = {1};
  few.training = {1, {0}, {}};
  few.held_out = few.gap = {};
  draw(few, {});  // one scale, without error or standard error
}

TEST_CASE("write_denoising_figure: nothing to draw, nowhere to write") {
  scratch_folder const scratch;
  CHECK_THROWS_WITH(static_cast<void>(write_denoising_figure(scratch.path(), {})),
                    "write_denoising_figure: expected at least 1 noise scale, got none");
  CHECK_THROWS_AS(static_cast<void>(write_denoising_figure(scratch / "nowhere", errors(1, 1))), file_error);
}

}  // namespace
