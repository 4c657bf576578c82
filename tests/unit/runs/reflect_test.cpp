// SPDX-License-Identifier: MIT
#include <regula/runs/json.hpp>
#include <regula/runs/reflect.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/length.hpp>
#include <doctest/doctest.h>

#include <cstddef>

namespace rg = regula;

/// Converts to anything, so that an aggregate can be tried with some number of members. Never defined: outside the
/// unnamed namespace, where clang would miss a definition.
struct converts_to_anything {
  template <class T>
  operator T() const;  // NOLINT: implicit is the point
};

namespace {

using anything = converts_to_anything;

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{((void)I, anything{})...}; };
}

/// The number of members of an aggregate without base classes and arrays.
template <class T, std::size_t N = 16>
constexpr std::size_t member_count() {
  if constexpr (N == 0 || takes<T>(std::make_index_sequence<N>{}))
    return N;
  else
    return member_count<T, N - 1>();
}

template <class T>
constexpr std::size_t reflected = decltype(boost::hana::length(boost::hana::accessors<T>()))::value;

TEST_CASE("no member of a settings struct is left out of records") {
  CHECK(reflected<rg::settings> == member_count<rg::settings>());
  CHECK(reflected<rg::evaluation_settings> == member_count<rg::evaluation_settings>());
  CHECK(reflected<rg::heun> == member_count<rg::heun>());
  CHECK(reflected<rg::ancestral> == member_count<rg::ancestral>());
  CHECK(reflected<rg::unmask> == member_count<rg::unmask>());
  CHECK(reflected<rg::reverse> == member_count<rg::reverse>());
  CHECK(reflected<rg::iterated_argmax> == member_count<rg::iterated_argmax>());
  CHECK(reflected<rg::churn> == member_count<rg::churn>());
  CHECK(reflected<rg::adam> == member_count<rg::adam>());
  CHECK(reflected<rg::adamw> == member_count<rg::adamw>());
  CHECK(reflected<rg::sgd> == member_count<rg::sgd>());
  CHECK(reflected<rg::learning_rate> == member_count<rg::learning_rate>());
  CHECK(reflected<rg::step_range> == member_count<rg::step_range>());
  CHECK(reflected<rg::evaluation_schedule> == member_count<rg::evaluation_schedule>());
  CHECK(reflected<rg::log_normal> == member_count<rg::log_normal>());
  CHECK(reflected<rg::pm1> == member_count<rg::pm1>());
  CHECK(reflected<rg::scalar> == member_count<rg::scalar>());
  CHECK(reflected<rg::one_hot_pm1> == member_count<rg::one_hot_pm1>());
  CHECK(reflected<rg::denoising<>> == member_count<rg::denoising<>>());
  CHECK(reflected<rg::exact_score<>> == member_count<rg::exact_score<>>() - 1);  // the training boards are no setting
  CHECK(reflected<rg::uniform_diffusion> == member_count<rg::uniform_diffusion>());
  CHECK(reflected<rg::relaxation_curriculum> == member_count<rg::relaxation_curriculum>());
  CHECK(reflected<rg::reverse> == member_count<rg::reverse>());
}

TEST_CASE("a class template adapted by hand is written as its members") {
  rg::denoising<> const o{.sigma_data = 0.5, .log_sigma = {.mean = -1}, .weighting = rg::noise_weighting::none};
  CHECK(rg::text_of(rg::to_json(o)) ==
        R"({"name":"denoising","sigma_data":0.5,"log_sigma":{"mean":-1.0,"deviation":1.2},"weighting":"none",)"
        R"("encoding":{"name":"pm1","tolerance":0.1}})");
}

TEST_CASE("objectives with more than numbers are written as their settings") {
  CHECK(rg::text_of(rg::to_json(rg::exact_score<>{.sigma_data = 0.5})) ==
        R"({"name":"exact_score","sigma_data":0.5,"log_sigma":{"mean":-1.2,"deviation":1.2},"weighting":"edm",)"
        R"("encoding":{"name":"pm1","tolerance":0.1}})");
  CHECK(rg::text_of(rg::to_json(rg::uniform_diffusion{.t_min = 0.5, .form = rg::bound_form::summed})) ==
        R"({"name":"uniform_diffusion","eps":0.001,"t_min":0.5,"form":"summed",)"
        R"("curriculum":{"steps":0,"tau":0.001,"gamma_0":-3.5,"gamma_1":-1.75}})");
}

TEST_CASE("the encodings of many symbols are written with their names") {
  CHECK(rg::text_of(rg::to_json(rg::scalar{})) == R"({"name":"scalar","tolerance":0.15})");
  CHECK(rg::text_of(rg::to_json(rg::one_hot_zero_mean::strict())) == R"({"name":"one_hot_zero_mean","slack":0.1})");
}

TEST_CASE("every value of an enumeration has a name of its own") {
  CHECK(name_of(rg::rate_course::constant) == "constant");
  CHECK(name_of(rg::rate_course::linear) == "linear");
  CHECK(name_of(rg::rate_course::cosine) == "cosine");
  CHECK(name_of(rg::weights_kind::raw) == "raw");
  CHECK(name_of(rg::weights_kind::average) == "average");
  CHECK(name_of(rg::noise_weighting::edm) == "edm");
  CHECK(name_of(rg::noise_weighting::none) == "none");
  CHECK(name_of(rg::bound_form::summed) == "summed");
  CHECK(name_of(rg::bound_form::closed) == "closed");
  CHECK(name_of(rg::noise_removal::ancestral) == "ancestral");
  CHECK(name_of(rg::noise_removal::greedy) == "greedy");
  CHECK(name_of(rg::cell_choice::draw) == "draw");
  CHECK(name_of(rg::cell_choice::argmax) == "argmax");
  CHECK(name_of(rg::state_precision::float64) == "float64");
  CHECK(name_of(rg::state_precision::float32) == "float32");
}

}  // namespace
