// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Repeats the legacy sums on the CPU step by step, in their order and with their roundings.
//
// Thread 0 adds all elements of its block, and the CPU adds the blocks: a kept defect, which these functions pin. nvcc
// contracts x * y + z on the device to one rounding. g++ does so on the CPU only for a processor that has the
// instruction.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pairs {

//! Rounds each product, and adds them one after the other.
template <class T>
T sum_of_products(const std::vector<T>& a, const std::vector<T>& b, std::size_t from, std::size_t to)
{
    volatile T sum = 0; // prevents a contraction
    for (std::size_t i = from; i < to; i++) {
        const volatile T product = a[i] * b[i];
        sum = sum + product;
    }
    return sum;
}

//! Multiplies and adds each product with one rounding, one after the other.
template <class T>
T sum_of_fused_products(const std::vector<T>& a, const std::vector<T>& b, std::size_t from, std::size_t to)
{
    T sum = 0;
    for (std::size_t i = from; i < to; i++)
        sum = std::fma(a[i], b[i], sum);
    return sum;
}

//! Adds the sums of the blocks of 256, one after the other.
template <class T>
T sum_of_blocks(const std::vector<T>& a, const std::vector<T>& b,
                T (*block_sum)(const std::vector<T>&, const std::vector<T>&, std::size_t, std::size_t))
{
    T sum = 0;
    for (std::size_t i = 0; i < a.size(); i += 256)
        sum += block_sum(a, b, i, std::min(i + 256, a.size()));
    return sum;
}

//! Repeats L's tree. The grid has n / block_size blocks, so the first blocks also take the tail. Then the second half
//! is added to the first, whether or not the number is even.
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
