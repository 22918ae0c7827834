// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/shared_memory.h"

#include "check/findings.h"
#include "check/stored_value.h"
#include "check/undefined_values.h"
#include "isa/integers.h"
#include "machine/block.h"
#include "machine/cluster.h"
#include "machine/fault.h"

#include <cstring>

namespace cuda_emulator {

namespace {
constexpr bool same_warp(u32 a, u32 b, u32 thread_mask) { return ((a ^ b) & thread_mask & ~31u) == 0; }
} // namespace

shared_memory_check::shared_memory_check(block& b, check_options o)
    : block_(b)
    , options_(o)
    , shift_(b.grid.code->narrow_accesses ? 0 : 2)
    , order_(static_cast<u32>(b.grid.block.volume()), b.grid.lock_step)
{
    // One extra cell: the last bytes need a whole cell, and the vectors must not be empty.
    const std::size_t cells = (std::size_t{b.shared_size} >> shift_) + 1;
    written_.resize(cells);
    read_.resize(cells);
    read_too_.resize(cells);
    recent_.resize((b.grid.block.volume() + warp_size - 1) / warp_size);
    kept = 4096; // enough for a tiled matrix product between two barriers
    reads_.reset(new noted_read[kept]);
    reads = reads_.get();
    shift = shift_;
    while ((cells - 1) >> part_shift >= 64)
        ++part_shift;
    uninitialised = options_.uninitialised;
    groups_.resize(recent_.size() * warp_size);
    copies_.resize(recent_.size());
}

shared_memory_check::~shared_memory_check() = default;

void shared_memory_check::start()
{
    meets_blocks_ = block_.races && !block_.of->is_single();
    for (auto& of_warp : copies_)
        of_warp.clear();
    objects_.clear();
    global_ = {};
    for (vector_clock& c : named_)
        c = {};
    // Record numbers continue across blocks, so that old stamps need not be cleared. They restart before they overflow.
    if (order_.next + records_of_a_block + 1 >= record_limit) {
        order_.restart();
        for (auto* stamps : {&written_, &read_, &read_too_})
            std::fill(stamps->begin(), stamps->end(), 0);
        for (auto& r : recent_)
            r = {};
    }
    last_record_ = order_.next + records_of_a_block;
    unwritten_ = (order_.next << thread_bits) - 1;
    elsewhere_ = order_.next++ << thread_bits;
    known_written = {};
    scans_ = 0;
    new_epoch();
    if (const u32 reserved = block_.grid.code->reserved_bytes) set_written({0, (reserved >> shift_) - 1});
}

// All accesses so far are ordered before everything that follows.
void shared_memory_check::new_epoch()
{
    noted = 0;
    written_now = read_now = {};
    order_.block_barrier();
    records_.clear();
    floor_ = order_.first << thread_bits;
    for (const auto& of_warp : copies_) // a barrier does not complete a pending copy
        for (const pending_copy& c : of_warp)
            stamp_copy(c);
}

std::uint32_t shared_memory_check::new_record(const instruction* at, const decoded_function* f, bool writes)
{
    if (order_.next >= last_record_) {
        // The block has used up its record numbers: forget all records, but keep which cells were written.
        noted = 0;
        for (u32& s : written_)
            s = s > unwritten_ ? 1u << thread_bits : 0;
        std::fill(read_.begin(), read_.end(), 0);
        std::fill(read_too_.begin(), read_too_.end(), 0);
        for (auto& r : recent_)
            r = {};
        unwritten_ = 0;
        elsewhere_ = 1u << thread_bits;
        ++generation_;
        order_.restart();
        order_.next = 2;
        last_record_ = order_.next + records_of_a_block;
        new_epoch();
    }
    records_.push_back({at, f, writes, at->order >= memory_order::relaxed});
    return order_.next++;
}

void shared_memory_check::add_reader(u32 cell, u32 stamp)
{
    const u32 thread = stamp & thread_mask;
    u32& a = read_[cell];
    u32& b = read_too_[cell];
    // Keep readers of two different warps if possible: a later writer is in at most one of them.
    const bool better = same_warp(a, b, thread_mask) && !same_warp(a, stamp, thread_mask);
    if (a < floor_ || (a & thread_mask) == thread) {
        a = stamp;
    } else if (b < floor_ || better) {
        b = stamp;
    } else if (!order_.flat()) {
        if (before(a, thread)) {
            a = stamp;
        } else if (before(b, thread)) {
            b = stamp;
        }
    }
}

// Fast path for two cases: all earlier readers are ordered before this read, or the stamps stay as they are.
bool shared_memory_check::add_readers_at_once(const noted_read& r, u32 stamp, u32 offset)
{
    u32* const a = read_.data() + offset;
    u32* const b = read_too_.data() + offset;
    if (ordered_cells(a, r.cell, 1, -1, r.warp_index)) {
        each_lane(r.mask, [&](int l) { a[r.cell[l]] = stamp | static_cast<u32>(l); });
        each_lane(r.mask, [&](int l) { // lanes whose cell a higher lane has also stamped
            if (a[r.cell[l]] != (stamp | static_cast<u32>(l)) &&
                before(b[r.cell[l]], (stamp & thread_mask) + static_cast<u32>(l)))
                b[r.cell[l]] = stamp | static_cast<u32>(l);
        });
        return true;
    }
    if (!order_.flat()) return false;
    bool all = true;
    for (u32 l = 0; l < warp_size; ++l) {
        const u32 x = a[r.cell[l]], y = b[r.cell[l]], s = stamp | l;
        const bool mine = ((x ^ s) & thread_mask) == 0 || ((y ^ s) & thread_mask) == 0;
        const bool apart = ((x ^ y) & thread_mask & ~31u) != 0;
        all &= x >= floor_ && (mine || apart) && (y >= floor_ || ((x ^ s) & thread_mask) == 0);
    }
    return all;
}

void shared_memory_check::list_cells(noted_read& r) const
{
    if (r.row) {
        for (u32 l = 0; l < warp_size; ++l)
            r.cell[l] = r.base + r.across * (l % r.row) + r.along * (l / r.row);
        if (!r.at) r.at = &r.function->code[r.pc];
    }
    for (u32& c : r.cell)
        c >>= r.shift;
}

void shared_memory_check::apply_reads()
{
    for (u32 n = 0; n < noted; ++n) {
        noted_read& r = reads_[n];
        list_cells(r);
        const u32 stamp = stamp_of(r.warp_index, *r.at, r.function, false);
        for (u32 k = 0; k < r.count; ++k)
            if (!add_readers_at_once(r, stamp, k))
                each_lane(r.mask, [&](int l) { add_reader(r.cell[l] + k, stamp | static_cast<u32>(l)); });
    }
    noted = 0;
}

// Pairs of accesses that synchronise rather than race. Both are atomic or strong, or one is and the other is volatile,
// which PTX treats as relaxed. The load before an atomicCAS loop may also be plain, because the loop detects a stale
// value.
bool shared_memory_check::may_meet(const instruction& i, u32 stamp) const
{
    const instruction& other = *record_of(stamp).at;
    const memory_order least = std::min(i.order, other.order), most = std::max(i.order, other.order);
    if (most >= memory_order::relaxed && least >= memory_order::volatile_) return true;
    auto compares = [](const instruction& x) { // only cas has a fourth operand
        return x.roles == operand_roles::atomic && x.operands[3] != no_operand;
    };
    auto loads = [](const instruction& x) { return x.roles == operand_roles::load; };
    return (compares(i) && loads(other)) || (loads(i) && compares(other));
}

// Padding follows a member and ends where the next member or the structure ends. That end is a multiple of an alignment
// that is larger than the padding.
bool shared_memory_check::is_behind_a_member(u32 cell, u32 alignment) const
{
    const auto at = static_cast<u32>(offset_of(cell));
    const u32 first = at / alignment * alignment, end = std::min(first + alignment, block_.shared_size);
    const u32 step = 1u << shift_;
    u32 from = at, to = at + step;
    while (from > first && !is_written((from - step) >> shift_))
        from -= step;
    while (to < end && !is_written(to >> shift_))
        to += step;
    const u32 boundary = to - first;
    return from > first && to - from < (boundary & (0 - boundary));
}

// Lane `l` reads the unwritten cell number `k` of its access. A structure is aligned at least as strictly as a load of
// it. The alignment of a variable is known, except in dynamic shared memory, which nvcc always aligns to 16 bytes.
// There a single byte may be padding of any structure. More than eight bytes count as padding only if no lane has a
// written cell there.
bool shared_memory_check::may_be_padding(const instruction& i, u32 mask, const u32* cell, u32 count, int l, u32 k) const
{
    constexpr u32 common = 8, most = 16;
    const std::size_t at = offset_of(cell[l] + k);
    u32 alignment = count << shift_;
    for (const shared_variable& v : block_.grid.code->shared_variables)
        if (at >= v.offset && at - v.offset < v.size)
            return is_behind_a_member(cell[l] + k, std::max(alignment, v.alignment));
    if (i.element == 1) alignment = most;
    if (!is_behind_a_member(cell[l] + k, alignment)) return false;
    if (alignment <= common || is_behind_a_member(cell[l] + k, common)) return true;
    u32 written = 0;
    each_lane(mask, [&](int other) { written |= u32(is_written(cell[other] + k)) << other; });
    return written == 0;
}

void shared_memory_check::exact_read(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    each_lane(mask, [&](int l) {
        const u32 thread = w.index * warp_size + static_cast<u32>(l);
        for (u32 k = 0; k < count; ++k) {
            const u32 s = written_[cell[l] + k];
            if (!is_written(cell[l] + k)) {
                if (options_.uninitialised)
                    block_.undefined->read(w, i, l, cell[l] + k, k << shift_, 1u << shift_,
                                           may_be_padding(i, mask, cell, count, l, k));
            } else if (!before(s, thread) && !may_meet(i, s)) {
                report_race(w, i, l, cell[l] + k, count << shift_, false, s);
            }
        }
    });
    keep_read(w, i, mask, cell, count);
}

// Widens `known_written` around the range. The number of scans is limited, because the memory may have unwritten holes.
bool shared_memory_check::are_written(range r)
{
    constexpr u32 most_scans = 16;
    if (scans_ == most_scans) return false;
    ++scans_;
    if (!known_written.meets(r)) known_written = {r.low, r.low};
    range& k = known_written;
    while (k.low > 0 && written_[k.low - 1] > unwritten_)
        --k.low;
    while (k.high < written_.size() && written_[k.high] > unwritten_)
        ++k.high;
    if (k.high > k.low) {
        --k.high;
    } else {
        k = {};
    }
    return k.holds(r);
}

// A silent store writes the value that the cell already has. A silent store is recorded as a read: it races with a
// store that changes the value, but not with reads or silent stores.
bool shared_memory_check::is_silent(warp& w, const instruction& i, int lane, u32 cell, u32 k) const
{
    return options_.races && is_written(cell) &&
           std::memcmp(stored_value(w, i, lane, k << shift_), block_.shared + offset_of(cell),
                       std::size_t{1} << shift_) == 0;
}

#if defined(__AVX2__)
// stamp_cells() for a whole warp that stores words, eight lanes at a time if their cells are adjacent.
bool shared_memory_check::stamp_words(warp& w, const instruction& i, const u32* cell, u32 stamp)
{
    const auto* const values = reinterpret_cast<const u32*>(stored_value(w, i, 0, 0));
    const auto* const there = reinterpret_cast<const u32*>(block_.shared);
    const auto vector_at = [](const u32* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); };
    const auto store = [](u32* p, __m256i v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); };
    const __m256i up = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i unwritten = _mm256_set1_epi32(static_cast<int>(unwritten_));
    bool any_silent = false;
    for (u32 l = 0; l < warp_size; l += 8) {
        const u32 c = cell[l];
        const __m256i expected = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(c)), up);
        const __m256i differs = _mm256_xor_si256(vector_at(cell + l), expected);
        if (!_mm256_testz_si256(differs, differs)) {
            for (u32 k = l; k < l + 8; ++k) {
                const bool silent = values[k] == there[cell[k]] && is_written(cell[k]);
                (silent ? read_ : written_)[cell[k]] = stamp | k;
                any_silent |= silent;
            }
            continue;
        }
        const __m256i stamps = _mm256_or_si256(_mm256_set1_epi32(static_cast<int>(stamp | l)), up);
        const __m256i last = vector_at(&written_[c]);
        const __m256i silent = _mm256_and_si256(_mm256_cmpeq_epi32(vector_at(values + l), vector_at(there + c)),
                                                _mm256_cmpgt_epi32(last, unwritten));
        if (_mm256_testz_si256(silent, silent)) {
            store(&written_[c], stamps);
            continue;
        }
        store(&written_[c], _mm256_blendv_epi8(stamps, last, silent));
        store(&read_[c], _mm256_blendv_epi8(vector_at(&read_[c]), stamps, silent));
        any_silent = true;
    }
    return any_silent;
}
#else
bool shared_memory_check::stamp_words(warp& w, const instruction& i, const u32* cell, u32 stamp)
{
    return stamp_cells<u32>(w, i, all_lanes, cell, 1, stamp);
}
#endif

bool shared_memory_check::note_quiet_rows(warp& w, const instruction& i, const u32* first)
{
    if (i.order != memory_order::weak || i.extra || shift_ != 2 || !options_.races || meets_blocks_) return false;
    range r;
    bool apart = true;
    alignas(32) u32 cell[warp_size];
    for (u32 v = 0; v < warp_size / 8; ++v) {
        const u32 c = first[v] >> 2;
        r.extend({c, c + 7});
        apart &= v == 0 || first[v] >= first[v - 1] + 32;
        for (u32 l = 0; l < 8; ++l)
            cell[8 * v + l] = c + l;
    }
    if (!apart) return false;
    const auto are_old = [&](const std::vector<u32>& stamps) {
        u32 last = 0;
        for (u32 v = 0; v < warp_size; v += 8)
            for (u32 l = 0; l < 8; ++l)
                last = std::max(last, stamps[cell[v] + l]);
        return last < floor_;
    };
    // Silent stores leave read stamps without a recorded read, so the stamps are tested too.
    if (read_now.meets(r, part_shift) && (noted || !are_old(read_) || !are_old(read_too_))) return false;
    if (written_now.meets(r, part_shift) && !are_old(written_)) return false;
    if (stamp_words(w, i, cell, stamp_of(w.index, i, w.current->function, true))) read_now.extend(r, part_shift);
    written_now.extend(r, part_shift);
    return true;
}

bool shared_memory_check::are_before(const std::vector<u32>& stamps, range r, u32 thread) const
{
    u32 latest = 0;
    for (u32 c = r.low; c <= r.high; ++c)
        latest = std::max(latest, stamps[c]);
    if (latest < floor_) return true;
    return std::all_of(&stamps[r.low], &stamps[r.high] + 1, [&](u32 s) { return before(s, thread); });
}

bool shared_memory_check::note_quiet_stretch(warp& w, const instruction& i, int lane, u32 offset, u32 bytes,
                                             bool writes)
{
    if (i.order != memory_order::weak || meets_blocks_) return false;
    const range r{offset >> shift_, (offset + bytes - 1) >> shift_};
    const u32 thread = w.index * warp_size + static_cast<u32>(lane);
    if (written_now.meets(r, part_shift) && !are_before(written_, r, thread)) return false;
    if (!writes) {
        if (i.roles == operand_roles::load && i.extra) return false;
        if (options_.uninitialised && !known_written.holds(r) && !are_written(r)) return false;
        read_now.extend(r, part_shift);
        noted_read& n = new_read(w, i, 1u << lane, bytes >> shift_);
        n.row = warp_size;
        n.shift = shift_;
        n.base = offset;
        n.across = n.along = 0;
        return true;
    }
    if (read_now.meets(r, part_shift)) {
        apply_reads();
        if (!are_before(read_, r, thread) || !are_before(read_too_, r, thread)) return false;
    }
    const u32 stamp = stamp_of(w.index, i, w.current->function, true) | static_cast<u32>(lane);
    written_now.extend(r, part_shift);
    for (u32 c = r.low; c <= r.high; ++c) {
        const bool silent = i.roles == operand_roles::store && is_silent(w, i, lane, c, c - r.low);
        (silent ? read_ : written_)[c] = stamp;
        if (silent) read_now.extend({c, c}, part_shift);
    }
    return true;
}

// Stamps the cells of a store without unordered accesses. Earlier reads are ordered, so a read stamp may be
// overwritten.
template <class Cell>
bool shared_memory_check::stamp_cells(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, u32 stamp)
{
    const u32 stride = std::max(2u, u32{i.element});
    bool any_silent = false;
    for (u32 k = 0; k < count; ++k) {
        const char* const values = stored_value(w, i, 0, k * static_cast<u32>(sizeof(Cell)));
        each_lane(mask, [&](int l) {
            const u32 c = cell[l] + k;
            Cell value, there;
            std::memcpy(&value, values + static_cast<u32>(l) * stride, sizeof value);
            std::memcpy(&there, block_.shared + std::size_t{c} * sizeof there, sizeof there);
            const bool silent = value == there && is_written(c);
            (silent ? read_ : written_)[c] = stamp | static_cast<u32>(l);
            any_silent |= silent;
        });
    }
    return any_silent;
}

bool shared_memory_check::quick_write(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, range r)
{
    if (read_now.meets(r, part_shift)) {
        apply_reads();
        if (!ordered_cells(read_.data(), cell, count, -1, w.index) ||
            !ordered_cells(read_too_.data(), cell, count, -1, w.index))
            return false;
    }
    if (written_now.meets(r, part_shift) && !ordered_cells(written_.data(), cell, count, -1, w.index)) return false;
    // If two lanes write one cell, the slow path compares their values.
    bool apart = true;
    if (mask == all_lanes) {
        for (int l = 1; l < warp_size; ++l)
            apart &= cell[l] >= cell[l - 1] + count;
    } else {
        u32 next = 0;
        each_lane(mask, [&](int l) {
            apart &= cell[l] >= next;
            next = cell[l] + count;
        });
    }
    const u32 stamp = stamp_of(w.index, i, w.current->function, true);
    if (!apart) {
        u32* const scratch = read_.data(); // its stamps are ordered, so they may be overwritten
        each_lane(mask, [&](int l) { scratch[cell[l]] = stamp | static_cast<u32>(l); });
        bool single = true;
        each_lane(mask, [&](int l) { single &= scratch[cell[l]] == (stamp | static_cast<u32>(l)); });
        each_lane(mask, [&](int l) { scratch[cell[l]] = 0; });
        if (!single) return false;
    }
    if (!options_.races || i.roles != operand_roles::store) { // other kinds of writes are never silent
        each_lane(mask, [&](int l) { std::fill_n(&written_[cell[l]], count, stamp | static_cast<u32>(l)); });
    } else if (shift_ == 2 && mask == all_lanes && count == 1 ? stamp_words(w, i, cell, stamp)
               : shift_ == 2                                  ? stamp_cells<u32>(w, i, mask, cell, count, stamp)
                             : stamp_cells<std::uint8_t>(w, i, mask, cell, count, stamp)) {
        read_now.extend(r, part_shift);
    }
    return true;
}

void shared_memory_check::exact_write(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count,
                                      const char* silent_cells, u32 lowest)
{
    apply_reads();
    const bool strong = i.order >= memory_order::relaxed;
    const bool stores = i.roles == operand_roles::store;
    const u32 stamp = stamp_of(w.index, i, w.current->function, true);
    u32 done = 0;
    each_lane(mask, [&](int l) {
        const u32 thread = w.index * warp_size + static_cast<u32>(l);
        for (u32 k = 0; k < count; ++k) {
            const u32 c = cell[l] + k;
            const u32 s = written_[c];
            // A lane of the same store: its value is not in memory yet.
            const u32 other = s & 31;
            const bool now = s > unwritten_ && (s & ~31u) == stamp && done >> other & 1 && cell[other] <= c &&
                             c - cell[other] < count;
            const bool silent =
                !stores        ? false
                : silent_cells ? options_.races && is_written(c) && silent_cells[offset_of(c - lowest)]
                : now          ? std::memcmp(stored_value(w, i, l, k << shift_),
                                             stored_value(w, i, static_cast<int>(other), (c - cell[other]) << shift_),
                                             std::size_t{1} << shift_) == 0
                               : is_silent(w, i, l, c, k);
            if (silent) {
                // A silent store after an ordered store is a read. After an unordered store of the same value it
                // replaces the stamp.
                if (before(s, thread)) {
                    add_reader(c, stamp | static_cast<u32>(l));
                    read_now.extend({c, c}, part_shift);
                } else {
                    written_[c] = stamp | static_cast<u32>(l);
                }
                continue;
            }
            if (s > unwritten_ && read_[c] < floor_ && read_too_[c] < floor_ &&
                (s < floor_ || (strong && is_strong(s)))) {
                written_[c] = stamp | static_cast<u32>(l);
                continue;
            }
            if (s > unwritten_ && !before(s, thread) && !may_meet(i, s))
                report_race(w, i, l, c, count << shift_, true, s);
            if (!stores && s <= unwritten_ && options_.uninitialised && i.order >= memory_order::relaxed)
                block_.undefined->atomic(w, i, l, c);
            for (const u32 r : {read_[c], read_too_[c]})
                if (!before(r, thread) && !may_meet(i, r)) {
                    report_race(w, i, l, c, count << shift_, true, r);
                    break;
                }
            if (options_.uninitialised) block_.undefined->written_by(c, thread);
            // An atomic after the thread's own plain store is recorded as a read. The stamp of the plain store stays,
            // so that atomics of other threads race with it.
            if (!stores && strong && s >= floor_ && s > unwritten_ && (s & thread_mask) == thread &&
                record_of(s).at->order == memory_order::weak) {
                add_reader(c, stamp | static_cast<u32>(l));
                read_now.extend({c, c}, part_shift);
                continue;
            }
            written_[c] = stamp | static_cast<u32>(l);
            read_[c] = read_too_[c] = 0;
        }
        done |= 1u << l;
    });
}

void shared_memory_check::note_earlier(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count,
                                       const char* silent, u32 lowest)
{
    range r;
    for (u32 l = 0; l < warp_size; ++l)
        r.extend({cell[l], cell[l] + count - 1});
    if (silent) {
        exact_write(w, i, mask, cell, count, silent, lowest);
        written_now.extend(r, part_shift);
        return;
    }
    note_read(w, i, mask, cell, count, r);
}

void shared_memory_check::set_written(range r)
{
    std::fill(written_.begin() + r.low, written_.begin() + r.high + 1, elsewhere_);
    range& k = known_written;
    if (k.low > k.high || (r.low <= k.high + 1 && k.low <= r.high + 1)) k.extend(r);
}

// --- reports

namespace {
constexpr const char* lock_step_hint = " (both of one warp: migration-notes/warp_functions.md mends what relied on "
                                       "lock-step, and CUDA_EMULATOR_WARP_SYNCHRONOUS=1 runs it as it was meant)";
} // namespace

void shared_memory_check::report_race(warp& w, const instruction& i, int lane, u32 cell, u32 bytes, bool writes,
                                      u32 earlier)
{
    if (!options_.races) return;
    // Cooperative groups rely on the order of shuffles and votes in a warp, which a GPU provides. A report would not be
    // a defect of the program.
    for (const parameter_slot& p : block_.grid.code->group_memory)
        if (offset_of(cell) - p.offset < p.size) return;
    const record& r = record_of(earlier);
    const u32 thread = earlier & thread_mask;
    const bool by_copy = thread == order_.copies();
    const std::string where = shared_place(block_, offset_of(cell));
    const std::string other_line = line_of(*block_.grid.code, *r.function, *r.at);
    add_finding(block_,
                "race " + std::string(block_.grid.code->kernel->source->name) +
                    key_of(*block_.grid.code, *w.current->function, i) + key_of(*block_.grid.code, *r.function, *r.at),
                place_of(w, i, lane) + ": race in shared memory: " + (writes ? "write" : "read") + " of " +
                    std::to_string(bytes) + " bytes at " + where + ", which " +
                    (by_copy ? "an asynchronous copy" : "thread " + thread_name(block_, thread)) +
                    (r.writes ? " wrote" : " read") + " at " + other_line + ", and nothing orders the two" +
                    (!by_copy && thread / warp_size == w.index ? lock_step_hint : ""));
}

} // namespace cuda_emulator
