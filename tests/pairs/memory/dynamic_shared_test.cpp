// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dynamic_shared.hpp"

#include "../large_size.hpp"

using pairs::memory::dynamic_shared;

namespace {

// The longest tile of which the device's shared memory holds two.
std::size_t longest_tile()
{
    int device = 0, bytes = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    return static_cast<std::size_t>(bytes) / 32 * 32 / (sizeof(float) + sizeof(int));
}

} // namespace

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_multiples<dynamic_shared>(256); }

BOOST_AUTO_TEST_CASE(every_size_of_shared_memory_up_to_a_block)
{
    for (const std::size_t tile : {1, 2, 3, 7, 31, 32, 33, 255, 256, 257, 1000, 1023, 1024})
        BOOST_TEST_CONTEXT("tile " << tile)
        {
            const auto whole = dynamic_shared::make(5 * tile, 2, tile);
            BOOST_TEST(!dynamic_shared::outside_legacy_domain(whole).has_value());
            pairs::check_pair<dynamic_shared>(whole);
            pairs::check_pair<dynamic_shared>(dynamic_shared::make(5 * tile + tile / 2, 3, tile)); // refused
        }
}

BOOST_AUTO_TEST_CASE(beyond_48_kilobytes)
{
    // 6144 elements of both arrays are 48 KB, which need no attribute.
    for (const std::size_t tile : {std::size_t{6144}, std::size_t{6145}, longest_tile()})
        BOOST_TEST_CONTEXT("tile " << tile)
    pairs::check_pair<dynamic_shared>(dynamic_shared::make(3 * tile, 4, tile));
}

BOOST_AUTO_TEST_CASE(more_than_the_device_has_is_refused, *pairs::without_sanitizer())
{
    const std::size_t tile = longest_tile() + 4;
    BOOST_CHECK_THROW(dynamic_shared::modern(dynamic_shared::make(tile, 1, tile)), std::runtime_error);
    pairs::check_pair<dynamic_shared>(dynamic_shared::make(512, 1));
}

BOOST_AUTO_TEST_CASE(what_is_no_tile)
{
    for (const std::size_t tile : {0, 3, 11, 1000000})
        BOOST_TEST_CONTEXT("tile " << tile)
    pairs::check_refused_by_modern<dynamic_shared>(dynamic_shared::make(10, 1, tile));
    for (const std::size_t tile : {0, 3, 1025})
        pairs::check_refused<dynamic_shared>(dynamic_shared::make(1025 * 4, 1, tile));
    pairs::check_refused<dynamic_shared>(dynamic_shared::make(0, 1));
}

// The longest arrays, in blocks of one thread and in the longest blocks. A size beyond an int arrives as a negative
// number.
BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    for (const int threads : {1, 1024})
        pairs::check_refused_sizes([&](int n) { return dynamic_shared::call_legacy(nullptr, nullptr, n, threads); },
                                   {-1024, 0, 2147483648});
    pairs::check_refused_sizes([](int n) { return dynamic_shared::call_legacy(nullptr, nullptr, n, 1024); },
                               {1023, 1025, 2147483647});
    const std::pair<std::size_t, std::size_t> inside[] = {{1, 1}, {1024, 1024}, {2147483647, 1}, {2147482624, 1024}};
    for (const auto& [size, tile] : inside)
        BOOST_TEST(!dynamic_shared::outside_legacy_sizes(size, tile).has_value());
    const std::pair<std::size_t, std::size_t> outside[] = {{0, 1}, {1023, 1024}, {2147483648, 1}, {2147483648, 1024}};
    for (const auto& [size, tile] : outside)
        BOOST_TEST(dynamic_shared::outside_legacy_sizes(size, tile).has_value());
}

namespace {

// Reverses arrays of a pattern in place again and again, on both sides: at these sizes, and on the modern side also
// with a tile more. In tiles of one element, which give the longest grid, nothing moves. The modern side takes longer
// arrays in tiles of three, and a second reversal undoes the first.
void check_long_arrays(std::size_t size_of_ones, std::size_t size_of_1024s)
{
    const auto pattern = dynamic_shared::make(pairs::pattern_size, 6, 1024);
    const auto turned = dynamic_shared::reference(pattern);
    const std::size_t size_of_threes = size_of_ones / 3 * 3 + 3;
    dynamic_shared::arrays both{pairs::repeated(pattern.param1, size_of_threes),
                                pairs::repeated(pattern.param2, size_of_threes)};
    const auto check = [&](const char* side, std::size_t size, const dynamic_shared::arrays& expected) {
        pairs::check_repeats(side, both.param1, size, expected.param1);
        pairs::check_repeats(side, both.param2, size, expected.param2);
    };
    const auto shorten = [&](std::size_t size) {
        both.param1.resize(size);
        both.param2.resize(size);
    };
    const auto legacy = [&](int tile) {
        return dynamic_shared::call_legacy(both.param1.data(), both.param2.data(), static_cast<int>(both.param1.size()),
                                           tile);
    };
    const auto poison = pairs::poisoned();
    for (int twice = 0; twice < 2; twice++)
        dynamic_shared::call_modern(both, 3);
    check("modern", size_of_threes, pattern);
    shorten(size_of_ones);
    dynamic_shared::call_modern(both, 1);
    check("modern", size_of_ones, pattern);
    BOOST_TEST(legacy(1) == cudaSuccess);
    check("legacy", size_of_ones, pattern);
    shorten(size_of_1024s);
    BOOST_TEST(legacy(1024) == cudaSuccess);
    check("legacy", size_of_1024s, turned);
    dynamic_shared::call_modern(both, 1024);
    check("modern", size_of_1024s, pattern);
}

} // namespace

BOOST_AUTO_TEST_CASE(arrays_of_a_pattern) { check_long_arrays(5001, 4096); }

BOOST_AUTO_TEST_CASE(the_longest_arrays, *pairs::memory_for(std::size_t{25} << 30, std::size_t{17} << 30))
{
    check_long_arrays(dynamic_shared::longest_legacy, dynamic_shared::longest_legacy / 1024 * 1024);
}

// A grid has at most 2^31 - 1 blocks. A longer one is refused before any allocation.
BOOST_AUTO_TEST_CASE(longer_grids_than_there_are)
{
    const pairs::failing_allocations none;
    static const pairs::entry<void(float*, int*, std::size_t, std::size_t)> call{"modern", dynamic_shared::slug};
    for (const std::size_t size : {std::size_t{1} << 31, (std::size_t{1} << 32) + 3})
        BOOST_CHECK_THROW(call(nullptr, nullptr, size, 1), std::length_error);
    BOOST_TEST(none.failed() == 0);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<dynamic_shared>(dynamic_shared::make(1024, 1));
}
