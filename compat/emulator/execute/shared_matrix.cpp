// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/shared_matrix.h"

#include <utility>

namespace cuda_emulator {

namespace {

constexpr u32 chunk_bytes = 16, lines_of_group = 8;

// The descriptor's fields hold addresses and strides without their low four bits.
u32 address_field(u64 descriptor, int first_bit) { return u32(descriptor >> first_bit & 0x3fff) << 4; }

// Chunks side by side, by the descriptor's last two bits: no swizzle, 128 bytes, 64 bytes, 32 bytes.
constexpr u32 widths[] = {1, 8, 4, 2};

} // namespace

shared_matrix::shared_matrix(u64 descriptor, bool is_mn_major)
    : start_(address_field(descriptor, 0))
    , chunk_stride_(address_field(descriptor, 16)) // "leading dimension byte offset"
    , group_stride_(address_field(descriptor, 32)) // "stride dimension byte offset"
    , width_(widths[descriptor >> 62])
    , base_offset_(width_ == 1 ? 0 : u32(descriptor >> 49) & 7)
{
    if (is_mn_major && width_ == 1) std::swap(chunk_stride_, group_stride_);
}

u32 shared_matrix::offset_of(int line, int chunk) const
{
    const u32 l = u32(line), c = u32(chunk);
    const u32 at = start_ + c % width_ * chunk_bytes + c / width_ * chunk_stride_ +
                   l % lines_of_group * chunk_bytes * width_ + l / lines_of_group * group_stride_;
    return at ^ ((at >> 7 & (width_ - 1)) << 4); // as tensor copies swizzle, by the bits of the address
}

} // namespace cuda_emulator
