// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/cluster.h"

namespace cuda_emulator {

block* owner_of(const warp& w, std::uint64_t at)
{
    const cluster& c = *w.owner->of;
    const std::uint64_t offset = at - reinterpret_cast<std::uint64_t>(c.shared);
    if (c.is_single()) return offset < w.owner->shared_size ? w.owner : nullptr;
    const std::uint64_t rank = offset >> cluster_stride_bits;
    if (rank >= c.blocks.size() || offset % cluster_stride >= c.blocks[rank]->shared_size) return nullptr;
    return c.blocks[rank];
}

} // namespace cuda_emulator
