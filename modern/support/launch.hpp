// How many blocks a launch of a modern example takes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "cuda.hpp"

//! Gives the number of blocks that cover all items.
//!
//! \param items the number of items
//! \param per_block the number of items in a block, not 0
//! \return the number of blocks
//! \throws std::length_error for more than 2^31 - 1 blocks, the limit of every device
inline unsigned grid_of(std::size_t items, std::size_t per_block)
{
    const std::size_t blocks = items / per_block + (items % per_block != 0), longest = 0x7fffffff;
    if (blocks > longest)
        throw std::length_error{"a grid has 2^31 - 1 blocks at most: no " + std::to_string(items) +
                                " items in blocks of " + std::to_string(per_block)};
    return static_cast<unsigned>(blocks);
}

//! Gives the number of blocks that the current device executes at once, but no more than the work needs.
//!
//! \param kernel the kernel
//! \param threads the number of threads in a block
//! \param work_items the number of work items, one for each thread
//! \param shared_bytes the dynamic shared memory of a block, in bytes
//! \return the number of blocks, at least 1
//! \throws std::runtime_error if a CUDA call fails
template <class Kernel>
int resident_blocks(Kernel kernel, int threads, std::size_t work_items, std::size_t shared_bytes = 0)
{
    int device, multiprocessors, per_multiprocessor;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, threads, shared_bytes));
    const std::size_t resident = std::size_t(multiprocessors) * per_multiprocessor;
    const std::size_t wanted = work_items / threads + (work_items % threads != 0);
    return static_cast<int>(std::max<std::size_t>(1, std::min(wanted, resident)));
}
