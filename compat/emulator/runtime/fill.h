// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills rows with elements of 1, 2 or 4 bytes, for memset nodes and cuMemset*.
#pragma once

#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! Fills `height` rows. Returns cudaErrorInvalidValue for memory that the program does not own.
cudaError_t fill(const cudaMemsetParams&);
//! Returns the error of fill(), and fills nothing. Memory that a queued graph may allocate has none.
cudaError_t check_fill(const cudaMemsetParams&);
//! Tests only the element and the rows, as an H200 does when it captures a fill. The memory is tested when it runs.
cudaError_t check_captured_fill(const cudaMemsetParams&);

} // namespace cuda_emulator
