// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The control flow graph of decoded instructions, and liveness.
#pragma once

#include "execute/register_accesses.h"
#include "machine/program.h"
#include "translate/register_set.h"

#include <vector>

namespace cuda_emulator::translation {

//! How a basic block ends.
enum class ending : std::uint8_t {
    falls,     //!< control falls through to the next block
    branches,  //!< control goes to `target`, or to the next block as well if the branch is guarded
    leaves,    //!< the interpreter runs the instruction; the registers that it writes are known
    leaves_all //!< the interpreter runs the instruction; it may write any register
};

struct code_block {
    std::uint32_t first = 0, end = 0;
    ending how = ending::falls;
    std::vector<std::uint32_t> next; //!< successors
    register_set live;               //!< registers live on entry
};

struct code_graph {
    std::vector<code_block> blocks;
    std::vector<std::uint32_t> block_at; //!< block of each instruction
    register_list registers;             //!< all registers that the code names
};

//! Whether the interpreter must run the instruction: barriers, calls, returns, instructions that wait for other lanes
//! or warps.
bool is_for_interpreter(const decoded_function&, const instruction&);

//! On a divergent path the interpreter may run instructions that wait for lanes. With `of_path` a block ends behind
//! each of them, so that translated code may continue there.
code_graph graph_of(const decoded_function&, bool of_path = false);

//! Registers live before each instruction of the block.
std::vector<register_set> live_in_block(const decoded_function&, const code_graph&, std::uint32_t block);

} // namespace cuda_emulator::translation
