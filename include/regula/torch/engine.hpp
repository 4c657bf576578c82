// SPDX-License-Identifier: MIT
/// @file
/// The LibTorch engine as an argument of train(): on the CPU or on a CUDA device.
#pragma once

#include <regula/error.hpp>
#include <regula/pipeline/trainer.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/nets/net_of.hpp>
#include <regula/torch/trainer.hpp>

#include <concepts>
#include <string>
#include <utility>

namespace regula {

namespace libtorch {

/// What a record says of this engine.
[[nodiscard]] inline engine_facts facts_of(std::string name, placement where) {
  return {{"engine", std::move(name)},
          {"device", where.device.str()},
          {"precision", where.precision == torch::kFloat64 ? "float64" : "float32"},
          {"threads", std::to_string(at::get_num_threads())},
          {"libtorch", TORCH_VERSION},
          {"cpu_capability", at::get_cpu_capability()},
          {"mkl", at::hasMKL() ? "yes" : "no"}};
}

/// The trainer of a plan at `where`.
template <std::floating_point Real, class Plan>
[[nodiscard]] auto trainer_of(Plan const& plan, settings const& s, std::string name, placement where) {
  using model = typename Plan::model_type;
  static_assert(HasNet<model>,
                "[regula:T0] the LibTorch engine has no network for this Model: specialise "
                "regula::libtorch::net_of for it");
  return trainer<model, typename Plan::objective_type, Real>{
      plan.model, plan.objective, plan.shape(), s, where, facts_of(std::move(name), where)};
}

}  // namespace libtorch

/// LibTorch on the CPU: `torch_cpu{.threads = 2}`; `torch_cpu<double>{}` for double precision.
///
/// Requires  target regula::torch
/// Errors    making a trainer throws range_error for a negative number of threads
template <std::floating_point Real = float>
struct torch_cpu {
  int threads = 0;  ///< of the whole process; 0 leaves LibTorch's number as it is

  template <class Plan>
  [[nodiscard]] auto trainer(Plan const& plan, settings const& s) const {
    require(threads >= 0, "torch_cpu: expected threads >= 0 (0: as they are), got {}", threads);
    if (threads > 0) at::set_num_threads(threads);
    return libtorch::trainer_of<Real>(plan, s, "torch_cpu", {torch::kCPU, libtorch::dtype_for<Real>});
  }
};

/// LibTorch on a CUDA device. The program is linked to regula::cuda; another one gets a clear error.
///
/// Sums on a device are not always taken in the same order: two runs may differ in the last bits.
/// Requires  target regula::cuda (CMake option REGULA_ENABLE_CUDA)
/// Errors    making a trainer throws range_error if the program has no CUDA, the machine no device, or none of that
///           number
template <std::floating_point Real = float>
struct torch_cuda {
  int device = 0;  ///< as CUDA numbers them

  template <class Plan>
  [[nodiscard]] auto trainer(Plan const& plan, settings const& s) const {
    require(c10::impl::hasDeviceGuardImpl(c10::DeviceType::CUDA),
            "torch_cuda: expected a program with CUDA, got one without: build with REGULA_ENABLE_CUDA=ON and link "
            "regula::cuda");
    int const count = static_cast<int>(torch::cuda::device_count());
    require(count > 0, "torch_cuda: expected a CUDA device, got a machine without one");
    require(device >= 0 && device < count, "torch_cuda: expected a device from 0 to {}, got {}", count - 1, device);
    torch::Device const at{torch::kCUDA, static_cast<c10::DeviceIndex>(device)};
    return libtorch::trainer_of<Real>(plan, s, "torch_cuda", {at, libtorch::dtype_for<Real>});
  }
};

}  // namespace regula
