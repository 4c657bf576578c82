// SPDX-License-Identifier: MIT
#include <regula/core.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/basin_profile.hpp>
#include <regula/probes/clause_memorization.hpp>
#include <regula/probes/denoising_error.hpp>
#include <regula/probes/innovation.hpp>
#include <regula/probes/label_accuracy.hpp>
#include <regula/probes/sample_states.hpp>
#include <regula/probes/vector_field.hpp>
#include <regula/testing/laws.hpp>

#include "support/affine_engine.hpp"
#include "support/palindrome.hpp"
#include <boost/hana/adapt_struct.hpp>
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Deliberately wrong probes, each right but for one thing.
namespace wrong {

using namespace regula;

/// Share of samples whose first cell holds symbol 1: right.
struct first_cell {
  static constexpr std::string_view name = "first_cell";
  static constexpr probe_need needs      = probe_need::samples;
  struct result {
    rate ones;
    std::vector<family_rate> parts;
    double share = 0;
  };
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    result out{{}, {{"all", {}}}, 0};
    for (auto const x : e.samples) {
      out.ones.add(x[0] == 1);
      out.parts[0].clauses.add(x[0] == 1);
    }
    out.share = out.ones.share();
    return out;
  }
};

struct remembers : first_cell {
  mutable double calls = 0;
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto out  = first_cell::measure(e);
    out.share = ++calls;
    return out;
  }
};

/// Its copies start anew.
struct loses_its_setting : first_cell {
  bool is_set         = true;
  loses_its_setting() = default;
  loses_its_setting(loses_its_setting const&) : first_cell{}, is_set{false} {}
  loses_its_setting& operator=(loses_its_setting const&) = default;
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto out = first_cell::measure(e);
    if (!is_set) out.parts[0].family = "none";
    return out;
  }
};

struct writes_samples : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto& samples                     = const_cast<board_set<R::cell_count>&>(e.samples);
    const_cast<token&>(samples[0][0]) = e.samples[0][0] == 1 ? 0 : 1;
    return {};
  }
};

struct writes_values : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    const_cast<float&>(e.sample_values[1]) += 1;
    return {};
  }
};

struct writes_data : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto& data = const_cast<data_split<R::cell_count>&>(e.data);
    data.training.push_back(data.training[0]);
    return {};
  }
};

struct looks_at_the_first : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto out = first_cell::measure(e);
    for (token const cell : e.samples[0])
      out.share = 2 * out.share + cell;
    return out;
  }
};

/// Lists the first cells without saying that its list goes by samples.
struct lists_silently {
  static constexpr std::string_view name = "lists_silently";
  static constexpr probe_need needs      = probe_need::samples;
  struct result {
    std::vector<int> cells;
  };
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    result out;
    for (auto const x : e.samples)
      out.cells.push_back(x[0]);
    return out;
  }
};

struct lists : lists_silently {
  static constexpr bool by_sample = true;
};

/// Says that it lists by sample, but sorts.
struct lists_sorted : lists {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto out = lists::measure(e);
    std::ranges::sort(out.cells);
    return out;
  }
};

struct counts_too_many : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto out                   = first_cell::measure(e);
    out.parts[0].clauses.total = 1;
    return out;
  }
};

/// Counts at most ten.
struct stops_counting : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto out       = first_cell::measure(e);
    out.ones.count = std::min<std::uint64_t>(out.ones.count, 10);
    return out;
  }
};

/// A rate that is not one of samples: which share of the training boards begins with symbol 1.
struct of_training : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    result out;
    for (auto const x : e.data.training)
      out.ones.add(x[0] == 1);
    return out;
  }
};

/// Takes the model for its own.
struct trains_on_the_side : first_cell {
  template <Rule R, class V>
  result measure(evaluation<R, V> const& e) const {
    auto& data = const_cast<data_split<R::cell_count>&>(e.data);
    for (auto const x : e.data.training)
      for (token const& cell : x)
        const_cast<token&>(cell) = 1;
    static_cast<void>(data);
    return {};
  }
};

}  // namespace wrong

BOOST_HANA_ADAPT_STRUCT(wrong::first_cell::result, ones, parts, share);
BOOST_HANA_ADAPT_STRUCT(wrong::lists_silently::result, cells);

namespace {

using namespace regula;

/// The laws that are broken, by the words before the colon.
template <Probe P>
std::vector<std::string> broken_by(P const& probe) {
  std::vector<std::string> names;
  for (std::string const& sentence : laws::probe(probe, group_parity<12, 3>{})) {
    INFO(sentence);
    CHECK(sentence.find(P::name) != std::string::npos);
    names.push_back(sentence.substr(0, sentence.find(':')));
  }
  return names;
}

using names = std::vector<std::string>;

TEST_CASE("laws of probes: right ones break none") {
  CHECK(broken_by(wrong::first_cell{}) == names{});
  CHECK(broken_by(wrong::lists{}) == names{});
  CHECK(broken_by(wrong::of_training{}) == names{});
}

TEST_CASE("laws of probes: results that depend on more than the evaluation") {
  CHECK(broken_by(wrong::remembers{}) == names{"measure is pure", "the order of samples does not matter"});
  CHECK(broken_by(wrong::loses_its_setting{}) == names{"measure is pure"});
  CHECK(laws::probe(wrong::remembers{}, group_parity<12, 3>{})[0].ends_with("result.share"));
  CHECK(laws::probe(wrong::loses_its_setting{}, group_parity<12, 3>{})[0].ends_with("result.parts[0]"));
}

TEST_CASE("laws of probes: an evaluation that is written into") {
  CHECK(broken_by(wrong::writes_samples{}) == names{"nothing is written"});
  CHECK(broken_by(wrong::writes_values{}) == names{"nothing is written"});
  CHECK(broken_by(wrong::writes_data{}) == names{"nothing is written"});
}

TEST_CASE("laws of probes: the order of samples") {
  CHECK(broken_by(wrong::looks_at_the_first{}) == names{"the order of samples does not matter"});
  CHECK(broken_by(wrong::lists_silently{}) == names{"the order of samples does not matter"});
  CHECK(broken_by(wrong::lists_sorted{}) == names{"the order of samples does not matter"});
}

TEST_CASE("laws of probes: counts") {
  CHECK(broken_by(wrong::counts_too_many{}) == names{"counts add up"});
  CHECK(broken_by(wrong::stops_counting{}) == names{"counts add up"});
  CHECK(laws::probe(wrong::counts_too_many{}, group_parity<12, 3>{})[0].ends_with("of 1 in result.parts[0].all"));
}

TEST_CASE("laws of probes: those of the library") {
  auto const check = [](auto const& rule) {
    CHECK(laws::probe(rule_accuracy{}, rule).empty());
    CHECK(laws::probe(memorization{}, rule).empty());
    CHECK(laws::probe(clause_memorization{}, rule).empty());
    CHECK(laws::probe(innovation{}, rule).empty());
    CHECK(laws::probe(sample_states{}, rule).empty());
  };
  check(group_parity<12, 3>{});
  check(exact_k<10, 3>{});
  check(latin_square<4>{});
  check(test::palindrome<6, 5>{});
  CHECK(laws::probe(sample_states{.by = judging::signs}, group_parity<12, 3>{}).empty());
  k_parity<8, 3> const labelled{{1, 4, 6}};
  CHECK(laws::probe(label_accuracy{}, labelled, {}, oracle_masked_view{population{labelled}}).empty());
}

auto const plan = compose(group_parity<8, 2>{}, dit<size{.width = 16, .depth = 1, .heads = 2}>{}, denoising{});

settings short_run() {
  settings s{.train_size = 8, .steps = 6, .batch = 4, .seed = 3};
  s.evaluation = {.schedule = evaluation_schedule::every(2), .samples = 8, .sampler = heun{.levels = 3}};
  return s;
}

TEST_CASE("laws of probes: a run is the same with and without them") {
  test::affine_engine const engine;
  CHECK(laws::probe_in_run(rule_accuracy{}, plan, short_run(), engine).empty());
  CHECK(laws::probe_in_run(memorization{}, plan, short_run(), engine).empty());
  CHECK(laws::probe_in_run(innovation{}, plan, short_run(), engine).empty());
  CHECK(laws::probe_in_run(sample_states{.by = judging::signs}, plan, short_run(), engine).empty());
  CHECK(laws::probe_in_run(denoising_error{.scales = 4}, plan, short_run(), engine).empty());
  CHECK(laws::probe_in_run(vector_field{.points = 3}, plan, short_run(), engine).empty());
  CHECK(laws::probe_in_run(basin_profile{.points = 6, .bootstrap = 8}, plan, short_run(), engine).empty());
  auto const broken = laws::probe_in_run(wrong::trains_on_the_side{}, plan, short_run(), engine);
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].starts_with("the run is left alone: with first_cell the loss of step 1 is"));
  auto const at_the_end = laws::probe_in_run(
      wrong::writes_data{},
      plan,
      [] {
        auto s                = short_run();
        s.evaluation.schedule = evaluation_schedule::every(100);
        s.steps               = 1;
        return s;
      }(),
      engine);
  CHECK(at_the_end.size() == 1);
}

}  // namespace
