// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions under which translated code makes an access itself.
namespace {

// Memory whose definedness is tracked has a one-byte cell for each four bytes; see memory/written_bytes.h.
constexpr u8 whole_cell = 0x0f;
inline bool are_whole(const u8* cells, u64 count)
{
    u64 all_of_them = ~0ull;
    for (; count >= 8; count -= 8, cells += 8) {
        u64 eight;
        std::memcpy(&eight, cells, sizeof eight);
        all_of_them &= eight;
    }
    for (; count; --count)
        all_of_them &= 0x0101010101010101u * *cells++;
    return all_of_them == 0x0101010101010101u * whole_cell;
}
// The bits of an element of one or two bytes in its cell.
inline u8 bits_in_cell(u64 at, u32 bytes) { return u8(((1u << bytes) - 1) << (at & 3)); }
inline bool is_written(const u8* cells, u64 at, u32 bytes)
{
    const u8* const c = cells + at / 4;
    if (bytes >= 4) return are_whole(c, bytes / 4);
    const u8 bits = bits_in_cell(at, bytes);
    return (__atomic_load_n(c, __ATOMIC_RELAXED) & bits) == bits;
}
// For elements of `count` lanes that are near each other: whether all cells between them are written. Usually they are.
inline bool are_written_between(const u8* cells, u64 lowest, u64 highest, u32 bytes, int count)
{
    return bytes >= 4 && highest - lowest < u64(count) * 16 &&
           are_whole(cells + lowest / 4, (highest - lowest + bytes) / 4);
}
inline void mark_one(u8* cells, u64 at, u32 bytes)
{
    u8* const c = cells + at / 4;
    if (bytes >= 4) {
        std::memset(c, whole_cell, bytes / 4);
    } else if (const u8 bits = bits_in_cell(at, bytes); (__atomic_load_n(c, __ATOMIC_RELAXED) & bits) != bits) {
        __atomic_fetch_or(c, bits, __ATOMIC_RELAXED); // other threads may write the cell's other bytes
    }
}
// Calls `one` for each element that has only a part of its cell to itself, and moves the ends past it.
template <class One>
inline void each_at_ends(u64& begin, u64& end, u32 bytes, One one)
{
    if (bytes >= 4) return;
    for (; begin % 4 && begin < end; begin += bytes)
        one(begin);
    for (; end % 4 && begin < end; end -= bytes)
        one(end - bytes);
}
// For adjacent threads of a row; `begin` is the first thread's address.
inline bool are_written(const u8* cells, u64 begin, i64 across, int count, u32 bytes)
{
    bool all_of_them = true;
    if (across == i64(bytes)) {
        u64 end = begin + u64(count) * bytes;
        each_at_ends(begin, end, bytes, [&](u64 at) { all_of_them &= is_written(cells, at, bytes); });
        return all_of_them && are_whole(cells + begin / 4, (end - begin) / 4);
    }
    for (int l = 0; l < (across ? count : 1) && all_of_them; ++l)
        all_of_them = is_written(cells, begin + u64(across * l), bytes);
    return all_of_them;
}
[[gnu::noinline]] bool are_written(const u8* cells, const reach& at, u32 bytes)
{
    for (int row = 0; row < (at.along ? threads / ROW : 1); ++row)
        if (!are_written(cells, at.base + u64(at.along * row), at.across, ROW, bytes)) return false;
    return true;
}
inline void mark_written(u8* cells, u64 begin, i64 across, int count, u32 bytes)
{
    if (across == i64(bytes)) {
        u64 end = begin + u64(count) * bytes;
        each_at_ends(begin, end, bytes, [&](u64 at) { mark_one(cells, at, bytes); });
        std::memset(cells + begin / 4, whole_cell, (end - begin) / 4);
    } else {
        for (int l = 0; l < count; ++l)
            mark_one(cells, begin + u64(across * l), bytes);
    }
}
[[gnu::noinline]] void mark_written(u8* cells, const reach& at, u32 bytes)
{
    for (int row = 0; row < threads / ROW; ++row)
        mark_written(cells, at.base + u64(at.along * row), at.across, ROW, bytes);
}

// Whole-block code calls `find` for an allocation that it has not met before. Handlers report the errors.
inline bool lies_in(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    const range_state& r = w->ranges[range];
    return at.inside(r.low, r.high, bytes) ||
           (w->watched && w->find(w, pc, at.base) && at.inside(r.low, r.high, bytes));
}
// These are calls: a kernel has many accesses, and copies of this code would take most of its compilation.
[[gnu::noinline]] inline bool checked_read(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    if (!lies_in(w, at, range, bytes, pc)) return false;
    const u8* const cells = w->ranges[range].cells;
    return !cells || are_written(cells, at, bytes);
}
[[gnu::noinline]] inline bool checked_write(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    if (!lies_in(w, at, range, bytes, pc)) return false;
    u8* const cells = w->ranges[range].cells;
    if (cells) mark_written(cells, at, bytes);
    return true;
}
// Whether an access lies in an allocation that is known here, and whose bytes are all written or not looked for.
[[gnu::always_inline]] inline bool needs_no_more(warp_state* w, const reach& at, u32 range, u32 bytes)
{
    const range_state& r = w->ranges[range];
    return at.inside(r.low, r.high, bytes) && !r.cells;
}
CALLED_IF_LARGE bool may_read(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    return !w->checks || needs_no_more(w, at, range, bytes) || checked_read(w, at, range, bytes, pc);
}
CALLED_IF_LARGE bool may_write(warp_state* w, const reach& at, u32 range, u32 bytes, u32 pc)
{
    return !w->checks || needs_no_more(w, at, range, bytes) || checked_write(w, at, range, bytes, pc);
}

// Shared memory: `at` is an offset. With the check on, a load that meets no write since the last barrier is recorded,
// as `note_quiet_read` of check/shared_memory.h does. All other accesses are left to the handlers.
//
// Whole-block code records its accesses in a list; see check/block_accesses.h.
inline bool is_listed(warp_state* w, const reach& at, u32 bytes, u32 pc, bool writes)
{
    return !w->access || w->access(w, {at.base, at.across, at.along, bytes, pc, ROW, 0, threads - 1, u32(at.lowest()),
                                       u32(at.highest()), writes});
}
inline bool is_listed(warp_state* w, const reach& at, int first, int last, u32 bytes, u32 pc, bool writes)
{
    if (!w->access) return true;
    const u32 one = u32(at.base + u64(at.across) * u64(first)), other = u32(at.base + u64(at.across) * u64(last));
    return w->access(w, {at.base, at.across, at.along, bytes, pc, ROW, u32(first), u32(last), one < other ? one : other,
                         one < other ? other : one, writes});
}
// Records a load of a warp from offsets between `lowest` and `highest`, which the caller adds. Null: the handler must
// decide.
[[gnu::always_inline]] inline noted_read* note_read(warp_state* w, mask m, u32 lowest, u32 highest, u32 bytes, u32 pc)
{
    noted_reads* const n = w->noted;
    const u32 low = lowest >> n->shift, high = (highest + bytes - 1) >> n->shift;
    const u32 first = low >> n->part_shift, last = high >> n->part_shift;
    const u64 parts = ~u64(0) >> (63 - (last - first)) << first;
    if (n->written_now.low <= high && low <= n->written_now.high && (n->written_now.parts & parts)) return nullptr;
    if (n->uninitialised && !(n->known_written.low <= low && high <= n->known_written.high)) return nullptr;
    if (n->noted == n->kept) return nullptr;
    if (low < n->read_now.low) n->read_now.low = low;
    if (high > n->read_now.high) n->read_now.high = high;
    n->read_now.parts |= parts;
    noted_read& r = n->reads[n->noted++];
    r.mask = m;
    r.count = bytes >> n->shift;
    r.shift = n->shift;
    r.warp_index = w->warp_index;
    r.at = nullptr;
    r.function = w->function;
    r.pc = pc;
    return &r;
}
CALLED_IF_LARGE bool may_load_shared(warp_state* w, const reach& at, u32 bytes, u32 pc, u32 from, u32 to)
{
    if (!at.inside(from, to, bytes)) return false;
    if (WARPS > 1) return is_listed(w, at, bytes, pc, false);
    if (!w->noted) return true;
    noted_read* const r = note_read(w, all, u32(at.lowest()), u32(at.highest()), bytes, pc);
    if (!r) return false;
    r->row = ROW;
    r->base = u32(at.base);
    r->across = u32(at.across);
    r->along = u32(at.along);
    return true;
}
CALLED_IF_LARGE bool may_store_shared(warp_state* w, const reach& at, u32 bytes, u32 pc, u32 from, u32 to)
{
    return !w->noted && at.inside(from, to, bytes) && (WARPS == 1 || is_listed(w, at, bytes, pc, true));
}

// The same functions for a span of threads.
inline bool lies_in(warp_state* w, const reach& at, int first, int last, u32 range, u32 bytes, u32 pc)
{
    const range_state& r = w->ranges[range];
    return at.inside(first, last, r.low, r.high, bytes) ||
           (w->watched && w->find(w, pc, at.base + u64(at.across) * u64(first)) &&
            at.inside(first, last, r.low, r.high, bytes));
}
CALLED_IF_LARGE bool may_read(warp_state* w, const reach& at, int first, int last, u32 range, u32 bytes, u32 pc)
{
    if (!w->checks) return true;
    if (!lies_in(w, at, first, last, range, bytes, pc)) return false;
    const u8* const cells = w->ranges[range].cells;
    const u64 begin = at.base + u64(at.across) * u64(first);
    return !cells || are_written(cells, begin, at.across, last - first + 1, bytes);
}
CALLED_IF_LARGE bool may_write(warp_state* w, const reach& at, int first, int last, u32 range, u32 bytes, u32 pc)
{
    if (!w->checks) return true;
    if (!lies_in(w, at, first, last, range, bytes, pc)) return false;
    u8* const cells = w->ranges[range].cells;
    if (cells) mark_written(cells, at.base + u64(at.across) * u64(first), at.across, last - first + 1, bytes);
    return true;
}
CALLED_IF_LARGE bool may_load_shared(warp_state* w, const reach& at, int first, int last, u32 bytes, u32 pc, u32 from,
                                     u32 to)
{
    return at.inside(first, last, from, to, bytes) && is_listed(w, at, first, last, bytes, pc, false);
}
CALLED_IF_LARGE bool may_store_shared(warp_state* w, const reach& at, int first, int last, u32 bytes, u32 pc, u32 from,
                                      u32 to)
{
    return at.inside(first, last, from, to, bytes) && is_listed(w, at, first, last, bytes, pc, true);
}

// A loop over the threads may store while it loads only if the two do not overlap. Rows begin at `to` and `from`, with
// a stride of `along`.
struct extent {
    u64 low, high;
    // `row_bytes` is the size of a row: of adjacent elements, or of one element.
    extent(const char* begin, i64 along, u64 row_bytes)
    {
        const i64 to_last = along * (threads / ROW - 1);
        low = reinterpret_cast<u64>(begin) + u64(to_last < 0 ? to_last : 0);
        high = reinterpret_cast<u64>(begin) + u64(to_last > 0 ? to_last : 0) + row_bytes;
    }
    bool meets(const extent& other) const { return low < other.high && other.low < high; }
};
template <int Bytes, int Loaded>
inline bool is_apart(const char* to, i64 to_along, const char* from, i64 from_along, int, int)
{
    return !extent(to, to_along, Bytes * ROW).meets(extent(from, from_along, Loaded));
}
// Overlap is also allowed if each thread stores to the place that it alone loads.
template <int Bytes, int Loaded>
inline bool is_own_or_apart(const char* to, i64 to_along, const char* from, i64 from_along, int first, int last)
{
    if (ROW == threads) {
        if (to == from && Bytes == Loaded) return true;
        const u64 count = u64(last - first + 1);
        return !extent(to + Bytes * first, 0, Bytes * count).meets(extent(from + Loaded * first, 0, Loaded * count));
    }
    if (to == from && Bytes == Loaded && to_along == from_along &&
        (to_along >= Bytes * ROW || to_along <= -Bytes * ROW))
        return true;
    return !extent(to, to_along, Bytes * ROW).meets(extent(from, from_along, Loaded * ROW));
}

} // namespace
