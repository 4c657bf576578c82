// SPDX-License-Identifier: MIT
/// @file
/// -ln of a softmax entry and its derivative, in double whatever the logits are in.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>

namespace regula::detail {

/// -ln softmax(logits)[symbol], in nats; `scale` times its derivative by the logits goes into `gradient`.
///
/// Requires  symbol < logits.size() == gradient.size()
template <std::floating_point Real>
double cross_entropy(std::span<Real const> logits, std::size_t symbol, double scale, std::span<Real> gradient) {
  auto const largest = static_cast<double>(*std::ranges::max_element(logits));
  double sum         = 0;
  for (Real const l : logits)
    sum += std::exp(static_cast<double>(l) - largest);
  double const log_sum = largest + std::log(sum);
  for (std::size_t v = 0; v < logits.size(); ++v)
    gradient[v] = static_cast<Real>(scale * std::exp(static_cast<double>(logits[v]) - log_sum));
  gradient[symbol] = static_cast<Real>(scale * std::expm1(static_cast<double>(logits[symbol]) - log_sum));
  return log_sum - static_cast<double>(logits[symbol]);
}

}  // namespace regula::detail
