// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/operand_types.h"

#include <algorithm>

namespace cuda_emulator::ptx {

namespace {

enum class class_of_type { bits, integer, number, packed, predicate };

class_of_type class_of(type t)
{
    switch (t) {
    case type::pred:
        return class_of_type::predicate;
    case type::u8:
    case type::s8:
    case type::u16:
    case type::s16:
    case type::u32:
    case type::s32:
    case type::u64:
    case type::s64:
        return class_of_type::integer;
    case type::f16:
    case type::f32:
    case type::f64:
        return class_of_type::number;
    case type::bf16:
    case type::f16x2:
    case type::bf16x2:
    case type::tf32:
    case type::u16x2:
    case type::s16x2:
        return class_of_type::packed;
    default:
        return class_of_type::bits;
    }
}

bool classes_fit(type of_instruction, type of_register)
{
    const class_of_type wanted = class_of(of_instruction), have = class_of(of_register);
    return wanted == class_of_type::bits || have == class_of_type::bits || wanted == have;
}

} // namespace

bool is_integer(type t) { return class_of(t) == class_of_type::integer; }

bool is_word_of(std::string_view list, std::string_view word)
{
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(' ', at), list.size());
        if (list.substr(at, end - at) == word) return true;
        at = end + 1;
    }
    return false;
}

type twice_as_wide(type t)
{
    switch (t) {
    case type::u16:
        return type::u32;
    case type::s16:
        return type::s32;
    case type::u32:
        return type::u64;
    default:
        return type::s64;
    }
}

bool takes_register(type of_instruction, type of_register)
{
    if (of_register == type::f16x2) return true; // ptxas takes such registers even for predicates
    if ((of_instruction == type::pred) != (of_register == type::pred)) return false;
    return size_of(of_instruction) == size_of(of_register) && classes_fit(of_instruction, of_register);
}

bool takes_wider_register(type of_instruction, type of_register)
{
    if (takes_register(of_instruction, of_register)) return true;
    if (of_instruction == type::pred || of_register == type::pred) return false;
    return size_of(of_instruction) < size_of(of_register) && classes_fit(of_instruction, of_register) &&
           (class_of(of_instruction) != class_of_type::number || class_of(of_register) == class_of_type::bits);
}

bool takes_constant(type of_instruction, operand_kind kind)
{
    const class_of_type wanted = class_of(of_instruction);
    switch (kind) {
    case operand_kind::integer:
        return wanted != class_of_type::number;
    case operand_kind::real32:
        return wanted == class_of_type::number || wanted == class_of_type::packed ||
               (wanted == class_of_type::bits && size_of(of_instruction) != 8);
    case operand_kind::real64:
        return wanted != class_of_type::integer && wanted != class_of_type::predicate && of_instruction != type::b32;
    default:
        return true;
    }
}

rounding_of_conversion rounding_between(type to, type from)
{
    if (to == type::bf16 || from == type::bf16)
        return to == type::bf16 && from == type::f32 ? rounding_of_conversion::to_float
                                                     : rounding_of_conversion::unknown;
    if (is_integer(to)) return is_integer(from) ? rounding_of_conversion::none : rounding_of_conversion::to_integer;
    if (is_integer(from)) return rounding_of_conversion::to_float;
    if (to == from) return rounding_of_conversion::may_be_to_integer;
    return size_of(to) < size_of(from) ? rounding_of_conversion::to_float : rounding_of_conversion::none;
}

} // namespace cuda_emulator::ptx
