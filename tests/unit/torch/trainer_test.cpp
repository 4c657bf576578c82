// SPDX-License-Identifier: MIT
#include <regula/objectives/denoising.hpp>
#include <regula/objectives/next_token.hpp>
#include <regula/torch/losses/denoising.hpp>
#include <regula/torch/losses/next_token.hpp>
#include <regula/torch/nets/dit.hpp>
#include <regula/torch/nets/gpt.hpp>
#include <regula/torch/trainer.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

using model     = rg::dit<rg::size{.width = 8, .depth = 1, .heads = 2}>;
using objective = rg::denoising<>;
using trainer   = lt::trainer<model, objective, float>;
static_assert(rg::Trainer<trainer, objective> && rg::Resumable<trainer>);

constexpr rg::data_shape shape{{2, 2}, 1, 2};

trainer make(rg::settings const& s = {}) {
  return {model{}, objective{}, shape, s, {torch::kCPU, torch::kFloat32}, {{"engine", "test"}}};
}

rg::batch clean_batch() {
  rg::batch b{shape, 3, {0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0}, {}};
  objective{}.encode(b);
  return b;
}

auto corruption_of(rg::batch const& b) { return rg::corrupt(objective{}, b, {5, rg::purpose::test}); }

template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (rg::error const& e) {
    return e.what();
  }
  return "nothing was thrown";
}

bool same(rg::named_tensors const& a, rg::named_tensors const& b) {
  for (auto const& [name, value] : a)
    if (b.at(name) != value) return false;
  return a.size() == b.size();
}

}  // namespace

TEST_CASE("a trainer starts with the weights that the seed gives on every engine") {
  auto const specs = model::tensors(shape);
  CHECK(same(make({.seed = 11}).weights(rg::weights_kind::raw), rg::draw_initial_weights(specs, 11)));
}

TEST_CASE("gradient alone changes no weight; the loss is the mean of the samples' losses") {
  auto t             = make();
  auto const before  = t.weights(rg::weights_kind::raw);
  auto const clean   = clean_batch();
  auto const c       = corruption_of(clean);
  double const loss  = t.gradient(clean, c);
  auto const samples = t.sample_losses(clean, c);
  REQUIRE(samples.size() == 3);
  CHECK(loss == doctest::Approx((samples[0] + samples[1] + samples[2]) / 3).epsilon(1e-6));
  CHECK(t.gradient(clean, c) == loss);
  CHECK(same(t.weights(rg::weights_kind::raw), before));
  CHECK(t.gradients().size() == before.size());
  CHECK(t.gradient_norm() > 0);
}

TEST_CASE("an update follows the schedule, the clip and the average") {
  // Plain descent: the move is the rate times the clipped gradient.
  rg::settings const s{.steps     = 10,
                       .optimizer = rg::sgd{},
                       .rate      = {.base = 0.5, .course = rg::rate_course::linear, .warm_up = 2},
                       .clip      = 0.01,
                       .ema       = 0.9};
  auto t           = make(s);
  auto const start = t.weights(rg::weights_kind::raw);
  auto const clean = clean_batch();
  (void)t.gradient(clean, corruption_of(clean));
  REQUIRE(t.gradient_norm() > 0.01);
  double const factor = 0.5 * 0.5 * 0.01 / t.gradient_norm();  // the second step of two of warm-up
  t.apply(1);
  auto const after = t.weights(rg::weights_kind::raw), average = t.weights(rg::weights_kind::average);
  for (auto const& [name, value] : t.gradients()) {
    CAPTURE(name);
    for (std::size_t i = 0; i < value.element_count(); ++i) {
      double const g    = static_cast<double>(value.values<float>()[i]);
      double const p0   = static_cast<double>(start.at(name).values<float>()[i]);
      double const p1   = static_cast<double>(after.at(name).values<float>()[i]);
      double const mean = static_cast<double>(average.at(name).values<float>()[i]);
      CHECK(std::abs(p1 - (p0 - factor * g)) < 1e-7);
      CHECK(std::abs(mean - (p0 + 0.75 * (p1 - p0))) < 1e-7);  // momentum (1 + 2) / (10 + 2)
    }
  }
}

TEST_CASE("a first step with warm-up moves nothing") {
  auto t           = make({.rate = {.warm_up = 5}});
  auto const start = t.weights(rg::weights_kind::raw);
  auto const clean = clean_batch();
  (void)t.gradient(clean, corruption_of(clean));
  t.apply(0);
  CHECK(same(t.weights(rg::weights_kind::raw), start));
}

TEST_CASE("a loss that is not finite is reported, and the weights stay") {
  auto t           = make();
  auto const start = t.weights(rg::weights_kind::raw);
  auto const clean = clean_batch();
  auto c           = corruption_of(clean);
  c.noise[0]       = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(std::isfinite(t.gradient(clean, c)));
  c.noise[0] = std::numeric_limits<float>::infinity();
  CHECK_FALSE(std::isfinite(t.gradient(clean, c)));
  CHECK(same(t.weights(rg::weights_kind::raw), start));
}

TEST_CASE("load takes the model's tensors and starts the average and the optimizer anew") {
  auto t           = make({.ema = 0.5});
  auto const clean = clean_batch();
  auto const c     = corruption_of(clean);
  (void)t.gradient(clean, c);
  t.apply(0);
  auto const other = rg::draw_initial_weights(model::tensors(shape), 99);
  t.load(other);
  CHECK(same(t.weights(rg::weights_kind::raw), other));
  CHECK(same(t.weights(rg::weights_kind::average), other));
  CHECK(message_of([&] { t.apply(0); }) == "trainer::apply: expected a gradient to apply, but none was computed");

  // Moments start at zero: two trainers that load the same weights go on alike.
  auto fresh = make({.ema = 0.5});
  fresh.load(other);
  for (auto* one : {&t, &fresh}) {
    (void)one->gradient(clean, c);
    one->apply(0);
  }
  CHECK(same(t.weights(rg::weights_kind::raw), fresh.weights(rg::weights_kind::raw)));
}

TEST_CASE("a restored trainer goes on with the same bits, for every optimizer") {
  auto const clean = clean_batch();
  auto const c     = corruption_of(clean);
  for (rg::optimizer const& o : {rg::optimizer{rg::adam{}}, rg::optimizer{rg::sgd{.momentum = 0.9}}}) {
    rg::settings const s{.steps = 4, .optimizer = o, .rate = {.base = 0.01}, .ema = 0.9};
    auto undisturbed = make(s);
    auto const go    = [&](trainer& t, std::uint64_t n) {
      (void)t.gradient(clean, c);
      t.apply(n);
    };
    go(undisturbed, 0);
    go(undisturbed, 1);
    auto const saved = undisturbed.state();
    go(undisturbed, 2);
    auto other_seed = s;
    other_seed.seed = 5;
    auto resumed    = make(other_seed);
    resumed.restore(saved);
    CHECK(same(resumed.state(), saved));
    go(resumed, 2);
    CHECK(same(resumed.state(), undisturbed.state()));
  }
}

TEST_CASE("a state that lacks a tensor is refused, and nothing of it is taken") {
  auto t           = make();
  auto const start = t.state();
  rg::named_tensors lacking;
  for (auto const& [name, value] : start)
    if (name != "moment2/head.out.bias")
      lacking.add(name, name == "weights/embed.bias" ? rg::tensor{rg::dtype::f32, {8}} : value);
  lacking.at("weights/embed.bias").values<float>()[0] = 5;
  CHECK(
      message_of([&] { t.restore(lacking); }).starts_with("named_tensors: expected a tensor 'moment2/head.out.bias'"));
  CHECK(same(t.state(), start));
}

TEST_CASE("weights of another model are refused in words") {
  auto t          = make();
  auto const good = rg::draw_initial_weights(model::tensors(shape), 1);
  rg::named_tensors missing, extra = good, misshapen, integers;
  for (auto const& [name, value] : good) {
    if (name != "embed.bias") missing.add(name, value);
    misshapen.add(name, name == "embed.bias" ? rg::tensor{rg::dtype::f32, {7}} : value);
    integers.add(name, name == "embed.bias" ? rg::tensor{rg::dtype::i32, {8}} : value);
  }
  extra.add("embed.scale", rg::tensor{rg::dtype::f32, {8}});
  CHECK(message_of([&] { t.load(missing); }).starts_with("named_tensors: expected a tensor 'embed.bias'"));
  CHECK(message_of([&] { t.load(extra); }) ==
        "named_tensors: expected the 20 tensors of the model and no others, got also 'embed.scale'");
  CHECK(message_of([&] { t.load(misshapen); }) == "named_tensors: tensor 'embed.bias': expected F32 [8], got F32 [7]");
  CHECK(message_of([&] { t.load(integers); }) == "named_tensors: tensor 'embed.bias': expected F32 [8], got I32 [8]");
}

TEST_CASE("batches of another shape, and an average that was not asked for, are refused") {
  auto t           = make();
  auto const clean = clean_batch();
  auto wide        = clean;
  wide.shape.board = {1, 4};
  CHECK_THROWS_AS((void)t.gradient(wide, corruption_of(clean)), rg::shape_error);
  CHECK_THROWS_AS((void)t.gradient({shape, 0, {}, {}}, {}), rg::shape_error);
  CHECK(message_of([&] { (void)t.network(rg::weights_kind::average); }) ==
        "trainer: expected settings.ema above 0 for averaged weights, got 0");
}

TEST_CASE("a view of the network sees every update, also after the trainer moved") {
  auto first           = make({.rate = {.base = 0.1}});
  auto const clean     = clean_batch();
  auto t               = std::move(first);
  auto const& network  = t.network(rg::weights_kind::raw);
  auto const output_of = [&network] {
    std::vector<float> const values{1, -1, 1, 1}, noise{0.5F};
    std::vector<float> out(4);
    network.evaluate({{}, values, noise}, out);
    return out;
  };
  auto const before = output_of();
  CHECK(before == std::vector<float>(4, 0.0F));  // the head starts at zero
  (void)t.gradient(clean, corruption_of(clean));
  t.apply(0);
  CHECK(output_of() != before);
}

TEST_CASE("a net with dropout drops entries while it learns, by seed and step, and never when it is evaluated") {
  using dropping = rg::gpt<rg::size{.width = 8, .depth = 1, .heads = 2, .dropout = 0.5}>;
  constexpr rg::data_shape row{{1, 4}, 1, 2};
  lt::trainer<dropping, rg::next_token, float> t{
      dropping{}, rg::next_token{}, row, {.seed = 3}, {torch::kCPU, torch::kFloat32}, {}};
  auto scattered = dropping::tensors(row);
  for (auto& spec : scattered)
    spec.initial = rg::initial_law::normal(0.5);
  t.load(rg::draw_initial_weights(scattered, 1));
  rg::batch clean{row, 2, {0, 1, 1, 0, 1, 1, 0, 0}, {}};
  auto const undropped = [&] {
    auto const each = t.sample_losses(clean, {});
    return (each[0] + each[1]) / 2;
  };
  double const off = undropped();
  double const on  = t.gradient(clean, {});
  CHECK(std::abs(on - off) > 1e-3);
  CHECK(t.gradient(clean, {}) == on);
  CHECK(undropped() == off);
  clean.step = 1;
  CHECK(t.gradient(clean, {}) != on);
  clean.boards.pop_back();  // a loss that throws leaves dropout off
  CHECK_THROWS_AS((void)t.gradient(clean, {}), rg::shape_error);
  clean.boards.push_back(0);
  CHECK(undropped() == off);
}
