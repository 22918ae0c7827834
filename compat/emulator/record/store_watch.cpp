// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/store_watch.h"

#include "execute/texture_access.h"
#include "machine/addresses.h"
#include "machine/block.h"
#include "machine/lanes.h"
#include "record/fetches.h"
#include "record/hash.h"
#include "record/store_site.h"

#include <algorithm>

namespace cuda_emulator {

void store_watch::watch(const tracked_allocation& t, std::size_t chunk)
{
    auto at = std::find_if(all_.begin(), all_.end(), [&](const watched& w) { return w.owner == &t; });
    if (at == all_.end()) {
        all_.emplace_back();
        at = std::prev(all_.end());
        at->owner = &t;
    }
    if (chunk * chunk_bytes < t.size()) at->chunks[chunk].resize(std::min(chunk_bytes, t.size() - chunk * chunk_bytes));
}

const std::vector<kept_writer>* store_watch::writers(unsigned allocation, std::size_t chunk) const
{
    for (const watched& w : all_)
        if (w.owner->number == allocation)
            if (const auto at = w.chunks.find(chunk); at != w.chunks.end()) return &at->second;
    return nullptr;
}

void store_watch::note(warp& w, const instruction& i, int lane, const store& s)
{
    for (watched& to : all_) {
        const allocation& a = to.owner->memory;
        if (s.at < a.address || s.at >= a.address + a.size) continue;
        for (std::size_t k = 0; k < s.bytes; ++k) {
            const std::size_t place = to.owner->place_of(s.at + k);
            if (place == SIZE_MAX) continue;
            const auto chunk = to.chunks.find(place / chunk_bytes);
            if (chunk == to.chunks.end() || place % chunk_bytes >= chunk->second.size()) continue;
            kept_writer& x = chunk->second[place % chunk_bytes];
            x.block = block_number(w);
            x.thread = thread_number(w, lane);
            x.site = site_of_(w, i);
            if (s.adds) {
                ++x.additions;
                x.addends += mixed(s.addend);
            } else {
                ++x.stores;
            }
        }
    }
}

void store_watch::executes(warp& w, const instruction& i, std::uint32_t, std::uint32_t active)
{
    if (!active) return;
    if (i.run == run_surface) return note_surface(w, i, active);
    if (i.access.kind != access_kind::store && i.access.kind != access_kind::atomic) return;
    if (i.access.space != ptx::space::global && i.access.space != ptx::space::none) return;
    auto known = adds_.find(&i);
    if (known == adds_.end()) known = adds_.emplace(&i, adds_real_numbers(*w.grid->code, i)).first;
    const bool is_scalar = i.access.bytes == 4 || i.access.bytes == 8 || i.access.bytes == 2;
    alignas(64) std::uint64_t at[warp_size];
    addresses_of(w, i, at);
    each_lane(active, [&](int l) {
        store s{at[l], i.access.bytes, known->second && is_scalar && !i.adapter, 0};
        // operands[2] is the addend.
        if (s.adds && i.operands[2] != no_operand)
            s.addend = i.access.bytes == 8   ? slot<std::uint64_t>(w, i.operands[2])[l]
                       : i.access.bytes == 4 ? slot<std::uint32_t>(w, i.operands[2])[l]
                                             : slot<std::uint16_t>(w, i.operands[2])[l];
        note(w, i, l, s);
    });
}

// Writes within the surface. The clamp mode moves other writes; their places are not noted.
void store_watch::note_surface(warp& w, const instruction& i, std::uint32_t mask)
{
    const auto& form = *static_cast<const surface_form*>(i.extra);
    if (!form.stores) return;
    const auto* handle = slot<std::uint64_t>(w, form.handle);
    each_lane(mask, [&](int l) {
        const image* const s = handle[l] ? find_surface(handle[l]) : nullptr;
        if (!s || !s->data) return;
        std::int64_t at[3] = {};
        for (int k = 0; k < 3; ++k)
            if (form.coordinates[k] != no_operand) at[k] = slot<std::int32_t>(w, form.coordinates[k])[l];
        if (form.layer != no_operand) at[2] = slot<std::int32_t>(w, form.layer)[l];
        const auto texel = std::int64_t(s->format.bytes());
        const std::int64_t x = form.formatted ? at[0] * texel : at[0];
        const std::size_t bytes = form.formatted ? std::size_t(texel) : std::size_t(form.bytes * form.count);
        if (x < 0 || at[1] < 0 || at[2] < 0) return;
        const std::int64_t offset = at[2] * std::int64_t(s->slice_bytes) + at[1] * std::int64_t(s->row_bytes) + x;
        note(w, i, l, {reinterpret_cast<std::uint64_t>(s->data) + std::uint64_t(offset), bytes, false, 0});
    });
}

} // namespace cuda_emulator
