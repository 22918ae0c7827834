// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates constant expressions: PTX ISA, "Constant Expressions".
#pragma once

#include "ptx/token_parser.h"
#include "ptx/types.h"

#include <cstdint>

namespace cuda_emulator::ptx {

//! A value with the type of the rules of evaluation: s64, u64, f64, or f32 for a single 0f literal.
struct constant {
    ptx::type type = type::s64;
    std::uint64_t bits = 0;
};

class constant_parser : protected token_parser {
protected:
    using token_parser::token_parser;

    constant constant_expression();
    //! Evaluates an expression that must be an integer.
    std::uint64_t integer_constant();

private:
    struct operation;
    const operation* operation_here() const;
    constant binary(int lowest_precedence);
    constant unary();
    constant primary();
    constant apply(const operation&, constant a, constant b) const;
};

} // namespace cuda_emulator::ptx
