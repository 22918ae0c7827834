// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who looks on while a launch runs: told of each instruction before it runs. Blocks of such a launch run one after the
// other, in one thread, so that what is seen is the same in each run.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct block;
struct instruction;
struct warp;

class execution_observer {
public:
    //! `mask`: the lanes that are here; `active`: those of them that the guard lets through.
    virtual void executes(warp&, const instruction&, std::uint32_t mask, std::uint32_t active) = 0;
    //! The instruction that was told last has not run: it waits for other lanes, and comes again.
    virtual void takes_back(warp&, const instruction&, std::uint32_t active) = 0;
    virtual void block_starts(const block&) = 0;
    //! All threads have come to the barrier.
    virtual void barrier_opens(const block&, std::uint32_t number) = 0;

protected:
    ~execution_observer() = default;
};

} // namespace cuda_emulator
