# SPDX-License-Identifier: MIT
# The public headers, one a line, sorted. What stands here is installed, compiled alone (core tier) and must have a test:
# regula/X/y.hpp <-> tests/unit/X/y_test.cpp. Headers in a detail/ folder and the umbrellas below may go without.

# Core tier: no LibTorch, no CUDA.
set(REGULA_CORE_HEADERS
    regula/clocks/onset.hpp
    regula/clocks/power_law.hpp
    regula/clocks/window.hpp
    regula/concepts/model.hpp
    regula/concepts/objective.hpp
    regula/concepts/probe.hpp
    regula/concepts/rule.hpp
    regula/concepts/rule_refinements.hpp
    regula/concepts/trains.hpp
    regula/core.hpp
    regula/data/board_index.hpp
    regula/data/board_set.hpp
    regula/data/data_hash.hpp
    regula/data/split.hpp
    regula/detail/candidate_source.hpp
    regula/detail/philox.hpp
    regula/detail/type_name.hpp
    regula/detail/xxhash.hpp
    regula/error.hpp
    regula/io/atomic_file.hpp
    regula/io/line_file.hpp
    regula/io/named_tensors.hpp
    regula/io/safetensors.hpp
    regula/io/safetensors_header.hpp
    regula/io/tensor.hpp
    regula/models/dit.hpp
    regula/models/initial_weights.hpp
    regula/models/tensor_spec.hpp
    regula/objectives/denoising.hpp
    regula/objectives/encoding.hpp
    regula/pipeline/compose.hpp
    regula/pipeline/denoiser_view.hpp
    regula/pipeline/optimizer.hpp
    regula/pipeline/schedule.hpp
    regula/pipeline/settings.hpp
    regula/pipeline/train.hpp
    regula/pipeline/trainer.hpp
    regula/probes/memorization.hpp
    regula/probes/rate.hpp
    regula/probes/rule_accuracy.hpp
    regula/random/draws.hpp
    regula/random/stream.hpp
    regula/regula.hpp
    regula/rules/all.hpp
    regula/rules/counting.hpp
    regula/rules/exact_k.hpp
    regula/rules/fixed_count.hpp
    regula/rules/group_parity.hpp
    regula/rules/row_k.hpp
    regula/runs/checkpoint.hpp
    regula/runs/detail/figure_script.hpp
    regula/runs/detail/gnuplot.hpp
    regula/runs/figure.hpp
    regula/runs/from_json.hpp
    regula/runs/json.hpp
    regula/runs/machine.hpp
    regula/runs/metrics.hpp
    regula/runs/record.hpp
    regula/runs/reflect.hpp
    regula/runs/run_facts.hpp
    regula/runs/run_folder.hpp
    regula/samplers/heun.hpp
    regula/testing/detail/golden_compare.hpp
    regula/testing/detail/golden_plan.hpp
    regula/testing/detail/golden_report.hpp
    regula/testing/detail/rule_laws.hpp
    regula/testing/golden.hpp
    regula/testing/gradient.hpp
    regula/testing/laws.hpp
    regula/version.hpp)

# Native engine, core tier too.
set(REGULA_NATIVE_HEADERS
    regula/native.hpp
    regula/native/batch_condition.hpp
    regula/native/elementary.hpp
    regula/native/engine.hpp
    regula/native/flush_denormals.hpp
    regula/native/gemm.hpp
    regula/native/layers/attention.hpp
    regula/native/layers/gelu.hpp
    regula/native/layers/layer.hpp
    regula/native/layers/linear.hpp
    regula/native/layers/modulated_norm.hpp
    regula/native/layers/noise_condition.hpp
    regula/native/memory.hpp
    regula/native/nets/adaln_block.hpp
    regula/native/nets/dit.hpp
    regula/native/nets/dit_net.hpp
    regula/native/nets/net_of.hpp
    regula/native/network.hpp
    regula/native/optimizer.hpp
    regula/native/parameter_store.hpp
    regula/native/pool.hpp
    regula/native/sample_rows.hpp
    regula/native/sample_source.hpp
    regula/native/simd.hpp
    regula/native/tensor_place.hpp
    regula/native/trainer.hpp
    regula/native/transpose.hpp
    regula/native/work_division.hpp)

# LibTorch engine: everything that includes regula/torch/detail/torch.hpp.
set(REGULA_TORCH_HEADERS
    regula/torch.hpp
    regula/torch/convert.hpp
    regula/torch/detail/layers.hpp
    regula/torch/detail/torch.hpp
    regula/torch/engine.hpp
    regula/torch/losses/denoising.hpp
    regula/torch/nets/dit.hpp
    regula/torch/nets/net_of.hpp
    regula/torch/network.hpp
    regula/torch/optimizer.hpp
    regula/torch/trainer.hpp)

# Device code, compiled by nvcc only: regula/cuda/y.cuh <-> tests/unit/cuda/y_test.cu.
set(REGULA_CUDA_HEADERS)

set(REGULA_HEADERS_WITHOUT_TEST regula/core.hpp regula/regula.hpp regula/native.hpp regula/torch.hpp regula/version.hpp)

foreach(list IN ITEMS REGULA_CORE_HEADERS REGULA_NATIVE_HEADERS REGULA_TORCH_HEADERS REGULA_CUDA_HEADERS)
  list(TRANSFORM ${list} PREPEND "include/")
endforeach()
