// SPDX-License-Identifier: MIT
// A probe of one's own: twenty lines, no registration. Its laws are checked, exact oracles say what it
// shows of a learner and of a copyist, then it looks at a network along training.
//
// ctest: once
#include <regula/native.hpp>
#include <regula/testing/laws.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace rg = regula;

/// Share of samples whose first half is the first half of some training board: memory that has only half of it.
struct half_copies {
  static constexpr std::string_view name = "half_copies";
  static constexpr rg::probe_need needs  = rg::probe_need::samples;

  struct result {
    rg::rate copied;
  };

  template <rg::Rule R, class View>
  result measure(rg::evaluation<R, View> const& e) const {
    constexpr auto half = R::cell_count / 2;
    result out;
    for (auto const sample : e.samples)
      out.copied.add(std::ranges::any_of(e.data.training, [&](auto const board) {
        return std::ranges::equal(sample.template first<half>(), board.template first<half>());
      }));
    return out;
  }
};
BOOST_HANA_ADAPT_STRUCT(half_copies::result, copied);  // so that records can name its members
static_assert(rg::check_probe<half_copies>());         // whatever is missing is said here, in words

int main() {
  rg::exact_k<16, 8> const rule;
  auto const plan = rg::compose(rule, rg::dit<rg::size{.width = 32, .depth = 1, .heads = 4}>{}, rg::denoising{});
  rg::settings const settings{.train_size = 16, .steps = 1500, .rate = {.base = 4e-3}};

  for (auto const& broken :
       {rg::laws::probe(half_copies{}, rule),
        rg::laws::probe_in_run(half_copies{}, plan, rg::settings{.train_size = 4, .steps = 2}, rg::native{})})
    for (auto const& law : broken) {
      fmt::print("{}\n", law);
      return 1;
    }
  fmt::print("half_copies keeps the laws of a probe\n");

  auto run        = rg::train(rg::compose(rule, plan.model, plan.objective, half_copies{}), settings, rg::native{});
  auto const show = [&](std::string_view who, half_copies::result const& of) {
    fmt::print("{:>9}: {:3} of {} first halves are known\n", who, of.copied.count, of.copied.total);
  };
  auto const oracle = [&](auto const& exact) {
    return std::get<0>(
        rg::examine(rule, plan.objective, exact, run.data(), settings.evaluation, settings.seed, half_copies{}));
  };
  show("learner", oracle(rg::population{rule}));
  show("copyist", oracle(rg::empirical_of(rule, run.data().training)));
  for (auto const& step : run)
    if (step.evaluated()) show(fmt::format("step {}", step.index), step.value<half_copies>());
}
