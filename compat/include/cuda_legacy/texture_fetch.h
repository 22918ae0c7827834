//! \file
//! Fetches through texture references, in device code: tex1Dfetch and tex1D.
//!
//! Each compiles to the fetch through a texture object. `x` is a texel number for tex1Dfetch (linear memory; outside
//! of the binding it reads 0), a coordinate for tex1D (arrays). Integers of 8 and 16 bits are returned as they are, or
//! as float for cudaReadModeNormalizedFloat. Note: migration-notes/texture_reference.md.
#ifndef CUDA_LEGACY_TEXTURE_FETCH_H
#define CUDA_LEGACY_TEXTURE_FETCH_H

#include <cuda_runtime.h>

#include "texture_reference.h"

template <class T, enum cudaTextureReadMode Mode>
__device__ __forceinline__ typename cuda_legacy::detail::fetched<T, Mode>::type
tex1Dfetch(const cuda_legacy::texture<T, cudaTextureType1D, Mode>& reference, int x)
{
    using fetched = typename cuda_legacy::detail::fetched<T, Mode>::type;
    return tex1Dfetch<fetched>(static_cast<cudaTextureObject_t>(reference.cuda_legacy_handle), x);
}

template <class T, enum cudaTextureReadMode Mode>
__device__ __forceinline__ typename cuda_legacy::detail::fetched<T, Mode>::type
tex1D(const cuda_legacy::texture<T, cudaTextureType1D, Mode>& reference, float x)
{
    using fetched = typename cuda_legacy::detail::fetched<T, Mode>::type;
    return tex1D<fetched>(static_cast<cudaTextureObject_t>(reference.cuda_legacy_handle), x);
}

#endif
