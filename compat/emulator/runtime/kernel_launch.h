// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch of a kernel: by the host, by a graph, and what a launch by a kernel must hold to.
#pragma once

#include "runtime/context.h"

namespace cuda_emulator {

//! Returns the error for a launch that no GPU would begin, or cudaSuccess. The kernel must be decoded.
cudaError_t refuse_launch(kernel&, dim3 grid, dim3 block, std::size_t shared, bool cooperative = false,
                          dim3 cluster = dim3(0, 0, 0));

//! Traces, coverage, records, schedules and the check of streams expect work to end before its call returns.
bool must_end_in_call();
//! Tests whether the kernel has accesses by which it may wait for the host, or for work of another stream.
bool may_wait_for_host(kernel&);

//! Runs a kernel to completion, and the launches that it makes. A kernel that waits for the host goes on beside the
//! host (device_queue.h), in `stream`.
cudaError_t launch_kernel(kernel&, dim3 grid, dim3 block, void** arguments, std::size_t shared, bool cooperative,
                          dim3 cluster = dim3(0, 0, 0), cudaStream_t stream = nullptr);

//! Tests whether the attribute exists and its value is allowed, for a launch or a stream.
bool is_launch_attribute(cudaLaunchAttributeID, const cudaLaunchAttributeValue&);

} // namespace cuda_emulator
