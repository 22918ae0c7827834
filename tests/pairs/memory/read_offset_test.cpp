// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "read_offset.hpp"

#include "efficiency.hpp"
#include "offset_vectors_test.hpp"
#include "times.hpp"

using pairs::memory::read_offset;

CUDA_LEGACY_OFFSET_VECTORS_TESTS(read_offset)

BOOST_AUTO_TEST_CASE(offsets_at_the_end) { pairs::check_offsets_at_the_end<read_offset>(512); }

BOOST_AUTO_TEST_CASE(odd_blocks) { pairs::check_odd_blocks<read_offset>(); }

BOOST_AUTO_TEST_CASE(what_cannot_be_launched) { pairs::check_what_cannot_be_launched<read_offset>(100, 0); }

CUDA_LEGACY_LONG_OFFSET_VECTORS_TESTS(read_offset, pairs::offset_where::it_reads, pairs::check_every_sum)

BOOST_AUTO_TEST_CASE(whose_clock) { pairs::check_whose_clock<read_offset>(read_offset::make(5000, 1)); }

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<read_offset>(read_offset::make(1000, 1));
}

// The document has gld_efficiency with L1 on (100, 49.81, 100) and off (100, 80, 100), and gld_transactions (65184,
// 131039, 65744). The latter were samples; here the numbers are exact. Today L1 is filled by sectors, so the second row
// holds: 11 elements cost a quarter more, not twice as much.
//
// Each of 32768 warps has 2 loads of 128 bytes. At offset 11, a warp's floats are in 2 lines and 5 segments. The last
// warp is an exception: its last 11 threads load nothing, so it has 84 bytes in 1 line and 3 segments. At offset 128,
// the last 4 warps load nothing. The twin loads the same. Both store each sum. The legacy side's result does not show
// the stores, because the kernel `warmup` has stored the same before.
BOOST_AUTO_TEST_CASE(the_documents_profile_of_loads, *pairs::counters())
{
    struct {
        std::size_t offset, requests, bytes, lines, segments;
        long lines_per_cent, segments_per_cent;
    } const cases[] = {
        {0, 65536, 8388608, 65536, 262144, 100, 100},
        {11, 65536, 8388520, 131070, 327676, 50, 80},
        {128, 65528, 8387584, 65528, 262112, 100, 100},
    };
    for (const auto& one : cases)
        for (const auto side : {&read_offset::legacy, &read_offset::modern})
            BOOST_TEST_CONTEXT("offset " << one.offset << (side == &read_offset::legacy ? ", legacy" : ", modern"))
            {
                const auto in = read_offset::make(1 << 20, 1, one.offset, 512);
                const auto kernel = pairs::kernel_of(pairs::counters_of<read_offset>(side, in), "readOffset");
                BOOST_TEST(kernel.global_loads.requests == kernel.launches * one.requests);
                BOOST_TEST(kernel.global_loads.requested_bytes == kernel.launches * one.bytes);
                BOOST_TEST(kernel.global_loads.lines_128 == kernel.launches * one.lines);
                BOOST_TEST(kernel.global_loads.segments_32 == kernel.launches * one.segments);
                BOOST_TEST(pairs::efficiency_of_lines(kernel.global_loads) == one.lines_per_cent);
                BOOST_TEST(pairs::efficiency_of_segments(kernel.global_loads) == one.segments_per_cent);
                BOOST_TEST(kernel.global_stores.requested_bytes == kernel.launches * one.bytes / 2);
                BOOST_TEST(pairs::efficiency_of_segments(kernel.global_stores) == 100); // C[i] stays aligned
            }
}
