// SPDX-License-Identifier: MIT
/// @file
/// LibTorch's global generator, seeded for the time of a call.
#pragma once

#include <regula/torch/detail/torch.hpp>

#include <cstdint>
#include <mutex>
#include <utility>

namespace regula::libtorch {

/// Calls f with LibTorch's generator of the CPU seeded; afterwards it goes on as if f had drawn nothing.
template <class F>
auto with_seed(std::uint64_t seed, F&& f) {
  struct seeded {
    explicit seeded(std::uint64_t seed) {
      std::lock_guard const lock{generator.mutex()};
      before = generator.get_state();
      generator.set_current_seed(seed);
    }
    ~seeded() {
      std::lock_guard const lock{generator.mutex()};
      generator.set_state(before);
    }
    seeded(seeded const&)            = delete;
    seeded& operator=(seeded const&) = delete;

    at::Generator generator = at::detail::getDefaultCPUGenerator();
    torch::Tensor before;
  };
  seeded const while_called{seed};
  return std::forward<F>(f)();
}

}  // namespace regula::libtorch
