// How long the textures of the current device can be.
#pragma once

#include "dot_product.hpp"

namespace pairs {

inline std::size_t texture_limit(cudaDeviceAttr attribute)
{
    int device = 0, width = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&width, attribute, device);
    return static_cast<std::size_t>(width);
}

//! Texels of a 1D CUDA array.
inline std::size_t longest_array() { return texture_limit(cudaDevAttrMaxTexture1DWidth); }

//! Texels of a texture on linear memory, as the legacy sides ask: the same for all types.
inline std::size_t longest_linear() { return texture_limit(cudaDevAttrMaxTexture1DLinearWidth); }

//! … and as the modern sides ask, which have a float4 in a texel.
inline std::size_t longest_linear_of_four()
{
    const cudaChannelFormatDesc desc{32, 32, 32, 32, cudaChannelFormatKindFloat};
    int device = 0;
    std::size_t width = 0;
    cudaGetDevice(&device);
    cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, device);
    return width;
}

} // namespace pairs
