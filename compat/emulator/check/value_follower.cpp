// How values that no thread wrote go from register to register.
#include "check/uninitialised.h"
#include "execute/block.h"
#include "execute/lanes.h"
#include "execute/memory_access.h"

#include <algorithm>

namespace cuda_emulator {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr operand_slot in_scratch = 3; // the fourth base of a warp's operands

// In place of every handler of followed code.
void follow(warp& w, const instruction& i, u32 mask)
{
    decoded_function& f = *w.current->function;
    const instruction& original = f.code[static_cast<std::size_t>(&i - f.followed.data())];
    if (w.follower && !w.follower->idle()) w.follower->step(w, original, mask);
    original.run(w, original, mask);
}

bool is_register(operand_slot o) { return o != no_operand && (o & 3) == in_registers; }

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

bool value_follower::idle() const { return values_.empty() && reads_.memory.empty(); }

value_follower::found value_follower::find(const warp& w, operand_slot o) const
{
    if (is_register(o))
        for (const value& v : values_)
            if (v.slot == o && v.at == w.current) return {v.lanes, v.origin};
    return {};
}

void value_follower::add(const activation* a, operand_slot o, u32 lanes, u32 origin)
{
    for (value& v : values_)
        if (v.slot == o && v.at == a) {
            v.lanes |= lanes;
            v.origin = origin;
            return;
        }
    values_.push_back({a, o, lanes, origin});
}

void value_follower::clear(const warp& w, operand_slot o, u32 lanes) { written(w.current, o, lanes); }

void value_follower::written(const activation* a, operand_slot o, u32 lanes)
{
    if (!is_register(o)) return;
    for (std::size_t n = 0; n < values_.size(); ++n)
        if (values_[n].slot == o && values_[n].at == a) {
            values_[n].lanes &= ~lanes;
            if (!values_[n].lanes) {
                values_[n] = values_.back();
                values_.pop_back();
            }
            return;
        }
}

void value_follower::set(const warp& w, operand_slot o, u32 mask, found f)
{
    if (!is_register(o)) return;
    clear(w, o, mask);
    if (f.lanes & mask) add(w.current, o, f.lanes & mask, f.origin);
}

void value_follower::forget(const activation* a)
{
    values_.erase(std::remove_if(values_.begin(), values_.end(), [&](const value& v) { return v.at == a; }),
                  values_.end());
}

void value_follower::copied(u64 to, u64 from, u32 bytes)
{
    for (u32 k = 0; k < bytes && !reads_.memory.empty(); ++k)
        if (auto m = reads_.memory.find(from + k); m != reads_.memory.end()) {
            reads_.memory[to + k] = m->second;
        } else {
            reads_.memory.erase(to + k);
        }
}

void value_follower::use(warp& w, const instruction& i, operand_slot o, u32 mask, const char* how)
{
    const found f = find(w, o);
    // Once: what follows from this value is no other mistake.
    if (!(f.lanes & mask)) return;
    reads_.used(w, i, __builtin_ctz(f.lanes & mask), f.origin, how);
}

void value_follower::branch(warp& w, const instruction& i, u32 mask)
{
    if (i.guard != no_operand) use(w, i, i.guard, mask, "it decides a branch");
}

// Which lanes' results hang on values that nobody wrote.
value_follower::found value_follower::computed(warp& w, const instruction& i, u32 mask) const
{
    found all;
    const operand_slot* const o = i.operands + i.results;
    const int room = 10 - i.results;
    auto join = [&](found f, u32 lanes) {
        if (!(f.lanes & lanes)) return;
        all.lanes |= f.lanes & lanes;
        all.origin = f.origin;
    };
    if (i.roles == operand_roles::select) {
        const u32 p = *slot<u32>(w, o[2]);
        join(find(w, o[0]), p);
        join(find(w, o[1]), ~p);
        join(find(w, o[2]), all_lanes);
        return all;
    }
    for (int k = 0; k < room && o[k] != no_operand; ++k)
        join(find(w, o[k]), all_lanes);
    if (!(all.lanes & mask)) return all;
    if (i.roles == operand_roles::conjunction || i.roles == operand_roles::disjunction) {
        const bool zero = i.roles == operand_roles::conjunction;
        for (int k = 0; k < 2; ++k) {
            const u32 known = ~find(w, o[k]).lanes;
            u32 decides = 0;
            if (i.element == 0) {
                decides = zero ? ~*slot<u32>(w, o[k]) : *slot<u32>(w, o[k]);
            } else {
                const char* r = slot<char>(w, o[k]);
                for (u32 l = 0; l < warp_size; ++l) {
                    bool d = true;
                    for (u32 b = 0; b < i.element; ++b)
                        d &= static_cast<unsigned char>(r[l * i.element + b]) == (zero ? 0 : 0xff);
                    decides |= u32(d) << l;
                }
            }
            all.lanes &= ~(known & decides);
        }
    }
    if (i.roles == operand_roles::compare_and || i.roles == operand_roles::compare_or) {
        const u32 c = *slot<u32>(w, o[2]);
        const u32 decides = i.roles == operand_roles::compare_and ? ~c : c;
        all.lanes &= ~(decides & ~find(w, o[2]).lanes);
    }
    // vote, match, redux: each lane has something of all.
    if (i.kind == flow::synchronise && (all.lanes & mask)) all.lanes = all_lanes;
    return all;
}

// The very shuffle, of words that say which lanes are meant.
void value_follower::shuffle(warp& w, const instruction& i, u32 mask)
{
    const found from = find(w, i.operands[2]);
    found result;
    if (from.lanes) {
        alignas(64) u32 scratch[3][warp_size] = {};
        for (u32 l = 0; l < warp_size; ++l)
            scratch[2][l] = from.lanes >> l & 1;
        char* const before = w.base[in_scratch];
        w.base[in_scratch] = reinterpret_cast<char*>(scratch);
        instruction copy = i;
        for (u32 k = 0; k < 3; ++k)
            copy.operands[k] = k * sizeof scratch[0] | in_scratch;
        i.run(w, copy, mask);
        w.base[in_scratch] = before;
        for (u32 l = 0; l < warp_size; ++l)
            result.lanes |= scratch[0][l] << l;
        result.origin = from.origin;
    }
    for (int k = 3; k < 5; ++k)
        use(w, i, i.operands[k], mask, "it chooses a lane");
    set(w, i.operands[0], mask, result);
    clear(w, i.operands[1], mask);
}

void value_follower::load(warp& w, const instruction& i, u32 mask)
{
    use(w, i, i.operands[0], mask, "it is an address");
    const bool in_memory = !reads_.memory.empty();
    u64 at[warp_size];
    if (in_memory) addresses_of(w, i, at);
    for (u32 k = 0; k < i.results; ++k) {
        const operand_slot o = i.operands[1 + k];
        clear(w, o, mask);
        if (!in_memory || !is_register(o)) continue;
        each_lane(mask, [&](int l) {
            for (u32 b = 0; b < i.element; ++b)
                if (auto m = reads_.memory.find(at[l] + k * i.element + b); m != reads_.memory.end()) {
                    add(w.current, o, 1u << l, m->second);
                    return;
                }
        });
    }
}

void value_follower::store(warp& w, const instruction& i, u32 mask)
{
    use(w, i, i.operands[0], mask, "it is an address");
    u64 at[warp_size];
    addresses_of(w, i, at);
    const u64 shared = reinterpret_cast<u64>(w.shared), stack = reinterpret_cast<u64>(w.stack);
    for (u32 k = 0; k < i.results; ++k) {
        const found f = find(w, i.operands[1 + k]);
        each_lane(mask, [&](int l) {
            const u64 to = at[l] + k * i.element;
            const bool in_shared = to - shared < w.shared_size;
            const bool private_memory = in_shared || to - stack < u64(w.stack_stride) * warp_size;
            const bool here = f.lanes >> l & 1;
            if (here && in_shared) reads_.follow_all();
            if (here && !private_memory) reads_.used(w, i, l, f.origin, "it is stored to global memory");
            for (u32 b = 0; b < i.element && private_memory && (here || !reads_.memory.empty()); ++b) {
                if (here) {
                    reads_.memory[to + b] = f.origin;
                } else {
                    reads_.memory.erase(to + b);
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
    case operand_roles::other: // whichever of them it writes
        for (operand_slot o : i.operands)
            clear(w, o, mask);
        break;
    default: {
        const found f = computed(w, i, mask);
        for (u32 k = 0; k < i.results; ++k)
            set(w, i.operands[k], mask, f);
    }
    }
}

} // namespace cuda_emulator
