// SPDX-License-Identifier: MIT
#include <regula/objectives/t_beta.hpp>
#include <regula/objectives/t_mean.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <numbers>
#include <vector>

namespace {

using namespace regula;
using json = nlohmann::json;

json const& golden(char const* section) {
  static json const file = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/masks.json"});
  return file.at(section);
}

/// (k + 1) t (1 - t)^k
struct signal_at {
  double k;
  double operator()(double t) const { return (k + 1) * t * std::pow(1 - t, k); }
};

bool near(double ours, json const& theirs, double relative = 1e-11) {
  return std::abs(ours - theirs.get<double>()) <= relative * theirs.get<double>();
}

TEST_CASE("mean_over: signal in the windows of the reference file") {
  for (auto const& c : golden("window")) {
    t_window const law{c.at("lo").get<double>(), c.at("hi").get<double>()};
    CHECK(near(mean_over(law, 0, 0, signal_at{c.at("k").get<double>()}), c.at("signal")));
    CHECK(near(mean_over(law, 0, 0, [](double t) { return t; }), c.at("mean_t")));
  }
}

TEST_CASE("mean_over: beta laws, of two windows, and of three by their parts") {
  for (auto const& c : golden("beta_schedule")) {
    t_beta const law{c.at("a").get<double>(), c.at("b").get<double>()};
    double const k = c.at("k").get<double>();
    CHECK(near(mean_over(law, 0, 0, signal_at{k}), c.at("signal")));
    CHECK(near(mean_over(law, 0, 0, [k](double t) { return std::pow(1 - t, k); }), c.at("secret_recoverable")));
    CHECK(near(mean_over(law, 0, 0, [](double t) { return t; }), c.at("mean_t")));
  }
  for (auto const& c : golden("mixture_schedule")) {
    double signal = 0, mean = 0;
    std::vector<t_window> parts;
    for (auto const& p : c.at("parts")) {
      parts.push_back({p[1].get<double>(), p[2].get<double>()});
      signal += p[0].get<double>() * mean_over(parts.back(), 0, 0, signal_at{c.at("k").get<double>()});
      mean += p[0].get<double>() * mean_over(parts.back(), 0, 0, [](double t) { return t; });
    }
    CHECK(near(signal, c.at("signal")));
    CHECK(near(mean, c.at("mean_t")));
    if (parts.size() != 2) continue;
    t_mixture const law{c.at("parts")[0][0].get<double>(), parts[0], parts[1]};
    CHECK(near(mean_over(law, 0, 0, signal_at{c.at("k").get<double>()}), c.at("signal")));
  }
}

TEST_CASE("mean_over: singular ends of a beta density") {
  // E[t] = a/(a + b), E[t^2] = a(a + 1)/((a + b)(a + b + 1)).
  t_beta const law{0.25, 0.5};
  CHECK(mean_over(law, 0, 0, [](double t) { return t; }) == doctest::Approx(1.0 / 3).epsilon(1e-12));
  CHECK(mean_over(law, 0, 0, [](double t) { return t * t; }) ==
        doctest::Approx(0.25 * 1.25 / (0.75 * 1.75)).epsilon(1e-12));
}

TEST_CASE("mean_over: annealed windows at their steps, the cosine, a floor") {
  for (auto const& c : golden("annealed_schedule")) {
    t_anneal const law{{c["start"][0].get<double>(), c["start"][1].get<double>()},
                       {c["end"][0].get<double>(), c["end"][1].get<double>()},
                       c.at("steps").get<std::uint64_t>()};
    for (auto const& at : c.at("at"))
      CHECK(near(mean_over(law, at.at("step").get<std::uint64_t>(), 0, signal_at{c.at("k").get<double>()}),
                 at.at("signal")));
  }
  auto const same = [](double t) { return t; };
  CHECK(mean_over(t_cosine{}, 0, 0, same) == doctest::Approx(2 / std::numbers::pi).epsilon(1e-13));
  CHECK(mean_over(t_window{0, 0.5}, 0, 0.1, same) == doctest::Approx(0.3).epsilon(1e-13));
  CHECK(mean_over(t_beta{2, 2}, 0, 0.1, same) == doctest::Approx(0.55).epsilon(1e-13));
  CHECK(mean_over(fixed_t{0.25}, 0, 0, same) == doctest::Approx(0.25).epsilon(1e-13));
}

TEST_CASE("stratified times of the reference file: each sample in its own stratum of the batch") {
  for (auto const& c : golden("stratified")) {
    t_window const law{c.at("lo").get<double>(), c.at("hi").get<double>()};
    auto const& u = c.at("uniforms");
    for (std::size_t i = 0; i < u.size(); ++i)
      CHECK(law.at((u[i].get<double>() + static_cast<double>(i)) / static_cast<double>(u.size()), 0) ==
            doctest::Approx(c.at("t")[i].get<double>()).epsilon(1e-14));
  }
}

}  // namespace
