// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places that the text of a finding names.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator {

struct finding_place {
    int ptx_line = 0;
    std::string source; //!< "path:line"; empty where the program was built without -lineinfo
};

//! In the order of the text. It was written by line_of() of machine/fault.h.
std::vector<finding_place> places_in(const std::string& finding);

//! "kernel 'name'" -> name; empty where no kernel is named.
std::string kernel_in(const std::string& finding);

} // namespace cuda_emulator
