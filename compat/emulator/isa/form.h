// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row of the instruction table: the data about a form that decoder, interpreter, checks and translation share.
#pragma once

#include "isa/operand_roles.h"

#include <cstdint>
#include <string>

namespace cuda_emulator {

struct warp;
struct instruction;
using handler = void (*)(warp&, const instruction&, std::uint32_t mask);

//! How a form maps affine operands (base and constant stride) to an affine result. For any rule, uniform operands give
//! a uniform result.
enum class affine_rule : std::uint8_t {
    none,
    move,
    add,
    add_bits, //!< `add`, if no bit is set in both operands: one is a constant below the other's lowest set bit
    subtract,
    multiply,     //!< one operand is uniform
    multiply_add, //!< one factor is uniform
    shift_left,   //!< by a uniform number of bits
    negate,
    narrow,
    widen,         //!< exact if no lane wraps, which is tested at run time
    multiply_wide, //!< like `widen`, then `multiply`
    multiply_wide_add,
    order,     //!< <, <=, >, >=: if the first and the last lane agree, so do all lanes between them
    equality,  //!< ==
    inequality //!< !=
};

//! How a lane function with non-uniform, non-affine operands is translated.
enum class translated_as : std::uint8_t {
    vectors, //!< a loop over the lanes, which the host's compiler vectorises
    varying, //!< the same. GCC vectorises no condition that is the same in all lanes, so it must not know of a uniform
             //!< operand
    scalar,  //!< a call of the interpreter's handler: no vector instruction exists, and a scalar loop would keep other
             //!< loops from being vectorised
    interpreted //!< always a call of the interpreter's handler: the translator does not have the function's text
};

//! A lane function as C++ text, with the C++ types of its result and operands: "u32", "f64" …; "mask" for predicates.
struct lane_function {
    const char* name;
    const char* result;
    const char* operands[4];
    int count;
    affine_rule affine;
    translated_as how;
    bool one_nan; //!< NaN results become PTX's canonical NaN, so the payload of a NaN operand does not matter

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

//! An exchange between the lanes of a warp, for translated code. `name` is the function in isa/lane/exchange.h, or the
//! mode of a shuffle, and `type` the C++ type of the exchanged values.
struct exchange_function {
    enum class kind : std::uint8_t { none, shuffle, vote, ballot, match_any, match_all, reduce, active };
    kind what = kind::none;
    const char* name = "";
    const char* type = "u32";
};

//! Operands by letter, first those written, then a colon, then those read ("d:rrd" for mad.wide):
//!   p predicate, h 16-bit, r 32-bit, d 64-bit, q 128-bit, e 16-bit float, f 32-bit float, F 64-bit float.
struct form {
    handler run = nullptr;
    std::string operands;
    std::uint8_t detail = 0; //!< for the handler
    operand_roles roles = operand_roles::computation;
    std::uint8_t choosers = 0;           //!< number of last operands that only select positions of bits
    bool synchronises = false;           //!< the last operand is the mask of lanes that must be gathered
    const lane_function* lane = nullptr; //!< null: the form is no function of one lane
    //! Of the second of two predicates; null: it is the complement of the first.
    const lane_function* second_lane = nullptr;
    exchange_function exchange;
};

} // namespace cuda_emulator
