// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts how much a kernel executes. An implementation translates hot kernels.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct launch;

class hotness_counter {
public:
    //! A block of the launch has ended, after so many instructions since block_ran(). Called by all threads that run
    //! blocks.
    virtual void block_ended(const launch&, std::uint64_t warp_instructions) = 0;
    //! A block has executed so many instructions, and will go on.
    virtual void block_ran(const launch&, std::uint64_t warp_instructions) = 0;

protected:
    ~hotness_counter() = default;
};

} // namespace cuda_emulator
