// SPDX-License-Identifier: MIT
// output: numbers within 0.03
//! [probe]
#include <regula/native.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <fmt/core.h>

#include <string_view>

/// How often symbol 1 stands in the samples, cell by cell and sample by sample.
struct density {
  static constexpr std::string_view name    = "density";
  static constexpr regula::probe_need needs = regula::probe_need::samples;

  struct result {
    regula::rate ones;
  };

  template <regula::Rule R, class View>
  result measure(regula::evaluation<R, View> const& e) const {
    result out;
    for (regula::token const symbol : e.samples.tokens())
      out.ones.add(symbol == 1);
    return out;
  }
};
BOOST_HANA_ADAPT_STRUCT(density::result, ones);  // so that records can name its members
static_assert(regula::check_probe<density>());
//! [probe]

//! [use]
int main() {
  using model     = regula::dit<regula::size{.width = 16, .depth = 1, .heads = 2}>;
  auto const plan = regula::compose(regula::exact_k<12, 3>{}, model{}, regula::denoising{}, density{});
  auto run        = regula::train(plan, {.train_size = 50, .steps = 1}, regula::native{});
  for (auto const& step : run)
    if (step.evaluated()) fmt::print("{:.2f} of the cells\n", step.value<density>().ones.share());
}
//! [use]
