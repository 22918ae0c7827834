// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine code of the host for a kernel, see translate/translation.h, and how the interpreter hands over to it.
//
// Where something is not translated, or the lanes of a warp part, the interpreter goes on from the very instruction,
// with the same registers: results and findings are its own.
#pragma once

#include "machine/block_access.h"
#include "machine/launch.h"
#include "machine/shared_reads.h"
#include "machine/warp.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {

class block_accesses;

//! What translated code knows of a warp: `warp_state` of translate/prelude/state.hpp.
struct translated_warp {
    warp* w;
    char* registers;
    char* special;
    char* shared;
    char* parameters;
    char* constants;
    shared_reads* noted; //!< null: nobody asks what touches shared memory
    address_range* ranges;
    std::uint64_t executed, end;
    std::uint64_t* kept;
    bool (*handle)(translated_warp*, std::uint32_t pc, std::uint32_t mask); //!< true: leave, values are followed now
    void (*prepare)(translated_warp*); //!< of a whole block, before its special registers are read in other lanes
    std::uint32_t shared_size;
    std::uint32_t checks;
    std::uint32_t kept_at; //!< where to go on with `kept`
    std::uint32_t warp_index;
    std::uint32_t may_part;          //!< lanes may run a short way without the others
    std::uint32_t parted, parted_at; //!< not 0: these lanes go on there, and the others where run() says
    // Of code of a whole block, where checks are on:
    std::uint32_t watched;                                 //!< it leaves before what they may find something in
    bool (*access)(translated_warp*, const block_access&); //!< to shared memory; false: leave. Null: nobody asks
    void (*barrier)(translated_warp*);                     //!< all threads pass one; null: nobody asks
    bool (*find)(translated_warp*, std::uint32_t pc, std::uint64_t address); //!< false: in no memory that it may touch
    block_accesses* listed;
    std::uint32_t* barriers; //!< so many were passed
    const decoded_function* function;
    const instruction* code; //!< the rest is `handle`'s
};

//! A kernel for blocks with rows of one length.
struct translated_kernel {
    using function = std::uint32_t (*)(translated_warp* const*, std::uint32_t pc);
    std::atomic<function> run{nullptr}; //!< null: not compiled yet, or cannot be; what follows counts with it
    std::shared_ptr<void> loaded;       //!< the library that `run` is in
    std::string text;                   //!< as C++; empty: not made yet
    std::vector<bool> is_entry;         //!< instructions at which the interpreter may hand over
    std::uint32_t kept_values = 0;      //!< at most so many at a barrier

    std::atomic<std::uint64_t> executed{0}; //!< instructions of warps so far
    std::atomic<bool> wanted{false};        //!< somebody compiles it, or has
    std::atomic<std::uint64_t> earlier{0};  //!< … and in earlier programs, when somebody has looked
    std::atomic<std::uint64_t> look_at{0};  //!< so many make it worth to look whether it was compiled before, once more
    std::atomic<std::uint64_t> hot{0};      //!< … and to compile
    void (*look)(const launch&) = nullptr;
    void (*compile)(const launch&) = nullptr;
};

//! The same for all warps of a block, of one shape: from the beginning to where they part, or one of them needs the
//! interpreter.
struct translated_block {
    using function = std::uint32_t (*)(translated_warp* const*, std::uint32_t pc);
    std::atomic<function> run{nullptr}; //!< null: not compiled yet, or cannot be
    std::shared_ptr<void> loaded;       //!< the library that `run` is in
    std::string text;                   //!< as C++; empty: not made yet
    std::atomic<bool> wanted{false};    //!< somebody compiles it, or has
};

//! The warp as translated code wants it, with its current activation. `noted` is the block's check of shared memory, or
//! null.
translated_warp translated_state(warp&, const translated_kernel&, shared_reads* noted);
//! As run_translated(), with a state that is kept from call to call.
std::uint32_t run_translated(translated_warp&, translated_kernel::function, std::uint32_t pc);

//! Lanes that have parted: where those of the mask go on. No lanes: all are where run_translated() says.
struct parted_lanes {
    std::uint32_t mask = 0, pc = 0;
};

//! Goes on from `pc` with all lanes of the warp, and returns the instruction with which the interpreter goes on. At a
//! barrier even registers are not put into their places: `activation::kept_at` says where translated code wants to go
//! on, and expand_kept() puts them there for the interpreter. `noted` is the block's check of shared memory, or null.
std::uint32_t run_translated(warp&, const translated_kernel&, translated_kernel::function, std::uint32_t pc,
                             shared_reads* noted, parted_lanes&);
void expand_kept(warp&, const translated_kernel&);

//! A block has executed so many instructions: a hot kernel is compiled, beside what runs; a warm one is not
//! interpreted any longer when it was compiled before. It is looked for each time that the kernel has run twice as
//! long.
inline void note_executed(const launch& l, std::uint64_t instructions)
{
    translated_kernel& k = *l.translated;
    if (k.wanted.load(std::memory_order_relaxed)) return;
    const std::uint64_t executed = k.executed.fetch_add(instructions) + instructions;
    if (executed >= k.hot.load(std::memory_order_relaxed)) {
        if (!k.wanted.exchange(true)) k.compile(l);
    } else if (std::uint64_t at = k.look_at.load(std::memory_order_relaxed); executed >= at) {
        if (k.look_at.compare_exchange_strong(at, 2 * executed)) k.look(l);
    }
}

} // namespace cuda_emulator
