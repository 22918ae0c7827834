// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges within a warp: shfl, vote, match, redux, activemask, elect. The interpreter has gathered the lanes of the
// member mask.
#include "execute/lane_handler.h"
#include "isa/lane/logic.h"
#include "machine/shuffle.h"

namespace cuda_emulator {

namespace {

// d|p = shfl a, b, c
template <shuffle_mode Mode>
void shfl(warp& w, const instruction& i, u32 m)
{
    const u32* a = slot<u32>(w, i.operands[2]);
    const u32* b = slot<u32>(w, i.operands[3]);
    const u32* c = slot<u32>(w, i.operands[4]);
    u32 result[warp_size], from[warp_size], is_inside[warp_size];
    for (int lane = 0; lane < warp_size; ++lane) {
        bool ok;
        from[lane] = u32(shuffle_source<Mode>(lane, b[lane], c[lane], ok));
        is_inside[lane] = ok;
    }
    for (int lane = 0; lane < warp_size; ++lane)
        result[lane] = a[from[lane]];
    const u32 *const r = result, *const inside = is_inside;
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int l) { return r[l]; });
    write_predicate(slot<u32>(w, i.operands[1]), m, mask_of([=](int l) { return inside[l] != 0; }));
}

template <shuffle_mode Mode>
void add_shuffle(form_table& t, const char* name)
{
    form& f = t.add(name, shfl<Mode>, "rp:rrrr", static_cast<std::uint8_t>(Mode));
    f.roles = operand_roles::shuffle;
    f.synchronises = true;
}

enum class vote { all, any, uni, ballot };
template <vote Mode>
void vote_of(warp& w, const instruction& i, u32 m)
{
    const u32 p = *slot<u32>(w, i.operands[1]) & m;
    if constexpr (Mode == vote::ballot) {
        for_lanes(slot<u32>(w, i.operands[0]), m, [=](int) { return p; });
    } else {
        const bool r = Mode == vote::all ? p == m : Mode == vote::any ? p != 0 : p == 0 || p == m;
        write_predicate(slot<u32>(w, i.operands[0]), m, r ? all_lanes : 0);
    }
}

template <class T>
void match_any(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[1]);
    u32 result[warp_size];
    each_lane(m, [&](int l) {
        u32 same = 0;
        each_lane(m, [&](int k) { same |= u32(a[k] == a[l]) << k; });
        result[l] = same;
    });
    u32* d = slot<u32>(w, i.operands[0]);
    each_lane(m, [&](int l) { d[l] = result[l]; });
}
template <class T>
void match_all(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[2]);
    const T first = a[__builtin_ctz(m)];
    bool same = true;
    each_lane(m, [&](int l) { same &= a[l] == first; });
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int) { return same ? m : 0; });
    write_predicate(slot<u32>(w, i.operands[1]), m, same ? all_lanes : 0);
}

template <class T, T (*Combine)(T, T)>
void redux(warp& w, const instruction& i, u32 m)
{
    const T* a = slot<T>(w, i.operands[1]);
    T r = a[__builtin_ctz(m)];
    each_lane(m & (m - 1), [&](int l) { r = Combine(r, a[l]); });
    for_lanes(slot<T>(w, i.operands[0]), m, [=](int) { return r; });
}

void activemask(warp& w, const instruction& i, u32 m)
{
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int) { return m; });
}
void elect(warp& w, const instruction& i, u32 m)
{
    const u32 leader = u32(__builtin_ctz(m));
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int) { return leader; });
    write_predicate(slot<u32>(w, i.operands[1]), m, 1u << leader);
}

// The last operand is the member mask. The interpreter reads it, not the handler.
void add_synchronising(form_table& t, const std::string& name, handler run, const char* operands)
{
    t.add(name, run, operands).synchronises = true;
}

} // namespace

void add_warp_forms(form_table& t)
{
    add_shuffle<shuffle_mode::up>(t, "shfl.sync.up.b32");
    add_shuffle<shuffle_mode::down>(t, "shfl.sync.down.b32");
    add_shuffle<shuffle_mode::bfly>(t, "shfl.sync.bfly.b32");
    add_shuffle<shuffle_mode::idx>(t, "shfl.sync.idx.b32");
    // ptxas accepts the modifiers in either order, and CUB uses the second one.
    for (const bool first : {true, false}) {
        auto name = [first](const char* mode) {
            return first ? std::string("vote.sync.") + mode : std::string("vote.") + mode + ".sync";
        };
        add_synchronising(t, name("all") + ".pred", vote_of<vote::all>, "p:pr");
        add_synchronising(t, name("any") + ".pred", vote_of<vote::any>, "p:pr");
        add_synchronising(t, name("uni") + ".pred", vote_of<vote::uni>, "p:pr");
        add_synchronising(t, name("ballot") + ".b32", vote_of<vote::ballot>, "r:pr");
    }
    add_synchronising(t, "match.any.sync.b32", match_any<u32>, "r:rr");
    add_synchronising(t, "match.any.sync.b64", match_any<u64>, "r:dr");
    add_synchronising(t, "match.all.sync.b32", match_all<u32>, "rp:rr");
    add_synchronising(t, "match.all.sync.b64", match_all<u64>, "rp:dr");
    add_synchronising(t, "redux.sync.add.u32", redux<u32, lane::add<u32>>, "r:rr");
    add_synchronising(t, "redux.sync.add.s32", redux<i32, lane::add<i32>>, "r:rr");
    add_synchronising(t, "redux.sync.min.u32", redux<u32, lane::minimum<u32>>, "r:rr");
    add_synchronising(t, "redux.sync.min.s32", redux<i32, lane::minimum<i32>>, "r:rr");
    add_synchronising(t, "redux.sync.max.u32", redux<u32, lane::maximum<u32>>, "r:rr");
    add_synchronising(t, "redux.sync.max.s32", redux<i32, lane::maximum<i32>>, "r:rr");
    add_synchronising(t, "redux.sync.and.b32", redux<u32, lane::bit_and<u32>>, "r:rr");
    add_synchronising(t, "redux.sync.or.b32", redux<u32, lane::bit_or<u32>>, "r:rr");
    add_synchronising(t, "redux.sync.xor.b32", redux<u32, lane::bit_xor<u32>>, "r:rr");
    t.add("activemask.b32", activemask, "r:");
    add_synchronising(t, "elect.sync", elect, "rp:r");
}

} // namespace cuda_emulator
