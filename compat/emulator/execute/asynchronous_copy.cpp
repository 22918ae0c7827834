// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "execute/asynchronous_copy.h"

#include "check/access.h"
#include "check/shared_memory.h"
#include "check/undefined_values.h"
#include "machine/asynchronous_copy.h"
#include "machine/block.h"
#include "machine/lanes.h"

#include <cstring>

namespace cuda_emulator {

void run_asynchronous_copy(warp& w, const instruction& i, std::uint32_t m)
{
    alignas(64) std::uint64_t to[warp_size], from[warp_size];
    std::uint32_t take[warp_size];
    asynchronous_copy_lanes(w, i, to, from, take);
    if (w.checks) {
        if (i.operands[2] == no_operand) check_access(w, i, m, from, i.detail, false);
        check_access(w, i, m, to, i.detail, true); // may compare what the lanes copy
    }
    if (w.shared_check) w.shared_check->copy(w, i, m, to, i.detail);
    each_lane(m, [&](int l) {
        auto* p = reinterpret_cast<char*>(to[l]);
        std::memcpy(p, reinterpret_cast<const void*>(from[l]), take[l]);
        std::memset(p + take[l], 0, i.detail - take[l]);
        if (w.owner->undefined) w.owner->undefined->overwritten(to[l], i.detail);
    });
}

void commit_asynchronous_copies(warp& w, const instruction&, std::uint32_t m)
{
    if (w.shared_check) w.shared_check->commit_copies(w, m);
}
void wait_for_asynchronous_copies(warp& w, const instruction& i, std::uint32_t m)
{
    if (w.shared_check) w.shared_check->wait_for_copies(w, m, static_cast<int>(i.immediate));
}

} // namespace cuda_emulator
