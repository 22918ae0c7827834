// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace cuda_emulator {

//! Which operands of an instruction are read and written, for definedness tracking and the translator.
enum class operand_roles : std::uint8_t {
    other,
    computation, //!< the first `results` are written, the rest read
    bits,        //!< like `computation`; each bit of a result comes from bits of one place in the operands
    select,      //!< selp
    conjunction, //!< and: a zero decides
    disjunction, //!< or: a one decides
    compare_and, //!< setp.….and: the last operand decides when it is false
    compare_or,  //!< setp.….or: the last operand decides when it is true
    shuffle,
    load,    //!< address, then results
    store,   //!< address, then values
    atomic,  //!< address, result, values
    texture, //!< four results, then operands that are read
    listed   //!< the first operand is an address; `extra` points to register_lists
};

} // namespace cuda_emulator
