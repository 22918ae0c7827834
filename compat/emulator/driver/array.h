// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texel formats of arrays in the driver API.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace cuda_emulator {

CUarray_format array_format(const cudaChannelFormatDesc&);
int array_channels(const cudaChannelFormatDesc&);
//! Converts the driver's format. Returns false if the runtime has no such format.
bool texel_of(CUarray_format, unsigned channels, cudaChannelFormatDesc&);

} // namespace cuda_emulator
