// SPDX-License-Identifier: MIT
/// @file
/// Ancestral sampling of next-token models: symbol by symbol, each from what the model says after its prefix.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/random/categorical.hpp>
#include <regula/random/stream.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// A model of the next symbol: `columns()`, the symbols that may come, and a session of n growing sequences.
template <class V>
concept PredictsNext = requires(V& view, std::size_t n, std::span<token const> last, std::span<double> log_p) {
  { view.columns() } -> std::convertible_to<std::size_t>;
  view.begin(n).next(last, log_p);
};

/// Draws each symbol from softmax(logits / temperature).
struct ancestral {
  static constexpr std::string_view name = "ancestral";

  double temperature = 1;  ///< 0: the most probable symbol, the lowest of equal ones

  /// n sequences; row i depends on `streams(i)` and the model only. A drawn *start* is kept as symbol V and fed back.
  ///
  /// Shapes    result [n, T]
  template <PredictsNext View>
  [[nodiscard]] std::vector<token> sample(View&& view, std::size_t n, data_shape shape, stream_family streams) const {
    return extend(view, n, shape, {}, streams);
  }

  /// The same for sequences that begin with given symbols.
  ///
  /// Shapes    prefixes [n, k], k <= T; result [n, T]
  /// Errors    throws shape_error if the prefixes are not n of at most T symbols
  template <PredictsNext View>
  [[nodiscard]] std::vector<token> extend(
      View&& view, std::size_t n, data_shape shape, std::span<token const> prefixes, stream_family streams) const {
    std::size_t const cells = shape.cells(), given = n > 0 ? prefixes.size() / n : 0, columns = view.columns();
    require<shape_error>(prefixes.size() == n * given && given <= cells,
                         "ancestral: expected {} prefixes of at most {} symbols, got {} symbols",
                         n,
                         cells,
                         prefixes.size());
    std::vector<stream> rngs;
    for (std::size_t i = 0; i < n; ++i)
      rngs.push_back(streams(i));
    std::vector<token> out(n * cells), last;
    std::vector<double> log_p(n * columns);
    auto session = view.begin(n);
    for (std::size_t t = 0; t < cells && n > 0; ++t) {
      session.next(last, log_p);
      last.resize(n);
      for (std::size_t i = 0; i < n; ++i) {
        last[i] = t < given ? prefixes[i * given + t] : choose(rngs[i], std::span{log_p}.subspan(i * columns, columns));
        out[i * cells + t] = last[i];
      }
    }
    return out;
  }

 private:
  [[nodiscard]] token choose(stream& rng, std::span<double> log_p) const {
    if (temperature == 0) return static_cast<token>(largest_of(log_p));
    for (double& v : log_p)
      v /= temperature;
    return static_cast<token>(draw_category(rng, log_p));
  }
};

/// Errors    throws range_error naming the setting of the sampler, what was expected and what was given
inline void check(ancestral const& a) {
  require(a.temperature >= 0 && std::isfinite(a.temperature),
          "ancestral: expected temperature >= 0 (0: the most probable symbol), got {}",
          a.temperature);
}

}  // namespace regula
