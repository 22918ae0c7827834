// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/tracked_memory.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

// The host writes to these without a call.
bool is_shared_with_host(const allocation& a)
{
    return a.kind == allocation_kind::managed || a.kind == allocation_kind::host;
}

bool is_same(const allocation& a, const allocation& b)
{
    return a.address == b.address && a.size == b.size && a.kind == b.kind;
}

} // namespace

std::size_t tracked_allocation::size() const
{
    if (!has_gaps()) return memory.size;
    const std::size_t rest = memory.size % memory.row_pitch;
    return memory.size / memory.row_pitch * memory.row_width + std::min(rest, memory.row_width);
}

std::size_t tracked_allocation::place_of(std::uintptr_t address) const
{
    const std::size_t offset = address - memory.address;
    if (!has_gaps()) return offset;
    const std::size_t x = offset % memory.row_pitch;
    return x < memory.row_width ? offset / memory.row_pitch * memory.row_width + x : SIZE_MAX;
}

const unsigned char* tracked_memory::bytes_of(const tracked_allocation& t)
{
    const auto* const first = reinterpret_cast<const unsigned char*>(t.memory.address);
    if (!t.has_gaps()) return first;
    packed_.resize(t.size());
    for (std::size_t from = 0, to = 0; to < packed_.size(); from += t.memory.row_pitch, to += t.memory.row_width)
        std::memcpy(packed_.data() + to, first + from, std::min(t.memory.row_width, packed_.size() - to));
    return packed_.data();
}

tracked_allocation& tracked_memory::begin(const allocation& a)
{
    auto& slot = all_[a.address];
    slot = std::make_unique<tracked_allocation>();
    tracked_allocation& t = *slot;
    t.number = next_++;
    t.memory = a;
    t.begin(bytes_of(t), t.size());
    if (begun) begun(t);
    return t;
}

tracked_allocation* tracked_memory::at(const void* p)
{
    allocation a;
    bool inside = false;
    if (!device_memory::instance().find(reinterpret_cast<std::uintptr_t>(p), a, inside) || !inside || !a.live)
        return nullptr;
    if (a.kind == allocation_kind::heap || a.size > largest_tracked) return nullptr;
    const auto known = all_.find(a.address);
    if (known == all_.end() || !is_same(known->second->memory, a)) return &begin(a);
    // cudaMallocPitch tells of the rows behind the allocation.
    if (known->second->memory.row_pitch == a.row_pitch) return known->second.get();
    tracked_allocation& t = *known->second;
    t.memory = a;
    t.begin(bytes_of(t), t.size());
    return &t;
}

void tracked_memory::fill(void* p, std::size_t bytes)
{
    allocation a;
    bool inside = false;
    if (bytes > largest_tracked || !device_memory::instance().find(reinterpret_cast<std::uintptr_t>(p), a, inside) ||
        !inside)
        return;
    if (a.kind == allocation_kind::device && !a.registered) std::memset(p, fresh_byte, bytes);
}

void tracked_memory::written(const void* p, std::size_t bytes)
{
    tracked_allocation* const t = at(p);
    if (!t || !bytes) return;
    // A place in a gap counts as the end of its row.
    const auto place = [&](std::size_t offset) {
        if (!t->has_gaps()) return offset;
        const allocation& a = t->memory;
        return offset / a.row_pitch * a.row_width + std::min(offset % a.row_pitch, a.row_width);
    };
    const std::size_t first = reinterpret_cast<std::uintptr_t>(p) - t->memory.address;
    t->written_from = std::min(t->written_from, place(first) / chunk_bytes);
    t->written_to = std::min(t->chunks.size(), std::max(t->written_to, place(first + bytes - 1) / chunk_bytes + 1));
}

void tracked_memory::look()
{
    auto& memory = device_memory::instance();
    if (const std::uint64_t now = memory.generation(); now != generation_) {
        generation_ = now;
        std::vector<std::uintptr_t> there;
        allocation a;
        bool inside = false;
        for (std::uintptr_t address = UINTPTR_MAX; memory.find(address, a, inside); address = a.address - 1) {
            if (a.live && a.kind != allocation_kind::heap) there.push_back(a.address);
            if (!a.address) break;
        }
        std::for_each(there.rbegin(), there.rend(),
                      [&](std::uintptr_t address) { at(reinterpret_cast<const void*>(address)); });
        // Without a call that frees them: cudaDeviceReset, unloaded modules.
        std::sort(there.begin(), there.end());
        for (auto i = all_.begin(); i != all_.end();)
            i = std::binary_search(there.begin(), there.end(), i->first) ? std::next(i) : all_.erase(i);
    }
    for (auto& [address, t] : all_) {
        if (is_shared_with_host(t->memory)) {
            t->see_changes(bytes_of(*t));
        } else if (t->written_from < t->written_to) {
            t->see(bytes_of(*t), t->written_from, t->written_to);
        }
        t->written_from = SIZE_MAX;
        t->written_to = 0;
    }
}

unsigned tracked_memory::forget(const void* p)
{
    const auto known = all_.find(reinterpret_cast<std::uintptr_t>(p));
    if (known == all_.end()) return 0;
    const unsigned number = known->second->number;
    all_.erase(known);
    return number;
}

void tracked_memory::each(const std::function<void(tracked_allocation&)>& act)
{
    for (auto& [address, t] : all_)
        act(*t);
}

changes tracked_memory::compare(tracked_allocation& t, std::size_t element, const wants_chunk& wanted,
                                const keeps_chunk& keep)
{
    return t.compare(bytes_of(t), element, wanted, keep);
}

} // namespace cuda_emulator
