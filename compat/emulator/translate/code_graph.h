// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What decoded instructions read and write, where control goes, and which registers are wanted where.
#pragma once

#include "machine/program.h"

#include <set>
#include <vector>

namespace cuda_emulator::translation {

//! Registers that an instruction reads and writes, as slots; predicates and guards too. `known` is false where nobody
//! says: the interpreter runs it, and nothing is taken for granted behind it.
struct access_lists {
    std::vector<operand_slot> read, written;
    bool known = true;
};
access_lists accesses_of(const instruction&);

//! What ends a block.
enum class ending : std::uint8_t {
    falls,     //!< into the next block
    branches,  //!< to `target`, and into the next one where it is guarded
    leaves,    //!< the interpreter runs it, and what it writes is known
    leaves_all //!< … and is not known
};

struct code_block {
    std::uint32_t first = 0, end = 0; //!< instructions [first, end)
    ending how = ending::falls;
    std::vector<std::uint32_t> next; //!< blocks that may follow
    std::set<operand_slot> live;     //!< registers whose values are wanted at the beginning
};

struct code_graph {
    std::vector<code_block> blocks;
    std::vector<std::uint32_t> block_at; //!< of each instruction
    std::set<operand_slot> registers;    //!< all that the code names
};

//! Does the interpreter have to run it: barriers, calls, returns, what waits for others?
bool is_for_interpreter(const decoded_function&, const instruction&);

code_graph graph_of(const decoded_function&);

//! Registers wanted at each instruction of a block.
std::vector<std::set<operand_slot>> live_in_block(const decoded_function&, const code_graph&, std::uint32_t block);

} // namespace cuda_emulator::translation
