// SPDX-License-Identifier: MIT
/// @file
/// What is a Probe and what is not, and which rules it can measure; compiled, never linked.
#include <regula/concepts/probe.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/probes/innovation.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/rule_accuracy.hpp>
#include <regula/probes/sample_states.hpp>
#include <regula/rules/all.hpp>

#include "support/palindrome.hpp"
#include <boost/hana/concept/struct.hpp>

#include <string>
#include <string_view>

namespace {

using regula::probe_need;
using view   = regula::detail::any_view<regula::denoising<>>;
using parity = regula::group_parity<12, 3>;

struct good {
  struct result {};
  static constexpr probe_need needs      = probe_need::samples;
  static constexpr std::string_view name = "good";
  result measure(auto const&) const { return {}; }
};
struct not_copyable : good {
  not_copyable()                    = default;
  not_copyable(not_copyable const&) = delete;
};
struct no_result {
  [[maybe_unused]] static constexpr probe_need needs      = probe_need::samples;
  [[maybe_unused]] static constexpr std::string_view name = "no_result";
};
struct no_needs {
  using result                                            = int;
  [[maybe_unused]] static constexpr std::string_view name = "no_needs";
};
struct no_name {
  using result                      = int;
  static constexpr probe_need needs = probe_need::samples;
};
struct name_of_a_value : no_name {
  std::string_view name = "name_of_a_value";
};
struct needs_of_a_value : no_needs {
  probe_need needs = probe_need::samples;
};
struct needs_a_head : no_needs {
  static constexpr regula::head needs = regula::head::denoiser;
};
struct no_measure : no_name {
  static constexpr std::string_view name = "no_measure";
};
struct other_result : no_measure {
  double measure(auto const&) const { return 0; }
};
struct measure_not_const : no_measure {
  int measure(auto const&) { return 0; }
};
struct eight_cells : no_measure {
  template <class R, class V>
    requires(R::cell_count == 8)
  int measure(regula::evaluation<R, V> const&) const {
    return 0;
  }
};

static_assert(regula::Probe<good> && regula::check_probe<good>());
static_assert(regula::Probe<regula::rule_accuracy> && regula::check_probe<regula::rule_accuracy>());
static_assert(regula::Probe<regula::memorization> && regula::check_probe<regula::memorization>());
static_assert(regula::Probe<regula::innovation> && regula::check_probe<regula::innovation>());
static_assert(regula::Probe<regula::sample_states> && regula::check_probe<regula::sample_states>());
static_assert(regula::Probe<no_measure>);  // whether it can measure depends on the rule: below

static_assert(!regula::Probe<int>);
static_assert(!regula::Probe<void>);
static_assert(!regula::Probe<good&>);
static_assert(!regula::Probe<not_copyable>);
static_assert(!regula::Probe<no_result>);
static_assert(!regula::Probe<no_needs>);
static_assert(!regula::Probe<no_name>);
static_assert(!regula::Probe<name_of_a_value>);
static_assert(!regula::Probe<needs_of_a_value>);
static_assert(!regula::Probe<needs_a_head>);
static_assert(!regula::Probe<parity> && !regula::Rule<good>);

static_assert(regula::Measures<good, parity, view>);
static_assert(regula::Measures<regula::rule_accuracy, parity, view>);
static_assert(regula::Measures<regula::memorization, parity, view>);
static_assert(regula::Measures<regula::rule_accuracy, regula::test::palindrome<6>, view>);  // no clauses, no population
static_assert(regula::Measures<regula::memorization, regula::test::palindrome<6, 5>, view>);
static_assert(regula::Measures<regula::innovation, regula::test::palindrome<6, 5>, view>);
static_assert(regula::Measures<regula::sample_states, regula::test::palindrome<6, 5>, view>);
static_assert(!regula::Measures<no_measure, parity, view>);
static_assert(!regula::Measures<other_result, parity, view>);
static_assert(!regula::Measures<measure_not_const, parity, view>);
static_assert(!regula::Measures<eight_cells, parity, view>);
static_assert(regula::Measures<eight_cells, regula::group_parity<8, 2>, view>);

// Results are reflected, so that records hold every member by name.
static_assert(boost::hana::Struct<regula::rule_accuracy::result>::value);
static_assert(boost::hana::Struct<regula::memorization::result>::value);
static_assert(boost::hana::Struct<regula::innovation::result>::value);
static_assert(boost::hana::Struct<regula::sample_states::result>::value);

}  // namespace
