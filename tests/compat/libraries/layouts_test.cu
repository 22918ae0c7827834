// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cufftSetCompatibilityMode accepts the layouts of FFTW, and refuses the native one and a missing plan. The transform
// after the call is right.

#include <cmath>
#include <vector>

#include <cufft.h>

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_CASE(layouts)
{
    constexpr int n = 8;
    cufftHandle plan;
    BOOST_REQUIRE(cufftPlan1d(&plan, n, CUFFT_C2C, 1) == CUFFT_SUCCESS);
    BOOST_TEST(cufftSetCompatibilityMode(plan, CUFFT_COMPATIBILITY_NATIVE) == CUFFT_NOT_SUPPORTED);
    BOOST_TEST(cufftSetCompatibilityMode(plan, CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC) == CUFFT_SUCCESS);
    BOOST_TEST(cufftSetCompatibilityMode(plan, CUFFT_COMPATIBILITY_FFTW_ALL) == CUFFT_SUCCESS);
    BOOST_TEST(cufftSetCompatibilityMode(plan, CUFFT_COMPATIBILITY_FFTW_PADDING) == CUFFT_SUCCESS);
    BOOST_TEST(cufftSetCompatibilityMode(plan, static_cast<cufftCompatibility>(4)) == CUFFT_INVALID_VALUE);

    // The transform of a single 1 at the beginning is all ones.
    std::vector<cufftComplex> values(n, cufftComplex{0, 0});
    values[0].x = 1;
    cufftComplex* data = nullptr;
    BOOST_REQUIRE(cudaMalloc(&data, n * sizeof(cufftComplex)) == cudaSuccess);
    BOOST_REQUIRE(cudaMemcpy(data, values.data(), n * sizeof(cufftComplex), cudaMemcpyHostToDevice) == cudaSuccess);
    BOOST_REQUIRE(cufftExecC2C(plan, data, data, CUFFT_FORWARD) == CUFFT_SUCCESS);
    BOOST_REQUIRE(cudaMemcpy(values.data(), data, n * sizeof(cufftComplex), cudaMemcpyDeviceToHost) == cudaSuccess);
    for (const cufftComplex& one : values) {
        BOOST_TEST(one.x == 1);
        BOOST_TEST(one.y == 0);
    }
    cudaFree(data);
    BOOST_TEST(cufftDestroy(plan) == CUFFT_SUCCESS);
    BOOST_TEST(cufftSetCompatibilityMode(plan, CUFFT_COMPATIBILITY_NATIVE) == CUFFT_INVALID_PLAN);
}
