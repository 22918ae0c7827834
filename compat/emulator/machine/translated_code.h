// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translated code of a kernel, see translate/translation.h, and the transfer of control from the interpreter.
//
// If an instruction is not translated, or the lanes of a warp diverge, the interpreter continues at that instruction
// with the same registers. Results and findings are therefore the interpreter's.
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

//! The state of a warp in translated code: `warp_state` of translate/prelude/state.hpp.
struct translated_warp {
    warp* w;
    char* registers;
    char* special;
    char* shared;
    char* parameters;
    char* constants;
    shared_reads* noted; //!< null: the shared-memory check is off
    address_range* ranges;
    std::uint64_t executed, end;
    std::uint64_t* kept;
    bool (*handle)(translated_warp*, std::uint32_t pc,
                   std::uint32_t mask); //!< true: leave, because definedness tracking has started
    void (*prepare)(translated_warp*);  //!< fills the special registers of all lanes, in whole-block code
    std::uint32_t shared_size;
    std::uint32_t checks;
    std::uint32_t kept_at; //!< entry at which `kept` is valid
    std::uint32_t warp_index;
    std::uint32_t may_diverge;           //!< divergent lanes may run a short path on their own
    std::uint32_t diverged, diverged_at; //!< not 0: these lanes continue there, and the others where run() says
    // For whole-block code with checks on:
    std::uint32_t watched; //!< leave before instructions that may cause a finding
    bool (*access)(translated_warp*,
                   const block_access&); //!< records an access to shared memory; false: leave. Null: no check
    void (*barrier)(translated_warp*);   //!< called when all threads pass a barrier; null: no check
    bool (*find)(translated_warp*, std::uint32_t pc, std::uint64_t address); //!< false: no valid global memory
    block_accesses* listed;
    std::uint32_t* barriers; //!< number of barriers passed
    const decoded_function* function;
    const instruction* code; //!< the remaining members are for `handle` only
};

//! The translation of a kernel for blocks with one row length.
struct translated_kernel {
    using function = std::uint32_t (*)(translated_warp* const*, std::uint32_t pc);
    std::atomic<function> run{nullptr}; //!< null: not compiled yet, or not possible; the next members are valid with it
    std::shared_ptr<void> loaded;       //!< the library of `run`
    std::string text;                   //!< C++ text; empty: not generated yet
    std::vector<bool> is_entry;         //!< instructions at which the interpreter may enter translated code
    std::uint32_t kept_values = 0;      //!< upper bound of saved values at a barrier

    std::atomic<std::uint64_t> executed{0}; //!< executed warp instructions
    std::atomic<bool> wanted{false};        //!< compilation has been started
    std::atomic<std::uint64_t> earlier{0};  //!< instructions in earlier programs, once looked up
    std::atomic<std::uint64_t> look_at{0};  //!< threshold of `executed` for the next look-up in the cache
    std::atomic<std::uint64_t> hot{0};      //!< threshold of `executed` for compilation
    void (*look)(const launch&) = nullptr;
    void (*compile)(const launch&) = nullptr;
};

//! The translation for all warps of a block with one shape. It runs from the beginning to the point where the warps
//! diverge or one needs the interpreter.
struct translated_block {
    using function = std::uint32_t (*)(translated_warp* const*, std::uint32_t pc);
    std::atomic<function> run{nullptr}; //!< null: not compiled yet, or not possible
    std::shared_ptr<void> loaded;       //!< the library of `run`
    std::string text;                   //!< C++ text; empty: not generated yet
    std::atomic<bool> wanted{false};    //!< compilation has been started
};

//! The state of the warp with its current activation. `noted` is the block's shared-memory check, or null.
translated_warp translated_state(warp&, const translated_kernel&, shared_reads* noted);
//! The same as run_translated() below, with a state that persists between calls.
std::uint32_t run_translated(translated_warp&, translated_kernel::function, std::uint32_t pc);

//! Lanes that have diverged, and their PC. An empty mask: all lanes are where run_translated() says.
struct diverged_lanes {
    std::uint32_t mask = 0, pc = 0;
};

//! Runs all lanes of the warp from `pc`, and returns the instruction at which the interpreter continues. At a barrier
//! affine registers are saved, not spilled. `activation::kept_at` then holds the entry where translated code continues,
//! and expand_kept() spills them for the interpreter. `noted` is the block's shared-memory check, or null.
std::uint32_t run_translated(warp&, const translated_kernel&, translated_kernel::function, std::uint32_t pc,
                             shared_reads* noted, diverged_lanes&);
void expand_kept(warp&, const translated_kernel&);

//! Counts the executed instructions of a block. A hot kernel is compiled in the background. A warm kernel is looked up
//! in the cache, again each time its count has doubled.
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
