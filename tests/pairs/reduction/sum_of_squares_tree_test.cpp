#include "sum_of_squares_tree.hpp"

#include "sum_of_squares_test.hpp"

using pairs::sum_of_squares_tree;

CUDA_LEGACY_SUM_OF_SQUARES_TESTS(sum_of_squares_tree)
