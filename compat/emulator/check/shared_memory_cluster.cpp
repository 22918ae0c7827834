// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What other blocks of the cluster do to a block's shared memory. The check follows the threads of one block, so it is
// told as done before everything: no race is found with it, and none is found wrongly.
#include "check/shared_memory.h"
#include "machine/block.h"
#include "machine/cluster.h"

namespace cuda_emulator {

void shared_memory_check::written_elsewhere(std::uint64_t offset, u32 bytes, bool orders)
{
    apply_reads();
    const auto first = static_cast<u32>(offset >> shift_), end = static_cast<u32>((offset + bytes - 1) >> shift_);
    for (u32 c = first; c <= end; ++c)
        written_[c] = elsewhere_;
    if (orders) order_.release_all(objects_[first]);
}

void shared_memory_check::arrive_elsewhere(warp& w, int lane)
{
    apply_reads();
    order_.release(w.index, 1u << lane, global_);
}

} // namespace cuda_emulator
