// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/definedness.h"

#include "check/undefined_values.h"
#include "isa/integers.h"
#include "machine/addresses.h"
#include "machine/cluster.h"
#include "machine/lanes.h"
#include "machine/shuffle.h"
#include "memory/device_memory.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

// The handler of every instruction in the tracked copy of the code.
void run_tracked(warp& w, const instruction& i, u32 mask)
{
    decoded_function& f = *w.current->function;
    const instruction& original = f.code[static_cast<std::size_t>(&i - f.tracked.data())];
    if (w.definedness && !w.definedness->idle()) w.definedness->step(w, original, mask);
    original.run(w, original, mask);
    if (w.definedness) w.definedness->finish_store();
}

// Number of operands that an instruction reads.
int source_count(const instruction& i)
{
    int n = 0;
    while (n < 10 - i.results && i.operands[i.results + n] != no_operand)
        ++n;
    return n;
}

// Bit-fields are written by reading, changing and storing their word. Its bits above the last field stay undefined. One
// defined bit is rather a flag of a word that nothing has written.
bool is_tail_of_bit_fields(u64 bits, u32 bytes)
{
    if (bytes > 8) return false;
    const u64 all = all_bits >> (64 - 8 * bytes);
    return (bits & 3) == 0 && bits == (all & ~((bits & -bits) - 1));
}

bool is_in_shared(const warp& w, u64 at) { return at - reinterpret_cast<u64>(w.shared) < w.shared_size; }
bool is_on_stack(const warp& w, u64 at)
{
    return at - reinterpret_cast<u64>(w.stack) < u64(w.stack_stride) * warp_size;
}

} // namespace

const instruction* tracked_code(decoded_function& f)
{
    std::call_once(f.tracked_made, [&] {
        f.tracked = f.code;
        for (instruction& i : f.tracked) {
            if (i.kind == flow::branch) i.kind = flow::tracked_branch;
            if (i.run) i.run = run_tracked;
        }
    });
    return f.tracked.data();
}

void definedness_tracker::start()
{
    values_.clear();
    slots_ = 0;
    unwritten_.clear();
}

bool definedness_tracker::idle() const { return values_.empty() && all_.memory.empty(); }

const undefined_lanes* definedness_tracker::find(const warp& w, operand_slot o) const
{
    if (may_hold(o))
        for (const value& v : values_)
            if (v.slot == o && v.at == w.current) return &v.what;
    return nullptr;
}

bool definedness_tracker::has_undefined_bytes() const { return !all_.memory.empty(); }

const u32* definedness_tracker::find_byte(u64 address) const
{
    const undefined_bytes::byte* const m = all_.memory.find(address);
    return m ? &m->origin : nullptr;
}

void definedness_tracker::add(const activation* a, operand_slot o, int lane, u32 origin, u64 bits, u64 may_be_padding)
{
    auto v = std::find_if(values_.begin(), values_.end(), [&](const value& x) { return x.slot == o && x.at == a; });
    if (v == values_.end()) v = values_.insert(v, {a, o, {}});
    slots_ |= bit_of(o);
    v->what.add(lane, origin, bits, may_be_padding);
}

void definedness_tracker::written(const activation* a, operand_slot o, u32 lanes)
{
    if (!may_hold(o)) return;
    for (value& v : values_)
        if (v.slot == o && v.at == a) {
            each_lane(lanes & v.what.lanes, [&](int l) { v.what.bits[l] = v.what.padding[l] = 0; });
            v.what.lanes &= ~lanes;
            v.what.masked &= ~lanes;
            if (!v.what.lanes) {
                v = values_.back();
                values_.pop_back();
                update_slots();
            }
            return;
        }
}

void definedness_tracker::set(const warp& w, operand_slot o, u32 mask, const undefined_lanes& what)
{
    if (!is_register(o)) return;
    clear(w, o, mask);
    put(w.current, o, mask & what.lanes, what);
}

void definedness_tracker::put(const activation* a, operand_slot o, u32 lanes, const undefined_lanes& what)
{
    if (!lanes) return;
    each_lane(lanes, [&](int l) { add(a, o, l, what.origin[l], what.bits[l], what.padding[l]); });
    for (value& v : values_)
        if (v.slot == o && v.at == a) v.what.masked |= what.masked & lanes;
}

void definedness_tracker::forget(const activation* a)
{
    values_.erase(std::remove_if(values_.begin(), values_.end(), [&](const value& v) { return v.at == a; }),
                  values_.end());
    update_slots();
}

void definedness_tracker::copy(const activation* from, operand_slot source, const activation* to, operand_slot target,
                               u32 lanes)
{
    if (!is_register(target)) return;
    written(to, target, lanes);
    if (!may_hold(source)) return;
    const auto v =
        std::find_if(values_.begin(), values_.end(), [&](const value& x) { return x.slot == source && x.at == from; });
    if (v == values_.end()) return;
    const undefined_lanes what = v->what; // add() moves the values
    put(to, target, lanes & what.lanes, what);
}

void definedness_tracker::update_slots()
{
    slots_ = 0;
    for (const value& v : values_)
        slots_ |= bit_of(v.slot);
}

void definedness_tracker::copied(u64 to, u64 from, u32 bytes)
{
    for (u32 k = 0; k < bytes && !all_.memory.empty(); ++k)
        if (const undefined_bytes::byte* const m = all_.memory.find(from + k)) {
            all_.memory.set(to + k, undefined_bytes::byte(*m));
        } else {
            all_.memory.erase(to + k, 1);
        }
}

void definedness_tracker::use(warp& w, const instruction& i, operand_slot o, u32 mask, const char* how)
{
    const undefined_lanes* const f = find(w, o);
    // One report per origin: later uses follow from the same defect.
    if (!f || !(f->lanes & mask)) return;
    const int lane = __builtin_ctz(f->lanes & mask);
    all_.used(w, i, lane, f->origin[lane], how);
}

void definedness_tracker::branch(warp& w, const instruction& i, u32 mask)
{
    if (i.guard != no_operand) use(w, i, i.guard, mask, "it decides a branch");
}

// Lanes with an undefined operand; any undefined bit makes all result bits undefined.
undefined_lanes definedness_tracker::computed(warp& w, const instruction& i, u32 mask) const
{
    undefined_lanes all;
    const operand_slot* const o = i.operands + i.results;
    auto join = [&](operand_slot operand, u32 lanes) {
        if (const undefined_lanes* f = find(w, operand))
            each_lane(f->lanes & lanes, [&](int l) { all.add(l, f->origin[l], all_bits, 0); });
    };
    for (int k = 0; k < source_count(i); ++k)
        join(o[k], all_lanes);
    if (!(all.lanes & mask)) return {};
    if (i.roles == operand_roles::compare_and || i.roles == operand_roles::compare_or) {
        const u32 c = *slot<u32>(w, o[2]);
        const u32 decides = i.roles == operand_roles::compare_and ? ~c : c;
        const undefined_lanes* f = find(w, o[2]);
        all.lanes &= ~(decides & ~(f ? f->lanes : 0));
    }
    // For vote, match and redux, each result depends on all lanes.
    if (i.kind == flow::synchronise && (all.lanes & mask)) {
        const u32 from = all.origin[__builtin_ctz(all.lanes & mask)];
        each_lane(mask & ~all.lanes, [&](int l) { all.add(l, from, all_bits, 0); });
    }
    return all;
}

void definedness_tracker::compute(warp& w, const instruction& i, u32 mask)
{
    const operand_slot *const sources = i.operands + i.results, *const end = sources + source_count(i);
    if (std::none_of(sources, end, [&](operand_slot o) { return may_hold(o); })) {
        for (u32 k = 0; k < i.results; ++k)
            clear(w, i.operands[k], mask);
        return;
    }
    const undefined_lanes f = computed(w, i, mask);
    for (u32 k = 0; k < i.results; ++k)
        set(w, i.operands[k], mask, f);
}

// Moves or combines bits: a result bit is undefined if it depends on an undefined bit.
void definedness_tracker::move_bits(warp& w, const instruction& i, u32 mask)
{
    std::vector<undefined_operand> undefined;
    const int count = source_count(i);
    for (int k = 0; k < count; ++k) {
        const undefined_lanes* f = find(w, i.operands[i.results + k]);
        if (!f || !(f->lanes & mask)) continue;
        const bool predicate = i.roles == operand_roles::select && k == 2;
        undefined.push_back({k, predicate ? 0u : i.source_bytes, *f});
        // An undefined selector makes every result bit undefined.
        if (k >= count - i.choosers) return compute(w, i, mask);
    }
    if (undefined.empty() || undefined.size() > most_undefined_operands) return compute(w, i, mask);
    const std::vector<undefined_lanes> results = undefined_results(w, i, mask, undefined);
    for (u32 r = 0; r < i.results; ++r)
        set(w, i.operands[r], mask, results[r]);
}

void definedness_tracker::shuffle(warp& w, const instruction& i, u32 mask)
{
    undefined_lanes result;
    if (const undefined_lanes* f = find(w, i.operands[2])) {
        const shuffle_sources from = sources_of_shuffle(w, i);
        each_lane(mask, [&](int l) {
            const int k = from.lane[l];
            if (!(f->lanes >> k & 1)) return;
            result.add(l, f->origin[k], f->bits[k], f->padding[k]);
            result.masked |= (f->masked >> k & 1) << l;
        });
    }
    for (int k = 3; k < 5; ++k)
        use(w, i, i.operands[k], mask, "it chooses a lane");
    set(w, i.operands[0], mask, result);
    clear(w, i.operands[1], mask);
}

void definedness_tracker::load(warp& w, const instruction& i, u32 mask)
{
    use(w, i, i.operands[0], mask, "it is an address");
    const bool in_memory = !all_.memory.empty();
    u64 at[warp_size];
    if (in_memory) addresses_of(w, i, at);
    for (u32 k = 0; k < i.results; ++k) {
        const operand_slot o = i.operands[1 + k];
        clear(w, o, mask);
        if (!in_memory || !is_register(o)) continue;
        each_lane(mask, [&](int l) {
            const u64 from = at[l] + k * i.element;
            const u64 undefined = all_.memory.among(from, i.element);
            if (!undefined) return;
            // A 128-bit register is undefined as a whole.
            auto spread = [&](u64 byte, u32 b) {
                return i.element == 16 ? (byte ? all_bits : 0) : (i.sign_extends ? byte * 0x101 : byte) << 8 * b;
            };
            u64 bits = 0, padding = 0;
            for (u64 left = undefined; left; left &= left - 1) {
                const auto b = static_cast<u32>(__builtin_ctzll(left));
                const undefined_bytes::byte& m = *all_.memory.find(from + b);
                bits |= spread(m.bits, b);
                padding |= spread(m.padding, b);
            }
            const auto first = static_cast<u32>(__builtin_ctzll(undefined));
            add(w.current, o, l, all_.memory.find(from + first)->origin, bits, padding);
        });
    }
}

// The memory check has just marked these bytes as written.
void definedness_tracker::finish_store()
{
    for (std::size_t first = 0, next; first < unwritten_.size(); first = next) {
        for (next = first + 1; next < unwritten_.size() && unwritten_[next] == unwritten_[next - 1] + 1;)
            ++next;
        device_memory::instance().take_back(unwritten_[first], next - first);
    }
    unwritten_.clear();
}

void definedness_tracker::store(warp& w, const instruction& i, u32 mask)
{
    use(w, i, i.operands[0], mask, "it is an address");
    u64 at[warp_size];
    addresses_of(w, i, at);
    const u64 stored_bits = all_bits >> (64 - 8 * std::min<u32>(i.element, 8));
    for (u32 k = 0; k < i.results; ++k) {
        const undefined_lanes* const f = find(w, i.operands[1 + k]);
        if (!f && all_.memory.empty()) continue;
        each_lane(mask, [&](int l) {
            const u64 bits = f ? f->bits[l] & stored_bits : 0, to = at[l] + k * i.element;
            if (!bits && !all_.memory.among(to, i.element)) return;
            u64 padding = f ? f->padding[l] : 0;
            const bool masked = f && (f->masked >> l & 1) && bits != stored_bits && splits_a_pair(bits);
            if (masked && !is_in_shared(w, to) && !is_on_stack(w, to) && all_.is_apart(f->origin[l], to)) padding = 0;
            stored(w, i, l, to, i.element, f ? f->origin[l] : 0, bits, padding);
        });
    }
}

void definedness_tracker::stored(warp& w, const instruction& i, int lane, u64 to, u32 bytes, u32 origin, u64 bits,
                                 u64 padding)
{
    const bool in_shared = is_in_shared(w, to);
    if (!in_shared && !is_on_stack(w, to)) {
        if (in_cluster(w, to)) return; // not tracked in another block's shared memory
        const u64 all = all_bits >> (64 - 8 * std::min<u32>(bytes, 8));
        if ((bits & ~padding) || (bits == all && all_.is_copy_a_use(origin))) {
            all_.used(w, i, lane, origin, "it is stored to global memory");
        } else {
            // Memory is tracked by byte, so a partly undefined byte counts as written.
            for (u32 b = 0; bits && b < bytes; ++b)
                if ((bits >> (bytes == 16 ? 0 : 8 * b) & 0xff) == 0xff) unwritten_.push_back(to + b);
        }
        return;
    }
    if (bits && in_shared) {
        all_.track_all();
        const u32 offset = static_cast<u32>(to - reinterpret_cast<u64>(w.shared));
        if (is_tail_of_bit_fields(bits, bytes) && all_.was_read_at(origin, offset, bytes)) padding = bits;
    }
    if (bits || all_.memory.among(to, bytes)) all_.memory.write(to, bytes, origin, bits, padding);
}

void definedness_tracker::loaded(const warp& w, operand_slot o, int lane, u32 shift, u64 from, u32 bytes)
{
    if (all_.memory.empty()) return;
    for (u32 b = 0; b < bytes; ++b)
        if (const undefined_bytes::byte* const m = all_.memory.find(from + b))
            add(w.current, o, lane, m->origin, u64{m->bits} << (shift + 8 * b), u64{m->padding} << (shift + 8 * b));
}

void definedness_tracker::run_listed(warp& w, const instruction& i, u32 mask)
{
    const auto& lists = *static_cast<const register_lists*>(i.extra);
    use(w, i, i.operands[0], mask, "it is an address");
    if (lists.track) return lists.track(w, i);
    for (operand_slot o : lists.read)
        use(w, i, o, mask, "it goes into a matrix");
    for (operand_slot o : lists.written)
        clear(w, o, mask);
}

void definedness_tracker::step(warp& w, const instruction& i, u32 mask)
{
    if (i.guard != no_operand) use(w, i, i.guard, mask, "it decides whether an instruction runs");
    switch (i.roles) {
    case operand_roles::load:
        load(w, i, mask);
        break;
    case operand_roles::store:
        store(w, i, mask);
        break;
    case operand_roles::atomic:
        use(w, i, i.operands[0], mask, "it is an address");
        for (int k = 2; k < 4; ++k)
            use(w, i, i.operands[k], mask, "it goes into an atomic operation");
        clear(w, i.operands[1], mask);
        break;
    case operand_roles::texture:
        for (int k = 4; k < 10; ++k)
            use(w, i, i.operands[k], mask, "it goes into a texture fetch");
        for (int k = 0; k < 4; ++k)
            clear(w, i.operands[k], mask);
        break;
    case operand_roles::shuffle:
        shuffle(w, i, mask);
        break;
    case operand_roles::listed:
        run_listed(w, i, mask);
        break;
    case operand_roles::bits:
    case operand_roles::select:
    case operand_roles::conjunction:
    case operand_roles::disjunction:
        if (std::any_of(i.operands + i.results, i.operands + 10,
                        [&](operand_slot o) { return find(w, o) != nullptr; })) {
            move_bits(w, i, mask);
            break;
        }
        [[fallthrough]];
    case operand_roles::other: // the operands it writes are unknown, so all of them become defined
        for (operand_slot o : i.operands)
            clear(w, o, mask);
        break;
    default:
        compute(w, i, mask);
    }
}

} // namespace cuda_emulator
