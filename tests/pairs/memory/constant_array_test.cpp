#include "constant_array.hpp"

#include "../counters.hpp"
#include "../paired_test.hpp"

using pairs::constant_array;

BOOST_AUTO_TEST_CASE(sweep)
{
    for (const std::size_t size : pairs::swept_sizes(256))
        for (const unsigned seed : pairs::swept_seeds())
            BOOST_TEST_CONTEXT("size " << size << ", seed " << seed)
                pairs::check_pair<constant_array>(constant_array::make(size, seed));
}

BOOST_AUTO_TEST_CASE(last_quads_of_every_length)
{
    for (std::size_t size = 1020; size < 1032; size++)
        BOOST_TEST_CONTEXT("size " << size)
            pairs::check_pair<constant_array>(constant_array::make(size, 4));
}

BOOST_AUTO_TEST_CASE(each_coefficient_has_its_place)
{
    for (int k = 0; k < 4; k++) {
        constant_array::input in{{}, {2.f, -3.f, 0.5f, 10.f, 7.f}};
        in.coefficients[k] = 5.f;
        for (const auto& out : {constant_array::legacy(in), constant_array::modern(in)})
            for (std::size_t i = 0; i < in.x.size(); i++)
                BOOST_TEST(out[i] == 5.f * std::pow(in.x[i], k));
    }
}

// A symbol keeps what was written last; the parameters of one launch are its own.
BOOST_AUTO_TEST_CASE(runs_one_after_another)
{
    for (unsigned seed = 1; seed < 6; seed++)
        BOOST_TEST_CONTEXT("seed " << seed)
            pairs::check_pair<constant_array>(constant_array::make(300, seed));
}

BOOST_AUTO_TEST_CASE(no_elements)
{
    BOOST_TEST(constant_array::modern(constant_array::make(0, 1)).empty());
    pairs::check_refused<constant_array>(constant_array::make(0, 1));
}

BOOST_AUTO_TEST_CASE(full_memory) { pairs::check_full_memory<constant_array>(constant_array::make(1000, 1)); }

// What constant memory is made for: all lanes read the same coefficient. The modern side's are parameters.
BOOST_AUTO_TEST_CASE(the_same_coefficients_for_all, *pairs::counters())
{
    const auto in = constant_array::make(1000, 1);
    const auto legacy = pairs::counters_of_one_launch<constant_array>(&constant_array::legacy, in);
    BOOST_TEST(legacy.constant_loads.requests == 32 * 4);
    BOOST_TEST(legacy.constant_loads.cache_requests == legacy.constant_loads.requests);
    BOOST_TEST(legacy.constant_loads.replays == 0);
    const auto modern = pairs::counters_of_one_launch<constant_array>(&constant_array::modern, in);
    BOOST_TEST(modern.constant_loads.requests == 0);
}
