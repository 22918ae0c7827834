// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of three-dimensional copies between the driver API and the runtime.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! Converts a copy to the runtime's parameters. Returns false if the copy is invalid.
bool parameters_of_copy(const CUDA_MEMCPY3D&, cudaMemcpy3DParms&);
CUDA_MEMCPY3D parameters_of_copy(const cudaMemcpy3DParms&);

} // namespace cuda_emulator
