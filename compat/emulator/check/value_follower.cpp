// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/value_follower.h"

#include "check/undefined_values.h"
#include "isa/integers.h"
#include "machine/addresses.h"
#include "machine/cluster.h"
#include "machine/lanes.h"
#include "machine/shuffle.h"
#include "memory/device_memory.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cuda_emulator {

namespace {

constexpr operand_slot in_scratch = 3; // the fourth entry of warp::base
constexpr u64 all_bits = ~u64{0};

// The handler of every instruction in the tracked copy of the code.
void follow(warp& w, const instruction& i, u32 mask)
{
    decoded_function& f = *w.current->function;
    const instruction& original = f.code[static_cast<std::size_t>(&i - f.followed.data())];
    if (w.follower && !w.follower->idle()) w.follower->step(w, original, mask);
    original.run(w, original, mask);
    if (w.follower) w.follower->finish_store();
}

bool is_register(operand_slot o) { return o != no_operand && (o & 3) == in_registers; }

// Number of operands that an instruction reads.
int source_count(const instruction& i)
{
    int n = 0;
    while (n < 10 - i.results && i.operands[i.results + n] != no_operand)
        ++n;
    return n;
}

} // namespace

const instruction* followed_code(decoded_function& f)
{
    std::call_once(f.followed_made, [&] {
        f.followed = f.code;
        for (instruction& i : f.followed) {
            if (i.kind == flow::branch) i.kind = flow::followed_branch;
            if (i.run) i.run = follow;
        }
    });
    return f.followed.data();
}

void undefined_lanes::add(int lane, u32 from, u64 which, u64 may_be_padding)
{
    if (!which) return;
    if (!(lanes >> lane & 1)) origin[lane] = from; // the first origin is reported
    lanes |= 1u << lane;
    bits[lane] |= which;
    padding[lane] |= may_be_padding;
}

bool value_follower::idle() const { return values_.empty() && all_.memory.empty(); }

const undefined_lanes* value_follower::find(const warp& w, operand_slot o) const
{
    if (is_register(o))
        for (const value& v : values_)
            if (v.slot == o && v.at == w.current) return &v.what;
    return nullptr;
}

void value_follower::add(const activation* a, operand_slot o, int lane, u32 origin, u64 bits, u64 may_be_padding)
{
    auto v = std::find_if(values_.begin(), values_.end(), [&](const value& x) { return x.slot == o && x.at == a; });
    if (v == values_.end()) v = values_.insert(v, {a, o, {}});
    v->what.add(lane, origin, bits, may_be_padding);
}

void value_follower::written(const activation* a, operand_slot o, u32 lanes)
{
    if (!is_register(o)) return;
    for (value& v : values_)
        if (v.slot == o && v.at == a) {
            each_lane(lanes & v.what.lanes, [&](int l) { v.what.bits[l] = v.what.padding[l] = 0; });
            v.what.lanes &= ~lanes;
            if (!v.what.lanes) {
                v = values_.back();
                values_.pop_back();
            }
            return;
        }
}

void value_follower::set(const warp& w, operand_slot o, u32 mask, const undefined_lanes& what)
{
    if (!is_register(o)) return;
    clear(w, o, mask);
    each_lane(mask & what.lanes, [&](int l) { add(w.current, o, l, what.origin[l], what.bits[l], what.padding[l]); });
}

void value_follower::forget(const activation* a)
{
    values_.erase(std::remove_if(values_.begin(), values_.end(), [&](const value& v) { return v.at == a; }),
                  values_.end());
}

void value_follower::copied(u64 to, u64 from, u32 bytes)
{
    for (u32 k = 0; k < bytes && !all_.memory.empty(); ++k)
        if (auto m = all_.memory.find(from + k); m != all_.memory.end()) {
            const auto byte = m->second;
            all_.memory[to + k] = byte;
        } else {
            all_.memory.erase(to + k);
        }
}

void value_follower::use(warp& w, const instruction& i, operand_slot o, u32 mask, const char* how)
{
    const undefined_lanes* const f = find(w, o);
    // One report per origin: later uses follow from the same defect.
    if (!f || !(f->lanes & mask)) return;
    const int lane = __builtin_ctz(f->lanes & mask);
    all_.used(w, i, lane, f->origin[lane], how);
}

void value_follower::branch(warp& w, const instruction& i, u32 mask)
{
    if (i.guard != no_operand) use(w, i, i.guard, mask, "it decides a branch");
}

// Lanes with an undefined operand; any undefined bit makes all result bits undefined.
undefined_lanes value_follower::computed(warp& w, const instruction& i, u32 mask) const
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

void value_follower::compute(warp& w, const instruction& i, u32 mask)
{
    const undefined_lanes f = computed(w, i, mask);
    for (u32 k = 0; k < i.results; ++k)
        set(w, i.operands[k], mask, f);
}

// Runs the handler with every combination of its undefined operands' bits, each operand's at 0 and at 1.
void value_follower::move_bits(warp& w, const instruction& i, u32 mask)
{
    constexpr int most_operands = 4, place = 8 * warp_size;
    struct source {
        int number;
        u32 bytes; // per lane; 0 for a predicate
        undefined_lanes what;
    };
    std::vector<source> undefined;
    const int count = source_count(i);
    for (int k = 0; k < count; ++k) {
        const undefined_lanes* f = find(w, i.operands[i.results + k]);
        if (!f || !(f->lanes & mask)) continue;
        const bool predicate = i.roles == operand_roles::select && k == 2;
        undefined.push_back({k, predicate ? 0u : i.source_bytes, *f});
        // An undefined selector makes every result bit undefined.
        if (k >= count - i.choosers) return compute(w, i, mask);
    }
    if (undefined.empty() || undefined.size() > most_operands) return compute(w, i, mask);
    if (i.element > 8 || i.source_bytes > 8) { // a 128-bit value is undefined as a whole or not at all
        undefined_lanes result;
        each_lane(mask, [&](int l) {
            u64 used = 0;
            for (const source& s : undefined)
                used |= s.what.bits[l] & ~s.what.padding[l];
            for (const source& s : undefined)
                if (s.what.lanes >> l & 1) result.add(l, s.what.origin[l], all_bits, used ? 0 : all_bits);
        });
        for (u32 r = 0; r < i.results; ++r)
            set(w, i.operands[r], mask, result);
        return;
    }

    alignas(64) char scratch[(most_operands + most_operands) * place];
    char* const before = w.base[in_scratch];
    w.base[in_scratch] = scratch;
    instruction trial = i;
    for (u32 r = 0; r < i.results; ++r)
        trial.operands[r] = r * place | in_scratch;
    auto value_at = [](const char* from, int lane, u32 bytes) {
        u64 v = 0;
        std::memcpy(&v, from + static_cast<u32>(lane) * bytes, bytes);
        return v;
    };
    using lane_bits = std::array<u64, warp_size>;
    // The result bits that differ, with or without possible padding bits among the undefined ones.
    auto differences = [&](bool with_padding) {
        std::vector<lane_bits> differ(i.results, lane_bits{}), first(i.results);
        for (u32 choice = 0; choice < 1u << undefined.size(); ++choice) {
            for (std::size_t n = 0; n < undefined.size(); ++n) {
                const source& s = undefined[n];
                const operand_slot real = i.operands[i.results + s.number];
                const operand_slot place_of = static_cast<u32>(most_operands + n) * place;
                char* const to = scratch + place_of;
                const bool ones = choice >> n & 1;
                if (s.bytes == 0) {
                    const u32 p = *slot<u32>(w, real), changed = ones ? p | s.what.lanes : p & ~s.what.lanes;
                    std::memcpy(to, &changed, sizeof changed);
                }
                for (int l = 0; s.bytes && l < warp_size; ++l) {
                    const u64 which = with_padding ? s.what.bits[l] : s.what.bits[l] & ~s.what.padding[l];
                    const u64 v = value_at(slot<char>(w, real), l, s.bytes);
                    const u64 changed = ones ? v | which : v & ~which;
                    std::memcpy(to + static_cast<u32>(l) * s.bytes, &changed, s.bytes);
                }
                trial.operands[i.results + s.number] = place_of | in_scratch;
            }
            i.run(w, trial, all_lanes);
            for (u32 r = 0; r < i.results; ++r)
                for (int l = 0; l < warp_size; ++l) {
                    u64 v;
                    if (i.element == 0) {
                        v = *reinterpret_cast<const u32*>(scratch + r * place) >> l & 1;
                    } else {
                        v = value_at(scratch + r * place, l, i.element);
                    }
                    if (choice == 0) first[r][static_cast<std::size_t>(l)] = v;
                    differ[r][static_cast<std::size_t>(l)] |= v ^ first[r][static_cast<std::size_t>(l)];
                }
        }
        return differ;
    };
    const bool padded = std::any_of(undefined.begin(), undefined.end(), [](const source& s) {
        return std::any_of(std::begin(s.what.padding), std::end(s.what.padding), [](u64 p) { return p != 0; });
    });
    const std::vector<lane_bits> all = differences(true);
    const std::vector<lane_bits> without = padded ? differences(false) : all;
    w.base[in_scratch] = before;
    for (u32 r = 0; r < i.results; ++r) {
        undefined_lanes result;
        each_lane(mask, [&](int l) {
            for (const source& s : undefined)
                if (s.what.lanes >> l & 1) {
                    const auto n = static_cast<std::size_t>(l);
                    result.add(l, s.what.origin[l], all[r][n], all[r][n] & ~without[r][n]);
                }
        });
        set(w, i.operands[r], mask, result);
    }
}

void value_follower::shuffle(warp& w, const instruction& i, u32 mask)
{
    undefined_lanes result;
    if (const undefined_lanes* f = find(w, i.operands[2])) {
        const shuffle_sources from = sources_of_shuffle(w, i);
        each_lane(mask, [&](int l) {
            const int k = from.lane[l];
            if (f->lanes >> k & 1) result.add(l, f->origin[k], f->bits[k], f->padding[k]);
        });
    }
    for (int k = 3; k < 5; ++k)
        use(w, i, i.operands[k], mask, "it chooses a lane");
    set(w, i.operands[0], mask, result);
    clear(w, i.operands[1], mask);
}

void value_follower::load(warp& w, const instruction& i, u32 mask)
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
            for (u32 b = 0; b < i.element; ++b) {
                const auto m = all_.memory.find(at[l] + k * i.element + b);
                if (m == all_.memory.end()) continue;
                // A byte may be sign-extended in its register. A 128-bit register is undefined as a whole.
                auto spread = [&](u64 byte) {
                    return i.element == 16 ? (byte ? all_bits : 0) : (i.element == 1 ? byte * 0x101 : byte) << 8 * b;
                };
                add(w.current, o, l, m->second.origin, spread(m->second.bits), spread(m->second.padding));
            }
        });
    }
}

// The memory check has just marked these bytes as written.
void value_follower::finish_store()
{
    for (std::size_t first = 0, next; first < unwritten_.size(); first = next) {
        for (next = first + 1; next < unwritten_.size() && unwritten_[next] == unwritten_[next - 1] + 1;)
            ++next;
        device_memory::instance().take_back(unwritten_[first], next - first);
    }
    unwritten_.clear();
}

void value_follower::store(warp& w, const instruction& i, u32 mask)
{
    use(w, i, i.operands[0], mask, "it is an address");
    u64 at[warp_size];
    addresses_of(w, i, at);
    const u64 shared = reinterpret_cast<u64>(w.shared), stack = reinterpret_cast<u64>(w.stack);
    const u64 stored = all_bits >> (64 - 8 * std::min<u32>(i.element, 8));
    for (u32 k = 0; k < i.results; ++k) {
        const undefined_lanes* const f = find(w, i.operands[1 + k]);
        if (!f && all_.memory.empty()) continue;
        each_lane(mask, [&](int l) {
            const u64 to = at[l] + k * i.element;
            const bool in_shared = to - shared < w.shared_size;
            const bool private_memory = in_shared || to - stack < u64(w.stack_stride) * warp_size;
            const u64 bits = f ? f->bits[l] & stored : 0, padding = f ? f->padding[l] : 0;
            if (!private_memory) {
                if (in_cluster(w, to)) return; // not tracked in another block's shared memory
                if ((bits & ~padding) || (bits == stored && all_.is_copy_a_use(f->origin[l]))) {
                    all_.used(w, i, l, f->origin[l], "it is stored to global memory");
                } else {
                    // Memory is tracked by byte, so a partly undefined byte counts as written.
                    for (u32 b = 0; bits && b < i.element; ++b)
                        if ((bits >> (i.element == 16 ? 0 : 8 * b) & 0xff) == 0xff) unwritten_.push_back(to + b);
                }
                return;
            }
            if (bits && in_shared) all_.follow_all();
            for (u32 b = 0; b < i.element; ++b) {
                const u32 shift = i.element == 16 ? 0 : 8 * b;
                if (const auto byte = static_cast<std::uint8_t>(bits >> shift)) {
                    all_.memory[to + b] = {f->origin[l], byte, static_cast<std::uint8_t>(padding >> shift)};
                } else {
                    all_.memory.erase(to + b);
                }
            }
        });
    }
}

void value_follower::step(warp& w, const instruction& i, u32 mask)
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
    case operand_roles::listed: {
        const auto& lists = *static_cast<const register_lists*>(i.extra);
        use(w, i, i.operands[0], mask, "it is an address");
        for (operand_slot o : lists.read)
            use(w, i, o, mask, "it goes into a matrix");
        for (operand_slot o : lists.written)
            clear(w, o, mask);
        break;
    }
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
