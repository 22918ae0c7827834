// The test cases that the dot products share. CUDA_LEGACY_DOT_PRODUCT_TESTS(pair, block) defines them.
#pragma once

#include "../large_size.hpp"
#include "dot_product.hpp"
#include "orders.hpp"

namespace pairs {

template <class Pair>
void check_sweep(std::size_t block)
{
    for (const std::size_t size : swept_sizes(block))
        for (const unsigned seed : swept_seeds()) {
            if (size > Pair::longest_modern()) continue; // refused: a case of its own
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            check_pair<Pair>(Pair::make(size, seed));
        }
}

// One product among zeros, at the ends, around the blocks' edges and around the vector loads' tail.
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

// Sums of reals are rounded, on each side in its own order: each stays within that order's bound.
template <class Pair>
void check_error_bounds()
{
    for (const std::size_t size : {1, 64, 255, 1009, 4099, 65537, 131072, 1048573})
        for (const unsigned seed : swept_seeds()) {
            if (size > Pair::longest_modern() || (under_sanitizer() && size > 4099)) continue;
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = Pair::make_reals(size, seed);
                const long_sum exact = Pair::exact(in);
                check_within<Pair>("modern", exact, Pair::modern(in), Pair::modern_roundings(size));
                if (Pair::outside_legacy_domain(in)) continue;
                check_within<Pair>("legacy", exact, Pair::legacy(in), Pair::legacy_roundings(size));
            }
        }
}

// Kept defect: the legacy side's order. `order` repeats it on the CPU.
template <class Pair, class Order>
void check_legacy_order(Order order)
{
    for (const std::size_t size : {64, 255, 256, 1009, 4099, 65537})
        for (const unsigned seed : swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
            {
                const auto in = Pair::make_reals(size, seed);
                const agreement same = identical(Pair::legacy(in), order(in.a, in.b));
                BOOST_TEST(same.holds, same.words);
            }
}

// Zeros but for the ends and the place where 32-bit indices end.
template <class Pair>
void check_beyond_32_bits()
{
    typename Pair::input in;
    in.a.resize(beyond_32_bits);
    in.b.resize(beyond_32_bits);
    const std::size_t middle = std::size_t{1} << 31;
    int value = 1;
    for (const std::size_t at : {std::size_t{0}, middle - 1, middle, beyond_32_bits - 1}) {
        in.a[at] = static_cast<typename Pair::element>(value++);
        in.b[at] = static_cast<typename Pair::element>(value++);
    }
    BOOST_TEST(Pair::modern(in) == 1 * 2 + 3 * 4 + 5 * 6 + 7 * 8);
}

// Legacy entries of another type than the harness uses: `legacy(n)` is what the pair's answers for n elements.
template <class Call>
void check_refused(const Call& legacy, std::initializer_list<long long> sizes)
{
    for (const long long size : sizes)
        BOOST_TEST_CONTEXT("size " << size)
    BOOST_TEST(legacy(static_cast<int>(size)) == cudaErrorInvalidValue);
}

} // namespace pairs

#define CUDA_LEGACY_DOT_PRODUCT_TESTS(pair, block)                                                                     \
    BOOST_AUTO_TEST_CASE(sweep) { pairs::check_sweep<pair>(block); }                                                   \
    BOOST_AUTO_TEST_CASE(every_element_counts_once) { pairs::check_every_element_counts_once<pair>(); }                \
    BOOST_AUTO_TEST_CASE(sums_of_reals_within_their_bounds) { pairs::check_error_bounds<pair>(); }

#define CUDA_LEGACY_DOT_PRODUCT_BEYOND_32_BITS_TEST(pair)                                                              \
    BOOST_AUTO_TEST_CASE(more_than_2_31_elements, *pairs::memory_for((std::size_t{5} << 30) * sizeof(pair::element),   \
                                                                     (std::size_t{5} << 30) * sizeof(pair::element)))  \
    {                                                                                                                  \
        pairs::check_beyond_32_bits<pair>();                                                                           \
    }
