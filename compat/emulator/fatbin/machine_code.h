// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the PTX texts that machine code (a cubin) carries beside its instructions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_emulator::fatbin {

//! Gives the PTX of each unit that was linked into a cubin. nvcc, ptxas, NVRTC and nvJitLink keep it with -lineinfo and
//! -G, without the lines .loc and .file. Empty if the cubin was made without them. `available` is the number of bytes
//! that can be read. Throws std::runtime_error if the cubin's headers do not fit into them.
std::vector<std::string> ptx_of_machine_code(const void* data, std::size_t available);

} // namespace cuda_emulator::fatbin
