// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The timelines of a block's warps, one instruction after the other. A warp's clock counts its instructions. On this
// clock warps run side by side, although the emulated device runs one after the other. After a barrier, all clocks
// continue at the latest arrival. The clock says nothing about a GPU's time.
#pragma once

#include "trace/records.h"

namespace cuda_emulator {

struct timeline_segment {
    std::uint64_t begin = 0, end = 0;
    bool waits = false; //!< the warp waits at a barrier
    std::uint32_t mask = 0;
    source_place place;
};

struct warp_timeline {
    std::uint64_t clock = 0;
    std::uint64_t executed = 0;
    std::uint32_t present = 0;
    std::size_t most_segments = 0;
    bool at_barrier = false;
    std::vector<timeline_segment> segments;
    std::uint64_t last_shown = 0; //!< the clock after the last segment

    //! Adds an instruction that the lanes `mask` execute. `room` is the number of segments that may still be added in
    //! all.
    void step(std::uint32_t mask, source_place, std::size_t& room);
    void wait_until(std::uint64_t clock, std::size_t& room);
    void take_back();

private:
    void add(const timeline_segment&, std::size_t& room);
};

struct block_timeline {
    std::uint64_t linear_index = 0;
    dimensions index;
    std::vector<warp_timeline> warps;
};

struct launch_record {
    std::size_t kernel = 0;   //!< index into the trace's kernels
    std::uint64_t number = 0; //!< counts all launches of the program, from 1
    dimensions grid, block;
    std::uint32_t dynamic_shared = 0;
    bool looked_into = false;
    std::string error; //!< the error that ended the launch
    std::vector<std::unique_ptr<block_timeline>> blocks;
};

} // namespace cuda_emulator
