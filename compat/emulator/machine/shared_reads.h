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

//! Cells that were touched: their range, and which of 64 parts of shared memory they lie in, for a tile of one buffer
//! may be written while those on both sides of it are read.
struct touched_cells : cell_range {
    std::uint64_t parts = 0;
    //! A part has so many cells, as a power of two.
    static std::uint64_t parts_of(cell_range r, std::uint32_t part_shift)
    {
        const std::uint32_t first = r.low >> part_shift, last = r.high >> part_shift;
        return ~std::uint64_t{0} >> (63 - (last - first)) << first;
    }
    bool meets(cell_range r, std::uint32_t part_shift) const
    {
        return cell_range::meets(r) && (parts & parts_of(r, part_shift)) != 0;
    }
    void extend(cell_range r, std::uint32_t part_shift)
    {
        cell_range::extend(r);
        parts |= parts_of(r, part_shift);
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
    // In place of `cell`: base + across * (lane % row) + along * (lane / row).
    std::uint32_t row; //!< 0: `cell` counts
    std::uint32_t pc;  //!< in place of `at`, where that is null: translated code
    std::uint32_t base, across, along;
};

struct shared_reads {
    touched_cells written_now, read_now; //!< hold all cells touched since the last barrier
    cell_range known_written;            //!< all of these cells have been written
    std::uint32_t shift = 2;             //!< of an offset, to make a cell of it
    std::uint32_t part_shift = 0;        //!< of a cell, to make a part of it
    std::uint32_t uninitialised = 0;     //!< not 0: what is read has to be written
    std::uint32_t noted = 0, kept = 0;
    noted_read* reads = nullptr; //!< `noted` of at most `kept`
};

} // namespace cuda_emulator
