// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/global_races.h"

#include "check/findings.h"
#include "check/old_order.h"
#include "check/race_order.h"
#include "check/shared_memory.h"
#include "check/stored_value.h"
#include "isa/integers.h"
#include "machine/block.h"
#include "machine/cluster.h"
#include "machine/fault.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace cuda_emulator {

namespace {

bool touches_parts_of_words(const program& p)
{
    for (const auto& [source, f] : p.functions)
        for (const instruction& i : f->code)
            if ((i.access.kind == access_kind::load || i.access.kind == access_kind::store ||
                 i.access.kind == access_kind::atomic) &&
                (i.access.bytes < 4 || (i.element > 0 && i.element < 4)))
                return true;
    return false;
}

std::string place_in_memory(u64 address)
{
    char hexadecimal[32];
    std::snprintf(hexadecimal, sizeof hexadecimal, "0x%llx", static_cast<unsigned long long>(address));
    allocation a;
    bool inside = false;
    if (!device_memory::instance().find(address, a, inside) || !inside) return hexadecimal;
    const std::string offset = std::to_string(address - a.address);
    return std::string(hexadecimal) +
           (a.name.empty() ? " (offset " + offset + " of an allocation of " + std::to_string(a.size) + " bytes)"
                           : " ('" + a.name + "' + " + offset + ")");
}

// Two strong accesses race when the scope of one of them is too small.
std::string why_not(const launch& l, const instruction& one, const instruction& other)
{
    if (std::min(one.order, other.order) < memory_order::volatile_ || volatile_accesses_race(l, one, other)) return {};
    const bool in_cluster = std::min(one.scope, other.scope) == memory_scope::cluster;
    return std::string(": ") + (in_cluster ? "cluster" : "block") + " scope does not reach beyond the " +
           (in_cluster ? "cluster" : "block");
}

} // namespace

// --- state shared by all blocks

global_races::global_races(const program& p, bool tells, std::function<bool()> sees_old)
    : shift_(touches_parts_of_words(p) ? 0 : 2)
    , tells_(tells)
    , values_(std::move(sees_old))
    , events_(1)
{
}
global_races::~global_races() = default;

u32* global_races::cell(u64 address)
{
    const u64 page = address / page_bytes;
    if (page != last_page_) {
        auto& cells = pages_[page];
        if (!cells) cells = std::make_unique<u32[]>((page_bytes >> shift_) * stamps);
        last_page_ = page;
        last_cells_ = cells.get();
    }
    return last_cells_ + (address % page_bytes >> shift_) * stamps;
}

// The event numbers are used up: earlier accesses are forgotten.
void global_races::forget()
{
    ++age_;
    events_.resize(1);
    pages_.clear();
    last_page_ = ~u64{0};
}

void global_races::each_touched(const std::function<void(u64, u64, bool)>& f) const
{
    auto counts = [&](u32 s, bool writes) {
        return s && event_of(s).writes == writes && event_of(s).at->order == memory_order::weak;
    };
    auto is_shared = [&](u64 at) {
        const auto behind = shared_.upper_bound(at);
        return behind != shared_.begin() && at - std::prev(behind)->first < std::prev(behind)->second;
    };
    for (const auto& [page, cells] : pages_) {
        if (is_shared(page * page_bytes)) continue;
        for (const bool writes : {false, true}) {
            u64 begin = 0, count = 0;
            const u64 n = page_bytes >> shift_;
            for (u64 k = 0; k <= n; ++k) {
                const u32* const c = cells.get() + k * stamps;
                const bool touched =
                    k < n && (writes ? counts(c[written], true) : counts(c[read], false) || counts(c[read_too], false));
                if (touched) {
                    if (count++ == 0) begin = k;
                } else if (count) {
                    f(page * page_bytes + (begin << shift_), count << shift_, writes);
                    count = 0;
                }
            }
        }
    }
}

void global_races::forget_shared(u64 at, u64 bytes)
{
    shared_[at] = bytes;
    for (auto o = objects_.begin(); o != objects_.end();)
        o = o->first - at < bytes ? objects_.erase(o) : std::next(o);
    objects_of_clusters_.erase(objects_of_clusters_.lower_bound({at, 0}),
                               objects_of_clusters_.lower_bound({at + bytes, 0}));
    for (auto p = pages_.begin(); p != pages_.end();)
        p = p->first * page_bytes - at < bytes ? pages_.erase(p) : std::next(p);
    last_page_ = ~u64{0};
}

// --- one block

block_races::block_races(global_races& all, block& b)
    : all_(all)
    , block_(b)
    , recent_((b.grid.block.volume() + warp_size - 1) / warp_size)
{
}

void block_races::start()
{
    for (auto& r : recent_)
        r = {};
    for (const reach r : {within_cluster, within_device}) {
        fenced_[r] = {};
        has_fenced_[r] = false;
        pending_[r] = nullptr;
    }
    known_ = nullptr;
}

u32 block_races::stamp_of(warp& w, const instruction& i, bool writes)
{
    shared_memory_check& check = *block_.shared_check;
    const u32 record = check.record_number(w, i, writes);
    recent& r = recent_[w.index][reinterpret_cast<std::uintptr_t>(&i) / sizeof(instruction) % 64];
    if (r.at != &i || r.record != record || r.age != all_.age_) {
        if (all_.events_.size() == global_races::most_events) all_.forget();
        r = {&i, record, static_cast<u32>(all_.events_.size()), all_.age_};
        all_.events_.push_back(
            {&i, w.current->function, block_.linear_index, record, check.generation(), w.index, writes});
    }
    return r.event << global_races::lane_bits;
}

bool block_races::known(u32 stamp, u32 thread) const
{
    const global_races::event& e = all_.event_of(stamp);
    if (e.block == block_.linear_index)
        return e.generation != block_.shared_check->generation() ||
               block_.shared_check->comes_before(e.record, all_.thread_of(stamp), thread);
    if (!known_) return false;
    const auto at = std::lower_bound(known_->begin(), known_->end(), e.block,
                                     [](const auto& entry, u64 block) { return entry.first < block; });
    if (at == known_->end() || at->first != e.block) return false;
    const block_knowledge& k = *at->second;
    const u32 other = all_.thread_of(stamp);
    return e.generation < k.generation || e.record < k.all || (other < k.threads.size() && e.record < k.threads[other]);
}

// Pairs of accesses that synchronise rather than race: neither is weak, and each one's scope includes the other. The
// load before an atomicCAS loop may be plain, because the loop detects a stale value.
bool block_races::may_meet(const instruction& i, u32 stamp) const
{
    const global_races::event& e = all_.event_of(stamp);
    const instruction& other = *e.at;
    if (!reaches(i.scope, e.block) || !reaches(other.scope, e.block)) return false;
    if (std::min(i.order, other.order) >= memory_order::volatile_)
        return !volatile_accesses_race(block_.grid, i, other);
    auto loads = [](const instruction& x) { return x.roles == operand_roles::load; };
    return (compares_and_swaps(i) && loads(other)) || (loads(i) && compares_and_swaps(other));
}

void block_races::add_reader(u32* cell, u32 stamp, u32 thread)
{
    u32 &a = cell[global_races::read], &b = cell[global_races::read_too];
    if (!a || all_.same_thread(a, stamp)) {
        a = stamp;
    } else if (!b || all_.same_thread(b, stamp)) {
        b = stamp;
    } else if (known(a, thread)) {
        a = stamp;
    } else if (known(b, thread)) {
        b = stamp;
    } else {
        const auto &x = all_.event_of(a), &y = all_.event_of(b), &mine = all_.event_of(stamp);
        const bool one_block = x.block == y.block;
        if (one_block && (mine.block != x.block || (x.warp == y.warp && mine.warp != x.warp))) b = stamp;
    }
}

// The cell's last write becomes this one. An earlier one that nothing orders before it is kept. Another block's is
// preferred: it races with what any thread of this block does. What `raced` is reported, and not kept.
//
// An atomic whose result is used keeps none. Its thread learns that the earlier writes to this cell have been made, so
// the last of several blocks may reset their counter, as CUDA's example of __threadfence() does.
void block_races::replace_write(const instruction& i, u32* cell, u32 stamp, u32 thread, bool raced)
{
    u32 &last = cell[global_races::written], &kept = cell[global_races::written_too];
    const auto is_open = [&](u32 s) { return s && !all_.same_thread(s, stamp) && !known(s, thread); };
    const bool keeps = is_open(kept) && !has_atomic_result(i);
    if (!raced && !has_atomic_result(i) && is_open(last) &&
        (!keeps || all_.event_of(last).block != block_.linear_index)) {
        kept = last;
    } else if (!keeps) {
        kept = 0;
    }
    last = stamp;
}

bool block_races::races_with(const instruction& i, u32 stamp, u32 thread) const
{
    return stamp && !known(stamp, thread) && !may_meet(i, stamp);
}

// A thread sees its own writes, so the lanes of a warp that has the writer see them, too.
bool block_races::is_own(const warp& w, u32 mask, u32 stamp) const
{
    const global_races::event& e = all_.event_of(stamp);
    return e.block == block_.linear_index && e.warp == w.index && (mask >> (stamp & (warp_size - 1)) & 1) != 0;
}

void block_races::end_access() { all_.values_.end_access(); }

void block_races::note(warp& w, const instruction& i, u32 mask, const u64* at, u32 bytes, bool writes)
{
    const u32 shift = all_.shift_, step = 1u << shift;
    if (bytes < step) return; // a matrix of narrow elements, whose neighbours in the word belong to other lanes
    all_.values_.begin_access();
    const u32 stamp = stamp_of(w, i, writes);
    const bool stores = i.roles == operand_roles::store;
    const u32 warp_begin = w.index * warp_size;
    u32 done = 0;
    u64 before[2] = {}; // addresses read by the two previous lanes
    each_lane(mask, [&](int l) {
        const u32 mine = stamp | static_cast<u32>(l), thread = warp_begin + static_cast<u32>(l);
        if (!writes) {
            if (before[0] == at[l] && before[1] == at[l]) return; // two readers per cell suffice
            before[0] = before[1];
            before[1] = at[l];
        }
        for (u32 k = 0; k < bytes; k += step) {
            const u64 address = at[l] + k;
            u32* const cell = all_.cell(address);
            const u32 s = cell[global_races::written];
            if (!writes) {
                if (races_with(i, s, thread)) {
                    report(w, i, l, address, bytes, false, s);
                    if (!is_own(w, mask, s)) all_.values_.note_race(address, step);
                } else if (const u32 o = cell[global_races::written_too]; races_with(i, o, thread)) {
                    report(w, i, l, address, bytes, false, o); // the value is not the old one: the last write is known
                }
                add_reader(cell, mine, thread);
                continue;
            }
            bool silent = false;
            if (stores && (s || cell[global_races::read])) {
                // A lane of the same store: its value is not in memory yet.
                const u32 other = s & (warp_size - 1);
                const bool now = (s & ~(warp_size - 1u)) == stamp && (done >> other & 1) && at[other] <= address &&
                                 address - at[other] < bytes;
                const char* const there =
                    now ? stored_value(w, i, static_cast<int>(other), static_cast<u32>(address - at[other]))
                        : reinterpret_cast<const char*>(address);
                silent = std::memcmp(stored_value(w, i, l, k), there, step) == 0;
            }
            if (silent) { // A silent store changes nothing. After an ordered store it is a read; otherwise it replaces
                          // the store's stamp.
                if (!s || known(s, thread)) {
                    add_reader(cell, mine, thread);
                } else {
                    cell[global_races::written] = mine;
                }
                continue;
            }
            const bool races = races_with(i, s, thread);
            if (races) report(w, i, l, address, bytes, true, s);
            if (races && !stores && !is_own(w, mask, s)) {
                all_.values_.note_racing_atomic(address, step);
            } else {
                all_.values_.note_write(address, step);
            }
            if (const u32 o = cell[global_races::written_too]; !races && races_with(i, o, thread))
                report(w, i, l, address, bytes, true, o);
            for (const u32 r : {cell[global_races::read], cell[global_races::read_too]})
                if (races_with(i, r, thread)) {
                    report(w, i, l, address, bytes, true, r);
                    break;
                }
            // As in shared memory: the thread's own plain store keeps its stamp, so that atomics of other threads race
            // with it.
            if (!stores && i.order != memory_order::weak && s && all_.same_thread(s, mine) &&
                all_.event_of(s).at->order == memory_order::weak) {
                add_reader(cell, mine, thread);
                continue;
            }
            replace_write(i, cell, mine, thread, races);
            cell[global_races::read] = cell[global_races::read_too] = 0;
        }
        done |= 1u << l;
    });
}

// --- reports

void block_races::report(warp& w, const instruction& i, int lane, u64 at, u32 bytes, bool writes, u32 earlier)
{
    if (!all_.tells_) return;
    const global_races::event& e = all_.event_of(earlier);
    const block* const owner = in_cluster(w, at) ? owner_of(w, at) : nullptr;
    if (owner == &block_ && e.block == block_.linear_index) return; // shared_memory_check reports this race
    const program& code = *block_.grid.code;
    const u32 thread = all_.thread_of(earlier), mine = w.index * warp_size + static_cast<u32>(lane);
    const bool in_block = e.block == block_.linear_index;
    const std::string other_block = in_block ? "" : " of block " + block_name(block_.grid, e.block);
    const std::string own_block = in_block ? "" : " of block " + block_name(block_.grid, block_.linear_index);
    const std::string other = "thread " + thread_name(block_, thread) + other_block;
    const std::string scope = why_not(block_.grid, i, *e.at);
    const bool in_warp = in_block && thread / warp_size == w.index;
    const bool in_its_cluster = cluster_of(e.block) == cluster_of(block_.linear_index);
    const auto why =
        [sides = race_sides{&code,
                            {e.function, e.at, other, e.writes, false},
                            {w.current->function, &i, "thread " + thread_name(block_, mine) + own_block, writes, false},
                            in_warp          ? barrier_reach::warp
                            : in_block       ? barrier_reach::block
                            : in_its_cluster ? barrier_reach::cluster
                                             : barrier_reach::grid,
                            in_warp    ? "Two lanes of one warp are enough:"
                            : in_block ? "Two threads of one block are enough:"
                                       : "One thread each of two blocks is enough:",
                            block_.warps.size() > 1,
                            !scope.empty()}] { return explain_race(sides); };
    const std::string where = owner
                                  ? shared_place(*owner, at - reinterpret_cast<u64>(owner->shared)) +
                                        " of the shared memory of block " + block_name(block_.grid, owner->linear_index)
                                  : place_in_memory(at);
    add_finding(block_,
                "global race " + std::string(code.kernel->source->name) + key_of(code, *w.current->function, i) +
                    key_of(code, *e.function, *e.at),
                place_of(w, i, lane) + ": race in " + (owner ? "shared" : "global") +
                    " memory: " + (writes ? "write" : "read") + " of " + std::to_string(bytes) + " bytes at " + where +
                    ", which " + other + (e.writes ? " wrote" : " read") + " at " + line_of(code, *e.function, *e.at) +
                    ", and nothing orders the two" + scope,
                why);
}

} // namespace cuda_emulator
