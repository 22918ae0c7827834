// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "variable_qualifiers.hpp"

#include "../large_size.hpp"
#include "efficiency.hpp"

using pairs::memory::variable_qualifiers;

BOOST_AUTO_TEST_CASE(sweep)
{
    // Eight numbers for each thread: 2^17 threads have 2^20 of them.
    for (const std::size_t size : {0, 1, 2, 31, 32, 33, 63, 64, 65, 1009, 4096, 65537, 1 << 17, 1 << 20, 3000017})
        for (const unsigned seed : pairs::swept_seeds()) {
            if ((pairs::under_sanitizer() && size > 5000) || (pairs::emulated() && size > 1 << 17)) continue;
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            pairs::check_pair<variable_qualifiers>(variable_qualifiers::make(size, seed));
        }
}

BOOST_AUTO_TEST_CASE(blocks)
{
    for (const int threads : {1, 7, 33, 128, 1024})
        BOOST_TEST_CONTEXT("blocks of " << threads)
        {
            const auto in = variable_qualifiers::make(5 * static_cast<std::size_t>(threads), 3, threads, 2);
            BOOST_TEST(!variable_qualifiers::outside_legacy_domain(in).has_value());
            pairs::check_pair<variable_qualifiers>(in);
        }
}

// Scope and lifetime, as in the document's table.
BOOST_AUTO_TEST_CASE(who_sees_a_variable_and_for_how_long)
{
    for (const int launches : {0, 1, 5}) {
        auto in = variable_qualifiers::make(256, 1, 64, launches);
        in.value = 3;
        pairs::check_pair<variable_qualifiers>(in);
        for (const auto& out : {variable_qualifiers::legacy(in), variable_qualifiers::modern(in)}) {
            const int once = launches ? 1 : 0;
            for (const int local : out.local)
                BOOST_TEST(local == once * 3); // one for each thread, new at each launch
            for (const int shared : out.shared)
                BOOST_TEST(shared == once * 3 * 64);      // one for each block, new at each launch
            BOOST_TEST(out.global == launches * 3 * 256); // one for all threads, through all launches
        }
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_launched)
{
    pairs::check_refused<variable_qualifiers>(variable_qualifiers::make(0, 1));
    pairs::check_refused<variable_qualifiers>(variable_qualifiers::make(65, 1));
    pairs::check_refused<variable_qualifiers>(variable_qualifiers::make(2050, 1, 1025, 1));
    pairs::check_refused<variable_qualifiers>(variable_qualifiers::make(64, 1, 64, -1));
    auto in = variable_qualifiers::make(64, 1);
    for (const int number : {-1, 8}) { // no index of the array that counts the numbers
        in.index[511] = number;
        pairs::check_refused<variable_qualifiers>(in);
    }
    const pairs::failing_allocations none; // a refusal comes before an allocation
    const std::pair<int, int> wrong[] = {{0, 8}, {64, 0}, {64, (1 << 24) + 1}, {(1 << 27) + 64, 1}, {1 << 27, 9}};
    for (const auto& [n, count] : wrong)
        BOOST_TEST(variable_qualifiers::call_legacy(1, 1, n, 64, nullptr, count, nullptr, nullptr, nullptr, nullptr,
                                                    nullptr) == cudaErrorInvalidValue);
    in = variable_qualifiers::make(64, 1);
    in.threads = 0;
    BOOST_CHECK_THROW(variable_qualifiers::modern(in), std::invalid_argument);
}

// The modern side also takes no numbers at all, and counts none.
BOOST_AUTO_TEST_CASE(no_numbers)
{
    auto in = variable_qualifiers::make(100, 1);
    auto expected = variable_qualifiers::reference(in);
    expected.chosen.assign(8 * in.size, 0);
    in.index.clear();
    const pairs::poisoned_allocations poison{0xff};
    const auto same = variable_qualifiers::compare(in, expected, variable_qualifiers::modern(in));
    BOOST_TEST(same.holds, same.words);
}

// A grid has at most 2^31 - 1 blocks, and 2^32 + 3 must not become 3. Refused before any allocation.
BOOST_AUTO_TEST_CASE(longer_grids_than_there_are)
{
    const pairs::failing_allocations none;
    for (const std::size_t threads : {std::size_t{1} << 31, (std::size_t{1} << 32) + 3})
        BOOST_CHECK_THROW(variable_qualifiers::call_modern(1, 1, threads, 1, {}), std::length_error);
    BOOST_TEST(none.failed() == 0);
}

// The largest sums that fit an int: of an array's elements, ten times the value, and of all threads.
BOOST_AUTO_TEST_CASE(the_largest_sums)
{
    for (const int value : {214748364, -214748364}) {
        auto in = variable_qualifiers::make(10, 1, 10, 1);
        in.value = value;
        BOOST_TEST(!variable_qualifiers::outside_legacy_domain(in).has_value());
        pairs::check_pair<variable_qualifiers>(in);
        in.value += value > 0 ? 1 : -1;
        BOOST_TEST(variable_qualifiers::outside_legacy_domain(in).has_value());
        for (const int threads : {1, 11}) { // too large only for the array's sum, and only for the threads' sum
            in = variable_qualifiers::make(static_cast<std::size_t>(threads), 1, threads, 1);
            in.value = threads > 10 ? value : value + (value > 0 ? 1 : -1);
            BOOST_TEST(variable_qualifiers::outside_legacy_domain(in).has_value());
        }
    }
}

namespace {

// Runs both sides with this number of threads, and the modern one also with a block more. The numbers are a pattern, so
// the counts are one, too: thread i's k-th number is the pattern's (k * size + i)-th.
void check_many_threads(std::size_t size)
{
    constexpr int value = -7, launches = 2, block = 64;
    constexpr std::size_t numbers = variable_qualifiers::numbers_per_thread;
    const std::vector<int> pattern = variable_qualifiers::make(pairs::pattern_size / numbers, 6).index;
    for (const std::size_t threads : {size + block, size}) {
        std::vector<int> chosen[8];
        for (auto& counted : chosen)
            counted.resize(pattern.size());
        for (std::size_t k = 0; k < numbers; k++)
            for (std::size_t i = 0; i < pattern.size(); i++)
                chosen[pattern[(k * threads + i) % pattern.size()]][i] += value;

        const variable_qualifiers::input in{threads, block, value, launches,
                                            pairs::repeated(pattern, numbers * threads)};
        const auto check = [&](const char* side, const variable_qualifiers::result& result) {
            const auto all_the_same = [](int one) { return std::vector<int>(pairs::pattern_size, one); };
            pairs::check_repeats(side, result.local, threads, all_the_same(value));
            pairs::check_repeats(side, result.shared, threads / block, all_the_same(block * value));
            BOOST_TEST(result.global == static_cast<int>(threads) * launches * value);
            pairs::check_repeats(side, result.fixed, threads, all_the_same(10 * value));
            BOOST_TEST_REQUIRE(result.chosen.size() == 8 * threads);
            for (std::size_t element = 0; element < 8; element++) {
                const auto same = pairs::repeats(&result.chosen[element * threads], threads, chosen[element]);
                BOOST_TEST(same.holds, side << ", counts of " << element << ": " << same.words);
            }
        };
        const auto poison = pairs::poisoned();
        check("modern", variable_qualifiers::modern(in));
        if (threads == size) check("legacy", variable_qualifiers::legacy(in));
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(threads_of_a_pattern) { check_many_threads(4096); }

// The largest number of inputs and outputs: 2^30.
BOOST_AUTO_TEST_CASE(the_most_threads, *pairs::memory_for(std::size_t{18} << 30, std::size_t{10} << 30))
{
    check_many_threads(std::size_t{1} << 27);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<variable_qualifiers>(variable_qualifiers::make(1024, 1));
}

// Kept claim: "automatic variables are in registers, arrays excepted". This is outdated: an array is in local memory
// only if an index is unknown at compile time. (That is what the PTX shows. For a few elements ptxas may still find
// registers. The eight here stay in local memory in the machine code for 7.5, 9.0 and 12.0, as
// ptxas.legacy.memory.variable_qualifiers tests.)
BOOST_AUTO_TEST_CASE(arrays_in_local_memory, *pairs::counters())
{
    const auto in = variable_qualifiers::make(1024, 1);
    const auto legacy = pairs::counters_of<variable_qualifiers>(&variable_qualifiers::legacy, in);
    BOOST_TEST(pairs::kernel_of(legacy, "variables").local_requests == 0);
    BOOST_TEST(pairs::kernel_of(legacy, "fixedIndex").local_requests == 0);
    BOOST_TEST(pairs::kernel_of(legacy, "chosenIndex").local_requests >=
               32 * 8 * 2); // per warp and number a load, a store
    for (const auto& kernel : pairs::counters_of<variable_qualifiers>(&variable_qualifiers::modern, in))
        BOOST_TEST(kernel.local_requests == 0);
}
