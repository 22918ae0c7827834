// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translated code of a kernel, and the transfer of control from the interpreter.
//
// If an instruction is not translated, or the lanes of a warp diverge, the interpreter continues at that instruction
// with the same registers. Results and findings are therefore the interpreter's.
#pragma once

#include "machine/block_access.h"
#include "machine/launch.h"
#include "machine/shared_reads.h"
#include "machine/translated_paths.h"
#include "machine/warp.h"

#include <atomic>
#include <cstdint>
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
    char* stack; //!< the first lane's local memory; the next lane's is `stack_stride` further
    std::uint64_t stack_stride;
    std::uint64_t frame; //!< offset of the activation's frame in a lane's local memory
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
    bool (*scattered)(translated_warp*, const scattered_access&); //!< the same for addresses that are not affine
    void (*barrier)(translated_warp*); //!< called when all threads pass a barrier; null: no check
    bool (*find)(translated_warp*, std::uint32_t pc, std::uint64_t address); //!< false: no valid global memory
    block_accesses* listed;
    std::uint32_t* barriers; //!< number of barriers passed
    const decoded_function* function;
    translated_paths* paths; //!< for the code of paths only
    std::uint64_t* waited;   //!< that of the warp
    const instruction* code; //!< the remaining members are for `handle` only
};

//! Translated code of a kernel, for the warps of blocks with one row length.
struct translated_kernel {
    using function = std::uint32_t (*)(translated_warp* const*, std::uint32_t pc);
    std::atomic<function> run{nullptr}; //!< null: not compiled yet, or not possible; the next members are valid with it
    std::vector<bool> is_entry;         //!< instructions at which the interpreter may enter translated code
    std::uint32_t kept_values = 0;      //!< upper bound of saved values at a barrier
};

//! Translated code for all warps of a block with one shape. It runs from the beginning to the point where the warps
//! diverge or one needs the interpreter.
struct translated_block {
    using function = std::uint32_t (*)(translated_warp* const*, std::uint32_t pc);
    std::atomic<function> run{nullptr}; //!< null: not compiled yet, or not possible
};

//! The state of the warp with its current activation. `noted` is the block's shared-memory check, or null.
translated_warp translated_state(warp&, std::uint32_t kept_values, shared_reads* noted);
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

//! Runs the paths of `paths` from `pc`, the PC of the running path. Returns the running path's PC. All paths of the
//! list continue in the interpreter. `noted` is the block's shared-memory check, or null.
std::uint32_t run_translated_paths(warp&, translated_path_code::function, std::uint32_t pc, shared_reads* noted,
                                   translated_paths&);

} // namespace cuda_emulator
