// Which tiles the fast matrix products are cut into.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include <cuda/cmath>

#include "cuda.hpp"

//! The part of a matrix product that a block computes, the kernel for it, and the kernel's threads and dynamic shared
//! memory in bytes.
template <class Kernel>
struct tile {
    std::size_t rows, columns;
    int threads, shared_bytes;
    Kernel* kernel;
};

//! Gives the number of tiles that cover a product.
//!
//! \param one the tile
//! \param rows the rows of the product
//! \param columns the columns of the product
//! \return the number of tiles
template <class Kernel>
std::size_t tiles(const tile<Kernel>& one, std::size_t rows, std::size_t columns)
{
    return cuda::ceil_div(rows, one.rows) * cuda::ceil_div(columns, one.columns);
}

//! Chooses the tile with the shortest expected time on the current device.
//!
//! The time is the number of rounds times the cost of a tile. In a round, each multiprocessor computes one tile. The
//! cost is the number of elements, plus 16 for each row and column that the tile reads. With 16 the choice agrees with
//! measurements on an H200.
//!
//! \param all the tiles. The first must fit every device. Another counts if the device has its shared memory.
//! \param rows the rows of the product
//! \param columns the columns of the product
//! \return the tile
//! \throws std::runtime_error if a CUDA call fails
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

//! The row and column of a tile within a product.
struct place {
    unsigned row, column;
};

//! Gives the tile of the calling block.
//!
//! Blocks with consecutive numbers run at the same time. They get adjacent tiles, 8 in a column, so that they read the
//! same rows and columns from the cache.
//!
//! \param rows the rows of tiles
//! \param columns the columns of tiles
//! \return the place of the tile
__device__ inline place place_of_block(unsigned rows, unsigned columns)
{
    const unsigned band = blockIdx.x / columns / 8 * 8, in_band = blockIdx.x - band * columns;
    const unsigned height = min(8u, rows - band);
    return {band + in_band % height, in_band / height};
}
