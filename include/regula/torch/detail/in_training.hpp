// SPDX-License-Identifier: MIT
/// @file
/// What a net does only while it learns, switched on for the time of a loss.
#pragma once

#include <regula/random/stream.hpp>
#include <regula/torch/detail/torch.hpp>

#include <optional>

namespace regula::libtorch {

/// A net in training mode, dropout of a net that has it on, for as long as this lives.
template <class Net>
class in_training {
 public:
  in_training(Net& net, stream_family streams) : net_{&net} {
    net_->train();
    if constexpr (drops) net_->dropout(streams);
  }
  ~in_training() {
    net_->eval();
    if constexpr (drops) net_->dropout(std::nullopt);
  }
  in_training(in_training const&)            = delete;
  in_training& operator=(in_training const&) = delete;

 private:
  static constexpr bool drops = requires(Net& net, stream_family streams) {
    net.dropout(streams);
    net.dropout(std::nullopt);
  };
  Net* net_;
};

}  // namespace regula::libtorch
