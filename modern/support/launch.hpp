// How many blocks a launch of a modern example takes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "cuda.hpp"

//! As many blocks of `per_block` items as it takes for all `items`; `per_block` is not 0. Throws std::length_error
//! where no grid is that long: the limit is 2^31 - 1 blocks, on every device.
inline unsigned grid_of(std::size_t items, std::size_t per_block)
{
    const std::size_t blocks = items / per_block + (items % per_block != 0), longest = 0x7fffffff;
    if (blocks > longest)
        throw std::length_error{"a grid has 2^31 - 1 blocks at most: no " + std::to_string(items) +
                                " items in blocks of " + std::to_string(per_block)};
    return static_cast<unsigned>(blocks);
}

//! As many blocks of `threads` as the current device holds at once, and no more than `work_items` threads need; at
//! least one. `shared_bytes` is the launch's dynamic shared memory.
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
