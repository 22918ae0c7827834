#include "linear_1d.hpp"

#include <cmath>
#include <limits>

#include "../captured_stderr.hpp"
#include "../large_size.hpp"

using pairs::linear_1d;

BOOST_AUTO_TEST_CASE(sweep) { pairs::sweep_pair<linear_1d>(256); }

BOOST_AUTO_TEST_CASE(no_elements)
{
    BOOST_TEST(linear_1d::modern({}).empty());
    BOOST_TEST(linear_1d::call_legacy(0, nullptr, nullptr) == cudaErrorInvalidValue);
    BOOST_TEST(linear_1d::call_legacy(-1, nullptr, nullptr) == cudaErrorInvalidValue);
}

// Mended defect: the document's check never ran, so that its program could not find a difference.
BOOST_AUTO_TEST_CASE(the_documents_numbers)
{
    const auto out = linear_1d::legacy(linear_1d::make(5000, 0));
    for (int i = 0; i < 5000; i++)
        BOOST_TEST(out[i] == i);
}

// Kept defect: what is read through the texture is also written, by the same thread and with the same value. So the
// legacy side has a single allocation, where the modern side has two.
BOOST_AUTO_TEST_CASE(the_legacy_side_writes_to_what_it_reads)
{
    if (pairs::under_sanitizer()) return; // it reports the failing call as an error
    const auto data = linear_1d::make(1000, 1);
    const pairs::failing_allocations second{1};
    BOOST_TEST(linear_1d::legacy(data) == data, boost::test_tools::per_element());
    const pairs::failing_allocations second_again{1};
    BOOST_CHECK_THROW(linear_1d::modern(data), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(values_that_arithmetic_would_change)
{
    // A texture read is a copy: infinities, signed zeros, denormals and NaNs' bits come through.
    const float inf = std::numeric_limits<float>::infinity();
    pairs::check_pair<linear_1d>({-0.0f, 0.0f, inf, -inf, 1e-45f, -1e-40f, std::nanf("0x1234"), 3.4e38f});
}

BOOST_AUTO_TEST_CASE(longer_ones_are_refused_by_the_legacy_side)
{
    const std::size_t too_long = linear_1d::longest_legacy() + 1;
    BOOST_REQUIRE(too_long <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
    {
        const pairs::failing_allocations none; // refused before: an allocation would fail with another error
        BOOST_TEST(linear_1d::call_legacy(static_cast<int>(too_long), nullptr, nullptr) == cudaErrorInvalidValue);
    }
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 2));
}

// A texture that may have 1000 texels and no more: what is longer is refused by name, without GiBs of it.
BOOST_AUTO_TEST_CASE(longer_ones_are_refused_by_name)
{
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 1)); // what is asked of a device once, is asked now
    const pairs::replaced_attributes short_texture{{{cudaDevAttrMaxTexture1DLinearWidth, 1000}}};
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 2));
    pairs::check_refused_by_name([](int n) { return linear_1d::call_legacy(n, nullptr, nullptr); }, 1001,
                                 "linear_1d: 1001 elements, but a linear texture has at most 1000 texels");
    BOOST_CHECK_EXCEPTION(linear_1d::modern(linear_1d::make(1001, 1)), std::length_error, [](const auto& error) {
        return error.what() == std::string{"a texture on linear memory holds 1000 texels here, not 1001"};
    });
    pairs::check_pair<linear_1d>(linear_1d::make(1000, 3));
}

BOOST_AUTO_TEST_CASE(the_longest_texture, *pairs::memory_for(std::size_t{10} << 30, std::size_t{6} << 30))
{
    pairs::check_pair<linear_1d>(linear_1d::make(linear_1d::longest_legacy(), 3));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<linear_1d>(linear_1d::make(1000, 1)); }
