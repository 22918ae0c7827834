// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts how much a kernel executes. An implementation translates hot kernels.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct launch;

class hotness_counter {
public:
    //! A block of the launch has ended. Called by all threads that run blocks.
    virtual void block_ended(const launch&, std::uint64_t warp_instructions) = 0;

protected:
    ~hotness_counter() = default;
};

} // namespace cuda_emulator
