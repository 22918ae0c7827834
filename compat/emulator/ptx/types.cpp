// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/types.h"

#include <array>
#include <utility>

namespace cuda_emulator::ptx {

namespace {
struct entry {
    std::string_view name;
    type value;
    int size;
};
constexpr entry table[] = {
    {"b8", type::b8, 1},
    {"u8", type::u8, 1},
    {"s8", type::s8, 1},
    {"b16", type::b16, 2},
    {"u16", type::u16, 2},
    {"s16", type::s16, 2},
    {"f16", type::f16, 2},
    {"bf16", type::bf16, 2},
    {"b32", type::b32, 4},
    {"u32", type::u32, 4},
    {"s32", type::s32, 4},
    {"f32", type::f32, 4},
    {"f16x2", type::f16x2, 4},
    {"bf16x2", type::bf16x2, 4},
    {"u16x2", type::u16x2, 4},
    {"s16x2", type::s16x2, 4},
    {"tf32", type::tf32, 4},
    {"b64", type::b64, 8},
    {"u64", type::u64, 8},
    {"s64", type::s64, 8},
    {"f64", type::f64, 8},
    {"b128", type::b128, 16},
    {"pred", type::pred, 0},
    {"texref", type::texref, 8},
    {"samplerref", type::samplerref, 8},
    {"surfref", type::surfref, 8},
};
} // namespace

int size_of(type t)
{
    for (const entry& e : table)
        if (e.value == t) return e.size;
    return 0;
}

type type_from_name(std::string_view name)
{
    for (const entry& e : table)
        if (e.name == name) return e.value;
    return type::none;
}

const char* name_of(type t)
{
    for (const entry& e : table)
        if (e.value == t) return e.name.data();
    return "none";
}

} // namespace cuda_emulator::ptx
