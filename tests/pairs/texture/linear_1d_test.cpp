// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "linear_1d.hpp"

#include <cmath>
#include <limits>

#include "../captured_stderr.hpp"
#include "../counters.hpp"
#include "../large_size.hpp"

using pairs::texture::linear_1d;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<linear_1d>(256); }

BOOST_AUTO_TEST_CASE(no_elements)
{
    BOOST_TEST(linear_1d::modern({}).empty());
    BOOST_TEST(linear_1d::call_legacy(0, nullptr, nullptr) == cudaErrorInvalidValue);
    BOOST_TEST(linear_1d::call_legacy(-1, nullptr, nullptr) == cudaErrorInvalidValue);
}

// Mended defect: the document's check never ran, so its program could not detect a difference.
BOOST_AUTO_TEST_CASE(the_documents_numbers)
{
    const auto out = linear_1d::legacy(linear_1d::make(5000, 0));
    for (int i = 0; i < 5000; i++)
        BOOST_TEST(out[i] == i);
}

// Kept defect: the kernel writes what it reads through the texture, in the same thread and with the same value. So the
// legacy side has a single allocation, and the modern side has two.
BOOST_AUTO_TEST_CASE(the_legacy_side_writes_to_what_it_reads, *pairs::without_sanitizer())
{
    const auto data = linear_1d::make(1000, 1);
    const pairs::failing_allocations second{1};
    BOOST_TEST(linear_1d::legacy(data) == data, boost::test_tools::per_element());
    const pairs::failing_allocations second_again{1};
    BOOST_CHECK_THROW(linear_1d::modern(data), std::runtime_error);
}

// So the legacy side's result is right even without its kernel, or if the kernel fetches too little. The fetches and
// stores show whether the kernels have run: one fetch for each texel, and one store for each element of the result.
BOOST_AUTO_TEST_CASE(each_side_launches_one_kernel)
{
    for (const auto side : {&linear_1d::legacy, &linear_1d::modern}) {
        const pairs::launch_timer timer;
        side(linear_1d::make(1000, 1));
        BOOST_TEST(timer.launches() == 1);
    }
}

BOOST_AUTO_TEST_CASE(every_texel_is_fetched_and_stored, *pairs::counters())
{
    for (const std::size_t size : {1, 31, 32, 33, 255, 256, 257, 5000})
        for (const auto side : {&linear_1d::legacy, &linear_1d::modern})
            BOOST_TEST_CONTEXT("size " << size << (side == &linear_1d::legacy ? ", legacy" : ", modern"))
            {
                const auto kernel = pairs::counters_of_one_launch<linear_1d>(side, linear_1d::make(size, 1));
                const std::size_t warps = (size + 31) / 32;
                BOOST_TEST(kernel.texture_requests == warps);
                BOOST_TEST(kernel.global_loads.requests == 0);
                BOOST_TEST(kernel.global_stores.requests == warps);
                BOOST_TEST(kernel.global_stores.requested_bytes == size * sizeof(float));
            }
}

BOOST_AUTO_TEST_CASE(values_that_arithmetic_would_change)
{
    // A texture read is a copy: infinities, signed zeros, denormals and the bits of NaNs are kept.
    const float inf = std::numeric_limits<float>::infinity();
    pairs::check_pair<linear_1d>({-0.0f, 0.0f, inf, -inf, 1e-45f, -1e-40f, std::nanf("0x1234"), 3.4e38f});
}

BOOST_AUTO_TEST_CASE(longer_ones_are_refused_by_the_legacy_side)
{
    const std::size_t too_long = linear_1d::longest_legacy() + 1;
    BOOST_REQUIRE(too_long <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
    {
        const pairs::failing_allocations none; // refused first: an allocation would fail with another error
        BOOST_TEST(linear_1d::call_legacy(static_cast<int>(too_long), nullptr, nullptr) == cudaErrorInvalidValue);
    }
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 2));
}

// A texture has at most 1000 texels. Longer input is refused by name, without GiBs of data.
BOOST_AUTO_TEST_CASE(longer_ones_are_refused_by_name)
{
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 1)); // caches the attributes that are read only once
    const pairs::replaced_attributes short_texture{{{cudaDevAttrMaxTexture1DLinearWidth, 1000}}};
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 2));
    pairs::check_refused_by_name([](int n) { return linear_1d::call_legacy(n, nullptr, nullptr); }, 1001,
                                 "linear_1d: 1001 elements, but the device says 1000 texels at most for linear memory");
    pairs::check_thrown_by_name<std::length_error>(
        [] { linear_1d::call_modern(1001, nullptr, nullptr); },
        "linear_1d: 1001 elements, but the device says 1000 texels at most for linear memory");
    pairs::check_thrown_by_name<std::length_error>(
        [] { linear_1d::call_modern(-1, nullptr, nullptr); },
        "linear_1d: -1 elements, but the device says 1000 texels at most for linear memory");
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 3));
}

BOOST_AUTO_TEST_CASE(the_longest_texture, *pairs::memory_for(std::size_t{10} << 30, std::size_t{6} << 30))
{
    pairs::check_pair<linear_1d>(linear_1d::make(linear_1d::longest_legacy(), 3));
}

// The largest number of texels that the modern side takes, 2^30 on an H200, and one more, which it refuses by name.
BOOST_AUTO_TEST_CASE(the_longest_texture_of_floats, *pairs::memory_for(std::size_t{10} << 30, std::size_t{9} << 30))
{
    const std::size_t longest = linear_1d::longest_modern();
    const auto pattern = linear_1d::make(pairs::pattern_size, 4);
    const auto data = pairs::repeated(pattern, longest);
    pairs::check_thrown_by_name<std::length_error>(
        [&] { linear_1d::call_modern(static_cast<int>(longest + 1), nullptr, nullptr); },
        "linear_1d: " + std::to_string(longest + 1) + " elements, but the device says " + std::to_string(longest) +
            " texels at most for linear memory");
    const auto poison = pairs::poisoned();
    pairs::check_repeats("modern", linear_1d::modern(data), longest, pattern);
}

// A full memory is reported by the run that meets it. The next run has memory, and must not report it.
BOOST_AUTO_TEST_CASE(a_full_memory_is_told_once, *pairs::without_sanitizer())
{
    const auto data = linear_1d::make(1000, 1);
    std::vector<float> out(data.size());
    const auto told = [&] {
        const captured_stderr captured;
        const cudaError_t error = linear_1d::call_legacy(1000, data.data(), out.data());
        return cudaGetErrorName(error) + (", " + captured.text());
    };
    {
        const pairs::failing_allocations none;
        BOOST_TEST(told() == "cudaErrorMemoryAllocation, Cuda error: cudaMalloc: out of memory.\n");
    }
    BOOST_TEST(told() == "cudaSuccess, ");
    BOOST_TEST(out == data, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<linear_1d>(linear_1d::make(1000, 1));
}
