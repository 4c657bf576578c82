// SPDX-License-Identifier: MIT
/// @file
/// Networks of symbols as samplers and probes call them: log probabilities in double, whatever engine they live on.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/network_input.hpp>
#include <regula/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace regula {

/// Writes the logarithm of the softmax of every row of `columns` logits.
template <std::floating_point Real>
void log_softmax_rows(std::span<Real const> logits, std::size_t columns, std::span<double> out) {
  for (std::size_t i = 0; i < logits.size(); i += columns) {
    auto const row = logits.subspan(i, columns);
    auto const top = static_cast<double>(*std::ranges::max_element(row));
    double sum     = 0;
    for (Real const v : row)
      sum += std::exp(static_cast<double>(v) - top);
    double const log_sum = top + std::log(sum);
    for (std::size_t j = 0; j < columns; ++j)
      out[i + j] = static_cast<double>(row[j]) - log_sum;
  }
}

namespace detail {

/// Samples evaluated at once, so that memory does not grow with their number.
[[nodiscard]] constexpr std::size_t samples_at_once(std::size_t numbers_each) {
  return std::max<std::size_t>(1, (std::size_t{1} << 22) / std::max<std::size_t>(1, numbers_each));
}

/// Refuses what is not n samples of `each` numbers, with room for `out_each` of every one; returns n.
[[nodiscard]] inline std::size_t checked_samples(
    char const* who, std::size_t given, std::size_t each, std::size_t out, std::size_t out_each) {
  std::size_t const n = given / each;
  require<shape_error>(given == n * each && out == n * out_each,
                       "{}: expected n samples of {} numbers and room for {} of each, got {} and {}",
                       who,
                       each,
                       out_each,
                       given,
                       out);
  return n;
}

/// A refused symbol is one that no cell can hold: neither below `alphabet` nor, where cells may be hidden, `no_token`.
inline void require_symbols(char const* who, std::span<token const> symbols, token alphabet, bool may_hide) {
  for (std::size_t i = 0; i < symbols.size(); ++i)
    require(symbols[i] < alphabet || (may_hide && symbols[i] == no_token),
            "{}: expected symbols below {}{}, got {} at {}",
            who,
            alphabet,
            may_hide ? " or hidden cells" : "",
            symbols[i],
            i);
}

}  // namespace detail

/// p(x_i | x_0 .. x_{i-1}) of a network with causal logits. A view: it refers to the network.
template <Network N>
class causal_view {
 public:
  causal_view(N& network, data_shape shape) : network_{&network}, shape_{shape} {}

  [[nodiscard]] data_shape shape() const { return shape_; }

  /// Symbols that may be drawn: V, and *start*, which makes a sample invalid.
  [[nodiscard]] std::size_t columns() const { return output_channels(head::causal_logits, shape_); }

  /// ln p(. | earlier cells) in every cell of n sequences.
  ///
  /// Shapes    sequences [n, T]; out [n, T, V + 1]
  void log_probabilities(std::span<token const> sequences, std::span<double> out) const {
    std::size_t const t = shape_.cells(), each = t * columns();
    std::size_t const n =
        detail::checked_samples("causal_view::log_probabilities", sequences.size(), t, out.size(), each);
    detail::require_symbols(
        "causal_view::log_probabilities", sequences, static_cast<token>(shape_.alphabet + 1), /*may_hide=*/false);
    std::vector<typename N::real> logits;
    for (std::size_t first = 0, at_once = detail::samples_at_once(each); first < n; first += at_once) {
      std::size_t const count = std::min(at_once, n - first);
      logits.resize(count * each);
      network_->evaluate({sequences.subspan(first * t, count * t)}, std::span{logits});
      log_softmax_rows(std::span<typename N::real const>{logits}, columns(), out.subspan(first * each, count * each));
    }
  }

  /// n sequences that grow together by a symbol a call. It refers to the view's network.
  ///
  /// A network that keeps what it computed of a prefix (`generate`) is asked to; another reads prefixes anew.
  [[nodiscard]] auto begin(std::size_t n) const {
    if constexpr (requires { network_->generate(n); })
      return kept_prefixes<decltype(network_->generate(n))>{network_->generate(n), columns(), {}};
    else
      return read_prefixes{*this, std::vector<token>(n * shape_.cells(), 0), 0};
  }

 private:
  template <class Session>
  struct kept_prefixes {
    Session session;
    std::size_t columns;
    std::vector<typename N::real> logits;

    /// Appends `last` [n] (empty at the first call) and writes ln p of the next symbol. Shapes  log_p [n, V + 1]
    void next(std::span<token const> last, std::span<double> log_p) {
      logits.resize(log_p.size());
      session.next(last, std::span{logits});
      log_softmax_rows(std::span<typename N::real const>{logits}, columns, log_p);
    }
  };

  struct read_prefixes {
    causal_view of;
    std::vector<token> sequences;  // [n, T]; what is not known yet is 0, which earlier cells do not see
    std::size_t known;

    void next(std::span<token const> last, std::span<double> log_p) {
      std::size_t const t = of.shape_.cells(), n = sequences.size() / t, each = t * of.columns();
      if (!last.empty()) {
        for (std::size_t i = 0; i < n; ++i)
          sequences[i * t + known] = last[i];
        ++known;
      }
      std::vector<double> all;
      for (std::size_t first = 0, at_once = detail::samples_at_once(each); first < n; first += at_once) {
        std::size_t const count = std::min(at_once, n - first);
        all.resize(count * each);
        of.log_probabilities(std::span<token const>{sequences}.subspan(first * t, count * t), all);
        for (std::size_t i = 0; i < count; ++i)
          std::ranges::copy(std::span{all}.subspan(i * each + known * of.columns(), of.columns()),
                            log_p.begin() + static_cast<std::ptrdiff_t>((first + i) * of.columns()));
      }
    }
  };

  N* network_;
  data_shape shape_;
};

/// p(x_i | visible cells) of a network with logits. A view: it refers to the network.
template <Network N>
class masked_view {
 public:
  masked_view(N& network, data_shape shape) : network_{&network}, shape_{shape} {}

  [[nodiscard]] data_shape shape() const { return shape_; }

  /// Numbers a cell.
  [[nodiscard]] std::size_t columns() const { return shape_.alphabet; }

  /// ln p(x_i = v | visible cells) in every cell of n boards.
  ///
  /// Shapes    z [n, T], hidden cells are `no_token`; out [n, T, V]
  void operator()(std::span<token const> z, std::span<double> out) const {
    std::size_t const t = shape_.cells(), each = t * shape_.alphabet;
    std::size_t const n = detail::checked_samples("masked_view", z.size(), t, out.size(), each);
    detail::require_symbols("masked_view", z, shape_.alphabet, /*may_hide=*/true);
    std::vector<typename N::real> logits;
    for (std::size_t first = 0, at_once = detail::samples_at_once(each); first < n; first += at_once) {
      std::size_t const count = std::min(at_once, n - first);
      logits.resize(count * each);
      network_->evaluate({z.subspan(first * t, count * t)}, std::span{logits});
      log_softmax_rows(
          std::span<typename N::real const>{logits}, shape_.alphabet, out.subspan(first * each, count * each));
    }
  }

 private:
  N* network_;
  data_shape shape_;
};

/// x_theta(z, lambda) of a network with timed logits. A view: it refers to the network.
template <Network N>
class timed_view {
 public:
  timed_view(N& network, data_shape shape) : network_{&network}, shape_{shape} {}

  [[nodiscard]] data_shape shape() const { return shape_; }

  /// Numbers a cell.
  [[nodiscard]] std::size_t columns() const { return shape_.alphabet; }

  /// ln x_theta in every cell of n boards at noise level lambda = -ln(alpha).
  ///
  /// Shapes    z [n, T]; out [n, T, V]
  void operator()(std::span<token const> z, double lambda, std::span<double> out) const {
    std::size_t const t = shape_.cells();
    std::size_t const n = detail::checked_samples("timed_view", z.size(), t, out.size(), t * shape_.alphabet);
    detail::require_symbols("timed_view", z, shape_.alphabet, /*may_hide=*/false);
    in_groups(n, lambda, out, [&](std::size_t first, std::size_t count, network_input<typename N::real>& in) {
      in.symbols = z.subspan(first * t, count * t);
    });
  }

  /// The same of a distribution per cell.
  ///
  /// Shapes    p, out [n, T, V]
  void soft(std::span<double const> p, double lambda, std::span<double> out) const {
    std::size_t const each = shape_.cells() * shape_.alphabet;
    std::size_t const n    = detail::checked_samples("timed_view::soft", p.size(), each, out.size(), each);
    std::vector<typename N::real> const values(p.begin(), p.end());
    in_groups(n, lambda, out, [&](std::size_t first, std::size_t count, network_input<typename N::real>& in) {
      in.values = std::span{values}.subspan(first * each, count * each);
    });
  }

 private:
  template <class F>
  void in_groups(std::size_t n, double lambda, std::span<double> out, F&& fill) const {
    std::size_t const each = shape_.cells() * shape_.alphabet;
    auto const noise       = static_cast<typename N::real>(lambda);
    std::vector<typename N::real> logits;
    for (std::size_t first = 0, at_once = detail::samples_at_once(each); first < n; first += at_once) {
      std::size_t const count = std::min(at_once, n - first);
      network_input<typename N::real> in{{}, {}, {&noise, 1}};
      fill(first, count, in);
      logits.resize(count * each);
      network_->evaluate(in, std::span{logits});
      log_softmax_rows(
          std::span<typename N::real const>{logits}, shape_.alphabet, out.subspan(first * each, count * each));
    }
  }

  N* network_;
  data_shape shape_;
};

/// The predictions of a network: one number a cell. A view: it refers to the network.
template <Network N>
class prediction_view {
 public:
  prediction_view(N& network, data_shape shape) : network_{&network}, shape_{shape} {}

  [[nodiscard]] data_shape shape() const { return shape_; }

  /// Numbers a cell.
  [[nodiscard]] static constexpr std::size_t columns() { return 1; }

  /// Shapes    z [n, T], hidden cells are `no_token`; out [n, T]
  void operator()(std::span<token const> z, std::span<double> out) const {
    std::size_t const t = shape_.cells();
    (void)detail::checked_samples("prediction_view", z.size(), t, out.size(), t);
    detail::require_symbols("prediction_view", z, shape_.alphabet, /*may_hide=*/true);
    std::vector<typename N::real> values(out.size());
    network_->evaluate({z}, std::span{values});
    std::ranges::copy(values, out.begin());
  }

  /// The network's trained tensors by name, of engines that tell them.
  [[nodiscard]] auto weights() const
    requires requires(N& network) { typename std::type_identity_t<decltype(network.weights())>; }
  {
    return network_->weights();
  }

 private:
  N* network_;
  data_shape shape_;
};

}  // namespace regula
