// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies in three dimensions, as the driver API describes them.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! The same copy as the runtime describes it. False when it is none.
bool parameters_of_copy(const CUDA_MEMCPY3D&, cudaMemcpy3DParms&);
CUDA_MEMCPY3D parameters_of_copy(const cudaMemcpy3DParms&);

} // namespace cuda_emulator
