// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions that are translated, as C++ of one lane. All others run through the interpreter's own handlers.
#pragma once

#include "execute/memory_access.h"
#include "machine/program.h"

#include <string>
#include <vector>

namespace cuda_emulator::translation {

//! What becomes of operands that are the same in all lanes, or go up from lane to lane by a fixed step.
enum class rule : std::uint8_t {
    plain, //!< the same in, the same out; no more is known
    move,
    add,
    subtract,
    multiply,     //!< one of them the same in all lanes
    multiply_add, //!< one of the factors
    shift_left,   //!< by the same number of bits
    negate,
    narrow,
    widen,             //!< exact where no lane wraps: asked when it runs
    widen_multiply,    //!< mul.wide
    widen_multiply_add //!< mad.wide
};

struct operation {
    std::string result;             //!< C++ type; "mask" of a comparison or of predicates
    std::vector<std::string> types; //!< of the operands
    std::string expression;         //!< of a, b and c
    rule how = rule::plain;
    bool one_nan = false; //!< what is no number becomes the one NaN of PTX; so NaN operands may be any NaN
    //! No vectors do it: where lanes differ it is the handler's, so that the loop with what stands around it has
    //! vectors.
    bool is_scalar = false;
};

//! Null: the interpreter's handler runs it.
const operation* find_operation(const instruction&);

struct memory_operation {
    access_form form;
    bool loads = false;
};
//! Null: no load or store, or one of a kind that is left to the handler.
const memory_operation* find_memory_operation(const instruction&);

int bytes_of(const std::string& type);

} // namespace cuda_emulator::translation
