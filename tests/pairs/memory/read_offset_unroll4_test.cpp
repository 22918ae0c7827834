// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "read_offset_unroll4.hpp"

#include <algorithm>

#include "efficiency.hpp"
#include "offset_vectors_test.hpp"
#include "times.hpp"

using pairs::memory::read_offset_unroll4;

CUDA_LEGACY_OFFSET_VECTORS_TESTS(read_offset_unroll4)

BOOST_AUTO_TEST_CASE(around_whole_blocks)
{
    for (const std::size_t size : {127, 128, 129, 255, 256, 257, 383, 511, 512, 513})
        for (const std::size_t offset : {0, 1, 31, 32, 96, 127})
            BOOST_TEST_CONTEXT("size " << size << ", offset " << offset)
    pairs::check_pair<read_offset_unroll4>(read_offset_unroll4::make(size, 6, offset, 32));
}

BOOST_AUTO_TEST_CASE(offsets_at_the_end) { pairs::check_offsets_at_the_end<read_offset_unroll4>(128); }

// Kept defect: a thread computes either all four of its elements or none.
BOOST_AUTO_TEST_CASE(what_the_legacy_side_leaves_out)
{
    struct {
        std::size_t size, offset, left_out;
    } const cases[] = {
        {4096, 0, 0},      // two whole blocks
        {4096, 11, 33},    // the last threads have three of their four elements
        {4096, 512, 1536}, // a quarter of the last block's elements is beyond the end, so it computes none
        {4095, 0, 3},      // the last thread has three
        {4097, 0, 1},      // one element more than two blocks: no third block
    };
    for (const auto& one : cases)
        BOOST_TEST_CONTEXT("size " << one.size << ", offset " << one.offset)
        {
            const auto in = read_offset_unroll4::make(one.size, 7, one.offset, 512);
            const auto legacy = read_offset_unroll4::legacy(in), modern = read_offset_unroll4::modern(in);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < legacy.values.size(); i++) {
                const bool left_out = !legacy.computed[i];
                if (left_out) BOOST_TEST(legacy.values[i] == 0.f);
                wrong += left_out;
            }
            BOOST_TEST(wrong == one.left_out);
            BOOST_TEST(read_offset_unroll4::compare(in, read_offset_unroll4::reference(in), modern).words ==
                       "identical");
        }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_launched) { pairs::check_what_cannot_be_launched<read_offset_unroll4>(5000, 2047); }

// A thread's four elements are a block apart. This is the shortest vector for that, and one element less.
BOOST_AUTO_TEST_CASE(the_shortest_vectors)
{
    for (const int block : {1, 512, 1024})
        BOOST_TEST_CONTEXT("block " << block)
        {
            const auto shortest = 4 * static_cast<std::size_t>(block);
            auto in = read_offset_unroll4::make(shortest, 8, 0, block);
            BOOST_TEST(!read_offset_unroll4::outside_legacy_domain(in).has_value());
            pairs::check_pair<read_offset_unroll4>(in);
            pairs::check_refused<read_offset_unroll4>(read_offset_unroll4::make(shortest - 1, 8, 0, block));
        }
}

namespace {

// Only the last two blocks of the grid, of 2048 elements each, omit elements.
void check_computed_sums(std::size_t size, std::size_t offset, const float* sums, const std::vector<float>& pattern)
{
    const std::size_t count = size - offset, whole = count - std::min<std::size_t>(count, 2 * 2048);
    pairs::check_repeats("legacy", sums, whole, pattern);
    for (std::size_t i = whole; i < count; i++) {
        const bool computed = read_offset_unroll4::legacy_computes(size, offset, 512, i);
        const float expected = computed ? pattern[i % pairs::pattern_size] : 0;
        if (sums[i] != expected) BOOST_TEST(sums[i] == expected, "element " << i);
    }
}

} // namespace

CUDA_LEGACY_LONG_OFFSET_VECTORS_TESTS(read_offset_unroll4, pairs::offset_where::it_reads, check_computed_sums)

BOOST_AUTO_TEST_CASE(whose_clock) { pairs::check_whose_clock<read_offset_unroll4>(read_offset_unroll4::make(5000, 1)); }

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<read_offset_unroll4>(read_offset_unroll4::make(5000, 1));
}

// At offset 11, in the document gld_transactions falls from 132384 to 33152, and gst_transactions from 32928 to 8064.
// The document also says that unrolling does not change the number of memory operations. These claims contradict each
// other. Its kernel did a quarter of the work, so its times show no gain. The kernel that it prints does as much as the
// one before it, except for the omitted elements. Its efficiencies (50.79 and 100 per cent) hold.
//
// There are 65536 loads by whole warps, of 2 lines each. Legacy: in the last block, the last warp has 21 lanes left for
// each of its 4 times 2 loads, which are 84 bytes in 1 line. Modern, one element at a time: only for 2 loads. The
// legacy side omits 33 of the 2^20 - 11 sums.
BOOST_AUTO_TEST_CASE(unrolling_does_not_do_less, *pairs::counters())
{
    const auto in = read_offset_unroll4::make(1 << 20, 1, 11, 512);
    const auto kernels = pairs::counters_of<read_offset_unroll4>(&read_offset_unroll4::legacy, in);
    const auto one = pairs::kernel_of(kernels, "warmup"), legacy = pairs::kernel_of(kernels, "readOffsetUnroll4");
    BOOST_TEST(one.global_loads.requests == 65536);
    BOOST_TEST(legacy.global_loads.requests == 65536);
    BOOST_TEST(one.global_loads.lines_128 == 131070);
    BOOST_TEST(legacy.global_loads.lines_128 == 131064);
    BOOST_TEST(one.global_stores.requests == 32768);
    BOOST_TEST(legacy.global_stores.requests == 32768);
    BOOST_TEST(one.global_stores.requested_bytes == 4 * 1048565);
    BOOST_TEST(legacy.global_stores.requested_bytes == 4 * (1048565 - 33));
    BOOST_TEST(pairs::efficiency_of_lines(legacy.global_loads) == 50);
    BOOST_TEST(pairs::efficiency_of_segments(legacy.global_stores) == 100);

    const auto modern = pairs::kernel_of(pairs::counters_of<read_offset_unroll4>(&read_offset_unroll4::modern, in),
                                         "readOffsetUnroll4");
    BOOST_TEST(modern.launches == 1);
    BOOST_TEST(modern.global_loads.requests == 65536);
    BOOST_TEST(modern.global_loads.lines_128 == 131070);
    BOOST_TEST(modern.global_stores.requests == 32768);
    BOOST_TEST(modern.global_stores.requested_bytes == 4 * 1048565);
}
