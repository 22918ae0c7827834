// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The content of allocations, read from the device by the runtime's own calls.
#pragma once

#include "known_memory.h"

#include <cuda_runtime_api.h>

namespace cuda_recorder {

//! Fills new memory of the device, so that a store of zero shows.
void fill_fresh(void*, std::size_t bytes);
//! The allocation's bytes without the gaps between rows, valid until the next call. Null: it cannot be read.
const unsigned char* read_memory(const known_allocation&);
//! Waits for the stream of a launch, and for all else on the device.
cudaError_t wait_for_all(cudaStream_t);
//! Whether some stream is captured in a graph: to wait for the device would end that in an error.
bool is_any_captured();
//! Whether calls in this stream are captured in a graph. Looks at the stream only while some capture is going on.
bool is_captured(cudaStream_t);

} // namespace cuda_recorder
