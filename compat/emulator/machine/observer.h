// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An observer of a launch, called before each instruction.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

struct block;
struct instruction;
struct warp;

class execution_observer {
public:
    //! The blocks run one after the other in one thread, so that each run is observed in the same order.
    bool in_order = true;
    //! The profile's counters count, too. If not, executes_straight() reports the instructions between branches.
    bool with_counters = true;

    //! `mask`: the lanes on the path; `active`: those with a true guard.
    virtual void executes(warp&, const instruction&, std::uint32_t mask, std::uint32_t active) = 0;
    //! Instructions that lanes `mask` have executed one after the other, from `first` on.
    virtual void executes_straight(warp&, const instruction& first, std::size_t count, std::uint32_t mask) = 0;
    //! The last reported instruction has not run: it waits for other lanes, and will be reported again.
    virtual void takes_back(warp&, const instruction&, std::uint32_t active) = 0;
    virtual void block_starts(const block&) = 0;
    //! All threads have arrived at the barrier.
    virtual void barrier_opens(const block&, std::uint32_t number) = 0;

protected:
    ~execution_observer() = default;
};

} // namespace cuda_emulator
