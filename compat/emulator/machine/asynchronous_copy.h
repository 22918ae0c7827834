// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async: source and destination addresses of the lanes, for the copy and for the counters.
#pragma once

#include "machine/lanes.h"
#include "machine/warp.h"

#include <algorithm>

namespace cuda_emulator {

//! Operands: destination (offset in shared memory), source, bytes to read (or none). `immediate`: the offset of the
//! source in the high half, of the destination in the low half. `detail`: bytes to write. `take` receives the bytes to
//! read.
inline void asynchronous_copy_lanes(warp& w, const instruction& i, std::uint64_t* to, std::uint64_t* from,
                                    std::uint32_t* take)
{
    const auto* d = slot<std::uint64_t>(w, i.operands[0]);
    const auto* s = slot<std::uint64_t>(w, i.operands[1]);
    const auto* n = i.operands[2] == no_operand ? nullptr : slot<std::uint32_t>(w, i.operands[2]);
    const auto offsets = static_cast<std::uint64_t>(i.immediate);
    const std::uint32_t bytes = i.detail;
    for (int l = 0; l < warp_size; ++l) {
        to[l] = reinterpret_cast<std::uint64_t>(w.shared) - w.shared_begin + d[l] + (offsets & 0xffffffff);
        from[l] = s[l] + static_cast<std::uint64_t>(i.immediate >> 32);
        take[l] = n ? std::min(n[l], bytes) : bytes;
    }
}

} // namespace cuda_emulator
