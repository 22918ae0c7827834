// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which registers and constants an instruction of a type takes, as in ptxas 13.0.
#pragma once

#include "ptx/syntax.h"

namespace cuda_emulator::ptx {

bool is_integer(type);
//! Tests whether `list` has the word, between blanks.
bool is_word_of(std::string_view list, std::string_view word);
//! The type of a `.wide` product.
type twice_as_wide(type);

//! Tests a register of the same size. Registers without a kind (.b32) fit all, and signs do not matter.
bool takes_register(type of_instruction, type of_register);
//! The same for loads, stores and conversions, which also take wider registers.
bool takes_wider_register(type of_instruction, type of_register);
//! Tests a constant. Other kinds of operands pass.
bool takes_constant(type of_instruction, operand_kind);

//! The rounding that a conversion needs or may have.
enum class rounding_of_conversion { unknown, none, to_float, to_integer, may_be_to_integer };
rounding_of_conversion rounding_between(type to, type from);

} // namespace cuda_emulator::ptx
