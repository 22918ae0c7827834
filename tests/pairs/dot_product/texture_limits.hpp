// How long the textures of the current device can be.
#pragma once

#include <vector_types.h>

#include "dot_product.hpp"

namespace pairs {

//! Texels of a 1D CUDA array.
inline std::size_t longest_array()
{
    int device = 0, width = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&width, cudaDevAttrMaxTexture1DWidth, device);
    return static_cast<std::size_t>(width);
}

//! Texels of a texture of float or float4 on linear memory.
template <class T>
std::size_t longest_linear()
{
    const int lanes = sizeof(T) / sizeof(float);
    const cudaChannelFormatDesc desc{32, lanes > 1 ? 32 : 0, lanes > 1 ? 32 : 0, lanes > 1 ? 32 : 0,
                                     cudaChannelFormatKindFloat};
    int device = 0;
    std::size_t width = 0;
    cudaGetDevice(&device);
    cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, device);
    return width;
}

} // namespace pairs
