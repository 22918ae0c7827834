// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters and the metrics made of them. Each has three names: ours, nvprof's, and Nsight Compute's.
#pragma once

#include "profile/counters.h"

#include <vector>

namespace cuda_emulator {

struct metric {
    enum class unit : std::uint8_t { count, ratio, percent };
    const char* name;           //!< "group.name" or a single name; the name in cuda_emulator.h, if it is there
    const char* nvprof;         //!< event or metric, and its model in brackets; empty: none
    const char* nsight_compute; //!< empty: none
    unit in;
    std::uint64_t value; //!< a count, or the numerator of a ratio or percentage
    std::uint64_t over;  //!< the denominator; 0: no ratio
};

//! Gives all metrics of a kernel, in the order of the report. Metrics of a group are adjacent.
std::vector<metric> metrics_of(const cuda_emulator_counters&);

//! Gives the value of a ratio or a percentage whose denominator is not 0.
double quotient(const metric&);

} // namespace cuda_emulator
