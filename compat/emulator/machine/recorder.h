// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recorder of a launch: which allocations the kernel writes to, and which values its texture fetches return. Blocks
// of a recorded launch may run in several threads, so both functions are thread-safe.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct instruction;
struct warp;

class launch_recorder {
public:
    //! An access site has found the allocation that it writes to. `allocation` is the first address.
    virtual void writes(const warp&, const instruction&, std::uintptr_t allocation) = 0;
    //! A texture fetch of these lanes. `values[c]` has component c of each lane.
    virtual void fetches(warp&, const instruction&, std::uint32_t mask, const std::uint32_t (*values)[32]) = 0;

protected:
    ~launch_recorder() = default;
};

} // namespace cuda_emulator
