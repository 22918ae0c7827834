// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contents of a CUtensorMap: a tensor in global memory, and the box that a copy transfers. Its 128 bytes are opaque to
// programs, so the layout is our own.
#pragma once

#include <cstdint>

namespace cuda_emulator {

struct tensor_map {
    static constexpr std::uint64_t mark = 0x70616d5f65636f72; //!< distinguishes a tensor map from other bytes
    //! Swizzling of 16-byte pieces of the box in shared memory, within 32, 64 or 128 bytes.
    enum class swizzling : std::uint8_t { none, by_32, by_64, by_128 };
    enum class element : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16 };

    std::uint64_t magic;
    std::uint64_t address;
    std::uint64_t strides[5]; //!< byte strides, by dimension
    std::uint32_t last[5];    //!< number of elements less one, by dimension
    std::uint16_t box[5];     //!< copied elements, by dimension
    std::uint8_t steps[5];    //!< stride between copied elements, by dimension
    std::uint8_t rank;
    std::uint8_t element_bytes;
    swizzling swizzle;
    element type;
    bool fills_nan; //!< outside elements read as NaN instead of 0
    bool rounds;    //!< a load rounds elements of f32 to tf32
    bool flushes;   //!< a sum of f32 flushes subnormal numbers; a copy does not
};
static_assert(sizeof(tensor_map) <= 128);

//! Bytes within which pieces are swizzled.
inline unsigned span_of(const tensor_map& m) { return 16u << static_cast<unsigned>(m.swizzle); }
inline unsigned row_of(const tensor_map& m) { return unsigned{m.box[0]} * m.element_bytes; }
//! Bytes between rows of the box in shared memory. On an H200 a row narrower than the swizzle span takes the space of a
//! full span.
inline unsigned pitch_of(const tensor_map& m)
{
    return m.swizzle == tensor_map::swizzling::none ? row_of(m) : span_of(m);
}

} // namespace cuda_emulator
