// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/asynchronous_copies.h"

#include <algorithm>

namespace cuda_emulator {

asynchronous_copies::asynchronous_copies(std::size_t warps, shared_reads& touched, access_records& records,
                                         shadow_cells& cells)
    : touched_(touched)
    , records_(records)
    , cells_(cells)
    , pending_(warps)
    , groups_(warps * warp_size)
{
}

void asynchronous_copies::start_block()
{
    for (auto& of_warp : pending_)
        of_warp.clear();
}

void asynchronous_copies::stamp_pending()
{
    for (const auto& of_warp : pending_)
        for (const pending_copy& c : of_warp)
            stamp(c);
}

void asynchronous_copies::stamp(const pending_copy& c)
{
    const u32 stamp = records_.stamp_of_copy(*c.at, c.function);
    each_lane(c.mask, [&](int l) {
        std::fill_n(&cells_.written[c.cell[l]], c.count, stamp);
        touched_.written_now.extend({c.cell[l], c.cell[l] + c.count - 1}, touched_.part_shift);
    });
}

void asynchronous_copies::finish(u32 warp_index, const pending_copy& c, u32 lanes)
{
    const u32 stamp = records_.stamp_of(warp_index, *c.at, c.function, true);
    each_lane(lanes, [&](int l) {
        std::fill_n(&cells_.written[c.cell[l]], c.count, stamp | static_cast<u32>(l));
        touched_.written_now.extend({c.cell[l], c.cell[l] + c.count - 1}, touched_.part_shift);
    });
}

void asynchronous_copies::copy(const warp& w, const instruction& i, u32 mask, const u64* at, u64 base, u32 bytes)
{
    const u32* const groups = &groups_[w.index * warp_size];
    while (mask) {
        pending_copy c = {0, bytes >> cells_.shift(), groups[__builtin_ctz(mask)], &i, w.current->function, {}};
        each_lane(mask, [&](int l) {
            c.mask |= u32(groups[l] == c.group) << l;
            c.cell[l] = static_cast<u32>(at[l] - base) >> cells_.shift();
        });
        mask &= ~c.mask;
        pending_[w.index].push_back(c);
        stamp(c);
    }
}

void asynchronous_copies::commit(const warp& w, u32 mask)
{
    each_lane(mask, [&](int l) { ++groups_[w.index * warp_size + static_cast<u32>(l)]; });
}

void asynchronous_copies::wait(const warp& w, u32 mask, int pending)
{
    auto& under_way = pending_[w.index];
    const u32* const groups = &groups_[w.index * warp_size];
    for (pending_copy& c : under_way) {
        u32 done = 0;
        each_lane(mask & c.mask,
                  [&](int l) { done |= u32{pending < 0 || c.group + static_cast<u32>(pending) < groups[l]} << l; });
        if (!done) continue;
        finish(w.index, c, done);
        c.mask &= ~done;
    }
    under_way.erase(
        std::remove_if(under_way.begin(), under_way.end(), [](const pending_copy& c) { return c.mask == 0; }),
        under_way.end());
}

void asynchronous_copies::bulk_copy(const warp& w, const instruction& i, u32 offset, u32 bytes)
{
    stamp({1, bytes >> cells_.shift(), 0, &i, w.current->function, {offset >> cells_.shift()}});
}

} // namespace cuda_emulator
