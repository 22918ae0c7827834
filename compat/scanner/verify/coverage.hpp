// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines and branches of kernels that a run did not reach: from the tracefile that CUDA_EMULATOR_COVERAGE names.
#pragma once

#include <string>
#include <vector>

namespace scanner {

struct not_covered {
    std::vector<std::string> lines;    // "old.cu:12-15"
    std::vector<std::string> branches; // lines with a branch that always went one way: "old.cu:20"
    bool has_source_lines = false;     // false: the program has none; nvcc -lineinfo gives it some
};

// Lines of kernels that ran: those of kernels that never ran are left out.
not_covered read_coverage(const std::string& tracefile);

} // namespace scanner
