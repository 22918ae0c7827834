// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// helper_cuda.h knows the names of a library's statuses after the library's header was included.

#include <cstring>

#include <helper_cuda.h>

#include "stand_in/cublas_v2.h"
#include "stand_in/libraries.h"

#include <helper_cuda.h> // the second time, it knows the libraries

#include <boost/test/unit_test.hpp>

enum other_status { other_failure = 1 };

const char* CUDARTAPI cudaGetErrorName(cudaError_t) { return "a name of the runtime"; }

BOOST_AUTO_TEST_CASE(names)
{
    const auto is = [](const char* name, const char* expected) { return std::strcmp(name, expected) == 0; };
    BOOST_TEST(is(_cudaGetErrorEnum(cudaErrorInvalidValue), "a name of the runtime"));
    BOOST_TEST(is(_cudaGetErrorEnum(CUBLAS_STATUS_ALLOC_FAILED), "CUBLAS_STATUS_ALLOC_FAILED"));
    BOOST_TEST(is(_cudaGetErrorEnum(CUFFT_UNALIGNED_DATA), "CUFFT_UNALIGNED_DATA"));
    // A number that CUDA 13's enumeration lacks, and CUDA 12's library returns.
    BOOST_TEST(is(_cudaGetErrorEnum(static_cast<cufftResult>(10)), "CUFFT_INCOMPLETE_PARAMETER_LIST"));
    BOOST_TEST(is(_cudaGetErrorEnum(static_cast<cufftResult>(15)), "CUFFT_LICENSE_ERROR"));
    BOOST_TEST(is(_cudaGetErrorEnum(CURAND_STATUS_LAUNCH_FAILURE), "CURAND_STATUS_LAUNCH_FAILURE"));
    BOOST_TEST(is(_cudaGetErrorEnum(CUSPARSE_STATUS_ZERO_PIVOT), "CUSPARSE_STATUS_ZERO_PIVOT"));
    BOOST_TEST(is(_cudaGetErrorEnum(CUSOLVER_STATUS_INVALID_WORKSPACE), "CUSOLVER_STATUS_INVALID_WORKSPACE"));
    BOOST_TEST(is(_cudaGetErrorEnum(NPP_SUCCESS), "NPP_NO_ERROR"));
    BOOST_TEST(is(_cudaGetErrorEnum(NPP_SIZE_ERROR), "NPP_SIZE_ERROR"));
    BOOST_TEST(is(_cudaGetErrorEnum(static_cast<NppStatus>(-99)), "<unknown>"));
    BOOST_TEST(is(_cudaGetErrorEnum(static_cast<cufftResult>(99)), "<unknown>"));
    BOOST_TEST(is(_cudaGetErrorEnum(other_failure), "<unknown>"));
}
