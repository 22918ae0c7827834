// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Address ranges that a program maps memory into itself. A returned range is used again, in contrast to the addresses
// of allocations: programs reserve far more than they map.
#include "memory/device_memory.h"
#include "memory/free_ranges.h"

#include <iterator>
#include <mutex>

namespace cuda_emulator {

namespace {
std::uintptr_t aligned(std::uintptr_t at, std::size_t alignment)
{
    return (at + alignment - 1) / alignment * alignment;
}
} // namespace

// Takes a part of a free range. The rest stays free.
void device_memory::cut(std::map<std::uintptr_t, std::size_t>::iterator range, std::uintptr_t at, std::size_t size)
{
    const auto [begin, bytes] = *range;
    free_ranges_.erase(range);
    if (at > begin) free_ranges_[begin] = at - begin;
    if (begin + bytes > at + size) free_ranges_[at + size] = begin + bytes - (at + size);
}

std::uintptr_t device_memory::reserve_range(std::size_t size, std::size_t alignment, std::uintptr_t wish)
{
    std::unique_lock lock(mutex_);
    if (size > reserved_ || alignment > reserved_) return 0;
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    if (wish % alignment == 0 && wish >= base && wish - base <= reserved_) {
        const auto after = free_ranges_.upper_bound(wish);
        const auto range = after == free_ranges_.begin() ? free_ranges_.end() : std::prev(after);
        const bool fits = range != free_ranges_.end() && wish - range->first <= range->second &&
                          size <= range->second - (wish - range->first);
        if (fits) {
            cut(range, wish, size);
            return wish;
        }
    }
    for (auto range = free_ranges_.begin(); range != free_ranges_.end(); ++range) {
        const std::uintptr_t at = aligned(range->first, alignment);
        if (at - range->first > range->second || size > range->second - (at - range->first)) continue;
        cut(range, at, size);
        return at;
    }
    // The addresses right behind the newest range are unused as far as the gap reaches.
    const std::uintptr_t next = base + next_;
    const bool is_next = wish % alignment == 0 && wish + gap >= next && wish < next + alignment && wish > base;
    const std::uintptr_t start = is_next ? wish : aligned(next, alignment);
    if (start - base > reserved_ || size + gap > reserved_ - (start - base)) return 0;
    next_ = start - base + size + gap;
    return start;
}

void device_memory::release_range(std::uintptr_t at, std::size_t size)
{
    std::unique_lock lock(mutex_);
    add_free_range(free_ranges_, at, size);
}

void device_memory::set_range(std::uintptr_t base, std::size_t size, const std::vector<accessible_piece>& pieces)
{
    std::unique_lock lock(mutex_);
    const auto first = table_.lower_bound(base), last = table_.lower_bound(base + size);
    for (auto i = first; i != last; ++i)
        if (i->second.filled) written_.write(i->first, i->second.size);
    table_.erase(first, last);
    for (const auto& [at, bytes, read_only] : pieces) {
        allocation& a = table_[at] = {at, bytes, allocation_kind::device, true, true, 0, {}};
        a.read_only = read_only;
        a.tracked = static_cast<bool>(written_);
        a.first_writer = 1; // each piece has its own history
    }
    ++generation_;
}

} // namespace cuda_emulator
