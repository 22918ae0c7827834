// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warps in lock-step: %activemask shows where the lanes of a divergent branch join.
#include <boost/test/unit_test.hpp>

#include "module_runner.h"

#include <random>

namespace {

constexpr unsigned warp = 32;
constexpr unsigned untouched = 0xdeadbeef;
const char* const how_many = "activemask.b32 %r1; popc.b32 %r1, %r1;\n";

std::string kernel(const std::string& body, const std::string& functions = {})
{
    return ".version 8.0\n.target sm_90\n.address_size 64\n" + functions +
           ".visible .entry k(.param .u64 data)\n{\n"
           ".reg .b64 %data, %at; .reg .b32 %t, %r<20>; .reg .pred %p<5>; .shared .align 4 .b8 s[4096];\n"
           "ld.param.u64 %data, [data]; mov.u32 %t, %tid.x; mad.wide.u32 %at, %t, 4, %data;\n" +
           body + "\nst.global.u32 [%at], %r1;\nret;\n}\n";
}
std::vector<unsigned> run(const std::string& text, bool lock_step = true)
{
    std::vector<unsigned> out(warp, untouched);
    module_runner::run_module(text, out.data(), 1, warp, false, nullptr, lock_step);
    return out;
}
void expect_all(const std::vector<unsigned>& out, unsigned value)
{
    for (unsigned v : out)
        BOOST_TEST(v == value);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_place_to_meet_may_lie_before_a_side)
{
    const std::string text = kernel("setp.lt.u32 %p1, %t, 10; @%p1 bra side;\n join: " + std::string(how_many) +
                                    "bra.uni end;\n side: mov.u32 %r2, 1; bra.uni join;\n end:");
    expect_all(run(text), 32);
    // Without lock-step the path with the lowest PC runs first. So this text distinguishes the two modes.
    BOOST_TEST(run(text, false)[31] == 22u);
}

BOOST_AUTO_TEST_CASE(a_side_may_jump_back_and_run_into_the_place_to_meet)
{
    // nvcc's layout of loops: the last part of a side is before the head of the loop, and falls into it.
    const std::string text = kernel("setp.lt.u32 %p1, %t, 10; bra.uni head;\n"
                                    "last: mov.u32 %r2, 1;\n join: " +
                                    std::string(how_many) +
                                    "bra.uni end;\n head: @%p1 bra side; bra.uni join;\n"
                                    "side: mov.u32 %r3, 1; bra.uni last;\n end:");
    expect_all(run(text), 32);
}

BOOST_AUTO_TEST_CASE(lanes_that_continue_a_loop_wait_for_the_others)
{
    const std::string text =
        kernel("mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r5, 0; and.b32 %r4, %t, 1; setp.eq.u32 %p2, %r4, 0;\n"
               "head: activemask.b32 %r3; popc.b32 %r3, %r3; add.u32 %r1, %r1, %r3; add.u32 %r2, %r2, 1;\n"
               "setp.ge.u32 %p1, %r2, 4; @%p1 bra end; @%p2 bra head; add.u32 %r5, %r5, 1; bra.uni head;\n end:");
    expect_all(run(text), 4 * 32);
}

BOOST_AUTO_TEST_CASE(loops_of_different_length)
{
    expect_all(run(kernel("mov.u32 %r2, 0;\n loop: add.u32 %r2, %r2, 1; setp.le.u32 %p1, %r2, %t; @%p1 bra loop;\n" +
                          std::string(how_many))),
               32);
}

BOOST_AUTO_TEST_CASE(nested_branches)
{
    // The inner branch joins 16 lanes, and the outer one all.
    const auto r =
        run(kernel("setp.lt.u32 %p1, %t, 16; setp.lt.u32 %p2, %t, 8; mov.u32 %r2, 0; @%p1 bra low;\n"
                   "join: activemask.b32 %r1; popc.b32 %r1, %r1; add.u32 %r1, %r1, %r2; bra.uni end;\n"
                   "low: @%p2 bra lower;\n inner: activemask.b32 %r2; popc.b32 %r2, %r2;\n"
                   "mul.lo.u32 %r2, %r2, 100; bra.uni join;\n lower: mov.u32 %r3, 1; bra.uni inner;\n end:"));
    for (unsigned t = 0; t < warp; ++t)
        BOOST_TEST(r[t] == (t < 16 ? 1632u : 32u));
}

BOOST_AUTO_TEST_CASE(lanes_that_end_are_not_waited_for)
{
    // One lane of the inner side ends by `exit`, two jump to the `ret` at the end.
    const auto r = run(kernel("setp.lt.u32 %p1, %t, 16; setp.eq.u32 %p2, %t, 3; setp.lt.u32 %p3, %t, 2; @%p1 bra low;\n"
                              "join: " +
                              std::string(how_many) +
                              "st.global.u32 [%at], %r1; bra.uni gone;\n"
                              "low: @%p2 exit; @%p3 bra gone; mov.u32 %r2, 1; bra.uni join;\n gone: ret;\n"));
    for (unsigned t = 0; t < warp; ++t)
        BOOST_TEST(r[t] == (t < 2 || t == 3 ? untouched : 29u));
}

BOOST_AUTO_TEST_CASE(a_branch_in_a_loop_that_ends_the_kernel)
{
    // Only a `ret` follows the loop: the branch in the loop still joins.
    const auto r = run(kernel("mov.u32 %r2, 0; setp.lt.u32 %p1, %t, 16; bra.uni head;\n"
                              "join: " +
                              std::string(how_many) +
                              "st.global.u32 [%at], %r1; add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 3; @%p2 bra head;\n"
                              "ret;\n head: @%p1 bra side; bra.uni join;\n side: mov.u32 %r3, 1; bra.uni join;\n"));
    expect_all(r, 32);
}

BOOST_AUTO_TEST_CASE(lanes_that_return_early_from_a_function)
{
    const std::string function =
        ".func f(.param .b32 n)\n{ .reg .b32 %n; .reg .pred %p; ld.param.b32 %n, [n]; setp.lt.u32 %p, %n, 9;\n"
        "@%p ret; setp.lt.u32 %p, %n, 20; @%p bra done; add.u32 %n, %n, 1;\n done: ret; }\n";
    const std::string body = "setp.lt.u32 %p1, %t, 30; @!%p1 bra join;\n"
                             "{ .param .b32 a; st.param.b32 [a], %t; call f, (a); }\n"
                             "activemask.b32 %r2; popc.b32 %r2, %r2;\n join: ";
    expect_all(run(kernel(body + how_many, function)), 32);
    const auto r = run(kernel(body + "mov.u32 %r1, %r2;", function));
    for (unsigned t = 0; t < 30; ++t)
        BOOST_TEST(r[t] == 30u);
}

BOOST_AUTO_TEST_CASE(lanes_that_read_volatile_memory_do_not_give_way)
{
    const std::string text =
        kernel("mov.u32 %r2, s; mov.u32 %r3, 0; setp.eq.u32 %p1, %t, 7; @!%p1 bra join;\n"
               "loop: ld.volatile.shared.u32 %r4, [%r2]; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 500; @%p2 bra "
               "loop;\n join: " +
               std::string(how_many));
    expect_all(run(text), 32);
    BOOST_TEST(run(text, false)[31] == 31u);
}

BOOST_AUTO_TEST_CASE(barriers_in_both_sides)
{
    const auto r = run(kernel("mov.u32 %r2, s; mad.lo.u32 %r3, %t, 4, %r2; setp.lt.u32 %p1, %t, 16; @%p1 bra low;\n"
                              "st.shared.u32 [%r3], %t; bar.warp.sync 0xffffffff; mov.u32 %r1, 1; bra.uni end;\n"
                              "low: bar.warp.sync 0xffffffff; ld.shared.u32 %r1, [%r3+64];\n end:"));
    for (unsigned t = 0; t < warp; ++t)
        BOOST_TEST(r[t] == (t < 16 ? t + 16 : 1u));
}

BOOST_AUTO_TEST_CASE(several_targets)
{
    const auto r =
        run(kernel("and.b32 %r2, %t, 3; list: .branchtargets a, b, c, d; brx.idx %r2, list;\n"
                   "a: mov.u32 %r3, 1; bra.uni join;\n join: " +
                   std::string(how_many) +
                   "bra.uni end;\n b: bra.uni join;\n c: mov.u32 %r3, 2; bra.uni join;\n d: bra.uni join;\n end:"));
    expect_all(r, 32);
}

// Jumps without structure: wherever lanes wait for each other, each must compute the same.
BOOST_AUTO_TEST_CASE(any_flow_of_control)
{
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        constexpr unsigned blocks = 9;
        auto any = [&] { return "b" + std::to_string(random() % blocks); };
        std::string body = "mad.lo.u32 %r1, %t, 2654435, 12345; mov.u32 %r2, 0; bra.uni " + any() + ";\n";
        for (unsigned b = 0; b < blocks; ++b) {
            body += "b" + std::to_string(b) + ": add.u32 %r2, %r2, 1; setp.gt.u32 %p1, %r2, 50; @%p1 bra end;\n";
            body += "mad.lo.u32 %r1, %r1, 1664525, " + std::to_string(random() % 100000) + "; shr.u32 %r3, %r1, 20;\n";
            if (random() % 8 == 0) body += "and.b32 %r4, %r3, 63; setp.eq.u32 %p3, %r4, 0; @%p3 exit;\n";
            body += "and.b32 %r3, %r3, " + std::to_string(random() % 7) + "; setp.eq.u32 %p2, %r3, 0;\n";
            body += "@%p2 bra " + any() + ";\n";
            if (random() % 3) body += "bra.uni " + any() + ";\n";
        }
        const std::string text = kernel(body + "end: add.u32 %r1, %r1, %r2;");
        BOOST_TEST((run(text) == run(text, false)), text);
    }
}
