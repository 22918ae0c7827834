// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a block's threads do to shared memory in code of the whole block, between two of its barriers.
//
// That code does an instruction for all threads before the next one; the check of shared memory wants warp after warp,
// as the interpreter goes. So an access is only listed here, and only one that surely meets no other: it lies elsewhere
// than those before it, or both are loads, or each thread touches what it touched itself. At the next barrier the list
// is dropped. Where an access may meet another, or loads what is not known to be written, the block leaves that code
// before it, and each warp tells the check what it did when it goes on: the check hears what it hears of the
// interpreter.
#pragma once

#include "check/shared_memory.h"
#include "machine/block_access.h"

#include <vector>

namespace cuda_emulator {

class block_accesses {
public:
    block_accesses(block&, shared_memory_check&);

    //! A new block begins.
    void start();
    //! False: it may meet another, and is not listed.
    bool add(const block_access&);
    //! All threads are at a barrier, or at the end.
    void barrier();
    //! The block goes on warp by warp.
    void leave();
    //! A warp is about to go on.
    void note(warp& w)
    {
        if (owing_) note_for(w);
    }

private:
    struct listed {
        block_access access;
        cell_range cells;
        bool apart;           //!< no cell is of two threads
        std::size_t kept = 0; //!< of a store: where `before_` has what was in the cells
    };
    cell_range cells_of(const block_access&) const;
    bool is_written(const listed&);
    void mark_written(const listed&);
    void find_silent();
    void note_for(warp&);

    block& block_;
    shared_memory_check& check_;
    std::vector<listed> all_;
    cell_range written_, read_; //!< hold all cells of the list
    std::vector<char> before_;  //!< then, from leave() on: by cell, does the store change nothing?
    std::uint32_t owing_ = 0;   //!< warps that have not told what they did
};

} // namespace cuda_emulator
