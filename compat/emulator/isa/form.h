// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row of the instruction table: all that the decoder, the interpreter, the checks and the translator know of a
// form.
#pragma once

#include "isa/operand_roles.h"

#include <cstdint>
#include <string>

namespace cuda_emulator {

struct warp;
struct instruction;
using handler = void (*)(warp&, const instruction&, std::uint32_t mask);

//! How a form maps affine operands, which have a base and a fixed step from lane to lane, to an affine result.
//! Operands that are the same in all lanes give a result that is the same in all lanes, whatever the rule.
enum class affine_rule : std::uint8_t {
    none,
    move,
    add,
    subtract,
    multiply,     //!< one operand is the same in all lanes
    multiply_add, //!< one factor is the same in all lanes
    shift_left,   //!< by the same number of bits in all lanes
    negate,
    narrow,
    widen,         //!< exact where no lane wraps: asked at run time
    multiply_wide, //!< like `widen`, then `multiply`
    multiply_wide_add,
    order,     //!< <, <=, >, >=: the first and the last lane decide for all between them
    equality,  //!< ==
    inequality //!< !=
};

//! How the translator treats a lane function where its operands differ from lane to lane.
enum class translated_as : std::uint8_t {
    vectors,    //!< a loop over the lanes, which the host's compiler vectorises
    scalar,     //!< no vector instruction does it: the interpreter's handler, so that loops around it stay vectorised
    interpreted //!< always the interpreter's handler: its text is not in what the translator compiles
};

//! A lane function as C++ text, with the C++ types of its result and operands: "u32", "f64" …; "mask" for predicates.
struct lane_function {
    const char* name;
    const char* result;
    const char* operands[4];
    int count;
    affine_rule affine;
    translated_as how;
    bool one_nan; //!< a NaN result becomes the one NaN of PTX, so any NaN will do as operand

    std::string type(int operand) const { return operands[operand]; }
    //! The call of the function with these arguments.
    std::string call(const std::string& arguments) const { return std::string(name) + "(" + arguments + ")"; }
    //! The call with the arguments a, b, c, d.
    std::string call() const
    {
        static constexpr const char* arguments[] = {"", "a", "a, b", "a, b, c", "a, b, c, d"};
        return call(arguments[count]);
    }
};

//! Operands by letter, first those written, then a colon, then those read ("d:rrd" for mad.wide):
//!   p predicate, h 16-bit, r 32-bit, d 64-bit, q 128-bit, e 16-bit float, f 32-bit float, F 64-bit float.
struct form {
    handler run = nullptr;
    std::string operands;
    std::uint8_t detail = 0; //!< for the handler
    operand_roles roles = operand_roles::computation;
    std::uint8_t choosers = 0;           //!< the number of last operands that only say where bits go
    bool synchronises = false;           //!< the last operand is the mask of lanes that must be together
    const lane_function* lane = nullptr; //!< null: the form is no function of one lane
};

} // namespace cuda_emulator
