// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/tracked_memory.h"

#include "record/hash.h"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {

namespace {

std::size_t chunk_count(std::size_t size) { return (size + chunk_bytes - 1) / chunk_bytes; }

std::size_t bytes_in_chunk(std::size_t size, std::size_t index)
{
    return std::min(chunk_bytes, size - index * chunk_bytes);
}

// The host writes to these without a call.
bool is_shared_with_host(const allocation& a)
{
    return a.kind == allocation_kind::managed || a.kind == allocation_kind::host;
}

bool is_same(const allocation& a, const allocation& b)
{
    return a.address == b.address && a.size == b.size && a.kind == b.kind;
}

// Marks the elements that differ. T has the size of an element.
template <class T>
std::size_t mark(const unsigned char* now, const unsigned char* before, std::size_t bytes, unsigned char* mask)
{
    std::size_t changed = 0;
    for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
        const std::size_t n = std::min(sizeof(T), bytes - at);
        T a = 0, b = 0;
        std::memcpy(&a, now + at, n);
        std::memcpy(&b, before + at, n);
        if (a == b) continue;
        std::memset(mask + at, 1, n);
        changed += n;
    }
    return changed;
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

// Takes the chunks as seen.
void tracked_memory::see(tracked_allocation& t, const unsigned char* now, std::size_t first, std::size_t last)
{
    for (std::size_t k = first; k < last; ++k) {
        const std::size_t at = k * chunk_bytes, bytes = bytes_in_chunk(t.seen.size(), k);
        std::memcpy(t.seen.data() + at, now + at, bytes);
        const std::uint64_t fresh = hash_of(now + at, bytes);
        t.state += mixed(k, fresh) - mixed(k, t.chunks[k]);
        t.chunks[k] = fresh;
    }
}

tracked_allocation& tracked_memory::begin(const allocation& a)
{
    auto& slot = all_[a.address];
    slot = std::make_unique<tracked_allocation>();
    tracked_allocation& t = *slot;
    t.number = next_++;
    t.memory = a;
    t.seen.resize(t.size());
    t.chunks.resize(chunk_count(t.seen.size()));
    for (std::size_t k = 0; k < t.chunks.size(); ++k)
        t.state += mixed(k, t.chunks[k]);
    see(t, bytes_of(t), 0, t.chunks.size());
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
    t.seen.assign(t.size(), 0);
    t.chunks.assign(chunk_count(t.seen.size()), 0);
    t.state = 0;
    for (std::size_t k = 0; k < t.chunks.size(); ++k)
        t.state += mixed(k, 0);
    see(t, bytes_of(t), 0, t.chunks.size());
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
    if (t->has_gaps()) return see(*t, bytes_of(*t), 0, t->chunks.size());
    const std::size_t first = t->place_of(reinterpret_cast<std::uintptr_t>(p));
    see(*t, bytes_of(*t), first / chunk_bytes, std::min(t->chunks.size(), (first + bytes - 1) / chunk_bytes + 1));
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
        if (!is_shared_with_host(t->memory)) continue;
        const unsigned char* const now = bytes_of(*t);
        for (std::size_t k = 0; k < t->chunks.size(); ++k)
            if (std::memcmp(now + k * chunk_bytes, t->seen.data() + k * chunk_bytes, bytes_in_chunk(t->seen.size(), k)))
                see(*t, now, k, k + 1);
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
    changes all;
    std::vector<unsigned char> mask;
    std::size_t end_of_range = SIZE_MAX;
    const unsigned char* const content = bytes_of(t);
    for (std::size_t k = 0; k < t.chunks.size(); ++k) {
        const std::size_t at = k * chunk_bytes, bytes = bytes_in_chunk(t.seen.size(), k);
        const unsigned char* const now = content + at;
        const unsigned char* const before = t.seen.data() + at;
        const bool is_wanted = wanted && wanted(k);
        const bool is_changed = std::memcmp(now, before, bytes) != 0;
        if (!is_changed && !is_wanted) continue;
        mask.assign(bytes, 0);
        all.bytes += element == 8   ? mark<std::uint64_t>(now, before, bytes, mask.data())
                     : element == 4 ? mark<std::uint32_t>(now, before, bytes, mask.data())
                     : element == 2 ? mark<std::uint16_t>(now, before, bytes, mask.data())
                                    : mark<std::uint8_t>(now, before, bytes, mask.data());
        if (is_wanted && keep) keep({k, bytes, mask.data(), before, now});
        if (!is_changed) continue;
        std::uint64_t hash = 0;
        for (std::size_t x = 0; x < bytes;) {
            const auto* const from = static_cast<const unsigned char*>(std::memchr(mask.data() + x, 1, bytes - x));
            if (!from) break;
            x = static_cast<std::size_t>(from - mask.data());
            const auto* const to = static_cast<const unsigned char*>(std::memchr(from, 0, bytes - x));
            const std::size_t length = to ? static_cast<std::size_t>(to - from) : bytes - x;
            hash = hash_of(now + x, length, mixed(hash, x));
            if (!all.ranges && all.chunks.empty()) all.first = at + x;
            all.ranges += end_of_range != at + x;
            end_of_range = at + x + length;
            all.last = end_of_range - 1;
            x += length;
        }
        all.chunks.push_back({k, hash});
        see(t, content, k, k + 1);
    }
    return all;
}

} // namespace cuda_emulator
