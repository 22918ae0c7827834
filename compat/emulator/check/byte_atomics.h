// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics on one or two bytes. PTX has few of them, so libcu++ makes them of 32-bit accesses to the aligned word around
// the bytes: a relaxed load, then compare-and-swaps. It loads one byte by a load of 16 bits. The other bytes of
// the word are written back unchanged. They may lie behind an allocation, whose memory on a GPU ends with a whole word,
// and nothing need have written them.
#pragma once

#include "machine/warp.h"

namespace cuda_emulator {

//! Whether the access may be one to the word around such an atomic's bytes.
inline bool may_be_byte_atomic(const instruction& i, std::uint32_t bytes)
{
    const bool swaps = i.roles == operand_roles::atomic && i.operands[3] != no_operand;
    const bool loads = i.roles == operand_roles::load && i.order >= memory_order::relaxed && i.element == bytes;
    return (bytes == 4 && swaps) || ((bytes == 4 || bytes == 2) && loads);
}

} // namespace cuda_emulator
