// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kept defect of the three legacy kernels: none has a bound. Here the matrix is no multiple of a tile. The memory
// continues after the matrix, so the kernels' accesses are defined.
#include "partial_tiles.hpp"

#include <vector>

#include <boost/test/unit_test.hpp>

namespace {

constexpr int width = 20, tile = 16;
constexpr std::size_t elements = 4 * tile * tile; // of each allocation: more than the kernels touch

//! Gives what a launch writes to memory that was all -1.
template <class T>
std::vector<T> written(void (*launch)(dim3, T*, T*, T*, int), dim3 blocks, const std::vector<T>& m,
                       const std::vector<T>& n)
{
    std::vector<T> p(elements, -1);
    T* device[3] = {};
    const std::vector<T>* const from[3] = {&m, &n, &p};
    for (int i = 0; i < 3; i++) {
        BOOST_REQUIRE(cudaMalloc(&device[i], elements * sizeof(T)) == cudaSuccess);
        BOOST_REQUIRE(cudaMemcpy(device[i], from[i]->data(), elements * sizeof(T), cudaMemcpyHostToDevice) ==
                      cudaSuccess);
    }
    launch(blocks, device[0], device[1], device[2], width);
    BOOST_REQUIRE(cudaGetLastError() == cudaSuccess);
    BOOST_REQUIRE(cudaMemcpy(p.data(), device[2], elements * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    for (T* one : device)
        cudaFree(one);
    return p;
}

//! `terms` is the number of terms that the kernel adds for each element of the product.
template <class T>
void check_no_bounds(void (*launch)(dim3, T*, T*, T*, int), int terms)
{
    std::vector<T> m(elements), n(elements);
    for (std::size_t i = 0; i < elements; i++) {
        m[i] = static_cast<T>(i % 7 + 1);
        n[i] = static_cast<T>(i % 11 + 1);
    }
    const auto sum = [&](int row, int column) {
        T all = 0;
        for (int k = 0; k < terms; k++)
            all += m[row * width + k] * n[k * width + column];
        return all;
    };

    // Two blocks, one below the other: 32 rows, of which the matrix has 20.
    const auto below = written(launch, dim3(1, 2), m, n);
    for (int row = 0; row < 2 * tile; row++)
        for (int column = 0; column < tile; column++)
            BOOST_TEST(below[row * width + column] == sum(row, column), "row " << row << ", column " << column);

    // Two blocks side by side have 32 columns, of which the matrix has 20. The others are the first columns of the next
    // row, except in the last row.
    const auto beside = written(launch, dim3(2, 1), m, n);
    for (int column = width; column < 2 * tile; column++)
        BOOST_TEST(beside[(tile - 1) * width + column] == sum(tile - 1, column), "column " << column);
}

} // namespace

BOOST_AUTO_TEST_CASE(naive_goes_beyond_the_matrix) { check_no_bounds(&pairs::launch_naive, width); }

// The kernel handles only whole tiles: the last terms of each sum are left out.
BOOST_AUTO_TEST_CASE(tiled_goes_beyond_the_matrix_and_leaves_terms_out) { check_no_bounds(&pairs::launch_tiled, tile); }

// The kernel handles whole sub-matrices, and the last one ends beyond the row: terms of the next row are added.
BOOST_AUTO_TEST_CASE(shared_double_goes_beyond_the_matrix_and_adds_terms)
{
    check_no_bounds(&pairs::launch_shared_double, 2 * tile);
}
