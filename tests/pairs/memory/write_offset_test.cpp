// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "write_offset.hpp"

#include "efficiency.hpp"
#include "offset_vectors_test.hpp"
#include "times.hpp"

using pairs::memory::write_offset;

CUDA_LEGACY_OFFSET_VECTORS_TESTS(write_offset)

BOOST_AUTO_TEST_CASE(offsets_at_the_end) { pairs::check_offsets_at_the_end<write_offset>(512); }

BOOST_AUTO_TEST_CASE(odd_blocks) { pairs::check_odd_blocks<write_offset>(); }

BOOST_AUTO_TEST_CASE(what_cannot_be_launched) { pairs::check_what_cannot_be_launched<write_offset>(100, 0); }

CUDA_LEGACY_LONG_OFFSET_VECTORS_TESTS(write_offset, pairs::offset_where::it_writes, pairs::check_every_sum)

BOOST_AUTO_TEST_CASE(whose_clock) { pairs::check_whose_clock<write_offset>(write_offset::make(5000, 1)); }

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<write_offset>(write_offset::make(1000, 1));
}

// The document has gld_efficiency (100, 100, 100) and gst_efficiency (100, 80, 100). Stores never used Fermi's L1, and
// today's sectors are as large as its segments, so the figures still hold. It does not follow that a fifth sector costs
// a fifth of the time: the L2 cache joins the writes of neighbouring warps before they go to memory.
//
// Each of 32768 warps has a store of 128 bytes. At offset 11, a store is in 5 segments. The last warp is an exception:
// its last 11 threads do nothing, so it has 84 bytes in 3 segments. The twin does the same. The legacy side's result
// does not show the stores, because the kernel `warmup` has stored the same before.
BOOST_AUTO_TEST_CASE(the_documents_profile_of_stores, *pairs::counters())
{
    struct {
        std::size_t offset, requests, bytes, segments;
        long per_cent;
    } const cases[] = {
        {0, 32768, 4194304, 131072, 100},
        {11, 32768, 4194260, 163838, 80},
        {128, 32764, 4193792, 131056, 100},
    };
    for (const auto& one : cases)
        for (const auto side : {&write_offset::legacy, &write_offset::modern})
            BOOST_TEST_CONTEXT("offset " << one.offset << (side == &write_offset::legacy ? ", legacy" : ", modern"))
            {
                const auto in = write_offset::make(1 << 20, 1, one.offset, 512);
                const auto kernel = pairs::kernel_of(pairs::counters_of<write_offset>(side, in), "writeOffset");
                BOOST_TEST(kernel.global_stores.requests == kernel.launches * one.requests);
                BOOST_TEST(kernel.global_stores.requested_bytes == kernel.launches * one.bytes);
                BOOST_TEST(kernel.global_stores.segments_32 == kernel.launches * one.segments);
                BOOST_TEST(pairs::efficiency_of_segments(kernel.global_stores) == one.per_cent);
                BOOST_TEST(pairs::efficiency_of_lines(kernel.global_loads) == 100);
            }
}
