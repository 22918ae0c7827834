// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigns slots to the registers of a function. Registers share a slot if no lane needs both at the same time.
//
// PTX has a register for every value. CUB's kernels have hundreds: at 128 bytes each they fill the cache, and to zero
// them would take longer than the kernel. Here registers of one width share a slot if their live ranges are apart. A
// live range goes from the first to the last instruction where a value may be needed, loops included. The results of an
// instruction never share a slot with its operands, unless the program uses one register for both.
#pragma once

#include "machine/program.h"
#include "ptx/syntax.h"

#include <vector>

namespace cuda_emulator {

struct register_layout {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    //! Gives the register whose value may be in the slot at `offset` during an instruction of the body, or none.
    std::uint32_t register_at(std::uint32_t offset, std::uint32_t instruction) const;

    std::vector<std::uint32_t> offset; //!< of each register, in the activation's storage
    std::uint32_t bytes = 0;
    //! Registers that begin as zero, because a lane may read them before it writes them. So a program with this mistake
    //! behaves the same in each run.
    std::vector<parameter_slot> zeroed;
    std::vector<bool> is_read; //!< an instruction reads the register

    struct stay {
        std::uint32_t offset, first, last, reg;
    };
    std::vector<stay> stays; //!< the uses of slots by registers, sorted by offset and then by instruction
};

//! A register that an instruction names.
struct register_access {
    std::uint32_t reg = 0;
    bool written = false; //!< the register is the result; otherwise it is read, or may be read
};
std::vector<register_access> register_accesses(const ptx::instruction&);

register_layout lay_out(const ptx::function_body&);

//! Gives the bytes of one lane's value in a register; 0 for a predicate.
int register_width(ptx::type);

} // namespace cuda_emulator
