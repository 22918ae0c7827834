#include "midpoint_texture.hpp"

#include <limits>

#include "quadrature_test.hpp"

using pairs::midpoint_texture;

BOOST_AUTO_TEST_CASE(sweep) { pairs::check_integrals<midpoint_texture>(); }

BOOST_AUTO_TEST_CASE(the_analytic_value)
{
    for (const std::size_t intervals : {1, 2, 3, 10, 255, 256, 257, 1000, 65537})
        for (const unsigned seed : {0, 1, 2, 3, 4, 5}) {
            const auto in = midpoint_texture::make(intervals, seed);
            const auto legacy = midpoint_texture::legacy(in), modern = midpoint_texture::modern(in);
            pairs::check_analytic(in, {legacy, modern}, in.midpoint_error(),
                                  in.rounding<float>(midpoint_texture::legacy_order(in)));
            // The modern side adds doubles: what is left are the samples' rounding and the result's.
            pairs::check_analytic(in, {modern}, in.midpoint_error(),
                                  in.rounding<double>(intervals) + pairs::gamma_bound<float>(2) * in.magnitude);
        }
}

BOOST_AUTO_TEST_CASE(the_order_is_two)
{
    if (pairs::under_sanitizer()) return;
    pairs::check_order(2, &midpoint_texture::legacy);
    pairs::check_order(2, &midpoint_texture::modern);
}

BOOST_AUTO_TEST_CASE(refusals)
{
    float out;
    pairs::check_refusals<midpoint_texture>(&out);
}

// Both sides refuse before they make a single sample, so no memory of that size is needed.
BOOST_AUTO_TEST_CASE(what_a_texture_does_not_hold_is_refused_by_name)
{
    float out = -1;
    const auto int_max = static_cast<std::size_t>(std::numeric_limits<int>::max());
    const std::size_t too_long = midpoint_texture::longest_legacy() + 1;
    BOOST_REQUIRE(too_long <= int_max);
    BOOST_TEST(midpoint_texture::call_legacy(0, 1, static_cast<int>(too_long), &out) == cudaErrorInvalidValue);
    BOOST_TEST(out == -1);

    pairs::integral_of_sine in{0, 1, midpoint_texture::longest_modern() + 1};
    BOOST_CHECK_EXCEPTION(midpoint_texture::modern(in), std::length_error, [](const std::exception& error) {
        return std::string{error.what()}.find("a texture on linear memory holds " +
                                              std::to_string(midpoint_texture::longest_modern() / 4) + " texels") !=
               std::string::npos;
    });
    pairs::check_pair<midpoint_texture>(midpoint_texture::make(1000, 1));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<midpoint_texture>(midpoint_texture::make(1000, 1)); }
