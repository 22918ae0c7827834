#include "sum_of_squares_thread0.hpp"

#include <climits>

#include "../paired_test.hpp"

using pairs::sum_of_squares_thread0;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(256))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<sum_of_squares_thread0>(sum_of_squares_thread0::make(size, seed));
}

BOOST_AUTO_TEST_CASE(every_element_counts_once)
{
    // One 1 among zeros, at the ends and around the 16-byte loads' tail.
    for (const std::size_t size : {1, 2, 3, 4, 5, 1023, 1025})
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            std::vector<int> data(size);
            data[at] = 1;
            BOOST_TEST_CONTEXT("size " << size << ", at " << at)
                pairs::check_pair<sum_of_squares_thread0>(data);
        }
}

BOOST_AUTO_TEST_CASE(sums_wrap_alike)
{
    // Beyond 2^31 the sum is no sum any more, on neither side; both wrap, and to the same number.
    const std::vector<int> data(1000, 46340);
    pairs::check_pair<sum_of_squares_thread0>(data);
    BOOST_TEST(sum_of_squares_thread0::modern(data) == sum_of_squares_thread0::reference(data));
}

BOOST_AUTO_TEST_CASE(negative_numbers)
{
    pairs::check_pair<sum_of_squares_thread0>({-1, -2, -3, 4, -5, 0, -7});
}

BOOST_AUTO_TEST_CASE(the_legacy_side_ends_at_its_data_size)
{
    std::vector<int> data(sum_of_squares_thread0::legacy_size + 1);
    BOOST_TEST(sum_of_squares_thread0::outside_legacy_domain(data).has_value());
    data.pop_back();
    BOOST_TEST(!sum_of_squares_thread0::outside_legacy_domain(data).has_value());
    data.back() = 3;
    pairs::check_pair<sum_of_squares_thread0>(data);
}

// Kept defect: the printed time compares the clocks of different multiprocessors.
BOOST_AUTO_TEST_CASE(the_legacy_time_is_a_number_of_cycles)
{
    sum_of_squares_thread0::legacy(sum_of_squares_thread0::make(1 << 20, 1));
    BOOST_TEST(sum_of_squares_thread0::printed_cycles() != 0);
}

BOOST_AUTO_TEST_CASE(full_memory)
{
    pairs::check_full_memory<sum_of_squares_thread0>(sum_of_squares_thread0::make(1000, 1));
}
