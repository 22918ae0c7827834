// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers of loads, stores and atomics, by state space, width and count.
#pragma once

#include "machine/addresses.h"
#include "machine/lanes.h"
#include "ptx/types.h"

namespace cuda_emulator {

struct access_form {
    window where = window::flat;
    bool wide_address = true;  //!< 64-bit address register
    int bytes = 4;             //!< bytes of one element
    bool sign_extends = false; //!< s8 into a 16-bit register
    int count = 1;
    bool one_place = false; //!< the address is a constant
};

//! operands[0] is the address, operands[1…] are the registers. Returns null if the form does not exist.
handler find_load(const access_form&);
handler find_store(const access_form&);

//! atom and red: the operands are address, destination (or no_operand), b, c. `detail` is the window, +8 with a 64-bit
//! address. `operation` is "add", "cas", …; "add.noftz" adds f32 and keeps subnormal numbers everywhere. Returns null
//! if the form does not exist for a scalar, or for an element of a vector if `of_vector`.
handler find_atomic(const std::string& operation, ptx::type, bool of_vector);
//! membar and fence.
void run_fence(warp&, const instruction&, std::uint32_t mask);
//! Runs before the element accesses of a vector: operands[1] holds the vector's size in bytes, not a slot.
void check_vector_alignment(warp&, const instruction&, std::uint32_t mask);

} // namespace cuda_emulator
