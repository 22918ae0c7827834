// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State of the shared-memory check (check/shared_memory.h) since the last barrier, as far as loads need it: those of
// the handlers, and those of translated code. translate/prelude/state.hpp repeats the layout.
#pragma once

#include "machine/lanes.h"

#include <algorithm>
#include <cstdint>

namespace cuda_emulator {

struct instruction;
struct decoded_function;

//! Cells of shared memory from `low` to `high`, both included; empty if `low` > `high`.
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

//! Touched cells: their range, and a bit mask of the touched parts. Shared memory has 64 parts. The mask separates a
//! written tile from read tiles on both sides of it.
struct touched_cells : cell_range {
    std::uint64_t parts = 0;
    //! A part has 2^part_shift cells.
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

//! A load by a warp. Its record is created only on demand, which is rare before the next barrier.
struct noted_read {
    alignas(64) std::uint32_t cell[warp_size]; //!< by lane, before `shift`
    std::uint32_t mask, count;
    std::uint32_t shift; //!< shift from `cell` to a cell number
    std::uint32_t warp_index;
    const instruction* at;
    const decoded_function* function;
    // Used instead of `cell`: base + across * (lane % row) + along * (lane / row).
    std::uint32_t row; //!< 0: `cell` is used
    std::uint32_t pc;  //!< used if `at` is null, which means translated code
    std::uint32_t base, across, along;

    //! The offsets by lane, for the caller to fill. Inactive lanes must have the offset of an active lane.
    std::uint32_t* by_lane()
    {
        row = 0;
        return cell;
    }
    //! All lanes have this offset.
    void by_place(std::uint32_t offset)
    {
        row = warp_size;
        base = offset;
        across = along = 0;
    }
};

struct shared_reads {
    touched_cells written_now, read_now; //!< contain all cells touched since the last barrier
    cell_range known_written;            //!< all of these cells have been written
    std::uint32_t shift = 2;             //!< shift from an offset to a cell number
    std::uint32_t part_shift = 0;        //!< shift from a cell number to a part number
    std::uint32_t uninitialised = 0;     //!< nonzero: reads of unwritten cells are checked
    std::uint32_t noted = 0, kept = 0;
    noted_read* reads = nullptr; //!< `noted` of at most `kept`
};

} // namespace cuda_emulator
