// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA arrays of every shape, filled with random texels.
#pragma once

#include "sweep.h"

namespace sweep {

//! An array and its content. `flags` are those of cudaMalloc3DArray, and depth counts its layers and faces.
class filled_array {
public:
    filled_array(const cudaChannelFormatDesc& desc, int width, int height, int depth, unsigned int flags = 0)
    {
        const cudaExtent extent = make_cudaExtent(static_cast<std::size_t>(width), static_cast<std::size_t>(height),
                                                  static_cast<std::size_t>(depth));
        error_ = cudaMalloc3DArray(&array_, &desc, extent, flags);
        if (error_ == cudaSuccess) error_ = fill(array_, desc, extent);
    }
    ~filled_array() { cudaFreeArray(array_); }
    filled_array(const filled_array&) = delete;
    filled_array& operator=(const filled_array&) = delete;

    cudaArray_t get() const { return array_; }

    static cudaError_t fill(cudaArray_t array, const cudaChannelFormatDesc& desc, cudaExtent extent)
    {
        if (!extent.height) extent.height = 1;
        if (!extent.depth) extent.depth = 1;
        const std::size_t texel = static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
        std::vector<unsigned char> host = texels(texel * extent.width * extent.height * extent.depth, desc);
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(host.data(), texel * extent.width, extent.width, extent.height);
        copy.dstArray = array;
        copy.extent = extent;
        copy.kind = cudaMemcpyHostToDevice;
        return cudaMemcpy3D(&copy);
    }

private:
    cudaArray_t array_ = nullptr;
    cudaError_t error_ = cudaSuccess;
};

} // namespace sweep
