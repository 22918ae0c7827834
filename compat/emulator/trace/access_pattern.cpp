// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/access_pattern.h"

#include "isa/integers.h"
#include "machine/addresses.h"
#include "machine/asynchronous_copy.h"
#include "machine/block.h"
#include "machine/kernel_name.h"
#include "memory/device_memory.h"
#include "profile/memory_model.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

u64 address(const void* p) { return reinterpret_cast<u64>(p); }

space_request request(traced_space space, u32 mask, const u64* at, u32 bytes)
{
    space_request r;
    r.space = space;
    r.mask = mask;
    r.widest = bytes;
    std::copy(at, at + warp_size, r.at);
    std::fill(r.bytes, r.bytes + warp_size, bytes);
    return r;
}

// An allocation has no name. If a parameter of the kernel points into it, the name is the parameter's.
std::string name_of(const allocation& a, const launch& l)
{
    if (!a.name.empty()) return variable_name(a.name);
    const auto& parameters = l.code->parameters;
    for (std::size_t n = 0; n < parameters.size(); ++n) {
        u64 value = 0;
        if (parameters[n].size != sizeof value) continue;
        std::memcpy(&value, l.parameter_base + parameters[n].offset, sizeof value);
        if (value - a.address < std::max<u64>(a.size, 1)) return "argument " + std::to_string(n);
    }
    return "memory";
}

int object_at(access_pattern& p, std::vector<u64>& bases, u64 base, u64 bytes, const std::string& name)
{
    for (std::size_t k = 0; k < bases.size(); ++k)
        if (bases[k] == base) return static_cast<int>(k);
    bases.push_back(base);
    p.objects.push_back({name, bytes});
    return static_cast<int>(bases.size()) - 1;
}

void find_objects(access_pattern& p, const warp& w, const space_request& r)
{
    std::vector<u64> bases;
    each_lane(r.mask, [&](int l) {
        if (r.space == traced_space::shared) {
            p.offset[l] = r.at[l] - address(w.shared);
            p.object_of[l] = object_at(p, bases, 0, w.shared_size, "shared memory");
            return;
        }
        allocation a;
        bool inside = false;
        if (!device_memory::instance().find(r.at[l], a, inside) || !inside) {
            p.object_of[l] = -1;
            p.offset[l] = r.at[l];
            return;
        }
        p.offset[l] = r.at[l] - a.address;
        p.object_of[l] = object_at(p, bases, a.address, a.size, name_of(a, *w.grid));
    });
}

void find_cost(access_pattern& p, const warp& w, const instruction& i, const space_request& r)
{
    switch (r.space) {
    case traced_space::global:
        return count_global(p.global, r.at, r.mask, r.bytes, r.widest);
    case traced_space::shared: {
        u64 offset[warp_size];
        for (int l = 0; l < warp_size; ++l)
            offset[l] = r.at[l] - address(w.shared);
        return count_shared(p.shared, offset, r.mask, r.widest, i.access.kind == access_kind::atomic);
    }
    case traced_space::constant:
        return count_constant(p.constant, r.at, r.mask, i.element, i.results);
    }
}

} // namespace

bool alike(const access_pattern& a, const access_pattern& b)
{
    return a.mask == b.mask && std::equal(a.shape, a.shape + warp_size, b.shape) &&
           std::equal(a.bytes, a.bytes + warp_size, b.bytes) && a.global.sectors_32 == b.global.sectors_32 &&
           a.global.lines_128 == b.global.lines_128 && a.shared.wavefronts == b.shared.wavefronts;
}

std::vector<space_request> requests_of(warp& w, const instruction& i, u32 active)
{
    if (i.access.kind == access_kind::copy) {
        u64 target[warp_size], source[warp_size];
        u32 taken[warp_size];
        asynchronous_copy_lanes(w, i, target, source, taken);
        space_request from = request(traced_space::global, active, source, i.access.bytes);
        const space_request to = request(traced_space::shared, active, target, i.access.bytes);
        std::copy(taken, taken + warp_size, from.bytes);
        each_lane(active, [&](int l) { from.mask &= ~(u32{from.bytes[l] == 0} << l); });
        return {from, to};
    }
    if (i.access.kind == access_kind::none || i.access.kind == access_kind::texture ||
        i.access.space == ptx::space::local)
        return {};
    alignas(64) u64 at[warp_size];
    addresses_of(w, i, at);
    const u32 bytes = i.access.bytes;
    switch (i.access.space) {
    case ptx::space::constant:
        return {request(traced_space::constant, active, at, u32{i.element} * i.results)};
    case ptx::space::shared:
        return {request(traced_space::shared, active, at, bytes)};
    case ptx::space::global:
        return {request(traced_space::global, active, at, bytes)};
    default:
        break;
    }
    const lanes_by_space lanes = spaces_of(w, active, at);
    std::vector<space_request> both;
    if (lanes.shared) both.push_back(request(traced_space::shared, lanes.shared, at, bytes));
    if (lanes.global) both.push_back(request(traced_space::global, lanes.global, at, bytes));
    return both;
}

void note_pattern(access_patterns& known, const warp& w, const instruction& i, const space_request& r, u64 launch,
                  u64 step, std::size_t& room)
{
    if (!r.mask) return;
    // The lanes have moved on together, at the same cost: it is the same pattern.
    access_pattern seen_now;
    seen_now.mask = r.mask;
    u64 lowest = ~u64{0};
    each_lane(r.mask, [&](int l) { lowest = std::min(lowest, r.at[l]); });
    each_lane(r.mask, [&](int l) {
        seen_now.shape[l] = r.at[l] - lowest;
        seen_now.bytes[l] = r.bytes[l];
    });
    find_cost(seen_now, w, i, r);
    for (access_pattern& p : known.listed)
        if (alike(p, seen_now)) {
            ++p.seen;
            return;
        }
    if (room == 0 || known.listed.size() == trace_limits::patterns) {
        ++known.unlisted;
        return;
    }
    --room;
    known.listed.push_back(std::move(seen_now));
    access_pattern& p = known.listed.back();
    p.launch = launch;
    p.block = w.owner->index;
    p.warp = w.index;
    p.step = step;
    p.seen = 1;
    find_objects(p, w, r);
}

} // namespace cuda_emulator
