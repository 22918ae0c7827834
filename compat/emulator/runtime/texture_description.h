// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts API descriptors to the sampler's texture.
#pragma once

#include "texture/texture.h"

#include <cuda_runtime_api.h>
#include <optional>

namespace cuda_emulator {

//! The interface that describes a texture. The driver reads fractions of each narrow integer unless told otherwise. It
//! allows all filters and read modes, while the runtime tests them against the array's own format.
enum class describer { runtime, driver };

//! Checks the descriptors as cudaCreateTextureObject does, and fills the texture. `view` may be null, and so may
//! `texels`: the format of a texture reference, which counts instead of that of its array.
cudaError_t describe_texture(const cudaResourceDesc&, const cudaTextureDesc&, const cudaResourceViewDesc* view,
                             describer, texture&, const cudaChannelFormatDesc* texels = nullptr);

//! Creates a texture object by the driver's flags (CU_TRSF_…).
cudaError_t create_texture_of_driver(cudaTextureObject_t*, const cudaResourceDesc&, const cudaTextureDesc&,
                                     const cudaResourceViewDesc* view, unsigned flags);
//! Returns the driver's flags of an object, or nothing if create_texture_of_driver() did not create it.
std::optional<unsigned> driver_flags_of(cudaTextureObject_t);

//! Tests whether the descriptor's memory or array exists.
bool exists(const cudaResourceDesc&);

} // namespace cuda_emulator
