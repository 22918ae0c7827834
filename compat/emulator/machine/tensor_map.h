// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a CUtensorMap holds: a tensor in global memory, and the box that a copy takes out of it. Its 128 bytes are
// opaque to programs, and these are our own.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct tensor_map {
    static constexpr std::uint64_t mark = 0x70616d5f65636f72; //!< so that other bytes are not taken for one
    //! How 16-byte pieces of the box are exchanged in shared memory: within 32, 64 or 128 bytes.
    enum class swizzling : std::uint8_t { none, by_32, by_64, by_128 };
    enum class element : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16 };

    std::uint64_t magic;
    std::uint64_t address;
    std::uint64_t strides[5]; //!< bytes from one element to the next of each dimension
    std::uint32_t last[5];    //!< elements of each dimension, less one
    std::uint16_t box[5];     //!< elements that a copy takes of each dimension
    std::uint8_t steps[5];    //!< … and how far they lie apart
    std::uint8_t rank;
    std::uint8_t element_bytes;
    swizzling swizzle;
    element type;
    bool fills_nan; //!< what is outside reads as NaN, not 0
};
static_assert(sizeof(tensor_map) <= 128);

//! Bytes within which pieces are exchanged.
inline unsigned span_of(const tensor_map& m) { return 16u << static_cast<unsigned>(m.swizzle); }
inline unsigned row_of(const tensor_map& m) { return unsigned{m.box[0]} * m.element_bytes; }
//! Bytes in shared memory from a row of the box to the next. On an H200 a row that is narrower than what it swizzles
//! has the place of a full one.
inline unsigned pitch_of(const tensor_map& m)
{
    return m.swizzle == tensor_map::swizzling::none ? row_of(m) : span_of(m);
}

} // namespace cuda_emulator
