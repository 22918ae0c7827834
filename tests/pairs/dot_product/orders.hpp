// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The legacy sums, repeated on the CPU step by step: in their order, with their roundings.
//
// Thread 0 that adds everything, and the CPU after it: a kept defect, and pinned by these. nvcc contracts x * y + z on
// the device to one rounding; g++ does not on the CPU, unless the processor that it is told to compile for can.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pairs {

//! The products, each rounded, one after the other.
template <class T>
T sum_of_products(const std::vector<T>& a, const std::vector<T>& b, std::size_t from, std::size_t to)
{
    volatile T sum = 0; // keeps the compiler from contracting
    for (std::size_t i = from; i < to; i++) {
        const volatile T product = a[i] * b[i];
        sum = sum + product;
    }
    return sum;
}

//! The products one after the other, each multiplied and added with one rounding.
template <class T>
T sum_of_fused_products(const std::vector<T>& a, const std::vector<T>& b, std::size_t from, std::size_t to)
{
    T sum = 0;
    for (std::size_t i = from; i < to; i++)
        sum = std::fma(a[i], b[i], sum);
    return sum;
}

//! The sums of the blocks of 256, one after the other.
template <class T>
T sum_of_blocks(const std::vector<T>& a, const std::vector<T>& b,
                T (*block_sum)(const std::vector<T>&, const std::vector<T>&, std::size_t, std::size_t))
{
    T sum = 0;
    for (std::size_t i = 0; i < a.size(); i += 256)
        sum += block_sum(a, b, i, std::min(i + 256, a.size()));
    return sum;
}

//! L's tree: a grid of n / block_size blocks, so that the first blocks take the tail; then halves onto halves, whether
//! they are halves or not.
inline float sum_of_trees(const std::vector<float>& a, const std::vector<float>& b, std::size_t block_size)
{
    const std::size_t blocks = a.size() / block_size, threads = blocks * block_size;
    float sum = 0;
    for (std::size_t block = 0; block < blocks; block++) {
        std::vector<float> buf(block_size);
        for (std::size_t thread = 0; thread < block_size; thread++)
            for (std::size_t i = block * block_size + thread; i < a.size(); i += threads)
                buf[thread] = std::fma(a[i], b[i], buf[thread]);
        for (std::size_t half = block_size / 2; half > 0; half /= 2)
            for (std::size_t thread = 0; thread < half; thread++)
                buf[thread] += buf[thread + half];
        sum += buf[0];
    }
    return sum;
}

} // namespace pairs
