// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters, and what follows from them, under three names: ours, nvprof's of the old days, and Nsight Compute's.
#pragma once

#include "profile/counters.h"

#include <vector>

namespace cuda_emulator {

struct metric {
    enum class unit : std::uint8_t { count, ratio, percent };
    const char* name;           //!< "group.name", or a name alone; as in cuda_emulator.h where it is there
    const char* nvprof;         //!< event or metric, and in brackets the model; empty: it had none
    const char* nsight_compute; //!< empty: it has none
    unit in;
    std::uint64_t value; //!< of a count; numerator of a ratio or a percentage
    std::uint64_t over;  //!< denominator; 0: there is no such ratio
};

//! All metrics of a kernel, in the order of the report; those of one group stand together.
std::vector<metric> metrics_of(const cuda_emulator_counters&);

//! Of a ratio or a percentage whose denominator is not 0.
double quotient(const metric&);

} // namespace cuda_emulator
