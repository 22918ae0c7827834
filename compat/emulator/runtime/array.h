// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaArray and cudaMipmappedArray. Texels lie in rows, without the tiling of a GPU.
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
    bool is_level = false; //!< owned by a mipmapped array
};
struct cudaMipmappedArray {
    std::vector<std::unique_ptr<cudaArray>> levels;
};

namespace cuda_emulator {

//! Returns false if CUDA rejects the descriptor.
bool format_of(const cudaChannelFormatDesc&, texel_format&);
//! Returns the error for a rejected descriptor. Reports a format that only the emulated device lacks.
cudaError_t refuse_format(const cudaChannelFormatDesc&);
//! Returns the number of texels in the longest linear texture, as measured on an H200.
inline std::size_t longest_linear_texture(std::size_t texel_bytes)
{
    return std::min(std::size_t{1} << 30, (std::size_t{1} << 32) / texel_bytes);
}
//! Works as cudaMemcpy3DAsync, but offsets and width are bytes. So the texels of two arrays may differ in size.
cudaError_t copy_bytes_3d(const cudaMemcpy3DParms&, cudaStream_t);
//! Tests whether the array exists.
bool known_array(const cudaArray*);
bool known_mipmapped_array(const cudaMipmappedArray*);
//! Returns the error for a use of an array without memory: it is sparse, or the program maps memory later. A GPU makes
//! such an array, but the emulated device cannot map its memory.
cudaError_t refuse_unmapped(const cudaArray*);

} // namespace cuda_emulator
