// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the descriptors of the API to what the sampler reads.
#pragma once

#include "texture/texture.h"

#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! Checks the descriptors as cudaCreateTextureObject does, and fills the texture in. `view` may be null.
cudaError_t describe_texture(const cudaResourceDesc&, const cudaTextureDesc&, const cudaResourceViewDesc* view,
                             texture&);

//! Whether the memory or the array that such a descriptor names is there.
bool exists(const cudaResourceDesc&);

} // namespace cuda_emulator
