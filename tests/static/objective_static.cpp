// SPDX-License-Identifier: MIT
/// @file
/// What is an Objective and what is not, and which models it trains; compiled, never linked.
#include <regula/concepts/objective.hpp>
#include <regula/concepts/trains.hpp>
#include <regula/models/dit.hpp>
#include <regula/objectives/denoising.hpp>

#include <cstddef>
#include <span>

namespace {

using regula::batch;
using regula::head;
using regula::stream;
using regula::token;

struct encodes {
  static bool accepts(token) { return true; }
  static std::size_t channels(token) { return 1; }
  void encode(batch&) const {}
};
/// What all of the following have, but for what their name says.
struct loses : encodes {
  template <class Real>
  void read(batch const&, int const&, std::size_t, regula::sample_input<Real>&) const {}
  template <class Real>
  double loss(std::span<Real const>, batch const&, int const&, std::size_t, std::span<Real>) const {
    return 0;
  }
  static regula::no_sampler sampler() { return {}; }
};
struct corrupts : loses {
  using corruption = int;
  void prepare(batch const&, corruption&) const {}
  void corrupt(batch const&, std::size_t, stream&, corruption&) const {}
};
struct good : corrupts {
  static constexpr head needs = head::logits;
};
struct not_copyable : good {
  not_copyable()                    = default;
  not_copyable(not_copyable const&) = delete;
};
struct needs_of_a_value : corrupts {
  head needs = head::logits;
};
struct needs_a_number : corrupts {
  static constexpr int needs = 2;
};
struct no_prepare : loses {
  static constexpr head needs = head::logits;
  using corruption            = int;
  void corrupt(batch const&, std::size_t, stream&, corruption&) const {}
};
struct corrupts_at_once : loses {
  static constexpr head needs = head::logits;
  using corruption            = int;
  void prepare(batch const&, corruption&) const {}
  void corrupt(batch const&, stream&, corruption&) const {}
};
struct changes_clean_samples : loses {
  static constexpr head needs = head::logits;
  using corruption            = int;
  void prepare(batch const&, corruption&) const {}
  void corrupt(batch&, std::size_t, stream&, corruption&) const {}
};
struct no_loss : encodes {
  static constexpr head needs = head::logits;
  using corruption            = int;
  void prepare(batch const&, corruption&) const {}
  void corrupt(batch const&, std::size_t, stream&, corruption&) const {}
  static regula::no_sampler sampler() { return {}; }
};
struct reads_float_only : good {
  void read(batch const&, int const&, std::size_t, regula::sample_input<float>&) const {}
};
struct sampler_of_no_name : good {
  void sampler() = delete;
};
struct no_encoding {
  static constexpr head needs = head::logits;
  using corruption            = int;
  void prepare(batch const&, corruption&) const {}
  void corrupt(batch const&, std::size_t, stream&, corruption&) const {}
};

static_assert(regula::Objective<good> && regula::check_objective<good>());
static_assert(regula::Objective<regula::denoising<>> && regula::check_objective<regula::denoising<>>());

static_assert(!regula::Objective<int>);
static_assert(!regula::Objective<void>);
static_assert(!regula::Objective<good&>);
static_assert(!regula::Objective<not_copyable>);
static_assert(!regula::NeedsHead<corrupts> && !regula::Objective<corrupts>);
static_assert(!regula::NeedsHead<needs_of_a_value> && !regula::Objective<needs_of_a_value>);
static_assert(!regula::NeedsHead<needs_a_number> && !regula::Objective<needs_a_number>);
static_assert(!regula::Corrupts<encodes> && !regula::Objective<encodes>);
static_assert(!regula::Corrupts<no_prepare> && !regula::Objective<no_prepare>);
static_assert(!regula::Corrupts<corrupts_at_once> && !regula::Objective<corrupts_at_once>);
static_assert(!regula::Corrupts<changes_clean_samples> && !regula::Objective<changes_clean_samples>);
static_assert(!regula::LosesBy<no_loss> && !regula::Objective<no_loss>);
static_assert(!regula::LosesBy<reads_float_only> && !regula::Objective<reads_float_only>);
static_assert(!regula::NamesSampler<sampler_of_no_name> && !regula::Objective<sampler_of_no_name>);
static_assert(!regula::Encodes<no_encoding> && !regula::Objective<no_encoding>);

// Encodings -----------------------------------------------------------------------------------------------------------
struct encodes_by_value {
  static bool accepts(token) { return true; }
  static std::size_t channels(token) { return 1; }
  float encode(token, token) const { return 0; }
  token decode(std::span<float const>, token) const { return 0; }
};
static_assert(regula::Encoding<regula::pm1>);
static_assert(!regula::Encoding<int> && !regula::Encoding<encodes_by_value>);
static_assert(regula::pm1::accepts(2) && !regula::pm1::accepts(3) && !regula::pm1::accepts(1));
static_assert(regula::pm1::channels(2) == 1);
static_assert(regula::denoising<>::needs == head::denoiser);

// What trains what ----------------------------------------------------------------------------------------------------
struct causal {
  static constexpr regula::head_set heads = {head::causal_logits};
  static constexpr std::size_t parameter_count(regula::data_shape) { return 0; }
};
struct two_heads : causal {
  static constexpr regula::head_set heads = {head::causal_logits, head::denoiser};
};
static_assert(regula::Trains<regula::denoising<>, regula::dit<>>);
static_assert(regula::Trains<regula::denoising<>, two_heads>);
static_assert(!regula::Trains<regula::denoising<>, causal>);
static_assert(!regula::Trains<good, regula::dit<>>);
static_assert(!regula::Trains<regula::dit<>, regula::denoising<>>);
static_assert(!regula::Trains<regula::denoising<>, int> && !regula::Trains<int, regula::dit<>>);

}  // namespace
