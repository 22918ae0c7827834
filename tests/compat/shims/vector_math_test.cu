// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// helper_math.h, and cutil_math.h beside it, in device code and in the host's.

#include <helper_math.h>

#include <cutil_math.h>

#include "vector_math.h"

#include <boost/test/unit_test.hpp>

int wrong_in_a_host_source();

__global__ void compute(int* wrong)
{
    *wrong = first_wrong_line();
    if (*wrong == 0 && floor(make_float3(1.5f)).y != 1.f) *wrong = __LINE__;
}

BOOST_AUTO_TEST_CASE(vectors)
{
    int *wrong = nullptr, line = -1;
    BOOST_TEST_REQUIRE(cudaMalloc(&wrong, sizeof *wrong) == cudaSuccess);
    compute<<<1, 1>>>(wrong);
    BOOST_TEST_REQUIRE(cudaMemcpy(&line, wrong, sizeof line, cudaMemcpyDeviceToHost) == cudaSuccess);
    cudaFree(wrong);
    BOOST_TEST(line == 0, "vector_math.h:" << line << " in device code");
    BOOST_TEST(first_wrong_line() == 0);
    BOOST_TEST(wrong_in_a_host_source() == 0);
}
