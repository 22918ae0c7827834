// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The test cases that the pairs with an offset share. CUDA_LEGACY_OFFSET_VECTORS_TESTS(pair) and
// CUDA_LEGACY_LONG_OFFSET_VECTORS_TESTS(pair, where, check_sums) define them.
#pragma once

#include "../large_size.hpp"
#include "offset_vectors.hpp"

namespace pairs {

template <class Pair>
void check_the_documents_offsets_and_blocks()
{
    for (const std::size_t offset : {0, 11, 128})
        for (const int block : {128, 256, 512, 1024})
            BOOST_TEST_CONTEXT("offset " << offset << ", block " << block)
            {
                // The document's own length, on the emulated device only with its own block.
                const bool is_short = under_sanitizer() || (emulated() && block != 512);
                check_pair<Pair>(Pair::make(is_short ? 5000 : 1 << 20, 3, offset, block));
            }
}

template <class Pair>
void check_offsets_at_the_end(int block)
{
    for (const std::size_t offset : {999, 1000, 1001, 1 << 30})
        BOOST_TEST_CONTEXT("offset " << offset)
    check_pair<Pair>(Pair::make(1000, 4, offset, block));
}

template <class Pair>
void check_odd_blocks()
{
    for (const int block : {1, 7, 33})
        BOOST_TEST_CONTEXT("block " << block)
    check_pair<Pair>(Pair::make(1000, 5, 11, block));
}

//! Gives all sums of a result. The comparison of a pair may omit the sums that one of its kernels omits.
template <class Result>
const std::vector<float>& all_sums(const Result& result)
{
    if constexpr (std::is_same_v<Result, std::vector<float>>)
        return result;
    else
        return result.values;
}

//! Tests the warm-up's result, which the next kernel overwrites: all sums, on every side.
template <class Pair>
void check_warm_up_results()
{
    auto sides = modern_stages<Pair>();
    sides.emplace_back("legacy", &Pair::legacy);
    for (const std::size_t size : {1, 511, 512, 513, 5000})
        for (const std::size_t offset : {0, 11, 128, 600})
            for (const int block : {7, 512})
                for (const auto& [name, side] : sides)
                    BOOST_TEST_CONTEXT(name << ", size " << size << ", offset " << offset << ", block " << block)
                    {
                        const auto in = Pair::make(size, 8, offset, block);
                        if (side == &Pair::legacy && Pair::outside_legacy_domain(in)) continue;
                        const auto poison = poisoned();
                        const first_kernel_alone warm_up;
                        const agreement same = identical(all_sums(Pair::reference(in)), all_sums(side(in)));
                        BOOST_TEST(same.holds, same.words);
                        BOOST_TEST(warm_up.left_out() == (in.sums() || side == &Pair::legacy ? 1 : 0));
                    }
}

//! Tests that the legacy side takes `size` elements, in all possible blocks, and refuses `too_few` in blocks of 512.
template <class Pair>
void check_what_cannot_be_launched(std::size_t size, std::size_t too_few)
{
    for (const int block : {0, -1, 1025})
        check_refused<Pair>(Pair::make(size, 1, 0, block));
    check_refused<Pair>(Pair::make(too_few, 1, 0, 512));
    BOOST_CHECK_THROW(Pair::modern(Pair::make(100, 1, 0, 0)), std::invalid_argument);
}

//! Tests the refusal before anything is read or allocated. An allocation would fail with another error.
template <class Pair>
void check_ends_of_the_legacy_domain()
{
    const failing_allocations none;
    const auto refuses = [](int size, int offset) {
        double seconds[2];
        return Pair::call_legacy(nullptr, nullptr, nullptr, size, offset, 512, seconds) == cudaErrorInvalidValue;
    };
    const int longest = 1 << 30;
    BOOST_TEST(refuses(longest + 1, 0));
    BOOST_TEST(refuses(5000, longest + 1));
    BOOST_TEST(refuses(5000, -1));
    auto in = Pair::make(5000, 1, longest, 512);
    BOOST_TEST(!Pair::outside_legacy_domain(in).has_value());
    in.offset++;
    BOOST_TEST(Pair::outside_legacy_domain(in).has_value());
    BOOST_TEST(!Pair::outside_legacy_sizes(std::size_t{1} << 30, 0, 512).has_value());
    BOOST_TEST(Pair::outside_legacy_sizes((std::size_t{1} << 30) + 1, 0, 512).has_value());
}

//! The place of a pair's offset: the first element that is added, or the first sum that is written.
enum class offset_where { it_reads, it_writes };

//! Adds vectors of a pattern at an offset, in all stages of `Pair`, and in the modern ones also with an element more.
//! The rest of the legacy side's memory must stay unchanged. `check_sums(size, offset, sums, pattern)` tests the sums
//! that it has written.
template <class Pair, class Check>
void check_long_vectors(std::size_t size, std::size_t offset, offset_where where, Check check_sums)
{
    const auto pattern = offset_vectors::make(pattern_size, 6, 0, 512);
    const std::size_t shift = where == offset_where::it_reads ? offset : 0;
    std::vector<float> sums(pattern_size);
    for (std::size_t i = 0; i < pattern_size; i++)
        sums[i] = pattern.a[(i + shift) % pattern_size] + pattern.b[(i + shift) % pattern_size];

    std::vector<float> a = repeated(pattern.a, size + 1), b = repeated(pattern.b, size + 1);
    const auto poison = poisoned();
    float milliseconds[2];
    for (const std::size_t length : {size + 1, size}) {
        a.resize(length);
        b.resize(length);
        for (const auto& [stage, function] : modern_stages<Pair>())
            check_repeats(stage, Pair::call_modern(stage, a, b, offset, 512, milliseconds), length - offset, sums);
    }

    const std::vector<float> untouched(pattern_size, -1.f);
    std::vector<float> out = repeated(untouched, size);
    double seconds[2];
    BOOST_TEST(Pair::call_legacy(a.data(), b.data(), out.data(), static_cast<int>(size), static_cast<int>(offset), 512,
                                 seconds) == cudaSuccess);
    const bool reads = where == offset_where::it_reads;
    check_sums(size, offset, out.data() + (reads ? 0 : offset), sums);
    check_repeats("legacy, beside the sums", out.data() + (reads ? size - offset : 0), offset, untouched);
}

//! For check_long_vectors, if the legacy side computes every sum.
inline void check_every_sum(std::size_t size, std::size_t offset, const float* sums, const std::vector<float>& pattern)
{
    check_repeats("legacy", sums, size - offset, pattern);
}

} // namespace pairs

#define CUDA_LEGACY_OFFSET_VECTORS_TESTS(pair)                                                                         \
    BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<pair>(512); }                                                      \
    BOOST_AUTO_TEST_CASE(what_the_warm_up_computes) { pairs::check_warm_up_results<pair>(); }                          \
    BOOST_AUTO_TEST_CASE(the_documents_offsets_and_blocks) { pairs::check_the_documents_offsets_and_blocks<pair>(); }  \
    BOOST_AUTO_TEST_CASE(the_legacy_side_ends_before_its_indices_do) { pairs::check_ends_of_the_legacy_domain<pair>(); }

// Needs memory for both vectors, an output and a result at once. The legacy side's index is largest at the largest
// offset that leaves a sum.
#define CUDA_LEGACY_LONG_OFFSET_VECTORS_TESTS(pair, where, check_sums)                                                 \
    BOOST_AUTO_TEST_CASE(vectors_of_a_pattern) { pairs::check_long_vectors<pair>(9001, 11, where, check_sums); }       \
    BOOST_AUTO_TEST_CASE(the_longest_vectors, *pairs::memory_for(std::size_t{17} << 30, std::size_t{13} << 30))        \
    {                                                                                                                  \
        constexpr std::size_t longest = pairs::offset_vectors::longest;                                                \
        pairs::check_long_vectors<pair>(longest, 11, where, check_sums);                                               \
        pairs::check_long_vectors<pair>(longest, longest - 1, where, check_sums);                                      \
    }
