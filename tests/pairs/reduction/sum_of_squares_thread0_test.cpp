#include "sum_of_squares_thread0.hpp"

#include "sum_of_squares_test.hpp"

using pairs::reduction::sum_of_squares_thread0;

CUDA_LEGACY_SUM_OF_SQUARES_TESTS(sum_of_squares_thread0)

// Of 256 threads one adds: 255 loads of one lane each, and the last of the sum, in every block. What is written to
// global memory is a sum and two clocks for each block.
BOOST_AUTO_TEST_CASE(what_the_legacy_kernel_does, *pairs::counters())
{
    const auto kernel = pairs::counters_of_one_launch<sum_of_squares_thread0>(&sum_of_squares_thread0::legacy,
                                                                              sum_of_squares_thread0::make(1 << 20, 1));
    pairs::check_loads_of_the_data(kernel, 32);
    BOOST_TEST(kernel.global_stores.requests == 32 * 3);
    BOOST_TEST(kernel.shared_loads.requests == 32 * 256);
    BOOST_TEST(kernel.shared_loads.bank_conflicts == 0);
    BOOST_TEST(kernel.block_barriers == 32 * 8);
}

BOOST_AUTO_TEST_CASE(what_the_modern_kernel_does, *pairs::counters())
{
    pairs::check_modern_kernel<sum_of_squares_thread0>();
}
