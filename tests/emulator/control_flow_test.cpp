// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divergence, loops, barriers and warp exchange, written in PTX.
#include <boost/test/unit_test.hpp>

#include "machine/fault.h"
#include "module_runner.h"

namespace {

std::string kernel(const std::string& body)
{
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 data)\n{\n"
           ".reg .b64 %data, %at; .reg .b32 %t, %r<20>; .reg .pred %p<5>; .shared .align 4 .b8 s[4096]; .reg .b64 "
           "%rd<10>;\n"
           "ld.param.u64 %data, [data]; mov.u32 %t, %tid.x; mad.wide.u32 %at, %t, 4, %data;\n" +
           body + "\nst.global.u32 [%at], %r1;\nret;\n}\n";
}
std::vector<std::uint32_t> run(const std::string& body, unsigned threads)
{
    std::vector<std::uint32_t> out(threads, 0xdeadbeef);
    module_runner::run_module(kernel(body), out.data(), 1, threads);
    return out;
}

} // namespace

BOOST_AUTO_TEST_CASE(loops_of_different_length_meet_again)
{
    // The sum of 0…t, and then the number of lanes that joined.
    const auto r = run("mov.u32 %r1, 0; mov.u32 %r2, 0;\n"
                       "loop: add.u32 %r1, %r1, %r2; add.u32 %r2, %r2, 1; setp.le.u32 %p1, %r2, %t; @%p1 bra loop;\n"
                       "activemask.b32 %r3; popc.b32 %r3, %r3; mad.lo.u32 %r1, %r3, 65536, %r1;",
                       40);
    for (unsigned t = 0; t < 40; ++t)
        BOOST_TEST(r[t] == (t < 32 ? 32u : 8u) * 65536 + t * (t + 1) / 2);
}

BOOST_AUTO_TEST_CASE(both_sides_of_a_branch)
{
    const auto r = run("and.b32 %r2, %t, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra even;\n"
                       "mov.u32 %r1, 100; bra.uni end;\n even: mov.u32 %r1, 200;\n end: add.u32 %r1, %r1, %t;",
                       64);
    for (unsigned t = 0; t < 64; ++t)
        BOOST_TEST(r[t] == (t % 2 ? 100 : 200) + t);
}

BOOST_AUTO_TEST_CASE(barrier_between_warps)
{
    const auto r = run("mov.u32 %r2, s; mad.lo.u32 %r3, %t, 4, %r2; st.shared.u32 [%r3], %t; bar.sync 0;\n"
                       "sub.u32 %r4, 127, %t; mad.lo.u32 %r4, %r4, 4, %r2; ld.shared.u32 %r1, [%r4];",
                       128);
    for (unsigned t = 0; t < 128; ++t)
        BOOST_TEST(r[t] == 127 - t);
}

BOOST_AUTO_TEST_CASE(barrier_reductions)
{
    const auto r = run("setp.lt.u32 %p1, %t, 37; bar.red.popc.u32 %r1, 0, %p1; bar.red.or.pred %p2, 1, !%p1;\n"
                       "bar.red.and.pred %p3, 2, %p1; selp.u32 %r2, 1000, 0, %p2; selp.u32 %r3, 5000, 0, %p3;\n"
                       "add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;",
                       96);
    for (unsigned v : r)
        BOOST_TEST(v == 1037u);
}

BOOST_AUTO_TEST_CASE(barrier_after_exit)
{
    // Threads that have returned do not delay those that wait.
    const auto r = run("mov.u32 %r1, 5; setp.lt.u32 %p1, %t, 32; @%p1 exit; bar.sync 0;", 96);
    for (unsigned t = 0; t < 96; ++t)
        BOOST_TEST(r[t] == (t < 32 ? 0xdeadbeef : 5u));
}

BOOST_AUTO_TEST_CASE(barrier_that_cannot_end)
{
    BOOST_CHECK_THROW(run("setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1, 64; mov.u32 %r1, 0;", 64),
                      cuda_emulator::device_fault);
}

BOOST_AUTO_TEST_CASE(warp_barrier_in_both_sides)
{
    // Each side waits for the other at an instruction of its own.
    const auto r = run("mov.u32 %r2, s; mad.lo.u32 %r3, %t, 4, %r2; setp.lt.u32 %p1, %t, 16; @%p1 bra low;\n"
                       "st.shared.u32 [%r3], %t; bar.warp.sync 0xffffffff; mov.u32 %r1, 1; bra.uni end;\n"
                       "low: bar.warp.sync 0xffffffff; ld.shared.u32 %r1, [%r3+64];\n end:",
                       32);
    for (unsigned t = 0; t < 32; ++t)
        BOOST_TEST(r[t] == (t < 16 ? t + 16 : 1u));
}

// Lanes that wait at a barrier of half a warp are not at the barrier of the whole one.
BOOST_AUTO_TEST_CASE(warp_barriers_of_a_half_and_the_whole)
{
    const auto r = run("mov.u32 %r2, s; and.b32 %r3, %t, 15; mad.lo.u32 %r4, %r3, 4, %r2; mov.u32 %r1, 7;\n"
                       "setp.lt.u32 %p1, %t, 16; @%p1 bra half;\n"
                       "bar.warp.sync 0xffffffff; ld.shared.u32 %r1, [%r4]; bra end;\n"
                       "half: setp.lt.u32 %p2, %t, 8; @%p2 bra first;\n"
                       "bar.warp.sync 0xffff; bra both;\n"
                       "first: bar.warp.sync 0xffff;\n"
                       "both: add.u32 %r5, %t, 100; st.shared.u32 [%r4], %r5; bar.warp.sync 0xffffffff;\n"
                       "end: add.u32 %r1, %r1, 0;",
                       32);
    for (unsigned t = 0; t < 32; ++t)
        BOOST_TEST(r[t] == (t < 16 ? 7 : t - 16 + 100));
}

BOOST_AUTO_TEST_CASE(shuffles)
{
    struct mode {
        const char* text;
        unsigned (*source)(unsigned);
    };
    const mode modes[] = {
        {"shfl.sync.up.b32 %r1|%p1, %t, 3, 0, -1;", [](unsigned l) { return l < 3 ? l : l - 3; }},
        {"shfl.sync.down.b32 %r1|%p1, %t, 3, 31, -1;", [](unsigned l) { return l + 3 > 31 ? l : l + 3; }},
        {"shfl.sync.bfly.b32 %r1|%p1, %t, 5, 31, -1;", [](unsigned l) { return l ^ 5; }},
        {"shfl.sync.idx.b32 %r1|%p1, %t, 9, 31, -1;", [](unsigned) { return 9u; }},
        // Segments of 8: the clamp is 31, the segment mask 24.
        {"shfl.sync.idx.b32 %r1|%p1, %t, 3, 0x181f, -1;", [](unsigned l) { return l / 8 * 8 + 3; }},
        {"shfl.sync.down.b32 %r1|%p1, %t, 5, 0x181f, -1;", [](unsigned l) { return l % 8 + 5 > 7 ? l : l + 5; }},
    };
    for (const mode& m : modes) {
        const auto r = run(m.text, 32);
        for (unsigned l = 0; l < 32; ++l)
            BOOST_TEST(r[l] == m.source(l), m.text << " lane " << l);
    }
}

BOOST_AUTO_TEST_CASE(votes_and_matches)
{
    for (unsigned v : run("setp.lt.u32 %p1, %t, 5; vote.sync.ballot.b32 %r1, %p1, -1;", 32))
        BOOST_TEST(v == 31u);
    const auto match = run("and.b32 %r2, %t, 3; match.any.sync.b32 %r1, %r2, -1;", 32);
    for (unsigned l = 0; l < 32; ++l)
        BOOST_TEST(match[l] == 0x11111111u << l % 4);
    // Two tiles of a warp in one instruction, each with its own mask.
    const auto sum =
        run("setp.lt.u32 %p1, %t, 16; selp.b32 %r2, 0xffff, 0xffff0000, %p1; redux.sync.add.u32 %r1, %t, %r2;", 32);
    for (unsigned l = 0; l < 32; ++l)
        BOOST_TEST(sum[l] == (l < 16 ? 120u : 376u));
}

BOOST_AUTO_TEST_CASE(spin_lock_within_a_warp)
{
    // Every lane takes the lock once: lanes that poll must let the owner continue.
    const auto r =
        run("mov.u32 %r2, s; st.shared.u32 [%r2], 0; st.shared.u32 [%r2+4], 0; bar.sync 0;\n"
            "try: atom.shared.cas.b32 %r3, [%r2], 0, 1; setp.ne.u32 %p1, %r3, 0; @%p1 bra try;\n"
            "ld.volatile.shared.u32 %r4, [%r2+4]; add.u32 %r4, %r4, 1; st.volatile.shared.u32 [%r2+4], %r4;\n"
            "atom.shared.exch.b32 %r3, [%r2], 0; bar.sync 0; ld.shared.u32 %r1, [%r2+4];",
            64);
    for (unsigned v : r)
        BOOST_TEST(v == 64u);
}

BOOST_AUTO_TEST_CASE(calls_and_recursion)
{
    std::vector<std::uint32_t> out(40);
    module_runner::run_module(
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".func (.param .b32 r) sum(.param .b32 n);\n"
        ".func (.param .b32 r) sum(.param .b32 n)\n{ .reg .b32 %n, %m; .reg .pred %p;\n"
        "ld.param.b32 %n, [n]; setp.eq.u32 %p, %n, 0; @%p bra done;\n"
        "{ .param .b32 a; .param .b32 b; sub.u32 %m, %n, 1; st.param.b32 [a], %m; call (b), sum, (a); ld.param.b32 %m, "
        "[b]; }\n"
        "add.u32 %n, %n, %m;\n done: st.param.b32 [r], %n; ret; }\n"
        ".visible .entry k(.param .u64 data)\n{ .reg .b64 %d; .reg .b32 %t, %s;\n"
        "ld.param.u64 %d, [data]; mov.u32 %t, %tid.x; mad.wide.u32 %d, %t, 4, %d;\n"
        "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %t; call (b), sum, (a); ld.param.b32 %s, [b]; }\n"
        "st.global.u32 [%d], %s; ret; }\n",
        out.data(), 1, 40);
    for (unsigned t = 0; t < 40; ++t)
        BOOST_TEST(out[t] == t * (t + 1) / 2);
}
