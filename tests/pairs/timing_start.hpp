// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What goes into a stream before a kernel that is timed, so that every kernel starts alike.
#pragma once

#include <cuda_runtime_api.h>

namespace pairs {

//! The runtime's calls that these make: a program that watches its own hands in those behind them.
struct timing_calls {
    cudaError_t (*malloc)(void**, size_t);
    cudaError_t (*launch)(const void*, dim3, dim3, void**, size_t, cudaStream_t);
};

//! A kernel in `stream` that reads twice as much memory as the L2 cache holds: nothing of the timed kernel's data is
//! left there, nor a store that waits to be written back, whatever ran before. The first call allocates and clears the
//! memory, which is kept. Returns the first error.
cudaError_t empty_cache(cudaStream_t stream, const timing_calls& calls);

//! A kernel that keeps `stream` busy for `cycles` of the clock, while the host submits what is timed.
cudaError_t keep_busy(cudaStream_t stream, long long cycles, const timing_calls& calls);

} // namespace pairs
