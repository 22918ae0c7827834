// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses of a source line. The compiler may have made several instructions of one.
#pragma once

#include "trace/records.h"

namespace cuda_emulator {

struct source_access {
    traced_space space = traced_space::global; //!< that `patterns` are of
    const char* name = "";                     //!< of the space: "local" and "texture", too, which have no patterns
    std::vector<const instruction_record*> instructions;
    cuda_emulator_counters counted = {};
    access_patterns patterns;
};

//! In the order of the source. Instructions of one line with the same patterns are one access: an unrolled loop.
std::vector<source_access> accesses_of(const kernel_record&);

} // namespace cuda_emulator
