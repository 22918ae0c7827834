// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counts of single instructions, in kernels written in PTX.
#include <boost/test/unit_test.hpp>

#include "../module_runner.h"
#include "profile/counters.h"

#include <vector>

namespace {

// %at is data + 4 * tid, with 3 instructions before `body` and 1 behind it.
constexpr std::uint64_t frame_instructions = 4;

std::string kernel(const std::string& body)
{
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param "
           ".u64 data)\n{\n"
           ".reg .b64 %data, %at, %rd<10>; .reg .b32 %t, %r<20>; .reg .b16 %h<4>; .reg .pred %p<5>;\n"
           ".shared .align 16 .b8 s[8192]; .local .align 16 .b8 l[64];\n"
           "ld.param.u64 %data, [data]; mov.u32 %t, %tid.x; mad.wide.u32 %at, %t, 4, %data;\n" +
           body + "\nret;\n}\n";
}

cuda_emulator_counters count(const std::string& body, unsigned threads = 32, unsigned blocks = 1)
{
    alignas(128) static std::uint32_t data[4096];
    cuda_emulator_counters counters = {};
    module_runner::run_module(kernel(body), data, blocks, threads, false, &counters);
    return counters;
}

} // namespace

BOOST_AUTO_TEST_CASE(instructions_of_warps_and_of_threads)
{
    const auto c = count("add.u32 %r1, %t, 1;", 40, 3);
    BOOST_TEST(c.warp_instructions == 3 * 2 * (frame_instructions + 1));
    BOOST_TEST(c.thread_instructions == 3 * 40 * (frame_instructions + 1));
}

BOOST_AUTO_TEST_CASE(lanes_that_the_guard_stops_execute_nothing)
{
    const auto c = count("setp.lt.u32 %p1, %t, 5; @%p1 add.u32 %r1, %t, 1; @!%p1 add.u32 %r1, %t, 2;\n"
                         "setp.lt.u32 %p2, %t, 99; @!%p2 add.u32 %r1, %t, 3;");
    BOOST_TEST(c.warp_instructions == frame_instructions + 5);
    BOOST_TEST(c.thread_instructions == 32 * (frame_instructions + 2) + 5 + 27 + 0);
}

BOOST_AUTO_TEST_CASE(what_the_decoder_puts_in_is_not_counted)
{
    // A 16-bit value from a 32-bit register, and to one: the decoder narrows and extends.
    const auto c = count("st.global.u16 [%at], %r1; ld.global.u16 %r2, [%at];");
    BOOST_TEST(c.warp_instructions == frame_instructions + 2);
    BOOST_TEST(c.global_stores.requested_bytes == 64u);
    BOOST_TEST(c.global_loads.requested_bytes == 64u);
}

BOOST_AUTO_TEST_CASE(loads_and_stores_of_global_memory)
{
    const auto c = count("ld.global.u32 %r1, [%at]; ld.global.u32 %r2, [%at+44]; st.global.u32 [%at], %r1;\n"
                         "setp.gt.u32 %p1, %t, 99; @%p1 ld.global.u32 %r3, [%at];");
    BOOST_TEST(c.global_loads.requests == 2u);
    BOOST_TEST(c.global_loads.requested_bytes == 2u * 128);
    BOOST_TEST(c.global_loads.lines_128 == 3u);
    BOOST_TEST(c.global_loads.segments_32 == 9u);
    BOOST_TEST(c.global_loads.sectors_32 == 9u);
    BOOST_TEST(c.global_stores.requests == 1u);
    BOOST_TEST(c.global_stores.segments_32 == 4u);
    BOOST_TEST(c.shared_loads.requests == 0u);
}

BOOST_AUTO_TEST_CASE(vectors)
{
    const auto c = count("mad.wide.u32 %rd1, %t, 16, %data; ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\n"
                         "mad.wide.u32 %rd2, %t, 8, %data; st.global.v2.u32 [%rd2], {%r1, %r2};");
    BOOST_TEST(c.global_loads.requests == 1u);
    BOOST_TEST(c.global_loads.requested_bytes == 512u);
    BOOST_TEST(c.global_loads.lines_128 == 4u);
    BOOST_TEST(c.global_stores.requested_bytes == 256u);
    BOOST_TEST(c.global_stores.sectors_32 == 8u);
}

BOOST_AUTO_TEST_CASE(shared_memory_and_its_banks)
{
    const auto c = count("mov.u32 %r1, s; mad.lo.u32 %r2, %t, 8, %r1; st.shared.u32 [%r2], %t;\n"
                         "mad.lo.u32 %r3, %t, 4, %r1; ld.shared.u32 %r4, [%r3]; ld.shared.u32 %r5, [s];\n"
                         "red.shared.add.u32 [%r3], 1; atom.shared.add.u32 %r6, [s], 1;");
    BOOST_TEST(c.shared_stores.requests == 1u);
    BOOST_TEST(c.shared_stores.bank_conflicts == 1u);
    BOOST_TEST(c.shared_loads.requests == 2u);
    BOOST_TEST(c.shared_loads.wavefronts == 2u);
    BOOST_TEST(c.shared_loads.bank_conflicts == 0u);
    BOOST_TEST(c.shared_atomics.requests == 2u);
    BOOST_TEST(c.shared_atomics.wavefronts == 1u + 32);
    BOOST_TEST(c.global_loads.requests == 0u);
}

BOOST_AUTO_TEST_CASE(generic_accesses_count_where_their_addresses_are)
{
    // Lanes 0…15 load from shared memory, 16…23 from local, the others from global memory.
    const auto c =
        count("mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1; mad.wide.u32 %rd1, %t, 4, %rd1;\n"
              "mov.u64 %rd2, l; cvta.local.u64 %rd2, %rd2; setp.lt.u32 %p1, %t, 16; setp.lt.u32 %p2, %t, 24;\n"
              "selp.b64 %rd3, %rd2, %at, %p2; selp.b64 %rd3, %rd1, %rd3, %p1; st.u32 [%rd3], %t; ld.u32 %r1, [%rd3];\n"
              "atom.add.u32 %r2, [%rd1], 1; atom.add.u32 %r3, [%at], 1; st.local.u32 [l], %r3;");
    BOOST_TEST(c.shared_loads.requests == 1u);
    BOOST_TEST(c.shared_stores.requests == 1u);
    BOOST_TEST(c.global_loads.requests == 1u);
    BOOST_TEST(c.global_loads.requested_bytes == 32u);
    BOOST_TEST(c.global_loads.sectors_32 == 1u);
    BOOST_TEST(c.global_stores.requested_bytes == 32u);
    BOOST_TEST(c.local_requests == 3u);
    BOOST_TEST(c.shared_atomics.requests == 1u);
    BOOST_TEST(c.global_atomics == 1u);
}

BOOST_AUTO_TEST_CASE(parameters_are_no_memory_traffic)
{
    const auto c = count("ld.param.u64 %rd1, [data]; ld.param.u32 %r1, [data+4];");
    BOOST_TEST(c.global_loads.requests == 0u);
    BOOST_TEST(c.local_requests == 0u);
    BOOST_TEST(c.constant_loads.requests == 0u);
}

BOOST_AUTO_TEST_CASE(loads_of_constants)
{
    const auto uniform = count("ld.const.u32 %r1, [%data+4]; ld.const.f64 %rd3, [%data];", 64);
    BOOST_TEST(uniform.constant_loads.requests == 2u * 2);
    BOOST_TEST(uniform.constant_loads.cache_requests == 2u * 2);
    BOOST_TEST(uniform.constant_loads.replays == 0u);
    BOOST_TEST(uniform.global_loads.requests == 0u);
    const auto scattered = count("ld.const.u32 %r1, [%at]; mad.wide.u32 %rd1, %t, 8, %data;\n"
                                 "ld.const.b64 %rd2, [%rd1+16];",
                                 64);
    BOOST_TEST(scattered.constant_loads.requests == 2u * 2);
    BOOST_TEST(scattered.constant_loads.cache_requests == 2u * 2 * 32);
    BOOST_TEST(scattered.constant_loads.replays == 2u * 2 * 31);
    // One address for each half warp.
    const auto two = count("and.b32 %r1, %t, 16; cvt.u64.u32 %rd1, %r1; add.u64 %rd1, %rd1, %data;\n"
                           "ld.const.u16 %h1, [%rd1];",
                           64);
    BOOST_TEST(two.constant_loads.cache_requests == 2u * 2);
    BOOST_TEST(two.constant_loads.replays == 2u);
}

BOOST_AUTO_TEST_CASE(vectors_of_constants)
{
    const auto c = count("mad.wide.u32 %rd2, %t, 16, %data; ld.const.v2.b64 {%rd3, %rd4}, [%rd2];\n"
                         "ld.const.v4.u32 {%r1, %r2, %r3, %r4}, [%rd2]; ld.const.v2.u32 {%r1, %r2}, [%rd2];");
    BOOST_TEST(c.constant_loads.requests == 3u);
    BOOST_TEST(c.constant_loads.cache_requests == 32u * (2 + 2 + 1));
    BOOST_TEST(c.constant_loads.replays == 31u * (2 + 2 + 1));
    const auto narrow = count("ld.const.v4.u8 {%h0, %h1, %h2, %h3}, [%data];");
    BOOST_TEST(narrow.constant_loads.requests == 1u);
    BOOST_TEST(narrow.constant_loads.cache_requests == 4u);
    BOOST_TEST(narrow.constant_loads.replays == 0u);
}

BOOST_AUTO_TEST_CASE(lanes_that_the_guard_stops_load_no_constants)
{
    const auto c = count("setp.lt.u32 %p1, %t, 5; @%p1 ld.const.u32 %r1, [%at]; setp.gt.u32 %p2, %t, 99;\n"
                         "@%p2 ld.const.u32 %r2, [%at];");
    BOOST_TEST(c.constant_loads.requests == 1u);
    BOOST_TEST(c.constant_loads.cache_requests == 5u);
    BOOST_TEST(c.constant_loads.replays == 4u);
}

BOOST_AUTO_TEST_CASE(asynchronous_copies)
{
    const auto c = count("mov.u32 %r1, s; mad.lo.u32 %r1, %t, 16, %r1; mad.wide.u32 %rd1, %t, 16, %data;\n"
                         "cp.async.cg.shared.global [%r1], [%rd1], 16;\n"
                         "sub.u32 %r2, 24, %t; min.s32 %r2, %r2, 16; max.s32 %r2, %r2, 0;\n"
                         "cp.async.ca.shared.global [%r1], [%rd1], 16, %r2; cp.async.wait_all;");
    BOOST_TEST(c.global_loads.requests == 2u);
    // Lanes 0…8 copy 16 bytes, and 9…23 from 15 down to 1; the others only write zeros.
    BOOST_TEST(c.global_loads.requested_bytes == 512u + 9 * 16 + 120);
    BOOST_TEST(c.global_loads.sectors_32 == 16u + 12);
    BOOST_TEST(c.shared_stores.requests == 2u);
    BOOST_TEST(c.shared_stores.wavefronts == 8u);
    BOOST_TEST(c.shared_stores.bank_conflicts == 0u);
}

BOOST_AUTO_TEST_CASE(branches_and_how_many_diverged)
{
    // A branch whose lanes agree, one that divides every warp, and an unconditional one.
    const auto c = count("setp.lt.u32 %p1, %t, 1000; @%p1 bra a; mov.u32 %r1, 1;\n"
                         "a: and.b32 %r2, %t, 1; setp.eq.u32 %p2, %r2, 0; @%p2 bra even; bra.uni end;\n"
                         "even: mov.u32 %r1, 2; end:",
                         64);
    BOOST_TEST(c.branches == 2u * 2);
    BOOST_TEST(c.divergent_branches == 2u);
}

BOOST_AUTO_TEST_CASE(a_loop_diverges_once_for_each_length)
{
    // Lane t makes t + 1 rounds: all but the last round divide the warp.
    const auto c = count("mov.u32 %r1, 0; loop: add.u32 %r1, %r1, 1; setp.le.u32 %p1, %r1, %t; @%p1 bra loop;");
    BOOST_TEST(c.branches == 32u);
    BOOST_TEST(c.divergent_branches == 31u);
    // The 32 - r remaining lanes run round r.
    BOOST_TEST(c.thread_instructions == 32 * (frame_instructions + 1) + 2 * 528 + (528 - 32));
}

BOOST_AUTO_TEST_CASE(indexed_branches)
{
    const std::string list = " ts: .branchtargets a, b, a; brx.idx %r1, ts; a: mov.u32 %r2, 1; b: mov.u32 %r2, 2;";
    // To a, or to a by another entry of the list: one way.
    const auto together = count("and.b32 %r1, %t, 1; shl.b32 %r1, %r1, 1;" + list);
    BOOST_TEST(together.branches == 1u);
    BOOST_TEST(together.divergent_branches == 0u);
    const auto apart = count("and.b32 %r1, %t, 1;" + list);
    BOOST_TEST(apart.branches == 1u);
    BOOST_TEST(apart.divergent_branches == 1u);
}

BOOST_AUTO_TEST_CASE(barriers)
{
    const auto c =
        count("bar.sync 0; bar.warp.sync 0xffffffff; setp.lt.u32 %p1, %t, 999; bar.red.popc.u32 %r1, 0, %p1;\n"
              "bar.warp.sync 0xffffffff;",
              96, 2);
    BOOST_TEST(c.block_barriers == 2u * 3 * 2);
    BOOST_TEST(c.warp_barriers == 2u * 3 * 2);
}

BOOST_AUTO_TEST_CASE(nothing_is_counted_unasked)
{
    alignas(128) static std::uint32_t data[64];
    module_runner::run_module(kernel("st.global.u32 [%at], %t;"), data, 1, 32);
    BOOST_TEST(data[31] == 31u);
}
