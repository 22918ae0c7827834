#include "sum_of_squares_thread0.hpp"

#include "sum_of_squares_test.hpp"

using pairs::sum_of_squares_thread0;

CUDA_LEGACY_SUM_OF_SQUARES_TESTS(sum_of_squares_thread0)
