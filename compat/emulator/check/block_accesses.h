// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the shared-memory accesses of whole-block code between two barriers of the block.
//
// Whole-block code runs each instruction for all threads before the next one, but the shared-memory check wants the
// order of the interpreter, warp after warp. An access is therefore only listed, and only if it cannot race with a
// listed one. Either it touches other cells, or both are loads, or each thread touches only its own cells. Bounds and
// strides tell that for most pairs of affine accesses. For the other pairs cell_owners.h has the threads of each cell.
// The next barrier drops the list. If an access may race, or loads cells that may be unwritten, the block leaves its
// code before it. Each warp then replays its listed accesses before it continues, so the check sees the same accesses
// as with the interpreter.
#pragma once

#include "check/cell_owners.h"
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
    bool add(const scattered_access&);
    //! Called when all threads are at a barrier, or at the end.
    void barrier();
    //! Called when the block continues warp by warp. Returns how many accesses each warp replays.
    std::size_t leave();
    //! Called before a warp continues in the interpreter.
    void note(warp& w)
    {
        if (owing_) note_for(w);
    }

private:
    struct listed {
        explicit listed(const block_access&);

        block_access access;
        cell_range cells;
        std::size_t kept = 0; //!< for a store: position in `before_` of the cells' earlier contents
        bool is_scattered = false;
        std::size_t places = 0; //!< for a scattered access: position in `places_` of its masks, then of its offsets
        bool keeps_bounds = true;
        bool has_owners = false; //!< `owners_` knows the access
    };
    cell_range cells_of(const block_access&) const;
    cell_owners::lanes lanes_of(const listed&, std::uint32_t warp) const;
    template <class F>
    void each_warp(const listed&, F) const;
    bool is_written(const listed&);
    bool may_be_unwritten(const listed& n) { return check_.uninitialised && !is_written(n); }
    void mark_written(const listed&);
    //! For the last listed access: whether it may stay in the list.
    bool may_list(listed&);
    bool may_list_scattered(listed&);
    bool has_own_cells(listed&);
    void keep_contents(listed&);
    std::size_t kept_of(const listed&, const cell_owners::lanes&, int lane) const;
    void find_silent();
    void note_for(warp&);

    block& block_;
    shared_memory_check& check_;
    std::vector<listed> all_;
    cell_range written_, read_; //!< bounds of all listed cells
    std::vector<char> before_;  //!< contents before the stores; after leave(), by cell, whether the store is silent
    std::vector<std::uint32_t> places_;
    cell_owners owners_;
    std::uint32_t owing_ = 0; //!< warps that have not replayed their accesses
};

} // namespace cuda_emulator
