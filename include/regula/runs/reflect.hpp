// SPDX-License-Identifier: MIT
/// @file
/// The members and names of specs and settings as Boost.Hana sees them: what a record writes down of each.
/// A plain struct is adapted by BOOST_HANA_ADAPT_STRUCT, a class template by hand (`denoising` below shows how).
#pragma once

#include <regula/clocks/onset.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/objectives/encoding.hpp>
#include <regula/objectives/exact_score.hpp>
#include <regula/objectives/one_hot.hpp>
#include <regula/objectives/scalar.hpp>
#include <regula/objectives/uniform_diffusion.hpp>
#include <regula/pipeline/optimizer.hpp>
#include <regula/pipeline/schedule.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/samplers/any_sampler.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <string_view>

namespace regula {

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(rate_course c) {
  switch (c) {
    case rate_course::constant:
      return "constant";
    case rate_course::linear:
      return "linear";
    case rate_course::cosine:
      return "cosine";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(weights_kind w) {
  switch (w) {
    case weights_kind::raw:
      return "raw";
    case weights_kind::average:
      return "average";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(noise_weighting w) {
  switch (w) {
    case noise_weighting::edm:
      return "edm";
    case noise_weighting::none:
      return "none";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(bound_form f) {
  switch (f) {
    case bound_form::summed:
      return "summed";
    case bound_form::closed:
      return "closed";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(reveal_order o) {
  switch (o) {
    case reveal_order::random:
      return "random";
    case reveal_order::confidence:
      return "confidence";
    case reveal_order::grid:
      return "grid";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(cell_choice c) {
  switch (c) {
    case cell_choice::draw:
      return "draw";
    case cell_choice::argmax:
      return "argmax";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(noise_removal r) {
  switch (r) {
    case noise_removal::ancestral:
      return "ancestral";
    case noise_removal::greedy:
      return "greedy";
  }
  return "unknown";
}

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(state_precision p) {
  switch (p) {
    case state_precision::float64:
      return "float64";
    case state_precision::float32:
      return "float32";
  }
  return "unknown";
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::adam, beta1, beta2, epsilon);
BOOST_HANA_ADAPT_STRUCT(regula::adamw, beta1, beta2, epsilon, decay, matrices_only);
BOOST_HANA_ADAPT_STRUCT(regula::sgd, momentum);
BOOST_HANA_ADAPT_STRUCT(regula::learning_rate, base, course, warm_up);
BOOST_HANA_ADAPT_STRUCT(regula::step_range, start, end, every);
BOOST_HANA_ADAPT_STRUCT(regula::evaluation_schedule, ranges);
BOOST_HANA_ADAPT_STRUCT(regula::churn, amount, sigma_min, sigma_max, noise_factor);
BOOST_HANA_ADAPT_STRUCT(regula::heun, levels, sigma_max, sigma_min, rho, second_order, churn, precision);
BOOST_HANA_ADAPT_STRUCT(regula::objective_sampler);
BOOST_HANA_ADAPT_STRUCT(regula::ancestral, temperature);
BOOST_HANA_ADAPT_STRUCT(regula::unmask, order, at_once, levels, choose);
BOOST_HANA_ADAPT_STRUCT(regula::reverse, levels, t_min, eps, last, choose, precision);
BOOST_HANA_ADAPT_STRUCT(regula::iterated_argmax, rounds, t, eps);
BOOST_HANA_ADAPT_STRUCT(regula::evaluation_settings, schedule, samples, sampler, weights);
BOOST_HANA_ADAPT_STRUCT(
    regula::settings, train_size, held_out_size, steps, batch, seed, optimizer, rate, clip, ema, evaluation);
BOOST_HANA_ADAPT_STRUCT(regula::pm1, tolerance);
BOOST_HANA_ADAPT_STRUCT(regula::scalar, tolerance);
BOOST_HANA_ADAPT_STRUCT(regula::log_normal, mean, deviation);
BOOST_HANA_ADAPT_STRUCT(regula::relaxation_curriculum, steps, tau, gamma_0, gamma_1);
BOOST_HANA_ADAPT_STRUCT(regula::uniform_diffusion, eps, t_min, form, curriculum);
BOOST_HANA_ADAPT_STRUCT(regula::extents, rows, cols);
BOOST_HANA_ADAPT_STRUCT(regula::clock_reading, step, last_step);

namespace boost::hana {

/// What BOOST_HANA_ADAPT_STRUCT would write for `denoising<E>`; the macro takes no class template.
template <class E>
struct accessors_impl<regula::denoising<E>> {
  template <class Of>
  static constexpr auto members_of() {
    return make_tuple(make_pair(BOOST_HANA_STRING("sigma_data"), [](Of const& o) { return o.sigma_data; }),
                      make_pair(BOOST_HANA_STRING("log_sigma"), [](Of const& o) { return o.log_sigma; }),
                      make_pair(BOOST_HANA_STRING("weighting"), [](Of const& o) { return o.weighting; }),
                      make_pair(BOOST_HANA_STRING("encoding"), [](Of const& o) { return o.encoding; }));
  }
  static constexpr auto apply() { return members_of<regula::denoising<E>>(); }
};

/// The settings are those of denoising; the training boards are no setting.
template <class E>
struct accessors_impl<regula::exact_score<E>> {
  static constexpr auto apply() {
    return accessors_impl<regula::denoising<E>>::template members_of<regula::exact_score<E>>();
  }
};

template <class Values>
struct accessors_impl<regula::one_hot<Values>> {
  static constexpr auto apply() {
    return make_tuple(
        make_pair(BOOST_HANA_STRING("slack"), [](regula::one_hot<Values> const& of) { return of.slack; }));
  }
};

}  // namespace boost::hana
