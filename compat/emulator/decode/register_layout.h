// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which registers of a function share a place, because no lane needs both at once; and what its code asks of them.
//
// PTX has a register for every value: CUB's kernels have hundreds, which fill the cache at 128 bytes each, and whose
// zeroing would take longer than the kernel. Here registers of one width share a place when their ranges (first to last
// instruction where a value of theirs may be wanted, through loops) are apart. An instruction's results never lie in
// the place of its operands, unless the program says so itself.
#pragma once

#include "machine/program.h"
#include "ptx/syntax.h"

#include <vector>

namespace cuda_emulator {

struct register_layout {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    //! Whose value may lie at the offset while the instruction runs (counted in the body); none when it is nobody's.
    std::uint32_t register_at(std::uint32_t offset, std::uint32_t instruction) const;

    std::vector<std::uint32_t> offset; //!< of each register, in the activation's storage
    std::uint32_t bytes = 0;
    //! What begins as zero: registers that a lane may read before it has written them. A program that does so behaves
    //! the same every time.
    std::vector<parameter_slot> zeroed;
    std::vector<bool> is_read; //!< some instruction wants the register's value

    struct stay {
        std::uint32_t offset, first, last, reg;
    };
    std::vector<stay> stays; //!< who is where from which instruction to which, by offset and then in this order
};

register_layout lay_out(const ptx::function_body&);

//! Bytes of one lane's value of a register; 0 for a predicate.
int register_width(ptx::type);

} // namespace cuda_emulator
