// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The texels of an array, as the driver API names them.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace cuda_emulator {

CUarray_format array_format(const cudaChannelFormatDesc&);
int array_channels(const cudaChannelFormatDesc&);

} // namespace cuda_emulator
