// cudaArray: texels in rows, without the tiling of a GPU.
#pragma once

#include "texture/texture.h"

#include <cuda_runtime_api.h>

struct cudaArray {
    cuda_emulator::image pixels;
    cudaChannelFormatDesc description;
    cudaExtent extent;
    unsigned flags;
};

namespace cuda_emulator {

//! False when the descriptor is none that CUDA accepts.
bool format_of(const cudaChannelFormatDesc&, texel_format&);
//! Is the array alive?
bool known_array(const cudaArray*);

} // namespace cuda_emulator
