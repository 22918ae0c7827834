// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaArray and cudaMipmappedArray: texels in rows, without the tiling of a GPU.
#pragma once

#include "texture/texture.h"

#include <algorithm>
#include <cuda_runtime_api.h>
#include <memory>
#include <vector>

struct cudaArray {
    cuda_emulator::image pixels;
    cudaChannelFormatDesc description;
    cudaExtent extent;
    unsigned flags;
    bool is_level = false; //!< of a mipmapped array, which owns it
};
struct cudaMipmappedArray {
    std::vector<std::unique_ptr<cudaArray>> levels;
};

namespace cuda_emulator {

//! False when the descriptor is none that CUDA accepts.
bool format_of(const cudaChannelFormatDesc&, texel_format&);
//! What such a descriptor gives; a format that only the emulated device does not have is told.
cudaError_t refuse_format(const cudaChannelFormatDesc&);
//! Texels that a texture of linear memory can have, by the bytes of one: what an H200 answers.
inline std::size_t longest_linear_texture(std::size_t texel_bytes)
{
    return std::min(std::size_t{1} << 30, (std::size_t{1} << 32) / texel_bytes);
}
//! Is the array alive?
bool known_array(const cudaArray*);
bool known_mipmapped_array(const cudaMipmappedArray*);

} // namespace cuda_emulator
