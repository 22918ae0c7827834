// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalar types and state spaces of PTX.
#pragma once

#include <cstdint>
#include <string_view>

namespace cuda_emulator::ptx {

enum class type : std::uint8_t {
    none,
    b8,
    u8,
    s8,
    b16,
    u16,
    s16,
    f16,
    bf16,
    b32,
    u32,
    s32,
    f32,
    f16x2,
    bf16x2,
    u16x2,
    s16x2,
    tf32,
    b64,
    u64,
    s64,
    f64,
    b128,
    pred,
    texref, // these three are 64-bit handles
    samplerref,
    surfref,
};

enum class space : std::uint8_t { none, reg, param, local, shared, global, constant };

//! Gives the bytes of a value of the type in memory; 0 for predicates, which are never there.
int size_of(type);

//! Gives the type of a modifier without its dot ("u32"), or type::none.
type type_from_name(std::string_view name);

const char* name_of(type);

inline bool is_float(type t)
{
    return t == type::f16 || t == type::bf16 || t == type::f32 || t == type::f64 || t == type::f16x2 ||
           t == type::bf16x2 || t == type::tf32;
}
//! Tests for the type of a variable whose address is a handle of a texture or surface.
inline bool is_reference(type t) { return t == type::texref || t == type::samplerref || t == type::surfref; }
inline bool is_signed(type t) { return t == type::s8 || t == type::s16 || t == type::s32 || t == type::s64; }

} // namespace cuda_emulator::ptx
