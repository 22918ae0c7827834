// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of 1, 2 or 4 bytes written over rows: memset nodes and cuMemset* share it.
#pragma once

#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! Fills `height` rows, of memory that the program has; otherwise cudaErrorInvalidValue.
cudaError_t fill(const cudaMemsetParams&);

} // namespace cuda_emulator
