// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads from shared memory since the last barrier or synchronisation.
//
// A load only fills an entry of this log. The entries become read stamps of the shadow cells (shadow_cells.h) before a
// thread writes such a cell or synchronises. Mostly a barrier of the block comes first, which drops them: then all
// loads precede everything that follows.
//
// The entries are in shared_reads, because translated code adds entries too.
#pragma once

#include "check/shadow_cells.h"
#include "machine/shared_reads.h"

#include <memory>

namespace cuda_emulator {

class read_log {
public:
    read_log(shared_reads&, access_records&, shadow_cells&);

    //! The next entry, for the caller to fill; keep() adds it to the log.
    noted_read& next()
    {
        if (state_.noted == state_.kept) apply();
        return state_.reads[state_.noted];
    }
    //! Adds the entry of next(), whose offsets are set. Each lane of `mask` reads `bytes` bytes.
    void keep(const warp&, const instruction&, u32 mask, u32 bytes);
    //! Adds an entry for `count` cells from each lane's `cell`.
    void add(const warp&, const instruction&, u32 mask, const u32* cell, u32 count);
    //! Writes the cells of the entry's lanes to `cell`.
    void list_cells(const noted_read&, u32* cell) const;
    //! Turns all entries into read stamps.
    void apply();
    void clear() { state_.noted = 0; }

private:
    shared_reads& state_;
    access_records& records_;
    shadow_cells& cells_;
    std::unique_ptr<noted_read[]> entries_;
};

inline void read_log::keep(const warp& w, const instruction& i, u32 mask, u32 bytes)
{
    noted_read& r = state_.reads[state_.noted++];
    r.mask = mask;
    r.count = bytes >> state_.shift;
    r.shift = state_.shift;
    r.warp_index = w.index;
    r.at = &i;
    r.function = w.current->function;
}

} // namespace cuda_emulator
