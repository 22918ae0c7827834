// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch must hold to, for launches by the host and by kernels.
#pragma once

#include "runtime/context.h"

namespace cuda_emulator {

//! Returns the error for a launch that no GPU would begin, or cudaSuccess. The kernel must be decoded.
cudaError_t refuse_launch(kernel&, dim3 grid, dim3 block, std::size_t shared);

} // namespace cuda_emulator
