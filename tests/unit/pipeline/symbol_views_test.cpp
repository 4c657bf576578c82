// SPDX-License-Identifier: MIT
#include <regula/pipeline/symbol_views.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula;

constexpr data_shape shape{{1, 3}, 1, 2};

/// Logits that tell which symbols, values and noise came in; it counts how many samples it was given at once.
struct echo {
  using real = float;
  std::size_t columns;
  std::vector<std::size_t>* calls = nullptr;

  void evaluate(network_input<float> const& in, std::span<float> out) const {
    std::size_t const cells = out.size() / columns;
    if (calls != nullptr) calls->push_back(cells / 3);
    for (std::size_t i = 0; i < cells; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        float const seen     = in.symbols.empty()          ? in.values[i * columns + j]
                               : in.symbols[i] == no_token ? -1.0F
                                                           : static_cast<float>(in.symbols[i]);
        out[i * columns + j] = static_cast<float>(j) * seen + (in.noise.empty() ? 0.0F : in.noise[0]);
      }
  }
};

/// ln of the softmax of 0, a, 2a, ..
double expected(double a, std::size_t columns, std::size_t j) {
  double sum = 0;
  for (std::size_t k = 0; k < columns; ++k)
    sum += std::exp(a * static_cast<double>(k));
  return a * static_cast<double>(j) - std::log(sum);
}

TEST_CASE("log_softmax_rows: rows that sum to 1, the same when shifted, without overflow") {
  std::array const logits{1.0F, 2.0F, 0.5F, 1001.0F, 1002.0F, 1000.5F};
  std::array<double, 6> out;
  log_softmax_rows(std::span<float const>{logits}, 3, std::span{out});
  double sum = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    sum += std::exp(out[j]);
    CHECK(out[j + 3] == doctest::Approx(out[j]).epsilon(1e-12));
  }
  CHECK(sum == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("masked_view: hidden cells reach the network, many samples go in bounded groups") {
  std::vector<std::size_t> calls;
  echo net{2, &calls};
  masked_view const view{net, shape};
  std::vector<token> const z{0, 1, no_token};
  std::vector<double> out(6);
  view(z, out);
  for (std::size_t j = 0; j < 2; ++j) {
    CHECK(out[j] == doctest::Approx(expected(0, 2, j)));
    CHECK(out[2 + j] == doctest::Approx(expected(1, 2, j)));
    CHECK(out[4 + j] == doctest::Approx(expected(-1, 2, j)));
  }
  CHECK(calls == std::vector<std::size_t>{1});
  std::size_t const many = 800'000;
  std::vector<token> const all(many * 3, 1);
  std::vector<double> all_out(many * 6);
  calls.clear();
  view(all, all_out);
  CHECK(calls.size() == 2);
  CHECK(calls[0] + calls[1] == many);
  CHECK(all_out.back() == doctest::Approx(expected(1, 2, 1)));
}

TEST_CASE("timed_view: symbols or distributions, with the noise level") {
  echo net{2};
  timed_view const view{net, shape};
  std::vector<double> out(6), soft_out(6);
  view(std::vector<token>{0, 1, 1}, 0.7, out);
  CHECK(out[3] == doctest::Approx(expected(1, 2, 1)));
  view.soft(std::vector<double>{0, 3, 0, 0, 0, 0}, 0.7, soft_out);
  CHECK(soft_out[1] == doctest::Approx(expected(3, 2, 1)));
  CHECK(soft_out[3] == doctest::Approx(std::log(0.5)));
}

TEST_CASE("causal_view: prefixes are read anew by networks that keep none") {
  echo net{3};
  causal_view const view{net, shape};
  std::vector<double> all(9), last(3);
  view.log_probabilities(std::vector<token>{1, 0, 2}, all);  // 2 is the start symbol, which a sampler may feed back
  CHECK(all[8] == doctest::Approx(expected(2, 3, 2)));
  auto session = view.begin(1);
  session.next({}, last);
  CHECK(last[0] == doctest::Approx(expected(0, 3, 0)));
  session.next(std::vector<token>{1}, last);
  CHECK(last[0] == doctest::Approx(expected(0, 3, 0)));  // of the cell that is not known yet
}

/// Keeps its own prefixes, and answers with how many symbols it has seen.
struct keeps_prefixes : echo {
  struct session {
    float seen = -1;
    void next(std::span<token const>, std::span<float> logits) {
      ++seen;
      for (std::size_t j = 0; j < 3; ++j)
        logits[j] = seen * static_cast<float>(j);
    }
  };
  session generate(std::size_t) const { return {}; }
};

TEST_CASE("causal_view: networks that keep prefixes are asked to") {
  keeps_prefixes net{{3}};
  auto session = causal_view{net, shape}.begin(1);
  std::vector<double> out(3);
  session.next({}, out);
  CHECK(out[2] == doctest::Approx(std::log(1.0 / 3)));
  session.next(std::vector<token>{1}, out);
  CHECK(out[2] == doctest::Approx(expected(1, 3, 2)));
}

TEST_CASE("prediction_view: the network's numbers as they are") {
  echo net{1};
  prediction_view const view{net, shape};
  std::vector<double> out(3);
  view(std::vector<token>{0, 1, no_token}, out);
  CHECK(out == std::vector<double>{0, 0, -0.0});
}

TEST_CASE("sizes and symbols that do not fit are refused, with the value") {
  echo net{2};
  masked_view const view{net, shape};
  std::vector<double> out(6);
  CHECK_THROWS_WITH_AS(view(std::vector<token>{0, 1}, out),
                       "masked_view: expected n samples of 3 numbers and room for 6 of each, got 2 and 6",
                       shape_error);
  CHECK_THROWS_WITH_AS(view(std::vector<token>{0, 7, 1}, out),
                       "masked_view: expected symbols below 2 or hidden cells, got 7 at 1",
                       range_error);
  timed_view const timed{net, shape};
  CHECK_THROWS_WITH_AS(timed(std::vector<token>{0, no_token, 1}, 1.0, out),
                       "timed_view: expected symbols below 2, got 65535 at 1",
                       range_error);
  CHECK_THROWS_AS(timed.soft(std::vector<double>(5), 1.0, out), shape_error);
  echo of_three{3};
  std::vector<double> room(9);
  CHECK_THROWS_AS((causal_view{of_three, shape}.log_probabilities(std::vector<token>{0, 3, 1}, room)), range_error);
}

}  // namespace
