// SPDX-License-Identifier: MIT
/// @file
/// The parameters of a net and all that an optimizer keeps beside them, as flat arrays cut into pieces for the threads.
#pragma once

#include <regula/error.hpp>
#include <regula/native/memory.hpp>
#include <regula/native/nets/passes.hpp>
#include <regula/native/optimizer.hpp>
#include <regula/native/tensor_place.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace regula::nn {

/// One of the arrays with a number a parameter.
enum class parameter_array { weights, gradient, first_moment, second_moment, average };

/// What one thread updates at once: a panel of outputs of a linear layer with the biases of these outputs, or a part of
/// the direct parameters, which has neither the functions of a layer nor ends in a workspace.
template <class Real>
struct piece {
  std::size_t layer, layer_transposed;  ///< where the layer's weights and transposed weights start
  std::size_t weight, weight_count;     ///< a part of a matrix or table
  std::size_t bias, bias_count;         ///< a part of a vector
  int panel;
  product_ends ends;  ///< in a workspace (linear_site)
  std::optional<product_ends> tied;
  void (*weight_gradient)(int rows, Real const* x, Real const* dy, Real* dw, bool add, int first, int last);
  void (*transpose_panel)(Real const* w, Real* w_transposed, int panel);

  [[nodiscard]] bool is_direct() const { return weight_gradient == nullptr; }
};

/// The arrays of a Net. The transposed weights follow the weights: whoever changes these calls `transpose`.
template <class Net>
class parameter_store {
 public:
  using V    = typename Net::vectors;
  using real = typename V::real;

  parameter_store()
      : weights_(Net::stored),
        gradient_(Net::stored),
        first_(Net::stored),
        second_(Net::stored),
        transposed_(Net::transposed.back()),
        weights_before_(Net::stored) {
    Net::visit_layers([this]<class L>(auto const& site) { this->template add<L>(site); });
    Net::visit_direct([this](direct_site const& site) { add_direct(site); });
    batch_pieces_ = pieces_.size();
    if constexpr (Conditioned<Net>) {
      auto const sites = Net::condition_sites();
      add<typename Net::condition::first>(sites[0]);
      add<typename Net::condition::second>(sites[1]);
      add<typename Net::condition::modulation>(sites[2]);
    }
  }

  [[nodiscard]] std::vector<tensor_place> const& tensors() const { return tensors_; }

  /// Pieces of layers whose gradients are sums over blocks of samples; then those of the condition's three layers.
  [[nodiscard]] std::span<piece<real> const> block_pieces() const { return std::span{pieces_}.first(batch_pieces_); }
  [[nodiscard]] std::span<piece<real> const> pieces() const { return pieces_; }

  [[nodiscard]] real const* weights() const { return weights_.data(); }
  [[nodiscard]] real const* transposed() const { return transposed_.data(); }
  [[nodiscard]] real* gradient() { return gradient_.data(); }

  /// Errors    throws range_error for the average if there is none
  [[nodiscard]] std::span<real const> array_of(parameter_array which) const {
    auto const& a = const_cast<parameter_store*>(this)->array_of_(which);
    require(a.size() > 0, "native: expected averaged weights, but the average is off (ema = 0)");
    return a.span();
  }
  [[nodiscard]] bool has_average() const { return average_.size() > 0; }

  /// Starts the average at the current weights.
  void start_average() {
    if (!has_average()) {
      average_        = nn::array<real>(Net::stored);
      average_before_ = nn::array<real>(Net::stored);
    }
    std::memcpy(average_.data(), weights_.data(), sizeof(real) * Net::stored);
  }

  /// Moments of zero, and the average, if one is wanted, at the current weights: the state before the first update.
  void restart(bool with_average) {
    for (auto* const moment : {&first_, &second_})
      std::memset(moment->data(), 0, sizeof(real) * Net::stored);
    if (with_average) start_average();
  }

  /// Copies a tensor out in row-major order.
  template <class T>
  void read(parameter_array which, tensor_place const& t, std::span<T> out) const {
    auto const from = array_of(which);
    expect_size(t, out.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<T>(from[t.at(i)]);
  }

  /// Copies a tensor in. After the last tensor of the weights call `transpose_all`.
  template <class T>
  void write(parameter_array which, tensor_place const& t, std::span<T const> in) {
    expect_size(t, in.size());
    if (which == parameter_array::average && !has_average()) start_average();
    auto& to = array_of_(which);
    for (std::size_t i = 0; i < in.size(); ++i)
      to.data()[t.at(i)] = static_cast<real>(in[i]);
  }

  void transpose_all() {
    for (auto const& p : pieces_)
      transpose(p);
  }

  /// Weights and average as they were before the last update; the moments stay.
  ///
  /// Requires  an update since the start
  void undo() {
    std::memcpy(weights_.data(), weights_before_.data(), sizeof(real) * Net::stored);
    if (has_average()) std::memcpy(average_.data(), average_before_.data(), sizeof(real) * Net::stored);
    transpose_all();
  }

  /// One update of a piece; `first` touches its arrays only.
  void update(piece<real> const& p, update_constants const& c) {
    update_parameters<V>(c, true, p.weight_count, arrays_at(p.weight));
    update_parameters<V>(c, false, p.bias_count, arrays_at(p.bias));
    transpose(p);
  }

 private:
  template <class L>
  void add(auto const& site) {
    add_tensors<V, L>(tensors_, site.slices, site.weights, site.is_table);
    for (int p = 0; p < L::panels; ++p)
      pieces_.push_back({site.weights,
                         site.transposed,
                         site.weights + std::size_t(p) * L::panel_count,
                         L::panel_count,
                         site.weights + L::bias_offset + (L::has_bias ? std::size_t(p) * L::panel : 0),
                         L::has_bias ? std::size_t(L::panel) : 0,
                         p,
                         {site.input, site.d_output},
                         site.tied,
                         &L::weight_gradient,
                         &L::transpose_panel});
  }

  void add_direct(direct_site const& site) {
    tensors_.push_back(place_of(site, Net::direct_at));
    constexpr std::size_t width   = std::size_t(V::width);
    bool const is_matrix          = site.shape.size() == 2;
    std::size_t const numbers     = is_matrix ? site.shape[0] * site.row : site.shape[0];
    std::size_t const count       = (numbers + width - 1) / width * width;
    constexpr std::size_t at_once = 4096;
    for (std::size_t i = 0; i < count; i += at_once) {
      std::size_t const at = Net::direct_at + site.offset + i, n = std::min(at_once, count - i);
      pieces_.push_back({0, 0, at, is_matrix ? n : 0, at, is_matrix ? 0 : n, 0, {}, {}, nullptr, nullptr});
    }
  }

  void transpose(piece<real> const& p) {
    if (p.is_direct()) return;
    p.transpose_panel(weights_.data() + p.layer, transposed_.data() + p.layer_transposed, p.panel);
  }

  update_arrays<real> arrays_at(std::size_t i) {
    return {gradient_.data() + i,
            weights_.data() + i,
            first_.data() + i,
            second_.data() + i,
            has_average() ? average_.data() + i : nullptr,
            weights_before_.data() + i,
            has_average() ? average_before_.data() + i : nullptr};
  }

  static void expect_size(tensor_place const& t, std::size_t n) {
    require<shape_error>(
        n == t.element_count(), "native: expected {} numbers for {}, got {}", t.element_count(), t.name, n);
  }

  nn::array<real>& array_of_(parameter_array which) {
    switch (which) {
      case parameter_array::gradient:
        return gradient_;
      case parameter_array::first_moment:
        return first_;
      case parameter_array::second_moment:
        return second_;
      case parameter_array::average:
        return average_;
      case parameter_array::weights:
        break;
    }
    return weights_;
  }

  nn::array<real> weights_, gradient_, first_, second_, average_, transposed_;
  nn::array<real> weights_before_, average_before_;  // the last update
  std::vector<tensor_place> tensors_;
  std::vector<piece<real>> pieces_;
  std::size_t batch_pieces_ = 0;
};

}  // namespace regula::nn
