// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts API descriptors to the sampler's texture.
#pragma once

#include "texture/texture.h"

#include <cuda_runtime_api.h>

namespace cuda_emulator {

//! Checks the descriptors as cudaCreateTextureObject does, and fills the texture. `view` may be null.
cudaError_t describe_texture(const cudaResourceDesc&, const cudaTextureDesc&, const cudaResourceViewDesc* view,
                             texture&);

//! Tests whether the descriptor's memory or array exists.
bool exists(const cudaResourceDesc&);

} // namespace cuda_emulator
