// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precedes a timed kernel in its stream, so that every kernel starts under the same conditions.
#pragma once

#include <cuda_runtime_api.h>

namespace pairs {

//! The runtime's calls that these functions make. A program that replaces such calls passes the originals.
struct timing_calls {
    cudaError_t (*malloc)(void**, size_t);
    cudaError_t (*launch)(const void*, dim3, dim3, void**, size_t, cudaStream_t);
};

//! Launches a kernel in `stream` that reads twice the size of the L2 cache. So the cache has no data of the timed
//! kernel, and no store waits to be written back. The first call allocates and clears the memory, which is kept.
//! Returns the first error.
cudaError_t empty_cache(cudaStream_t stream, const timing_calls& calls);

//! Launches a kernel that keeps `stream` busy for `cycles` of the clock, while the host submits the timed work.
cudaError_t keep_busy(cudaStream_t stream, long long cycles, const timing_calls& calls);

} // namespace pairs
