// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "euclidean_norm.hpp"

#include "dot_product_test.hpp"

using pairs::dot_product::euclidean_norm;

// Integers whose squares add up exactly: bit for bit.
BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(256))
        for (const unsigned seed : pairs::swept_seeds(size))
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
    pairs::check_pair<euclidean_norm>(euclidean_norm::make(size, seed));
}

BOOST_AUTO_TEST_CASE(every_element_counts_once)
{
    for (const std::size_t size : {1, 2, 3, 4, 5, 255, 256, 257, 1025})
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            std::vector<double> in(size);
            in[at] = -3;
            BOOST_TEST_CONTEXT("size " << size << ", at " << at)
            {
                BOOST_TEST(euclidean_norm::reference(in) == 3);
                pairs::check_pair<euclidean_norm>(in);
            }
        }
}

// The root halves a relative error, so the bound of the squares' sum is one of the norm too.
BOOST_AUTO_TEST_CASE(norms_of_reals_within_their_bounds)
{
    for (const std::size_t size : {1, 255, 1009, 65537, 1048573})
        for (const unsigned seed : pairs::swept_seeds(size)) {
            if (pairs::under_sanitizer() && size > 1009) continue;
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = euclidean_norm::make_reals(size, seed);
                const auto square = euclidean_norm::exact_square(in);
                const long double norm = std::sqrt(square.value);
                const long double legacy = square.bound<double>(euclidean_norm::legacy_roundings(size)) / norm;
                const long double modern = square.bound<double>(euclidean_norm::modern_roundings(size)) / norm;
                BOOST_TEST(std::fabs(euclidean_norm::legacy(in) - norm) <= legacy);
                BOOST_TEST(std::fabs(euclidean_norm::modern(in) - norm) <= modern);
            }
        }
}

// Kept defect: the squares overflow long before the norm does, and underflow long before it.
BOOST_AUTO_TEST_CASE(large_and_small_elements)
{
    const std::vector<double> large{std::ldexp(3, 1000), std::ldexp(4, 1000)},
        small{std::ldexp(3, -1000), std::ldexp(4, -1000)}, largest{1.7e308};
    for (const auto& in : {large, small, largest})
        BOOST_TEST(euclidean_norm::outside_legacy_domain(in).has_value());
    BOOST_TEST(std::isinf(euclidean_norm::legacy(large)));
    BOOST_TEST(euclidean_norm::legacy(small) == 0);
    BOOST_TEST(euclidean_norm::modern(large) == std::ldexp(5, 1000));
    BOOST_TEST(euclidean_norm::reference(large) == std::ldexp(5, 1000));
    BOOST_TEST(euclidean_norm::modern(small) == std::ldexp(5, -1000));
    BOOST_TEST(euclidean_norm::reference(small) == std::ldexp(5, -1000));
    BOOST_TEST(euclidean_norm::modern(largest) == 1.7e308);
    const double least = std::numeric_limits<double>::denorm_min();
    BOOST_TEST(euclidean_norm::modern({least}) == least);
    BOOST_TEST(euclidean_norm::modern({3 * least, -4 * least}) == 5 * least);
    // Small elements do not count beside a large one, and a large one counts in any position.
    BOOST_TEST(euclidean_norm::modern({least, -1.7e308, 1}) == 1.7e308);
    // A norm above the largest double is infinite.
    BOOST_TEST(std::isinf(euclidean_norm::modern({1.7e308, 1.7e308})));
}

// NaN and infinities pass through both sides.
BOOST_AUTO_TEST_CASE(infinities_and_nan)
{
    const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
    for (const auto& side : {&euclidean_norm::legacy, &euclidean_norm::modern}) {
        BOOST_TEST(side({1, -infinity, 2}) == infinity);
        BOOST_TEST(std::isnan(side({1, -nan, infinity})));
    }
}

// Where the legacy side's squares begin to overflow: the root of the largest double.
BOOST_AUTO_TEST_CASE(the_edge_of_the_overflow)
{
    const double beyond = std::ldexp(1, 512), last = std::nextafter(beyond, 0.0);
    pairs::check_pair<euclidean_norm>({last});
    BOOST_TEST(!euclidean_norm::outside_legacy_domain({last}).has_value());
    BOOST_TEST(euclidean_norm::outside_legacy_domain({beyond}).has_value());
    BOOST_TEST(std::isinf(euclidean_norm::legacy({beyond})));
    BOOST_TEST(euclidean_norm::modern({beyond}) == beyond);
    // A double holds this sum, unless each step rounds up. The first square is 3 units below the largest double, and
    // each other one is 0.51 of a unit. With scaling, the sum is the same.
    std::vector<double> rounded_up(256);
    rounded_up[0] = std::nextafter(last, 0.0);
    for (int i = 1; i <= 4; i++)
        rounded_up[i] = std::ldexp(1.01, 485);
    const auto square = euclidean_norm::exact_square(rounded_up);
    BOOST_TEST(square.value < std::numeric_limits<double>::max());
    BOOST_TEST(euclidean_norm::outside_legacy_domain(rounded_up).has_value());
    BOOST_TEST(std::isinf(euclidean_norm::legacy(rounded_up)));
    const long double norm = std::sqrt(square.value);
    BOOST_TEST(std::fabs(euclidean_norm::modern(rounded_up) - norm) <=
               square.bound<double>(euclidean_norm::modern_roundings(256)) / norm);
}

// Where the legacy side's squares begin to lose digits: below 2^-511, whose square is the smallest double with all
// digits.
BOOST_AUTO_TEST_CASE(the_edge_of_the_underflow)
{
    const double smallest = std::ldexp(1, -511), below = std::nextafter(smallest, 0.0);
    BOOST_TEST(!euclidean_norm::outside_legacy_domain({smallest, -smallest}).has_value());
    pairs::check_pair<euclidean_norm>({smallest, -smallest, 0, smallest, smallest});
    BOOST_TEST(euclidean_norm::outside_legacy_domain({smallest, below}).has_value());
    BOOST_TEST(euclidean_norm::modern({below}) == below);
}

// The modern side has three kinds of elements: the largest kind that occurs counts, and the one beside it. The elements
// are 5, 12 and 13 at the limits, so the norm needs an element on either side of a limit.
BOOST_AUTO_TEST_CASE(large_medium_and_small_elements)
{
    for (const int limit : {480, -500})
        BOOST_TEST(euclidean_norm::modern({std::ldexp(5, limit - 3), std::ldexp(-12, limit - 3)}) ==
                   std::ldexp(13, limit - 3));
    BOOST_TEST(euclidean_norm::modern({std::ldexp(1, 480), std::ldexp(1, -500)}) == std::ldexp(1, 480));
    BOOST_TEST(euclidean_norm::modern({std::ldexp(1, -900), std::ldexp(1, 900), 1}) == std::ldexp(1, 900));
    BOOST_TEST(euclidean_norm::modern({std::ldexp(1, -900), 1}) == 1);
    // As many as a thread, a warp and a block add
    for (const int exponent : {900, 0, -900})
        BOOST_TEST(euclidean_norm::modern(std::vector<double>(1 << 20, std::ldexp(3, exponent))) ==
                   std::ldexp(3 << 10, exponent));
}

// The squares of 2^24 elements of 2^500 add up to 2^1024, which no double holds.
BOOST_AUTO_TEST_CASE(many_large_elements)
{
    BOOST_TEST(euclidean_norm::modern(std::vector<double>(1 << 24, std::ldexp(1, 500))) == std::ldexp(1, 512));
}

// Kept defect: thread 0 adds its block's squares, and the CPU adds the blocks.
BOOST_AUTO_TEST_CASE(one_thread_after_the_other)
{
    for (const std::size_t size : {256, 1009, 65537})
        for (const unsigned seed : pairs::swept_seeds(size))
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = euclidean_norm::make_reals(size, seed);
                const double norm = std::sqrt(euclidean_norm::legacy_square(in));
                const pairs::agreement same = pairs::identical(euclidean_norm::legacy(in), norm);
                BOOST_TEST(same.holds, same.words);
            }
}

// The legacy kernel gets the vector twice, and reads it twice. The modern side reads it once, in one launch of as many
// blocks as the device holds. Each block adds to three sums.
BOOST_AUTO_TEST_CASE(what_the_kernels_read, *pairs::counters())
{
    const auto in = euclidean_norm::make(1 << 20, 1);
    const auto legacy = pairs::counters_of_one_launch<euclidean_norm>(&euclidean_norm::legacy, in);
    BOOST_TEST(legacy.global_loads.sectors_32 == 2 * (8 << 20) / 32);
    const auto modern = pairs::counters_of_one_launch<euclidean_norm>(&euclidean_norm::modern, in);
    BOOST_TEST(modern.global_atomics == 3 * pairs::resident_blocks());
    BOOST_TEST(modern.global_loads.sectors_32 == (8 << 20) / 32);
    BOOST_TEST(modern.global_stores.requests == 0);
}

// Kept defect: the kernel ignores its parameter numElem. So the entry refuses a size that is no multiple of the block.
BOOST_AUTO_TEST_CASE(the_ends_of_the_legacy_domain)
{
    const pairs::entry<cudaError_t(int, const double*, double*, float*)> legacy{"legacy", euclidean_norm::slug};
    pairs::check_refused_sizes([&](int n) { return legacy(n, nullptr, nullptr, nullptr); },
                               {-256, -1, 0, 1, 255, 257, 2147483393, 2147483647, 2147483648});
    pairs::check_legacy_sizes<euclidean_norm>(1, 2147483392);
}

BOOST_AUTO_TEST_CASE(more_than_2_31_elements, *pairs::memory_for(std::size_t{18} << 30, std::size_t{17} << 30))
{
    std::vector<double> in = pairs::zeros<double>(pairs::beyond_32_bits);
    in.front() = 1;
    in[(std::size_t{1} << 31) - 1] = 1;
    in[std::size_t{1} << 31] = 3;
    in.back() = 5;
    BOOST_TEST(euclidean_norm::modern(in) == 6);
}

namespace {

// Each block has a 1 or -1, at another place in each of 256 blocks. So the sum is the number of blocks. Both ends have
// 1000, which shows in the norm. Runs both sides at this size, and the modern one also with an element more.
void check_long_vector(std::size_t size)
{
    constexpr std::size_t block = 256;
    std::vector<double> pattern(block * block);
    for (std::size_t i = 0; i < block; i++)
        pattern[i * block + 1 + 7 * i % (block - 2)] = i % 3 ? 1 : -1;
    std::vector<double> in = pairs::repeated(pattern, size + 1);
    in.front() = 1000;
    in[size - 1] = -1000;
    in.back() = 2000;
    double square = 0;
    for (const double x : pattern)
        square += x * x;
    square = square * static_cast<double>(size) / static_cast<double>(pattern.size()) + 2e6;

    const auto poison = pairs::poisoned();
    BOOST_TEST(euclidean_norm::modern(in) == std::sqrt(square + 4e6));
    in.pop_back();
    const double legacy = euclidean_norm::legacy(in), modern = euclidean_norm::modern(in);
    BOOST_TEST(legacy == std::sqrt(square));
    BOOST_TEST(modern == legacy);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_vector_of_a_pattern) { check_long_vector(1 << 16); }

BOOST_AUTO_TEST_CASE(the_longest_vector, *pairs::memory_for(std::size_t{17} << 30, std::size_t{17} << 30))
{
    check_long_vector(euclidean_norm::longest_legacy);
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<euclidean_norm>(euclidean_norm::make(1000, 1));
}
