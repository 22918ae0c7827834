#include "check/shared_memory.h"

#include "check/findings.h"
#include "check/uninitialised.h"
#include "execute/block.h"

namespace cuda_emulator {

namespace {
using u32 = std::uint32_t;
constexpr bool same_warp(u32 a, u32 b, u32 thread_mask) { return ((a ^ b) & thread_mask & ~31u) == 0; }
} // namespace

shared_memory_check::shared_memory_check(block& b, check_options o)
    : block_(b)
    , options_(o)
    , shift_(b.grid.code->narrow_accesses ? 0 : 2)
    , order_(static_cast<u32>(b.grid.block.volume()))
{
    // One cell more: a whole cell for the last bytes, and never an empty vector.
    const std::size_t cells = (std::size_t{b.shared_size} >> shift_) + 1;
    written_.resize(cells);
    read_.resize(cells);
    read_too_.resize(cells);
    recent_.resize((b.grid.block.volume() + warp_size - 1) / warp_size);
    reads_.resize(reads_kept);
    groups_.resize(b.grid.block.volume());
    uninitialised_ = std::make_unique<uninitialised_reads>(b, *this);
}

shared_memory_check::~shared_memory_check() = default;

void shared_memory_check::start()
{
    copies_.clear();
    objects_.clear();
    global_ = {};
    for (vector_clock& c : named_)
        c = {};
    // Numbers go on, so that the stamps of other blocks need not be cleared; now and then they begin again.
    if (order_.next > record_limit / 2) {
        order_.restart();
        for (auto* stamps : {&written_, &read_, &read_too_})
            std::fill(stamps->begin(), stamps->end(), 0);
        for (auto& r : recent_)
            r = {};
    }
    unwritten_ = (order_.next << thread_bits) - 1;
    known_written_ = {};
    scans_ = 0;
    new_epoch();
    uninitialised_->start();
}

// Everything up to here is known to everyone.
void shared_memory_check::new_epoch()
{
    reads_count_ = 0;
    written_now_ = read_now_ = {};
    order_.block_barrier();
    records_.clear();
    floor_ = order_.first << thread_bits;
    if (!copies_.empty()) // still under way: the barrier says nothing about them
        for (const pending_copy& c : copies_)
            rewrite_copy(c, order_.copies());
}

std::uint32_t shared_memory_check::new_record(const instruction* at, const decoded_function* f, bool writes)
{
    if (order_.next + 1 >= record_limit) {
        // No numbers left in the middle of a block: forget what came before, but that the cells were written.
        reads_count_ = 0;
        for (u32& s : written_)
            s = s > unwritten_ ? 1u << thread_bits : 0;
        std::fill(read_.begin(), read_.end(), 0);
        std::fill(read_too_.begin(), read_too_.end(), 0);
        for (auto& r : recent_)
            r = {};
        unwritten_ = 0;
        order_.restart();
        order_.next = 2;
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
    // Of two warps where there are two: whoever writes later is not of both.
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

// The two common cases: all earlier readers are known to these, or these change nothing.
bool shared_memory_check::add_readers_at_once(const noted_read& r, u32 offset)
{
    const u32 warp_index = (r.stamp & thread_mask) / warp_size;
    u32* const a = read_.data() + offset;
    u32* const b = read_too_.data() + offset;
    if (ordered_cells(a, r.cell, 1, -1, warp_index)) {
        each_lane(r.mask, [&](int l) { a[r.cell[l]] = r.stamp | static_cast<u32>(l); });
        each_lane(r.mask, [&](int l) { // lanes that read what a higher one reads, too
            if (a[r.cell[l]] != (r.stamp | static_cast<u32>(l)) &&
                before(b[r.cell[l]], (r.stamp & thread_mask) + static_cast<u32>(l)))
                b[r.cell[l]] = r.stamp | static_cast<u32>(l);
        });
        return true;
    }
    if (!order_.flat()) return false;
    bool all = true;
    for (u32 l = 0; l < warp_size; ++l) {
        const u32 x = a[r.cell[l]], y = b[r.cell[l]], s = r.stamp | l;
        const bool mine = ((x ^ s) & thread_mask) == 0 || ((y ^ s) & thread_mask) == 0;
        const bool apart = ((x ^ y) & thread_mask & ~31u) != 0;
        all &= x >= floor_ && (mine || apart) && (y >= floor_ || ((x ^ s) & thread_mask) == 0);
    }
    return all;
}

void shared_memory_check::apply_reads()
{
    for (u32 n = 0; n < reads_count_; ++n) {
        noted_read& r = reads_[n];
        for (u32& c : r.cell)
            c >>= r.shift;
        for (u32 k = 0; k < r.count; ++k)
            if (!add_readers_at_once(r, k))
                each_lane(r.mask, [&](int l) { add_reader(r.cell[l] + k, r.stamp | static_cast<u32>(l)); });
    }
    reads_count_ = 0;
}

// Accesses that are made to meet: two that are atomic or strong; one of these and a volatile one, which PTX takes for
// relaxed; and the load that begins a loop around atomicCAS, which may be a plain one, for the loop sees when it was
// wrong.
bool shared_memory_check::may_meet(const instruction& i, u32 stamp) const
{
    const instruction& other = *record_of(stamp).at;
    const memory_order least = std::min(i.order, other.order), most = std::max(i.order, other.order);
    if (most >= memory_order::relaxed && least >= memory_order::volatile_) return true;
    auto compares = [](const instruction& x) { // cas alone has a fourth operand
        return x.roles == operand_roles::atomic && x.operands[3] != no_operand;
    };
    auto loads = [](const instruction& x) { return x.roles == operand_roles::load; };
    return (compares(i) && loads(other)) || (loads(i) && compares(other));
}

void shared_memory_check::exact_read(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    each_lane(mask, [&](int l) {
        const u32 thread = w.index * warp_size + static_cast<u32>(l);
        for (u32 k = 0; k < count; ++k) {
            const u32 s = written_[cell[l] + k];
            if (s <= unwritten_) {
                if (options_.uninitialised) uninitialised_->read(w, i, l, cell[l] + k, k << shift_);
            } else if (!before(s, thread) && !may_meet(i, s)) {
                report_race(w, i, l, cell[l] + k, count << shift_, false, s);
            }
        }
    });
    keep_read(w, i, mask, cell, count);
}

// Looks for a stretch of written cells around these; not for ever, for there may be holes.
bool shared_memory_check::are_written(range r)
{
    constexpr u32 most_scans = 16;
    if (scans_ == most_scans) return false;
    ++scans_;
    if (!known_written_.meets(r)) known_written_ = {r.low, r.low};
    range& k = known_written_;
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

bool shared_memory_check::quick_write(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count, range r)
{
    if (read_now_.meets(r)) {
        apply_reads();
        if (!ordered_cells(read_.data(), cell, count, -1, w.index) ||
            !ordered_cells(read_too_.data(), cell, count, -1, w.index))
            return false;
    }
    if (written_now_.meets(r) && !ordered_cells(written_.data(), cell, count, -1, w.index)) return false;
    // Lanes that write one cell: the exact way compares their values.
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
    const u32 stamp = stamp_of(w, i, true);
    if (!apart) {
        u32* const scratch = read_.data(); // what it holds is ordered: it may be lost
        each_lane(mask, [&](int l) { scratch[cell[l]] = stamp | static_cast<u32>(l); });
        bool single = true;
        each_lane(mask, [&](int l) { single &= scratch[cell[l]] == (stamp | static_cast<u32>(l)); });
        each_lane(mask, [&](int l) { scratch[cell[l]] = 0; });
        if (!single) return false;
    }
    if (count == 1) {
        each_lane(mask, [&](int l) { written_[cell[l]] = stamp | static_cast<u32>(l); });
    } else {
        each_lane(mask, [&](int l) {
            for (u32 k = 0; k < count; ++k)
                written_[cell[l] + k] = stamp | static_cast<u32>(l);
        });
    }
    return true;
}

void shared_memory_check::exact_write(warp& w, const instruction& i, u32 mask, const u32* cell, u32 count)
{
    apply_reads();
    const bool strong = i.order >= memory_order::relaxed;
    const bool stores = i.roles == operand_roles::store;
    const u32 stamp = stamp_of(w, i, true);
    auto value = [&](int lane, u32 offset) {
        const char* registers = slot<char>(w, i.operands[1 + offset / i.element]);
        return registers + static_cast<u32>(lane) * std::max(2u, u32{i.element}) + offset % i.element;
    };
    u32 done = 0;
    each_lane(mask, [&](int l) {
        const u32 thread = w.index * warp_size + static_cast<u32>(l);
        for (u32 k = 0; k < count; ++k) {
            const u32 c = cell[l] + k;
            const u32 s = written_[c];
            if (s > unwritten_ && read_[c] < floor_ && read_too_[c] < floor_ &&
                (s < floor_ || (strong && is_strong(s)))) {
                written_[c] = stamp | static_cast<u32>(l);
                continue;
            }
            if (s > unwritten_ && !before(s, thread) && !may_meet(i, s)) {
                // The same value again changes nothing. A lane of this very store has not reached memory yet.
                const u32 other = s & 31;
                const bool now =
                    (s & ~31u) == stamp && done >> other & 1 && cell[other] <= c && c - cell[other] < count;
                const bool same =
                    stores && std::memcmp(value(l, k << shift_),
                                          now ? value(static_cast<int>(other), (c - cell[other]) << shift_)
                                              : block_.shared + (std::size_t{c} << shift_),
                                          std::size_t{1} << shift_) == 0;
                if (!same) report_race(w, i, l, c, count << shift_, true, s);
            }
            if (!stores && s <= unwritten_ && options_.uninitialised && i.order >= memory_order::relaxed)
                uninitialised_->atomic(w, i, l, c);
            for (const u32 r : {read_[c], read_too_[c]})
                if (!before(r, thread) && !may_meet(i, r)) {
                    report_race(w, i, l, c, count << shift_, true, r);
                    break;
                }
            if (options_.uninitialised) uninitialised_->written_by(c, thread);
            written_[c] = stamp | static_cast<u32>(l);
            read_[c] = read_too_[c] = 0;
        }
        done |= 1u << l;
    });
}

// --- what orders

void shared_memory_check::order_strong(warp& w, const instruction& i, u32 mask, const u32* cell, bool reads,
                                       bool writes)
{
    if (order_.trivial() && i.order <= memory_order::relaxed) return;
    apply_reads();
    each_lane(mask, [&](int l) { order_.strong_access(w.index, l, i.order, reads, writes, objects_[cell[l]]); });
}

void shared_memory_check::note_global(warp& w, const instruction& i, u32 mask, bool reads, bool writes)
{
    if (order_.trivial() && i.order <= memory_order::relaxed) return;
    apply_reads();
    each_lane(mask, [&](int l) { order_.strong_access(w.index, l, i.order, reads, writes, global_); });
}

void shared_memory_check::block_barrier()
{
    uninitialised_->settle();
    new_epoch();
}

void shared_memory_check::arrive(warp& w, u32 mask, u32 barrier)
{
    apply_reads();
    order_.release(w.index, mask, named_[barrier]);
}

void shared_memory_check::leave(warp& w, u32 mask, u32 barrier)
{
    apply_reads();
    order_.acquire(w.index, mask, named_[barrier]);
}

void shared_memory_check::warp_barrier(warp& w, u32 mask)
{
    apply_reads();
    order_.warp_barrier(w, mask);
}

void shared_memory_check::fence(warp& w, u32 mask)
{
    apply_reads();
    order_.fence(w.index, mask);
}

void shared_memory_check::mbarrier_arrive(warp& w, int lane, std::uint64_t address)
{
    apply_reads();
    const auto offset = address - reinterpret_cast<std::uint64_t>(block_.shared);
    order_.release(w.index, 1u << lane, objects_[static_cast<u32>(offset >> shift_)]);
}

void shared_memory_check::mbarrier_wait(warp& w, int lane, std::uint64_t address)
{
    apply_reads();
    const auto offset = address - reinterpret_cast<std::uint64_t>(block_.shared);
    order_.acquire(w.index, 1u << lane, objects_[static_cast<u32>(offset >> shift_)]);
}

// --- asynchronous copies

void shared_memory_check::rewrite_copy(const pending_copy& c, u32 thread)
{
    const u32 stamp = new_record(c.at, c.function, true) << thread_bits | thread;
    for (u32 k = 0; k < c.count; ++k)
        written_[c.cell + k] = stamp;
    written_now_.extend({c.cell, c.cell + c.count - 1});
}

void shared_memory_check::copy(warp& w, const instruction& i, int lane, std::uint64_t address, u32 bytes)
{
    const u32 thread = w.index * warp_size + static_cast<u32>(lane);
    const auto offset = static_cast<u32>(address - reinterpret_cast<std::uint64_t>(block_.shared));
    copies_.push_back({thread, offset >> shift_, bytes >> shift_, groups_[thread], &i, w.current->function});
    rewrite_copy(copies_.back(), order_.copies());
}

void shared_memory_check::commit_copies(warp& w, u32 mask)
{
    each_lane(mask, [&](int l) { ++groups_[w.index * warp_size + static_cast<u32>(l)]; });
}

void shared_memory_check::wait_for_copies(warp& w, u32 mask, int pending)
{
    if (copies_.empty()) return;
    apply_reads();
    std::vector<pending_copy> left;
    for (const pending_copy& c : copies_) {
        const bool mine = c.thread / warp_size == w.index && mask >> c.thread % warp_size & 1;
        const bool done = pending < 0 || c.group + static_cast<u32>(pending) < groups_[c.thread];
        if (mine && done) {
            rewrite_copy(c, c.thread); // as if the thread had written it now
        } else {
            left.push_back(c);
        }
    }
    copies_ = std::move(left);
}

void shared_memory_check::finish() { uninitialised_->settle(); }

void shared_memory_check::copies_arrive(warp& w, int lane, std::uint64_t address)
{
    wait_for_copies(w, 1u << lane, -1);
    mbarrier_arrive(w, lane, address);
}

void shared_memory_check::bulk_copy(warp& w, const instruction& i, std::uint64_t address, u32 bytes,
                                    std::uint64_t mbarrier)
{
    const auto offset = static_cast<u32>(address - reinterpret_cast<std::uint64_t>(block_.shared));
    rewrite_copy({order_.copies(), offset >> shift_, bytes >> shift_, 0, &i, w.current->function}, order_.copies());
    const auto at = static_cast<u32>(mbarrier - reinterpret_cast<std::uint64_t>(block_.shared));
    order_.release_copies(objects_[at >> shift_]);
}

// --- what is said

void shared_memory_check::report_race(warp& w, const instruction& i, int lane, u32 cell, u32 bytes, bool writes,
                                      u32 earlier)
{
    if (!options_.races) return;
    const record& r = record_of(earlier);
    const u32 thread = earlier & thread_mask;
    const bool by_copy = thread == order_.copies();
    const std::string where = shared_place(block_, offset_of(cell));
    const std::string other_line = line_of(*block_.grid.code, *r.function, *r.at);
    add_finding("race " + std::string(block_.grid.code->kernel->source->name) +
                    key_of(*block_.grid.code, *w.current->function, i) + key_of(*block_.grid.code, *r.function, *r.at),
                place_of(w, i, lane) + ": race in shared memory: " + (writes ? "write" : "read") + " of " +
                    std::to_string(bytes) + " bytes at " + where + ", which " +
                    (by_copy ? "an asynchronous copy" : "thread " + thread_name(block_, thread)) +
                    (r.writes ? " wrote" : " read") + " at " + other_line + ", and nothing orders the two");
}

} // namespace cuda_emulator
