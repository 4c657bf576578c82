// SPDX-License-Identifier: MIT
/// @file
/// Dropout of the LibTorch nets: keep masks come from the counter-based streams that every engine draws from.
#pragma once

#include <regula/random/dropout.hpp>
#include <regula/torch/detail/torch.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace regula::libtorch {

/// Multiplies by keep / (1 - p) while it is on; it is off at first.
class dropout_masks {
 public:
  /// Which entries of a tensor of this shape are kept, the first axis being the sample.
  using source = std::function<torch::Tensor(dropout_place, torch::IntArrayRef)>;

  explicit dropout_masks(double p) : p_{p} {}

  /// Masks of these streams, sample i of the batch as its number; nullopt turns dropout off.
  void draw_from(std::optional<stream_family> streams) {
    from_ = nullptr;
    if (streams)
      from_ = [streams = *streams, p = p_](dropout_place place, torch::IntArrayRef shape) {
        return drawn(streams, place, p, shape);
      };
  }

  /// Masks from elsewhere.
  void draw_from(source from) { from_ = std::move(from); }

  [[nodiscard]] bool is_on() const { return p_ > 0 && from_ != nullptr; }

  /// Shapes    x [B, ...]
  [[nodiscard]] torch::Tensor operator()(torch::Tensor const& x, dropout_place place) const {
    if (!is_on()) return x;
    return x * from_(place, x.sizes()).to(x.options()) * (1 / (1 - p_));
  }

 private:
  [[nodiscard]] static torch::Tensor drawn(stream_family streams,
                                           dropout_place place,
                                           double p,
                                           torch::IntArrayRef shape) {
    auto const keep    = torch::empty(shape, torch::kUInt8);
    auto const entries = static_cast<std::size_t>(keep.numel() / shape[0]);
    auto* const first  = keep.data_ptr<std::uint8_t>();
    at::parallel_for(0, shape[0], 1, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
        fill_keep(streams, i, place, p, std::span{first + i * entries, entries});
    });
    return keep;
  }

  double p_;
  source from_;
};

}  // namespace regula::libtorch
