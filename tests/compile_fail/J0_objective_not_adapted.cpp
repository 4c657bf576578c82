// SPDX-License-Identifier: MIT
// An objective with a setting that records would lose.
#include <regula/core.hpp>
#include <regula/runs/json.hpp>

struct candidate : private regula::denoising<> {
  using denoising::channels, denoising::accepts, denoising::encode, denoising::prepare, denoising::corrupt,
      denoising::read, denoising::loss, denoising::sampler, denoising::needs, denoising::name,
      typename denoising::corruption;
  double factor = 3;
};

#ifdef REGULA_REPAIRED
BOOST_HANA_ADAPT_STRUCT(candidate, factor);
#endif

regula::json recorded() { return regula::part_json(candidate{}); }
