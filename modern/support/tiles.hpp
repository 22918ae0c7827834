// Which tiles the fast matrix products are cut into.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include <cuda/cmath>

#include "cuda.hpp"

//! The part of a product that a block computes, and the kernel that does it with so many threads to a block and so much
//! dynamic shared memory.
template <class Kernel>
struct tile {
    std::size_t rows, columns;
    int threads, shared_bytes;
    Kernel* kernel;
};

//! How many such tiles cover a product of rows x columns.
template <class Kernel>
std::size_t tiles(const tile<Kernel>& one, std::size_t rows, std::size_t columns)
{
    return cuda::ceil_div(rows, one.rows) * cuda::ceil_div(columns, one.columns);
}

//! The tile out of `all` that should be the fastest for a product of rows x columns on the current device; the first
//! must fit every device, another counts where the device has the shared memory for it. The time is counted in rounds,
//! in each of which a multiprocessor computes one tile, times what a tile costs: its elements, and 16 for each row and
//! column that it reads. With 16 it comes out as measured on an H200.
template <class Kernel>
const tile<Kernel>& fastest_tile(const std::vector<tile<Kernel>>& all, std::size_t rows, std::size_t columns)
{
    int device, multiprocessors, shared_bytes;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    const auto time = [&](const tile<Kernel>& one) {
        const std::size_t rounds = cuda::ceil_div(tiles(one, rows, columns), static_cast<std::size_t>(multiprocessors));
        return rounds * (one.rows * one.columns + 16 * (one.rows + one.columns));
    };
    const tile<Kernel>* best = &all.front();
    for (const tile<Kernel>& one : all)
        if (one.shared_bytes <= shared_bytes && time(one) < time(*best)) best = &one;
    return *best;
}

//! The place of a tile among those of a product.
struct place {
    unsigned row, column;
};

//! Of which of rows x columns tiles a block is. Blocks with numbers that follow each other run at the same time: they
//! get tiles that lie together, 8 in a column, so that they read the same rows and columns from the cache.
__device__ inline place place_of_block(unsigned rows, unsigned columns)
{
    const unsigned band = blockIdx.x / columns / 8 * 8, in_band = blockIdx.x - band * columns;
    const unsigned height = min(8u, rows - band);
    return {band + in_band % height, in_band / height};
}
