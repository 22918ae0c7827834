// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the shared-memory accesses of whole-block code between two barriers of the block.
//
// Whole-block code runs each instruction for all threads before the next one, but the shared-memory check wants the
// order of the interpreter, warp after warp. An access is therefore only listed, and only if it cannot race with a
// listed one. Either it touches other cells, or both are loads, or each thread touches only its own cells. The next
// barrier drops the list. If an access may race, or loads cells that may be unwritten, the block leaves its code before
// it. Each warp then replays its listed accesses before it continues, so the check sees the same accesses as with the
// interpreter.
#pragma once

#include "check/shared_memory.h"
#include "machine/block_access.h"

#include <vector>

namespace cuda_emulator {

class block_accesses {
public:
    block_accesses(block&, shared_memory_check&);

    //! Called when a new block begins.
    void start();
    //! Returns false, without an entry, if the access may race with a listed one.
    bool add(const block_access&);
    //! Called when all threads are at a barrier, or at the end.
    void barrier();
    //! Called when the block continues warp by warp.
    void leave();
    //! Called before a warp continues in the interpreter.
    void note(warp& w)
    {
        if (owing_) note_for(w);
    }

private:
    struct listed {
        block_access access;
        cell_range cells;
        bool apart;           //!< no cell belongs to two threads
        std::size_t kept = 0; //!< for a store: position in `before_` of the cells' earlier contents
    };
    cell_range cells_of(const block_access&) const;
    bool is_written(const listed&);
    void mark_written(const listed&);
    void find_silent();
    void note_for(warp&);

    block& block_;
    shared_memory_check& check_;
    std::vector<listed> all_;
    cell_range written_, read_; //!< bounds of all listed cells
    std::vector<char> before_;  //!< contents before the stores; after leave(), by cell, whether the store is silent
    std::uint32_t owing_ = 0;   //!< warps that have not replayed their accesses
};

} // namespace cuda_emulator
