// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_of_structures.hpp"

#include "../large_size.hpp"
#include "efficiency.hpp"
#include "times.hpp"

using pairs::memory::array_of_structures;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<array_of_structures>(128); }

BOOST_AUTO_TEST_CASE(blocks)
{
    for (const int block : {1, 7, 33, 128, 256, 512, 1024})
        BOOST_TEST_CONTEXT("block " << block)
    pairs::check_pair<array_of_structures>(array_of_structures::make(5000, 3, block));
}

BOOST_AUTO_TEST_CASE(last_structures_of_every_length)
{
    for (std::size_t size = 1012; size < 1036; size++)
        BOOST_TEST_CONTEXT("size " << size)
    pairs::check_pair<array_of_structures>(array_of_structures::make(size, 4));
}

// Only main uses LEN (length_without_parentheses.cu tests it), so other lengths work, too.
BOOST_AUTO_TEST_CASE(longer_than_the_documents_array, *pairs::without_sanitizer())
{
    pairs::check_pair<array_of_structures>(array_of_structures::make((1 << 20) + 1, 5));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_launched)
{
    for (const int block : {0, -1, 1025})
        pairs::check_refused<array_of_structures>(array_of_structures::make(100, 1, block));
    pairs::check_refused<array_of_structures>(array_of_structures::make(0, 1));
    BOOST_CHECK_THROW(array_of_structures::modern(array_of_structures::make(100, 1, 0)), std::invalid_argument);
}

// Refused before anything is read or allocated. A size beyond an int arrives as a negative number.
BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    double seconds[2];
    pairs::check_refused_sizes(
        [&](int n) { return array_of_structures::call_legacy(nullptr, nullptr, nullptr, n, 128, seconds); },
        {-1, 0, 2147483648});
    pairs::check_domain_sizes<array_of_structures>({1, 2147483647}, {0, 2147483648});
}

namespace {

// Runs both sides at this size, and the modern one also with a structure more. The legacy one runs in the longest
// blocks, where the sum that gives the grid's length is largest. It also runs in blocks of one thread, which is the
// longest possible grid.
void check_long_array(std::size_t size)
{
    const auto numbers = pairs::two_arrays::make(pairs::pattern_size, 6);
    const auto sums = array_of_structures::joined(numbers.increased());
    std::vector<innerStruct> data = pairs::repeated(array_of_structures::joined(numbers), size + 1);
    const auto poison = pairs::poisoned();
    float milliseconds[2];
    const std::vector<innerStruct> untouched(pairs::pattern_size, {-1.f, -1.f});
    const auto check_modern = [&](int block) {
        for (const char* stage : {"modern", "fast"}) {
            auto out = pairs::repeated(untouched, data.size()); // the warm-up too: memory has no room for two
            array_of_structures::call_modern(stage, data, out, out, block, milliseconds);
            pairs::check_repeats(stage, out, data.size(), sums);
        }
    };
    check_modern(128);
    data.pop_back();
    check_modern(1024);
    for (const int block : {1, 1024}) {
        auto out = pairs::repeated(untouched, size);
        double seconds[2];
        BOOST_TEST(array_of_structures::call_legacy(data.data(), out.data(), out.data(), static_cast<int>(size), block,
                                                    seconds) == cudaSuccess);
        pairs::check_repeats("legacy", out, size, sums);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(an_array_of_a_pattern) { check_long_array(5001); }

BOOST_AUTO_TEST_CASE(the_longest_array, *pairs::memory_for(std::size_t{33} << 30, std::size_t{33} << 30))
{
    check_long_array(array_of_structures::longest_legacy);
}

BOOST_AUTO_TEST_CASE(whose_clock) { pairs::check_whose_clock<array_of_structures>(array_of_structures::make(5000, 1)); }

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<array_of_structures>(array_of_structures::make(1000, 1));
}

// The document's gld_efficiency and gst_efficiency are both 50 per cent: each member is loaded and stored by itself,
// which uses every second word. This also holds with 32-byte sectors. The conclusion that half the bandwidth is lost is
// outdated: the second member's load finds in L1 what the first load has brought. And it is no property of arrays of
// structures: if they are aligned to their size, they are loaded whole, and no byte moves in vain.
BOOST_AUTO_TEST_CASE(the_documents_profile, *pairs::counters())
{
    const auto in = array_of_structures::make(1 << 20, 1);
    const auto legacy =
        pairs::kernel_of(pairs::counters_of<array_of_structures>(&array_of_structures::legacy, in), "testInnerStruct");
    for (const auto& accesses : {legacy.global_loads, legacy.global_stores}) {
        BOOST_TEST(accesses.requests == 65536);
        BOOST_TEST(accesses.requested_bytes == 8388608);
        BOOST_TEST(accesses.lines_128 == 131072);
        BOOST_TEST(pairs::efficiency_of_lines(accesses) == 50);
        BOOST_TEST(pairs::efficiency_of_segments(accesses) == 50);
    }

    // The twin loads a structure at a time, the fast stage two.
    const std::pair<decltype(&array_of_structures::modern), std::size_t> stages[] = {
        {&array_of_structures::modern, 32768}, {&array_of_structures::fast, 16384}};
    for (const auto& [stage, requests] : stages) {
        const auto kernel = pairs::kernel_of(pairs::counters_of<array_of_structures>(stage, in), "testInnerStruct");
        for (const auto& accesses : {kernel.global_loads, kernel.global_stores}) {
            BOOST_TEST(accesses.requests == kernel.launches * requests);
            BOOST_TEST(accesses.requested_bytes == kernel.launches * 8388608);
            BOOST_TEST(accesses.lines_128 == kernel.launches * 65536);
            BOOST_TEST(pairs::efficiency_of_lines(accesses) == 100);
            BOOST_TEST(pairs::efficiency_of_segments(accesses) == 100);
        }
    }
}

// A single structure takes two loads of 4 bytes if it is aligned to 4, and one load of 8 bytes if it is aligned to 8.
BOOST_AUTO_TEST_CASE(a_structure_is_loaded_whole_where_it_is_aligned, *pairs::counters())
{
    const auto in = array_of_structures::make(1, 1);
    const auto legacy =
        pairs::kernel_of(pairs::counters_of<array_of_structures>(&array_of_structures::legacy, in), "testInnerStruct");
    const auto modern =
        pairs::kernel_of(pairs::counters_of<array_of_structures>(&array_of_structures::modern, in), "testInnerStruct");
    BOOST_TEST(legacy.global_loads.requests == 2);
    BOOST_TEST(modern.global_loads.requests == modern.launches);
}
