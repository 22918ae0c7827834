// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The test cases that all sums of squares share: CUDA_LEGACY_SUM_OF_SQUARES_TESTS(pair) defines them.
#pragma once

#include "../counters.hpp"
#include "../large_size.hpp"
#include "copied_clocks.hpp"
#include "sum_of_squares.hpp"

namespace pairs {

// Tests one 3 among zeros, at the ends and around the tail of the 16-byte loads.
template <class Pair>
void check_every_element_counts_once()
{
    for (const std::size_t size : {1, 2, 3, 4, 5, 1023, 1025})
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            std::vector<int> data(size);
            data[at] = 3;
            BOOST_TEST_CONTEXT("size " << size << ", at " << at)
            check_pair<Pair>(data);
        }
}

// 46340 is the largest number whose square fits an int. Both elements belong to the same thread of the legacy kernel.
inline std::vector<int> two_numbers(int number)
{
    std::vector<int> data(8193);
    data.front() = data.back() = number;
    return data;
}

// Kept defect: beyond 2^31 the legacy sum wraps, and the modern one is right. This concerns the device. On the CPU an
// overflow would be undefined, so every other sum is 0 here.
template <class Pair>
void check_large_numbers()
{
    BOOST_TEST(Pair::legacy(two_numbers(32767)) == 2LL * 32767 * 32767);
    BOOST_TEST(Pair::legacy(two_numbers(46341)) == 9266); // 2 * 46341^2 - 2^32
    for (const int number : {32767, 32768, 46341, 2147483647, -2147483647})
        BOOST_TEST_CONTEXT("number " << number)
    check_pair<Pair>(two_numbers(number));
}

template <class Pair>
void check_end_of_the_legacy_domain()
{
    std::vector<int> data(Pair::legacy_size + 1);
    BOOST_TEST(Pair::outside_legacy_domain(data).has_value());
    data.pop_back();
    BOOST_TEST(!Pair::outside_legacy_domain(data).has_value());
    data.back() = 3;
    check_pair<Pair>(data);
    data.back() = 46341;
    BOOST_TEST(Pair::outside_legacy_domain(data).has_value());
    // The largest sum that fits an int, 2^31 - 1, also with negative numbers, and the first that does not. All numbers
    // belong to one thread.
    constexpr std::size_t threads = 32 * 256;
    data.assign(4 * threads + 1, 0);
    data[0] = 32767;
    data[threads] = -32767;
    data[2 * threads] = -362;
    data[3 * threads] = 5;
    BOOST_TEST(!Pair::outside_legacy_domain(data).has_value());
    BOOST_TEST(Pair::legacy(data) == 2147483647);
    check_pair<Pair>(data);
    data[4 * threads] = -1;
    BOOST_TEST(Pair::outside_legacy_domain(data).has_value());
    BOOST_TEST(Pair::legacy(data) == -2147483648LL); // kept defect: it wraps
    check_pair<Pair>(data);
}

// Makes zeros, except for the ends and the place where 32-bit indices end.
template <class Pair>
void check_beyond_32_bits()
{
    std::vector<int> data = zeros<int>(beyond_32_bits);
    data.front() = 3;
    data[std::size_t{1} << 31] = 5;
    data[(std::size_t{1} << 31) - 1] = 7;
    data.back() = 46341;
    for (const auto& [name, stage] : modern_stages<Pair>())
        BOOST_TEST(stage(data) == 9 + 25 + 49 + 46341LL * 46341, name);
}

// Kept defect: the printed time is the latest end minus the earliest start, of clocks of different multiprocessors.
// Their distance depends on the GPU. This test shows that the printed time is no block's time.
template <class Pair>
void check_printed_cycles()
{
    std::fill(copied_clocks().begin(), copied_clocks().end(), 0);
    Pair::legacy(Pair::make(1 << 20, 1));
    const auto ends = copied_clocks().begin() + legacy_blocks;
    const std::clock_t latest_end = *std::max_element(ends, copied_clocks().end());
    const std::clock_t earliest_start = *std::min_element(copied_clocks().begin(), ends);
    BOOST_TEST(Pair::printed_cycles() == latest_end - earliest_start);
    BOOST_TEST(longest_block() > 0);
    BOOST_TEST_MESSAGE("printed " << Pair::printed_cycles() << " cycles; the longest block took " << longest_block());
}

// After an error the time is 0, whatever it was before.
template <class Pair>
void check_no_time_after_an_error()
{
    const auto data = Pair::make(1000, 1);
    {
        Pair::printed_cycles() = -1;
        const failing_allocations none;
        BOOST_CHECK_THROW(Pair::legacy(data), std::runtime_error);
        BOOST_TEST(Pair::printed_cycles() == 0);
    }
    Pair::printed_cycles() = -1;
    copies_back_fail() = true;
    BOOST_CHECK_THROW(Pair::legacy(data), std::runtime_error);
    copies_back_fail() = false;
    BOOST_TEST(Pair::printed_cycles() == 0);
    check_pair<Pair>(data);
}

// Tests the loads of all three legacy kernels: whole warps read 2^20 numbers, 32 in a request, each sector once. That
// is the document's access pattern, and is still good. The stores are negligible.
inline void check_loads_of_the_data(const cuda_emulator_counters& kernel, std::size_t numbers_per_request)
{
    BOOST_TEST(kernel.global_loads.requests == (1 << 20) / numbers_per_request);
    BOOST_TEST(kernel.global_loads.requested_bytes == 4 << 20);
    BOOST_TEST(kernel.global_loads.sectors_32 == (4 << 20) / 32);
}

// Tests that the modern kernels read each sector of the data once, and write only by atomic additions.
template <class Pair>
cuda_emulator_counters counted_modern_kernel(long long (*stage)(const std::vector<int>&),
                                             std::size_t numbers_per_request)
{
    const auto kernel = counters_of_one_launch<Pair>(stage, Pair::make(1 << 20, 1));
    check_loads_of_the_data(kernel, numbers_per_request);
    BOOST_TEST(kernel.global_stores.requests == 0);
    BOOST_TEST(kernel.shared_loads.bank_conflicts + kernel.shared_stores.bank_conflicts == 0);
    return kernel;
}

// Gives the blocks of 256 threads that a twin launches for 2^20 numbers: one for each 4096, if the device holds that
// many.
inline std::size_t blocks_of_a_twin() { return std::min<std::size_t>(resident_blocks(), (1 << 20) / (16 * 256)); }

// Tests that a block's sum goes through shared memory once for each warp, with one barrier, and to the result once.
inline void check_blocks_meet(const cuda_emulator_counters& kernel, std::size_t blocks)
{
    BOOST_TEST(kernel.global_atomics == blocks);
    BOOST_TEST(kernel.shared_stores.requests == blocks * 8);
    BOOST_TEST(kernel.block_barriers == blocks * 8);
}

// Tests for a block for every `numbers` numbers, at most `most`. Each makes this number of atomic additions.
template <class Pair>
void check_number_of_blocks(long long (*stage)(const std::vector<int>&), std::size_t numbers, std::size_t most,
                            std::size_t atomics)
{
    for (const auto& [size, blocks] : {std::pair<std::size_t, std::size_t>{0, 1},
                                       {1, 1},
                                       {numbers, 1},
                                       {2 * numbers, 2},
                                       {3 * numbers, 3},
                                       {most * numbers, most},
                                       {(most + 1) * numbers, most}}) {
        const auto data = Pair::make(size, 1);
        BOOST_TEST(counters_of_one_launch<Pair>(stage, data).global_atomics == blocks * atomics, size << " numbers");
    }
}

} // namespace pairs

#define CUDA_LEGACY_SUM_OF_SQUARES_TESTS(pair)                                                                         \
    BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<pair>(256); }                                                      \
    BOOST_AUTO_TEST_CASE(every_element_counts_once) { pairs::check_every_element_counts_once<pair>(); }                \
    BOOST_AUTO_TEST_CASE(negative_numbers) { pairs::check_pair<pair>({-1, -2, -3, 4, -5, 0, -7}); }                    \
    BOOST_AUTO_TEST_CASE(large_numbers_wrap_on_the_legacy_side) { pairs::check_large_numbers<pair>(); }                \
    BOOST_AUTO_TEST_CASE(the_legacy_side_ends_at_its_data_size) { pairs::check_end_of_the_legacy_domain<pair>(); }     \
    BOOST_AUTO_TEST_CASE(more_than_2_31_numbers, *pairs::memory_for(std::size_t{10} << 30, std::size_t{9} << 30))      \
    {                                                                                                                  \
        pairs::check_beyond_32_bits<pair>();                                                                           \
    }                                                                                                                  \
    BOOST_AUTO_TEST_CASE(no_time_after_an_error, *pairs::without_sanitizer())                                          \
    {                                                                                                                  \
        pairs::check_no_time_after_an_error<pair>();                                                                   \
    }                                                                                                                  \
    BOOST_AUTO_TEST_CASE(the_legacy_time_is_of_different_clocks) { pairs::check_printed_cycles<pair>(); }              \
    BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())                                                     \
    {                                                                                                                  \
        pairs::check_full_memory<pair>(pair::make(1000, 1));                                                           \
    }
