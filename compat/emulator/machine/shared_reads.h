// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the check of shared memory (check/shared_memory.h) knows since the last barrier, as far as a load asks for it:
// the handlers' loads, and those of translated code. translate/prelude/state.hpp knows the layout.
#pragma once

#include "machine/lanes.h"

#include <algorithm>
#include <cstdint>

namespace cuda_emulator {

struct instruction;
struct decoded_function;

//! Cells of shared memory from `low` to `high`, both included; empty when low is above.
struct cell_range {
    std::uint32_t low = ~0u, high = 0;
    bool meets(cell_range r) const { return low <= r.high && r.low <= high; }
    bool holds(cell_range r) const { return low <= r.low && r.high <= high; }
    void extend(cell_range r)
    {
        low = std::min(low, r.low);
        high = std::max(high, r.high);
    }
};

//! A load by a warp. Its record is made when somebody asks for it: mostly nobody does before the next barrier.
struct noted_read {
    alignas(64) std::uint32_t cell[warp_size]; //!< of each lane, before `shift`
    std::uint32_t mask, count;
    std::uint32_t shift; //!< to make cells of what is in `cell`
    std::uint32_t warp_index;
    const instruction* at;
    const decoded_function* function;
    // By translated code, in place of `cell` and `at`: base + across * (lane % row) + along * (lane / row).
    std::uint32_t row; //!< 0: `cell` counts
    std::uint32_t pc, base, across, along;
};

struct shared_reads {
    cell_range written_now, read_now; //!< hold all cells touched since the last barrier
    cell_range known_written;         //!< all of these cells have been written
    std::uint32_t shift = 2;          //!< of an offset, to make a cell of it
    std::uint32_t uninitialised = 0;  //!< not 0: what is read has to be written
    std::uint32_t noted = 0, kept = 0;
    noted_read* reads = nullptr; //!< `noted` of at most `kept`
};

} // namespace cuda_emulator
