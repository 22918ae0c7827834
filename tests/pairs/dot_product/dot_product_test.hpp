// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The test cases that the dot products share. CUDA_LEGACY_DOT_PRODUCT_TESTS(pair, block) defines them.
#pragma once

#include "../captured_stderr.hpp"
#include "../counters.hpp"
#include "../large_size.hpp"
#include "dot_product.hpp"
#include "orders.hpp"

namespace pairs {

template <class Pair>
void check_sweep(std::size_t block)
{
    for (const std::size_t size : swept_sizes(block))
        for (const unsigned seed : swept_seeds(size)) {
            if (size > Pair::longest_modern()) continue; // refused: a case of its own
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            check_pair<Pair>(Pair::make(size, seed));
        }
}

// Tests one product among zeros: at the ends, around the blocks' edges and around the tail of the vector loads.
template <class Pair>
void check_every_element_counts_once()
{
    for (const std::size_t size : {1, 2, 3, 4, 5, 63, 64, 65, 127, 1023, 1025})
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            typename Pair::input in;
            in.a.resize(size);
            in.b.resize(size);
            in.a[at] = 3;
            in.b[at] = -7;
            BOOST_TEST_CONTEXT("size " << size << ", at " << at)
            {
                BOOST_TEST(Pair::reference(in) == -21);
                check_pair<Pair>(in);
            }
        }
}

template <class Pair>
void check_within(const char* side, const long_sum& exact, typename Pair::result sum, std::size_t roundings)
{
    const long double error = std::fabs(sum - exact.value);
    const long double bound = exact.template bound<typename Pair::element>(roundings);
    BOOST_TEST(error <= bound, side << ": " << sum << " is off by " << error << ", more than " << bound);
}

// Each side rounds sums of reals in its own order, and stays within the bound of that order.
template <class Pair>
void check_error_bounds()
{
    for (const std::size_t size : {1, 64, 255, 1009, 4099, 65537, 131072, 1048573})
        for (const unsigned seed : swept_seeds(size)) {
            if (size > Pair::longest_modern() || (under_sanitizer() && size > 4099)) continue;
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = Pair::make_reals(size, seed);
                const long_sum exact = Pair::exact(in);
                check_within<Pair>("modern", exact, Pair::modern(in), Pair::modern_roundings(size));
                if constexpr (has_fast<Pair>::value)
                    check_within<Pair>("fast", exact, Pair::fast(in), Pair::fast_roundings(size));
                if (Pair::outside_legacy_domain(in)) continue;
                check_within<Pair>("legacy", exact, Pair::legacy(in), Pair::legacy_roundings(size));
            }
        }
}

// Kept defect: the legacy side's order of summation, which `order` repeats on the CPU. In short sums, the order has
// more influence on the last bits. At 127 and 191 elements nearly all threads of L's tree take two elements, or a third
// of them does.
template <class Pair, class Order>
void check_legacy_order(Order order)
{
    for (const std::size_t size : {64, 127, 191, 255, 256, 1009, 4099, 65537})
        for (const unsigned seed : {1, 2, 3, 4, 5, 20261121}) {
            if (under_sanitizer() && (size > 1009 || seed > 1)) continue;
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = Pair::make_reals(size, seed);
                const agreement same = identical(Pair::legacy(in), order(in.a, in.b));
                BOOST_TEST(same.holds, same.words);
            }
        }
}

// Makes zeros, except for the ends and two neighbours in the middle. The product is 100.
template <class Pair>
typename Pair::input long_vectors(std::size_t size, std::size_t middle)
{
    typename Pair::input in{zeros<typename Pair::element>(size), zeros<typename Pair::element>(size)};
    int value = 1;
    for (const std::size_t at : {std::size_t{0}, middle - 1, middle, size - 1}) {
        in.a[at] = static_cast<typename Pair::element>(value++);
        in.b[at] = static_cast<typename Pair::element>(value++);
    }
    return in;
}

// 32-bit indices end in the middle.
template <class Pair>
void check_beyond_32_bits()
{
    const auto in = long_vectors<Pair>(beyond_32_bits, std::size_t{1} << 31);
    for (const auto& [name, stage] : modern_stages<Pair>())
        BOOST_TEST(stage(in) == 100, name);
}

// The longest vector that L's examples take.
template <class Pair>
void check_2_30_elements()
{
    const auto in = long_vectors<Pair>(std::size_t{1} << 30, std::size_t{1} << 29);
    BOOST_TEST(!Pair::outside_legacy_domain(in).has_value());
    BOOST_TEST(Pair::legacy(in) == 100);
    for (const auto& [name, stage] : modern_stages<Pair>())
        BOOST_TEST(stage(in) == 100, name);
}

// The sizes on both sides of the domain's ends.
template <class Pair>
void check_legacy_sizes(std::size_t shortest, std::size_t longest)
{
    for (const std::size_t inside : {shortest, longest})
        BOOST_TEST(!Pair::outside_legacy_sizes(inside).has_value(), inside);
    for (const std::size_t outside : {shortest - 1, longest + 1})
        BOOST_TEST(Pair::outside_legacy_sizes(outside).has_value(), outside);
}

// Runs all sides at this size, and the modern ones also with an element more. Every element counts, and adjacent blocks
// have different sums. The elements are integers between -1000 and 1000, so a double holds every partial sum of 2^31
// products. The CPU adds one period of the pattern.
template <class Pair>
void check_long_vectors(std::size_t size)
{
    using element = typename Pair::element;
    std::mt19937 random{20261121};
    std::uniform_int_distribution<int> integer{-1000, 1000};
    std::vector<element> a(pattern_size), b(pattern_size);
    for (std::size_t i = 0; i < pattern_size; i++) {
        a[i] = integer(random);
        b[i] = integer(random);
    }
    const auto sum = [&](std::size_t elements) {
        long long whole = 0, rest = 0;
        for (std::size_t i = 0; i < pattern_size; i++) {
            whole += static_cast<long long>(a[i] * b[i]);
            if (i < elements % pattern_size) rest += static_cast<long long>(a[i] * b[i]);
        }
        return static_cast<element>(static_cast<long long>(elements / pattern_size) * whole + rest);
    };

    typename Pair::input in{repeated(a, size + 1), repeated(b, size + 1)};
    const auto poison = poisoned();
    for (const auto& [name, stage] : modern_stages<Pair>())
        BOOST_TEST(stage(in) == sum(size + 1), name);
    in.a.pop_back();
    in.b.pop_back();
    for (const auto& [name, stage] : modern_stages<Pair>())
        BOOST_TEST(stage(in) == sum(size), name);
    BOOST_TEST(Pair::legacy(in) == sum(size));
}

// Lets the attribute say that a texture has at most 1000 texels. Both sides refuse longer vectors, in the same words.
template <class Pair>
void check_short_texture(cudaDeviceAttr limit, const std::string& words)
{
    static const entry<cudaError_t(int, const float*, const float*, float*, float*)> legacy{"legacy", Pair::slug};
    const std::string slug = Pair::slug, name = slug.substr(slug.find('/') + 1);
    check_pair<Pair>(Pair::make(1000, 1)); // caches the attributes that are read only once
    const replaced_attributes short_texture{{{limit, 1000}}};

    BOOST_TEST(!Pair::outside_legacy_domain(Pair::make(1000, 2)).has_value());
    BOOST_TEST(Pair::outside_legacy_domain(Pair::make(1001, 2)).has_value());
    {
        const captured_stderr captured;
        check_pair<Pair>(Pair::make(1000, 2));
        BOOST_TEST(captured.text() == "", "said of what just fits: " << captured.text());
    }
    check_refused_by_name([&](int n) { return legacy(n, nullptr, nullptr, nullptr, nullptr); }, 1001,
                          name + ": 1001 elements, but " + words);
    check_thrown_by_name<std::length_error>([] { Pair::call_modern(1001, nullptr, nullptr, nullptr, nullptr); },
                                            name + ": 1001 elements, but " + words);
    check_pair<Pair>(Pair::make(1000, 3)); // nothing is left that would disturb the next run
}

// An int may be negative. The modern side refuses it, with and without a name.
template <class Pair>
void check_negative_numbers()
{
    const captured_stderr quiet;
    float sum = -1, milliseconds = -1;
    for (const int size : {-1, -256, -1000})
        BOOST_CHECK_THROW(Pair::call_modern(size, nullptr, nullptr, &sum, &milliseconds), std::exception);
    BOOST_TEST(sum == -1);
}

// Tests what a block of 256 threads does to shared memory and to its barrier. A legacy block stores each product, and
// thread 0 loads all of them, each by a request of its own. A twin's block adds within each warp by shuffles, and
// stores one sum for each warp.
template <class Kernel>
void check_sums_of_blocks(const Kernel& legacy, const Kernel& modern, std::size_t blocks)
{
    constexpr std::size_t warps = 256 / 32;
    BOOST_TEST(legacy.shared_stores.requests == blocks * warps);
    BOOST_TEST(legacy.shared_loads.requests == blocks * 256);
    BOOST_TEST(modern.shared_stores.requests == blocks * warps);
    BOOST_TEST(modern.shared_loads.requests <= blocks * warps);
    for (const Kernel* kernel : {&legacy, &modern}) {
        BOOST_TEST(kernel->block_barriers == blocks * warps);
        BOOST_TEST(kernel->global_stores.requests == blocks);
        BOOST_TEST(kernel->global_atomics == 0);
    }
}

// The kernels of both sides load the same: an element of each vector for each lane, all through textures. Both store a
// sum for each block.
template <class Pair>
void check_fetches()
{
    const auto in = Pair::make(1 << 16, 1);
    const auto legacy = counters_of_one_launch<Pair>(&Pair::legacy, in);
    const auto modern = counters_of_one_launch<Pair>(&Pair::modern, in);
    for (const auto* kernel : {&legacy, &modern}) {
        BOOST_TEST(kernel->texture_requests == 2 * (1 << 16) / 32);
        BOOST_TEST(kernel->global_loads.requests == 0);
    }
    check_sums_of_blocks(legacy, modern, (1 << 16) / 256);
}

} // namespace pairs

#define CUDA_LEGACY_DOT_PRODUCT_TESTS(pair, block)                                                                     \
    BOOST_AUTO_TEST_CASE(sweep) { pairs::check_sweep<pair>(block); }                                                   \
    BOOST_AUTO_TEST_CASE(every_element_counts_once) { pairs::check_every_element_counts_once<pair>(); }                \
    BOOST_AUTO_TEST_CASE(sums_of_reals_within_their_bounds) { pairs::check_error_bounds<pair>(); }

#define CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(pair)                                                              \
    BOOST_AUTO_TEST_CASE(more_than_2_31_elements, *pairs::memory_for((std::size_t{9} << 29) * sizeof(pair::element),   \
                                                                     (std::size_t{9} << 29) * sizeof(pair::element)))  \
    {                                                                                                                  \
        pairs::check_beyond_32_bits<pair>();                                                                           \
    }

// Adds the test of the longest vectors of doubles. Both vectors are on the host, once for both sides, and on the
// device.
#define CUDA_LEGACY_DOT_PRODUCT_LONGEST_TEST(pair, longest)                                                            \
    BOOST_AUTO_TEST_CASE(vectors_of_a_pattern) { pairs::check_long_vectors<pair>(1 << 16); }                           \
    BOOST_AUTO_TEST_CASE(the_longest_vectors, *pairs::memory_for(std::size_t{33} << 30, std::size_t{33} << 30))        \
    {                                                                                                                  \
        pairs::check_long_vectors<pair>(longest);                                                                      \
    }

#define CUDA_LEGACY_DOT_PRODUCT_2_30_TEST(pair)                                                                        \
    BOOST_AUTO_TEST_CASE(the_longest_vectors, *pairs::memory_for((std::size_t{5} << 30) * sizeof(pair::element),       \
                                                                 (std::size_t{4} << 30) * sizeof(pair::element)))      \
    {                                                                                                                  \
        pairs::check_2_30_elements<pair>();                                                                            \
    }
