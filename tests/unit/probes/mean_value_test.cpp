// SPDX-License-Identifier: MIT
#include <regula/probes/mean_value.hpp>
#include <regula/runs/json.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

using namespace regula;

TEST_CASE("mean_value: mean, standard error and deviation of a few numbers") {
  running_mean values;
  for (double const v : {1.0, 2.0, 4.0, 5.0})
    values.add(v);
  mean_value const m = values.value();
  CHECK(m.mean == doctest::Approx(3));
  CHECK(m.count == 4);
  CHECK(m.standard_error == doctest::Approx(std::sqrt(10.0 / (4 * 3))));  // squares 4 + 1 + 1 + 4
  CHECK(m.deviation() == doctest::Approx(std::sqrt(10.0 / 4)));
}

TEST_CASE("mean_value: of nothing it is NaN, of one value without an error, and nothing is left out") {
  CHECK(std::isnan(running_mean{}.value().mean));
  CHECK(std::isnan(running_mean{}.value().deviation()));
  CHECK(running_mean{}.value().count == 0);
  running_mean one;
  one.add(7);
  CHECK(one.value().mean == 7);
  CHECK(std::isnan(one.value().standard_error));
  CHECK(one.value().deviation() == 0);
  one.add(std::numeric_limits<double>::infinity());
  CHECK(one.value().mean == std::numeric_limits<double>::infinity());
  running_mean undefined;
  undefined.add(1);
  undefined.add(std::numeric_limits<double>::quiet_NaN());
  CHECK(std::isnan(undefined.value().mean));
  CHECK(undefined.value().count == 2);
}

TEST_CASE("mean_value: errors of a difference add as squares") {
  mean_value const d = difference({5, 3, 10}, {2, 4, 20});
  CHECK(d.mean == 3);
  CHECK(d.standard_error == doctest::Approx(5));
  CHECK(d.count == 10);
}

TEST_CASE("mean_value: it is written with its error and count") {
  CHECK(text_of(to_json(mean_value{0.5, 0.25, 3})) == R"({"mean":0.5,"standard_error":0.25,"count":3})");
}

}  // namespace
