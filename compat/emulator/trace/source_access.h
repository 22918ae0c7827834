// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the accesses of a source line. The compiler may make several instructions of one access.
#pragma once

#include "trace/records.h"

namespace cuda_emulator {

struct source_access {
    traced_space space = traced_space::global; //!< the space of `patterns`
    const char* name = "";                     //!< the name of the space; "local" and "texture" have no patterns
    std::vector<const instruction_record*> instructions;
    cuda_emulator_counters counted = {};
    access_patterns patterns;
};

//! Gives the accesses in the order of the source. Instructions of one line with the same patterns are one access,
//! because an unrolled loop makes such instructions.
std::vector<source_access> accesses_of(const kernel_record&);

} // namespace cuda_emulator
