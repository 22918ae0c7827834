// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "midpoint_texture.hpp"

#include "../captured_stderr.hpp"
#include "quadrature_test.hpp"

using pairs::integration::midpoint_texture;

namespace {

void check_modern(const pairs::integral_of_sine& in)
{
    pairs::check_formula("modern", in, midpoint_texture::modern(in), in.midpoint, in.midpoint_error(),
                         midpoint_texture::modern_rounding(in));
}

} // namespace

// Compares legacy with modern, within a bound for floats, and modern alone, within a bound for doubles.
BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<midpoint_texture>(check_modern); }

// Each side within the bound of its own order of summation.
BOOST_AUTO_TEST_CASE(the_formula_and_the_integral)
{
    pairs::for_each_integral([](const auto& in) {
        pairs::check_formula("legacy", in, midpoint_texture::legacy(in), in.midpoint, in.midpoint_error(),
                             in.template rounding<float>(midpoint_texture::legacy_order(in)));
        check_modern(in);
    });
}

namespace {

double width(const pairs::integral_of_sine& in) { return (in.b - in.a) / static_cast<double>(in.intervals); }

std::vector<float> samples_of(const pairs::integral_of_sine& in)
{
    std::vector<float> samples(in.intervals);
    for (std::size_t i = 0; i < in.intervals; i++)
        samples[i] = static_cast<float>(std::sin(in.a + (static_cast<double>(i) + 0.5) * width(in)));
    return samples;
}

} // namespace

// Kept defect: thread 0 adds its block's samples as floats, and the CPU adds the blocks. That order gives the same
// bits.
BOOST_AUTO_TEST_CASE(one_thread_after_the_other)
{
    pairs::for_each_integral([](const auto& in) {
        const std::vector<float> samples = samples_of(in);
        float sum = 0;
        for (std::size_t block = 0; block < samples.size(); block += 256) {
            float of_block = 0;
            for (std::size_t i = block; i < std::min(block + 256, samples.size()); i++)
                of_block += samples[i];
            sum += of_block;
        }
        const pairs::agreement same =
            pairs::identical(midpoint_texture::legacy(in), static_cast<float>(sum * width(in)));
        BOOST_TEST(same.holds, same.words);
    });
}

// The modern side adds the same samples as doubles. Its error is at most half of the distance to the next float, and
// the rounding of doubles in its order.
BOOST_AUTO_TEST_CASE(the_modern_sum_is_of_doubles)
{
    pairs::for_each_integral([](const auto& in) {
        pairs::long_sum sum;
        for (const float sample : samples_of(in))
            sum.add(sample);
        const long double h = width(in);
        const float modern = midpoint_texture::modern(in), next = std::nextafter(std::abs(modern), 10.0f);
        const long double half = (static_cast<long double>(next) - std::abs(modern)) / 2;
        const long double error = std::abs(modern - sum.value * h);
        // There are two more roundings: the product with the width, and that of the CPU.
        const long double allowed = half + sum.bound<double>(midpoint_texture::modern_order(in) + 2) * h;
        BOOST_TEST(error <= allowed, modern << " is off by " << error << ", allowed are " << allowed);
    });
}

BOOST_AUTO_TEST_CASE(the_order_is_two, *pairs::without_sanitizer())
{
    pairs::check_order_of_both_sides<midpoint_texture>(2);
}

// Both sides refuse before they compute a sample, so the test needs no memory of that size.
BOOST_AUTO_TEST_CASE(what_a_texture_does_not_hold_is_refused)
{
    pairs::check_refusals<midpoint_texture>(midpoint_texture::longest_legacy());
    pairs::integral_of_sine in{0, 1, midpoint_texture::longest_modern() + 1};
    BOOST_CHECK_EXCEPTION(midpoint_texture::modern(in), std::length_error, [](const std::exception& error) {
        return error.what() == "midpoint_texture: " + std::to_string(midpoint_texture::longest_modern() + 1) +
                                   " samples, but the device says " +
                                   std::to_string(midpoint_texture::longest_modern()) +
                                   " texels at most for linear memory";
    });
    pairs::check_pair<midpoint_texture>(midpoint_texture::make(1000, 1));
}

BOOST_AUTO_TEST_CASE(the_longest_is_taken, *pairs::without_sanitizer())
{
    pairs::check_longest_is_taken<midpoint_texture>(midpoint_texture::longest_legacy());
}

// A texture that may have 1000 texels and no more.
BOOST_AUTO_TEST_CASE(what_a_short_texture_does_not_hold_is_refused_by_name)
{
    pairs::check_pair<midpoint_texture>(
        midpoint_texture::make(1000, 1)); // caches the attributes that are read only once
    const pairs::replaced_attributes short_texture{{{cudaDevAttrMaxTexture1DLinearWidth, 1000}}};
    pairs::check_pair<midpoint_texture>(midpoint_texture::make(1000, 2));
    pairs::check_refused_by_name(
        [](int n) { return midpoint_texture::call_legacy(0, 1, n, nullptr); }, 1001,
        "midpoint_texture: 1001 samples, but the device says 1000 texels at most for linear memory");
    BOOST_CHECK_EXCEPTION(
        midpoint_texture::modern(midpoint_texture::make(1001, 1)), std::length_error, [](const std::exception& error) {
            return error.what() ==
                   std::string{"midpoint_texture: 1001 samples, but the device says 1000 texels at most "
                               "for linear memory"};
        });
    pairs::check_pair<midpoint_texture>(midpoint_texture::make(1000, 3));
}

// 1 GiB of samples and twice as many sines on an H200, which take the CPU seconds, and an emulated device minutes.
BOOST_AUTO_TEST_CASE(the_longest_texture, *pairs::memory_for(std::size_t{3} << 30, std::size_t{2} << 30))
{
    for (const std::size_t size : {midpoint_texture::longest_legacy(), midpoint_texture::longest_legacy() + 1}) {
        const auto in = pairs::many_intervals(size);
        if (size == midpoint_texture::longest_legacy())
            pairs::check_integral("legacy", in, midpoint_texture::legacy(in), in.midpoint_error(),
                                  in.rounding<float>(midpoint_texture::legacy_order(in)));
        pairs::check_integral("modern", in, midpoint_texture::modern(in), in.midpoint_error(),
                              midpoint_texture::modern_rounding(in));
    }
}

BOOST_AUTO_TEST_CASE(full_memory, *pairs::without_sanitizer())
{
    pairs::check_full_memory<midpoint_texture>(midpoint_texture::make(1000, 1));
}

// Each sample is fetched once, and through the texture alone.
BOOST_AUTO_TEST_CASE(what_the_kernels_do, *pairs::counters())
{
    pairs::check_kernels<midpoint_texture>(1);
    const auto in = midpoint_texture::make(1 << 16, 0);
    for (const auto side : {&midpoint_texture::legacy, &midpoint_texture::modern}) {
        const auto kernel = pairs::counters_of_one_launch<midpoint_texture>(side, in);
        BOOST_TEST(kernel.texture_requests == (1 << 16) / 32);
        BOOST_TEST(kernel.global_loads.requests == 0);
    }
}
