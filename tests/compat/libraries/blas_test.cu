// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS's first interface, as CUDA 1 to 3 had it, in one program with the second.

#include <vector>

#include <cublas.h>

#include <boost/test/unit_test.hpp>

float dot_v2(int n, const float* x, const float* y);

BOOST_AUTO_TEST_CASE(the_first_interface)
{
    constexpr int n = 5;
    std::vector<float> a(n * n), b(n * n), c(n * n, 77.f), expected(n * n, 0.f);
    for (int i = 0; i < n * n; i++) {
        a[i] = static_cast<float>(i % 7 - 3);
        b[i] = static_cast<float>(i % 5 - 2);
    }
    for (int j = 0; j < n; j++)
        for (int l = 0; l < n; l++)
            for (int i = 0; i < n; i++)
                expected[i + j * n] += a[i + l * n] * b[l + j * n];

    BOOST_REQUIRE(cublasInit() == CUBLAS_STATUS_SUCCESS);
    float *d_a, *d_b, *d_c;
    cublasStatus status = cublasAlloc(n * n, sizeof(float), (void**)&d_a);
    BOOST_REQUIRE(status == CUBLAS_STATUS_SUCCESS);
    BOOST_REQUIRE(cublasAlloc(n * n, sizeof(float), (void**)&d_b) == CUBLAS_STATUS_SUCCESS);
    BOOST_REQUIRE(cublasAlloc(n * n, sizeof(float), (void**)&d_c) == CUBLAS_STATUS_SUCCESS);
    BOOST_REQUIRE(cublasSetMatrix(n, n, sizeof(float), a.data(), n, d_a, n) == CUBLAS_STATUS_SUCCESS);
    BOOST_REQUIRE(cublasSetMatrix(n, n, sizeof(float), b.data(), n, d_b, n) == CUBLAS_STATUS_SUCCESS);
    cublasSgemm('n', 'n', n, n, n, 1.f, d_a, n, d_b, n, 0.f, d_c, n);
    BOOST_REQUIRE(cublasGetError() == CUBLAS_STATUS_SUCCESS);
    BOOST_REQUIRE(cublasGetMatrix(n, n, sizeof(float), d_c, n, c.data(), n) == CUBLAS_STATUS_SUCCESS);
    BOOST_TEST(c == expected, boost::test_tools::per_element());

    float dot = 0;
    for (int i = 0; i < n * n; i++)
        dot += a[i] * b[i];
    BOOST_TEST(cublasSdot(n * n, d_a, 1, d_b, 1) == dot);
    BOOST_TEST(dot_v2(n * n, d_a, d_b) == dot);
    for (float* one : {d_a, d_b, d_c})
        BOOST_TEST(cublasFree(one) == CUBLAS_STATUS_SUCCESS);
    BOOST_TEST(cublasShutdown() == CUBLAS_STATUS_SUCCESS);
}
