// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix in shared memory, as a matrix descriptor of wgmma gives it (PTX ISA, "Asynchronous Warpgroup Level Matrix
// Shared Memory Layout").
#pragma once

#include "isa/integers.h"

namespace cuda_emulator {

//! The matrix consists of lines of 16-byte chunks. If it is K-major, a line is a row of A or a column of B, and the
//! chunks are along K. If it is MN-major, a line is one step along K, and the chunks are along M or N.
class shared_matrix {
public:
    shared_matrix(u64 descriptor, bool is_mn_major);

    //! The offset of a chunk in the block's shared memory, after swizzling.
    u32 offset_of(int line, int chunk) const;
    //! Not 0 if the pattern of the swizzle does not begin at a multiple of its size.
    u32 base_offset() const { return base_offset_; }

private:
    u32 start_;
    u32 chunk_stride_; //!< from one run of `width_` chunks to the next
    u32 group_stride_; //!< from one group of eight lines to the next
    u32 width_;        //!< chunks side by side, which the swizzle permutes: 1 (no swizzle), 2, 4 or 8
    u32 base_offset_;
};

} // namespace cuda_emulator
