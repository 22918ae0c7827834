// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Undefined bits of registers, and how an instruction that moves or combines bits passes them to its results.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

#include <vector>

namespace cuda_emulator {

//! The undefined bits of a register.
struct undefined_lanes {
    std::uint32_t lanes = 0;               //!< lanes with undefined bits
    std::uint32_t origin[warp_size] = {};  //!< by lane: the origin of its undefined bits
    std::uint64_t bits[warp_size] = {};    //!< of a 128-bit register all or none; of a predicate the lowest
    std::uint64_t padding[warp_size] = {}; //!< the subset of `bits` that may be padding of a structure
    std::uint32_t masked = 0;              //!< lanes where `and` or `or` has set some bits of an undefined element

    void add(int lane, std::uint32_t from, std::uint64_t which, std::uint64_t may_be_padding);
};

//! Whether these undefined bits are a part of a byte or of a pair of bytes. Members of structures are whole.
bool splits_a_pair(std::uint64_t bits);
bool splits_a_byte(std::uint64_t bits);

//! An operand with undefined bits.
struct undefined_operand {
    int number;          //!< among the operands that the instruction reads
    std::uint32_t bytes; //!< per lane; 0 for a predicate
    undefined_lanes what;
};

//! undefined_results() accepts at most so many operands, because each operand doubles the number of runs.
constexpr std::size_t most_undefined_operands = 4;

//! The undefined bits of each result of the instruction, for the lanes of `mask`. The instruction must only move or
//! combine bits (operand_roles::bits and the like). A 128-bit value is undefined as a whole.
std::vector<undefined_lanes> undefined_results(warp&, const instruction&, std::uint32_t mask,
                                               const std::vector<undefined_operand>&);

} // namespace cuda_emulator
