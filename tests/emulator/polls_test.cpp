// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which accesses may wait for other threads in a loop: where one is taken for another, a program hangs or is slow.
#include <boost/test/unit_test.hpp>

#include "decode/decoder.h"
#include "no_addresses.h"
#include "ptx/parser.h"

#include <string>

namespace {

using namespace cuda_emulator;

std::string module_of(const std::string& function, const std::string& instructions)
{
    return ".version 8.0\n.target sm_90\n.address_size 64\n" + function +
           ".visible .entry kernel()\n{\n"
           ".reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %rd<4>;\n.shared .align 4 .b8 s[128];\n"
           "mov.u32 %r1, s; mov.u64 %rd1, 0; setp.eq.u32 %p2, %r1, 1;\n" +
           instructions + "\nret;\n}\n";
}

int count_polls(const decoded_function& f)
{
    int count = 0;
    for (const instruction& i : f.code)
        count += i.kind == flow::poll;
    return count;
}

// The number of polls in a kernel of these instructions.
int polls(const std::string& instructions)
{
    const auto module = ptx::parse_module(module_of("", instructions));
    return count_polls(*decode(*module, module->functions.front(), no_addresses())->kernel);
}

// The number of reads of the clock that are for waiting alone.
int waits(const std::string& instructions)
{
    const auto module = ptx::parse_module(module_of("", instructions));
    const auto program = decode(*module, module->functions.front(), no_addresses());
    int count = 0;
    for (const instruction& i : program->kernel->code)
        count += i.kind == flow::clock;
    return count;
}

// Whether only a race shows the order of a block's warps.
bool warps_have_no_order(const std::string& instructions)
{
    const auto module = ptx::parse_module(module_of("", instructions));
    return !decode(*module, module->functions.front(), no_addresses())->warps_ordered;
}

enum class blocks : std::uint8_t { side_by_side, atomics_in_order, in_one_thread };

// How the blocks of a kernel of these instructions may run.
blocks order_of(const std::string& instructions, const std::string& function = {})
{
    const auto module = ptx::parse_module(module_of(function, instructions));
    const auto program = decode(*module, module->functions.back(), no_addresses());
    return program->ordered            ? blocks::in_one_thread
           : program->atomics_in_order ? blocks::atomics_in_order
                                       : blocks::side_by_side;
}

const std::string load = "ld.volatile.shared.u32 %r2, [%r1];\n", barrier = "bar.sync 0;\n",
                  again = "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra AGAIN;\n";

std::string loop(const std::string& body) { return "AGAIN:\n" + body + again; }

} // namespace

BOOST_AUTO_TEST_CASE(no_loop_repeats_it)
{
    BOOST_TEST(polls(load) == 0);
    BOOST_TEST(polls("ld.volatile.global.u32 %r2, [%rd1];\n") == 0);
    BOOST_TEST(polls("atom.global.add.u32 %r2, [%rd1], 1;\n") == 0);
    BOOST_TEST(polls(load + loop("add.u32 %r2, %r2, 1;\n") + load) == 0);
    BOOST_TEST(polls("@%p2 bra DONE;\n" + load + "DONE:\n") == 0);
}

BOOST_AUTO_TEST_CASE(a_loop_repeats_it)
{
    BOOST_TEST(polls(loop(load)) == 1);
    BOOST_TEST(polls(loop("ld.acquire.gpu.global.u32 %r2, [%rd1];\n")) == 1);
    BOOST_TEST(polls(loop("atom.global.cas.b32 %r2, [%rd1], 0, 1;\n")) == 1);
    BOOST_TEST(polls(loop("atom.shared.exch.b32 %r2, [%r1], 1;\n")) == 1);
    BOOST_TEST(polls(loop(load + "bra NEXT;\nNEXT:\n")) == 1);
}

BOOST_AUTO_TEST_CASE(a_loop_waits_by_plain_loads)
{
    const std::string plain = "ld.global.u32 %r2, [%rd1];\n", fence = "membar.gl;\n",
                      store = "st.global.u32 [%rd1+4], %r2;\n";
    BOOST_TEST(polls(loop(plain + fence)) == 1);
    BOOST_TEST(polls(loop("ld.global.cg.u32 %r2, [%rd1];\n" + fence)) == 1);
    BOOST_TEST(polls(loop("ld.shared.u32 %r2, [%r1];\n" + fence)) == 1);
    BOOST_TEST(polls(loop("nanosleep.u32 20;\n" + plain)) == 1);
    BOOST_TEST(polls("OUTER:\n" + loop(plain + fence) + store + "@%p2 bra OUTER;\n") == 1);
    BOOST_TEST(polls(loop(plain)) == 0); // the compiler would load only once
    BOOST_TEST(polls(loop(plain + fence + store)) == 0);
    BOOST_TEST(polls(loop(plain + fence + barrier)) == 0);
    BOOST_TEST(polls(loop(plain) + fence) == 0);
    // Loops that compute: the address changes, or something else ends the loop.
    BOOST_TEST(polls(loop("ld.global.u32 %r2, [%rd1];\nadd.u64 %rd1, %rd1, 4;\n" + fence)) == 0);
    BOOST_TEST(polls(loop("ld.global.u32 %r3, [%rd1];\nadd.u32 %r2, %r2, 1;\n" + fence)) == 0);
    // The address is computed in the loop, and stays the same. A computed value may end it, too.
    BOOST_TEST(polls(loop("add.u64 %rd2, %rd1, 8;\nld.global.u32 %r3, [%rd2];\nand.b32 %r2, %r3, 15;\n" + fence)) == 1);
    BOOST_TEST((order_of(loop(plain + fence)) == blocks::in_one_thread));
    BOOST_TEST((order_of(loop("ld.shared.u32 %r2, [%r1];\n" + fence)) == blocks::side_by_side));
    BOOST_TEST((order_of(loop(plain + fence + store)) == blocks::side_by_side));
}

BOOST_AUTO_TEST_CASE(each_round_passes_a_barrier)
{
    BOOST_TEST(polls(loop(load + barrier)) == 0);
    BOOST_TEST(polls(loop(barrier + load)) == 0);
    BOOST_TEST(polls(loop(barrier + "atom.shared.add.u32 %r2, [%r1], 1;\n")) == 0);
    BOOST_TEST(polls(loop("@%p2 bra OTHER;\n" + barrier + "bra DONE;\nOTHER:\n" + barrier + "DONE:\n" + load)) == 0);
}

BOOST_AUTO_TEST_CASE(other_blocks_do_not_wait_at_the_barrier)
{
    BOOST_TEST(polls(loop("ld.volatile.global.u32 %r2, [%rd1];\n" + barrier)) == 1);
    BOOST_TEST(polls(loop("ld.volatile.u32 %r2, [%rd1];\n" + barrier)) == 1); // a generic address
    BOOST_TEST(polls(loop("mapa.shared::cluster.u32 %r3, %r1, 0;\n" + load + barrier)) == 1);
}

BOOST_AUTO_TEST_CASE(a_round_may_pass_no_barrier)
{
    BOOST_TEST(polls(loop("@%p2 bra OVER;\n" + barrier + "OVER:\n" + load)) == 1);
    BOOST_TEST(polls(loop("@%p2 " + barrier + load)) == 1);
    BOOST_TEST(polls(loop("bar.arrive 1, 64;\n" + load)) == 1);
    BOOST_TEST(polls(loop("bar.sync 1, 64;\n" + load)) == 1);
    // A loop without a barrier in one with a barrier.
    BOOST_TEST(polls("OUTER:\n" + loop(load) + barrier + "@%p2 bra OUTER;\n") == 1);
}

BOOST_AUTO_TEST_CASE(the_order_of_atomics_is_observable)
{
    BOOST_TEST((order_of("red.global.add.u32 [%rd1], 1;\n") == blocks::side_by_side));
    BOOST_TEST((order_of("atom.global.add.u32 %r2, [%rd1], 1;\n") == blocks::side_by_side)); // the result is not read
    const std::string ticket = "atom.global.add.u32 %r2, [%rd1], 1;\n", use = "st.global.u32 [%rd1+4], %r2;\n";
    BOOST_TEST((order_of(ticket + use) == blocks::atomics_in_order));
    BOOST_TEST((order_of("red.global.inc.u32 [%rd1], 9;\n") == blocks::atomics_in_order));
    BOOST_TEST((order_of(loop("red.global.add.f32 [%rd1], 0f3F800000;\n")) == blocks::atomics_in_order));
}

BOOST_AUTO_TEST_CASE(a_block_may_wait_for_another)
{
    const std::string lock = "atom.global.cas.b32 %r2, [%rd1], 0, 1;\n";
    BOOST_TEST(
        (order_of(lock + again.substr(0, again.find('\n')) + "\n@%p1 bra DONE;\nDONE:\n") == blocks::atomics_in_order));
    BOOST_TEST((order_of(loop(lock)) == blocks::in_one_thread));
    BOOST_TEST((order_of(loop(lock + barrier)) == blocks::in_one_thread));
    BOOST_TEST((order_of("ld.volatile.global.u32 %r2, [%rd1];\n") == blocks::in_one_thread));
    const std::string ticket = "atom.global.add.u32 %r2, [%rd1], 1;\nst.global.u32 [%rd1+4], %r2;\n",
                      look = "ld.global.u32 %r2, [%rd1];\n";
    BOOST_TEST((order_of(ticket + loop(look)) == blocks::atomics_in_order)); // the compiler would load once
    BOOST_TEST((order_of(ticket + loop(look + "membar.gl;\n")) == blocks::in_one_thread));
    BOOST_TEST((order_of(ticket + loop(look + "nanosleep.u32 9;\n")) == blocks::in_one_thread));
    BOOST_TEST((order_of("membar.gl;\n" + ticket) == blocks::atomics_in_order));
    const std::string function = ".func take()\n{\n.reg .b32 %r<4>; .reg .b64 %rd<2>;\nmov.u64 %rd1, 0;\n"
                                 "atom.global.add.u32 %r2, [%rd1], 1;\nst.global.u32 [%rd1+4], %r2;\nret;\n}\n";
    BOOST_TEST((order_of("call.uni take;\n", function) == blocks::in_one_thread));
}

// Its caller may call it in a loop.
BOOST_AUTO_TEST_CASE(a_called_function_keeps_its_polls)
{
    const std::string function = ".func look()\n{\n.reg .b32 %r<4>; .reg .b64 %rd<2>;\nmov.u64 %rd1, 0;\n"
                                 "ld.volatile.global.u32 %r2, [%rd1];\nret;\n}\n";
    const auto module = ptx::parse_module(module_of(function, "call.uni look;\n"));
    const auto program = decode(*module, module->functions.back(), no_addresses());
    int count = 0;
    for (const auto& [source, f] : program->functions)
        count += count_polls(*f);
    BOOST_TEST(count == 1);
}

BOOST_AUTO_TEST_CASE(a_loop_that_only_waits_for_the_clock)
{
    const std::string clock = "mov.u32 %r2, %clock;\n";
    BOOST_TEST(waits(loop(clock)) == 1);
    BOOST_TEST(waits(loop("mov.u64 %rd2, %clock64;\nadd.u32 %r2, %r2, 1;\n" + clock)) == 2);
    BOOST_TEST(waits(clock) == 0);
    BOOST_TEST(waits(loop("add.u32 %r2, %r2, 1;\n") + clock) == 0);
    BOOST_TEST(waits(loop("mov.u64 %rd2, %globaltimer;\n")) == 0);
    BOOST_TEST(waits(loop("@%p2 " + clock)) == 0); // a guard may leave its result as it is
}

BOOST_AUTO_TEST_CASE(a_loop_that_does_more_than_to_wait)
{
    const std::string clock = "mov.u32 %r2, %clock;\n";
    for (const char* const more :
         {"ld.global.u32 %r3, [%rd1];\n", "st.shared.u32 [%r1], 1;\n", "bar.sync 0;\n", "membar.cta;\n",
          "nanosleep.u32 20;\n", "atom.shared.add.u32 %r3, [%r1], 1;\n", "vote.sync.any.pred %p3, %p2, -1;\n",
          "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, [%r1];\n"})
        BOOST_TEST(waits(loop(clock + more)) == 0, more);
    BOOST_TEST(waits(loop(load) + "WAIT:\n" + clock + "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra WAIT;\n") == 1);
}

BOOST_AUTO_TEST_CASE(volatile_loads_of_shared_memory_show_no_order)
{
    const std::string store = "st.volatile.shared.u32 [%r1], 1;\n", add = "red.shared.add.u32 [%r1], 1;\n";
    BOOST_TEST(warps_have_no_order(load + store));
    BOOST_TEST(warps_have_no_order(loop(load + barrier + store + barrier)));
    BOOST_TEST(!warps_have_no_order(loop(load)));
    BOOST_TEST(!warps_have_no_order(add + load));
    BOOST_TEST(!warps_have_no_order("st.relaxed.cta.shared.u32 [%r1], 1;\n" + load));
    BOOST_TEST(warps_have_no_order(add));
}

BOOST_AUTO_TEST_CASE(blocks_wait_for_blocks)
{
    const auto waits = [](const std::string& instructions, const std::string& function = {}) {
        const auto module = ptx::parse_module(module_of(function, instructions));
        return decode(*module, module->functions.back(), no_addresses())->waits_for_blocks;
    };
    const std::string next = "add.u64 %rd1, %rd1, 4;\n", flag = "ld.volatile.global.u32 %r2, [%rd1];\n";
    BOOST_TEST(waits(loop(flag)));
    BOOST_TEST(waits(loop("atom.global.cas.b32 %r2, [%rd1], 0, 1;\n")));
    BOOST_TEST(waits("OUTER:\n" + loop(flag) + "st.global.u32 [%rd2], %r2;\n" + next + "@%p2 bra OUTER;\n"));
    BOOST_TEST(!waits(flag));
    BOOST_TEST(!waits(loop(load))); // the block's own
    BOOST_TEST(!waits(loop(flag + next)));
    BOOST_TEST(!waits(loop("atom.global.add.u32 %r3, [%rd1], 1;\nadd.u32 %r2, %r2, %r3;\n" + next)));
    BOOST_TEST(!waits("NEXT:\nld.volatile.global.u32 %r3, [%rd1];\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, "
                      "9;\n@%p1 bra NEXT;\n"));
    // A loop may be around the call.
    const std::string get =
        ".func get()\n{\n.reg .b32 %r; .reg .b64 %a;\nmov.u64 %a, 0;\nld.volatile.global.u32 %r, [%a];\nret;\n}\n";
    BOOST_TEST(waits("call get;\n", get));
}

// Few blocks begin while others are suspended, unless one may wait for a block that has not begun.
BOOST_AUTO_TEST_CASE(blocks_may_wait_for_blocks)
{
    const auto may_wait = [](const std::string& instructions) {
        const auto module = ptx::parse_module(module_of({}, instructions));
        return decode(*module, module->functions.back(), no_addresses())->may_wait_for_blocks;
    };
    const std::string next = "add.u64 %rd1, %rd1, 4;\n", flag = "ld.volatile.global.u32 %r2, [%rd1];\n";
    const std::string ticket = "atom.global.add.u32 %r2, [%rd1], 1;\nst.global.u32 [%rd1+4], %r2;\n";
    BOOST_TEST(may_wait(loop(flag)));
    BOOST_TEST(may_wait(loop(flag + next)));
    BOOST_TEST(may_wait(ticket + loop("ld.global.u32 %r2, [%rd1];\nmembar.gl;\n")));
    BOOST_TEST(!may_wait(flag));
    BOOST_TEST(!may_wait(flag + ticket + loop(load)));
    BOOST_TEST(!may_wait(loop("ld.global.u32 %r2, [%rd1];\n" + next)));
}
