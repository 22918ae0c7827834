// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the places that the text of a finding names.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator {

struct finding_place {
    int ptx_line = 0;
    std::string source; //!< "path:line"; empty if the program was built without -lineinfo
};

//! Gives the places in the order of the text. line_of() of machine/fault.h wrote them.
std::vector<finding_place> places_in(const std::string& finding);

//! Whether the finding is of a thread, and names a line of PTX alone.
bool lacks_source(const std::string& finding);

//! Gives the name in "kernel 'name'", or an empty string.
std::string kernel_in(const std::string& finding);
} // namespace cuda_emulator
