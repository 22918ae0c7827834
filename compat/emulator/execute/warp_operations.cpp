// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges within a warp: shfl, vote, match, redux, activemask, elect. The interpreter has gathered the lanes of the
// member mask.
#include "execute/lane_handler.h"
#include "isa/lane/exchange.h"
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
        from[lane] = u32(lane::shuffle_source<Mode>(lane, b[lane], c[lane], ok));
        is_inside[lane] = ok;
    }
    for (int lane = 0; lane < warp_size; ++lane)
        result[lane] = a[from[lane]];
    const u32 *const r = result, *const inside = is_inside;
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int l) { return r[l]; });
    write_predicate(slot<u32>(w, i.operands[1]), m, mask_of([=](int l) { return inside[l] != 0; }));
}

template <shuffle_mode Mode>
void add_shuffle(form_table& t, const char* name, const char* mode)
{
    form& f = t.add(name, shfl<Mode>, "rp:rrrr", static_cast<std::uint8_t>(Mode));
    f.roles = operand_roles::shuffle;
    f.synchronises = true;
    f.exchange = {exchange_function::kind::shuffle, mode};
}

template <u32 (*Vote)(u32, u32)>
void vote_of(warp& w, const instruction& i, u32 m)
{
    write_predicate(slot<u32>(w, i.operands[0]), m, Vote(*slot<u32>(w, i.operands[1]) & m, m));
}
void ballot(warp& w, const instruction& i, u32 m)
{
    const u32 p = *slot<u32>(w, i.operands[1]) & m;
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int) { return p; });
}

template <class T>
void match_any(warp& w, const instruction& i, u32 m)
{
    u32 result[warp_size]; // may overwrite the operand
    lane::match_any(result, slot<T>(w, i.operands[1]), m);
    u32* d = slot<u32>(w, i.operands[0]);
    each_lane(m, [&](int l) { d[l] = result[l]; });
}
template <class T>
void match_all(warp& w, const instruction& i, u32 m)
{
    const bool same = lane::match_all(slot<T>(w, i.operands[2]), m);
    for_lanes(slot<u32>(w, i.operands[0]), m, [=](int) { return same ? m : 0; });
    write_predicate(slot<u32>(w, i.operands[1]), m, same ? all_lanes : 0);
}

template <class T, T (*Reduce)(const T*, u32)>
void redux(warp& w, const instruction& i, u32 m)
{
    const T r = Reduce(slot<T>(w, i.operands[1]), m);
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
form& add_synchronising(form_table& t, const std::string& name, handler run, const char* operands)
{
    form& f = t.add(name, run, operands);
    f.synchronises = true;
    return f;
}

} // namespace

// The text of the function is its name for translated code.
#define SHUFFLE(name, mode) add_shuffle<mode>(t, name, #mode);
#define VOTE(name, function)                                                                                           \
    add_synchronising(t, name, vote_of<lane::function>, "p:pr").exchange = {exchange_function::kind::vote, #function};
#define MATCH(name, operands, type, function)                                                                          \
    add_synchronising(t, name, function<type>, operands).exchange = {exchange_function::kind::function,                \
                                                                     #function "<" #type ">", #type};
#define REDUX(name, type, ...)                                                                                         \
    add_synchronising(t, name, redux<type, lane::reduce<type, lane::__VA_ARGS__>>, "r:rr").exchange = {                \
        exchange_function::kind::reduce, "reduce<" #type ", lane::" #__VA_ARGS__ ">", #type};

void add_warp_forms(form_table& t)
{
    SHUFFLE("shfl.sync.up.b32", shuffle_mode::up)
    SHUFFLE("shfl.sync.down.b32", shuffle_mode::down)
    SHUFFLE("shfl.sync.bfly.b32", shuffle_mode::bfly)
    SHUFFLE("shfl.sync.idx.b32", shuffle_mode::idx)
    // ptxas accepts the modifiers in either order, and CUB uses the second one.
    for (const bool first : {true, false}) {
        auto name = [first](const char* mode) {
            return first ? std::string("vote.sync.") + mode : std::string("vote.") + mode + ".sync";
        };
        VOTE(name("all") + ".pred", vote_all)
        VOTE(name("any") + ".pred", vote_any)
        VOTE(name("uni") + ".pred", vote_uni)
        add_synchronising(t, name("ballot") + ".b32", ballot, "r:pr").exchange.what = exchange_function::kind::ballot;
    }
    MATCH("match.any.sync.b32", "r:rr", u32, match_any)
    MATCH("match.any.sync.b64", "r:dr", u64, match_any)
    MATCH("match.all.sync.b32", "rp:rr", u32, match_all)
    MATCH("match.all.sync.b64", "rp:dr", u64, match_all)
    REDUX("redux.sync.add.u32", u32, add<u32>)
    REDUX("redux.sync.add.s32", i32, add<i32>)
    REDUX("redux.sync.min.u32", u32, minimum<u32>)
    REDUX("redux.sync.min.s32", i32, minimum<i32>)
    REDUX("redux.sync.max.u32", u32, maximum<u32>)
    REDUX("redux.sync.max.s32", i32, maximum<i32>)
    REDUX("redux.sync.and.b32", u32, bit_and<u32>)
    REDUX("redux.sync.or.b32", u32, bit_or<u32>)
    REDUX("redux.sync.xor.b32", u32, bit_xor<u32>)
    t.add("activemask.b32", activemask, "r:").exchange.what = exchange_function::kind::active;
    add_synchronising(t, "elect.sync", elect, "rp:r");
}

} // namespace cuda_emulator
