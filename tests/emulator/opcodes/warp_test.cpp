// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchange within a warp: shfl, vote, match, redux, activemask, elect, bar.warp.sync; with all lanes and with some.
#include <boost/test/unit_test.hpp>

#include "harness.hpp"

#include <cstdio>

using namespace opcode_test;

namespace {

// Member masks of the partial variants, one by one: the text runs under "lane is a member".
const u32 masks[] = {0xffffffff, 0x0000ffff, 0xffff0000, 0xaaaaaaaa, 0x80000001, 0x00000010, 0x7ffffffe, 0x12345678};

std::string mask_text(u32 mask)
{
    char s[16];
    std::snprintf(s, sizeof s, "0x%08x", mask);
    return s;
}

// Only the members execute the instruction; the others keep `initial` in their results.
std::string members_only(const std::string& instruction, u32 mask, const std::string& before = "")
{
    const std::string m = mask_text(mask);
    return before + "{ .reg .pred %member; .reg .b32 %eq; mov.u32 %eq, %lanemask_eq; and.b32 %eq, %eq, " + m +
           "; setp.ne.u32 %member, %eq, 0;\n    @%member " + instruction + " }";
}

// The pseudo code of PTX ISA: segment mask and clamp value in c, bit 12..8 and 4..0.
void shuffle_lane(const std::string& mode, u32 lane, u32 b, u32 c, u32& j, bool& p)
{
    const u32 bval = b & 0x1f, cval = c & 0x1f, mask = c >> 8 & 0x1f;
    const u32 max_lane = (lane & mask) | (cval & ~mask), min_lane = lane & mask;
    s64 at = 0;
    if (mode == "up") at = s64(lane) - bval, p = at >= s64(max_lane);
    if (mode == "down") at = s64(lane) + bval, p = at <= s64(max_lane);
    if (mode == "bfly") at = lane ^ bval, p = at <= s64(max_lane);
    if (mode == "idx") at = min_lane | (bval & ~mask), p = at <= s64(max_lane);
    j = p ? u32(at) : lane;
}

} // namespace

OPCODE_FORMS(warp_shuffles)
{
    for (const char* mode : {"up", "down", "bfly", "idx"}) {
        const std::string name = std::string("shfl.sync.") + mode + ".b32";
        auto expect = [mode = std::string(mode)](const row* in, row* out) {
            for (u32 lane = 0; lane < 32; ++lane) {
                u32 j = 0;
                bool p = false;
                shuffle_lane(mode, lane, u32(in[lane][1]), u32(in[lane][2]), j, p);
                out[lane] = {in[j][0], p};
            }
        };
        const std::vector<u64> clamps = {0x1f,   0x0,    0x1c1f, 0x181f, 0x1e1f,    0x0f,
                                         0x1800, 0x1c00, 0x100,  0x0807, 0xffffffff};
        form& f = forms.add_block(name, {kind::u32, kind::pred}, {kind::u32, kind::u32, kind::u32},
                                  name + " %d0|%d1, %s0, %s1, %s2, -1;", per_warp(expect));
        // The same for a whole warp, as programs have it, and each lane its own.
        f.choose(1, {0, 1, 2, 3, 7, 15, 16, 31, 32, 33, 0xffffffff}).choose(2, clamps);
        form& u = forms.add_block(name + " uniform", {kind::u32, kind::pred}, {kind::u32, kind::u32, kind::u32},
                                  name + " %d0|%d1, %s0, %s1, %s2, 0xffffffff;", per_warp(expect));
        for (u64 b : {0, 1, 2, 4, 8, 16, 31})
            for (u64 c : {0x1f, 0x0, 0x1c1f, 0x181f, 0x1800})
                for (u64 lane = 0; lane < 32; ++lane)
                    u.tuples.push_back({lane * 0x01010101u + 77, b, c});
        forms
            .add_block(name + " no predicate", {kind::u32}, {kind::u32, kind::u32, kind::u32},
                       name + " %d0, %s0, %s1, %s2, -1;", per_warp([expect](const row* in, row* out) {
                           row both[32];
                           expect(in, both);
                           for (int k = 0; k < 32; ++k)
                               out[k] = {both[k][0]};
                       }))
            .choose(1, {0, 1, 2, 31})
            .choose(2, clamps);
    }
    // Some lanes only, exchanging with each other.
    for (u32 mask : {0xaaaaaaaau, 0x0000ffffu, 0xffff0000u, 0xcccccccc})
        forms.add_block("shfl.sync.bfly.b32 mask " + mask_text(mask), {kind::u32}, {kind::u32},
                        members_only("shfl.sync.bfly.b32 %d0, %s0, " + std::string(mask == 0xccccccccu ? "1" : "4") +
                                         ", 0x1f, " + mask_text(mask) + ";",
                                     mask, "mov.b32 %d0, 99; "),
                        per_warp([mask](const row* in, row* out) {
                            for (u32 l = 0; l < 32; ++l)
                                out[l] = {mask >> l & 1 ? in[l ^ (mask == 0xccccccccu ? 1 : 4)][0] : 99};
                        }));
}

OPCODE_FORMS(warp_votes)
{
    for (u32 mask : masks) {
        const std::string m = mask_text(mask), note = mask == 0xffffffff ? "" : " mask " + m;
        auto votes = [mask](const row* in) {
            u32 v = 0;
            for (u32 l = 0; l < 32; ++l)
                v |= u32(in[l][0] & 1) << l;
            return v & mask;
        };
        auto add = [&](const std::string& name, const std::string& source, bool negated, kind result,
                       std::function<u64(u32)> f) {
            const std::string initial = result == kind::pred ? "setp.ne.u32 %d0, 0, 0; " : "mov.b32 %d0, 0; ";
            form& x = forms.add_block(name + note + (negated ? " negated" : ""), {result}, {kind::pred},
                                      members_only(name + " %d0, " + source + ", " + m + ";", mask, initial),
                                      per_warp([=](const row* in, row* out) {
                                          const u32 v = negated ? ~votes(in) & mask : votes(in);
                                          for (u32 l = 0; l < 32; ++l)
                                              out[l] = {mask >> l & 1 ? f(v) : 0};
                                      }));
            // All, none, one, all but one, and mixtures.
            u64 state = mask;
            for (u32 pattern :
                 {0xffffffffu, 0u, 1u, 0x80000000u, 0xfffffffeu, 0x10u, 0xffffffefu, mask, ~mask, 0x55555555u, 0u, 0u})
                for (u32 l = 0; l < 32; ++l)
                    x.tuples.push_back({pattern >> l & 1});
            for (int k = 0; k < 32 * 20; ++k)
                x.tuples.push_back({(state = state * 6364136223846793005u + 1) >> 40 & 1});
        };
        auto all = [mask](u32 v) -> u64 { return v == mask; };
        auto any = [](u32 v) -> u64 { return v != 0; };
        auto uni = [mask](u32 v) -> u64 { return v == 0 || v == mask; };
        auto ballot = [](u32 v) -> u64 { return v; };
        for (bool negated : {false, true}) {
            const std::string s = negated ? "!%s0" : "%s0";
            add("vote.sync.all.pred", s, negated, kind::pred, all);
            add("vote.sync.any.pred", s, negated, kind::pred, any);
            add("vote.sync.uni.pred", s, negated, kind::pred, uni);
            add("vote.sync.ballot.b32", s, negated, kind::u32, ballot);
        }
        if (mask == 0xffffffff) { // the order in which some compilers write them
            add("vote.all.sync.pred", "%s0", false, kind::pred, all);
            add("vote.any.sync.pred", "%s0", false, kind::pred, any);
            add("vote.uni.sync.pred", "%s0", false, kind::pred, uni);
            add("vote.ballot.sync.b32", "%s0", false, kind::u32, ballot);
        }
    }
}

OPCODE_FORMS(warp_matches)
{
    for (u32 mask : masks)
        for (int bits : {32, 64}) {
            const std::string type = bits == 32 ? "b32" : "b64", m = mask_text(mask),
                              note = mask == 0xffffffff ? "" : " mask " + m;
            const kind k = bits == 32 ? kind::u32 : kind::u64;
            auto equal = [mask](const row* in, u32 lane) {
                u32 r = 0;
                for (u32 l = 0; l < 32; ++l)
                    if (mask >> l & 1 && in[l][0] == in[lane][0]) r |= 1u << l;
                return r;
            };
            auto fill = [](form& f) {
                u64 state = 3;
                for (int range : {1, 2, 3, 5, 1, 32, 2, 1})
                    for (int l = 0; l < 32; ++l) {
                        state = state * 6364136223846793005u + 1442695040888963407u;
                        const u64 v = (state >> 40) % u64(range);
                        f.tuples.push_back({v << 32 | v * 0x10001}); // for b32 the low half
                    }
                if (f.sources[0].type == kind::u32)
                    for (row& r : f.tuples)
                        r[0] &= 0xffffffff;
            };
            fill(forms.add_block(
                "match.any.sync." + type + note, {kind::u32}, {k},
                members_only("match.any.sync." + type + " %d0, %s0, " + m + ";", mask, "mov.b32 %d0, 0; "),
                per_warp([=](const row* in, row* out) {
                    for (u32 l = 0; l < 32; ++l)
                        out[l] = {mask >> l & 1 ? equal(in, l) : 0};
                })));
            // d is the mask when all agree, else 0; p says which.
            fill(forms.add_block("match.all.sync." + type + note, {kind::u32, kind::pred}, {k},
                                 members_only("match.all.sync." + type + " %d0|%d1, %s0, " + m + ";", mask,
                                              "mov.b32 %d0, 0; setp.ne.u32 %d1, 0, 0; "),
                                 per_warp([=](const row* in, row* out) {
                                     const bool all = equal(in, u32(__builtin_ctz(mask))) == mask;
                                     for (u32 l = 0; l < 32; ++l)
                                         out[l] = {mask >> l & 1 && all ? mask : 0, mask >> l & 1 && all};
                                 })));
        }
}

OPCODE_FORMS(warp_reductions)
{
    const std::pair<const char*, std::function<u32(u32, u32)>> operations[] = {
        {"add.u32", [](u32 a, u32 b) { return a + b; }},
        {"add.s32", [](u32 a, u32 b) { return a + b; }},
        {"min.u32", [](u32 a, u32 b) { return a < b ? a : b; }},
        {"max.u32", [](u32 a, u32 b) { return a > b ? a : b; }},
        {"min.s32", [](u32 a, u32 b) { return s32(a) < s32(b) ? a : b; }},
        {"max.s32", [](u32 a, u32 b) { return s32(a) > s32(b) ? a : b; }},
        {"and.b32", [](u32 a, u32 b) { return a & b; }},
        {"or.b32", [](u32 a, u32 b) { return a | b; }},
        {"xor.b32", [](u32 a, u32 b) { return a ^ b; }},
    };
    for (auto& [op, f] : operations)
        for (u32 mask : masks) {
            const std::string m = mask_text(mask), note = mask == 0xffffffff ? "" : " mask " + m,
                              name = std::string("redux.sync.") + op;
            forms
                .add_block(name + note, {kind::u32}, {kind::u32},
                           members_only(name + " %d0, %s0, " + m + ";", mask, "mov.b32 %d0, 7; "),
                           per_warp([mask, f = f](const row* in, row* out) {
                               u32 r = 0;
                               bool first = true;
                               for (u32 l = 0; l < 32; ++l)
                                   if (mask >> l & 1) r = first ? u32(in[l][0]) : f(r, u32(in[l][0])), first = false;
                               for (u32 l = 0; l < 32; ++l)
                                   out[l] = {mask >> l & 1 ? r : 7};
                           }))
                .needs(80);
        }
}

OPCODE_FORMS(warp_membership)
{
    for (u32 mask : masks) {
        const std::string m = mask_text(mask), note = mask == 0xffffffff ? "" : " mask " + m;
        // The lanes that are here: a branch that only members take.
        forms.add_block("activemask.b32" + note, {kind::u32}, {},
                        members_only("activemask.b32 %d0;", mask, "mov.b32 %d0, 0; "),
                        per_warp([mask](const row*, row* out) {
                            for (u32 l = 0; l < 32; ++l)
                                out[l] = {mask >> l & 1 ? mask : 0};
                        }));
        // One leader, the same for every member: the lowest lane on every device so far.
        forms
            .add_block("elect.sync" + note, {kind::u32, kind::pred}, {},
                       members_only("elect.sync %d0|%d1, " + m + ";", mask, "mov.b32 %d0, 0; setp.ne.u32 %d1, 0, 0; "),
                       per_warp([mask](const row*, row* out) {
                           const u32 leader = u32(__builtin_ctz(mask));
                           for (u32 l = 0; l < 32; ++l)
                               out[l] = {mask >> l & 1 ? leader : 0, l == leader};
                       }))
            .needs(90);
        // Memory order among the members: each writes, all meet, each reads another's.
        forms.add_block("bar.warp.sync" + note, {kind::u32}, {kind::u32},
                        "{ .shared .align 4 .b32 place[128]; .reg .b32 %a, %t, %eq, %x; .reg .pred %member; mov.u32 "
                        "%t, %tid.x; mov.u32 %a, place; mad.lo.u32 %a, %t, 4, %a;\n"
                        "    st.shared.b32 [%a], 5; bar.sync 0; mov.u32 %eq, %lanemask_eq; and.b32 %eq, %eq, " +
                            m +
                            "; setp.ne.u32 %member, %eq, 0; mov.b32 %d0, 0;\n"
                            "    @!%member bra NONE; st.shared.b32 [%a], %s0; bar.warp.sync " +
                            m +
                            "; xor.b32 %x, %t, 31; and.b32 %x, %x, 31; and.b32 %t, %t, -32; or.b32 %t, %t, %x;\n"
                            "    mov.u32 %a, place; mad.lo.u32 %a, %t, 4, %a; ld.shared.b32 %d0, [%a];\nNONE: }",
                        per_warp([mask](const row* in, row* out) {
                            for (u32 l = 0; l < 32; ++l)
                                out[l] = {!(mask >> l & 1) ? 0 : mask >> (l ^ 31) & 1 ? in[l ^ 31][0] : 5};
                        }));
    }
}
