// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is included before a legacy file, and watches the order of its calls for texture references: attributes that are set
// after the bind, and an unbind after the array is freed.
//
// Just before each bind to an array, the reference's attributes are changed. So an attribute that the file set before
// the bind is lost. One that it sets after the bind must count from the launch, or the result is wrong.
//
// The files set normalized and filterMode, so both of these are changed: if the file set one of them too early, it
// stays wrong. The address modes stay unchanged, because they have no effect in the files' range of coordinates.
// Bindings to linear memory have no effective attributes, and the files set none.
//
// This header uses nothing newer than C++14 and CUDA 11, because CUDA 11.8 also builds the files with it.
#pragma once

#include <cuda_runtime.h>

#if CUDART_VERSION >= 12000
    #include <cuda_legacy.h> // must not be affected by the macros below
#endif

namespace {

int spoiled_binds = 0;
int late_unbinds = 0; // of references whose arrays or other memory had been freed
int freed_since_the_bind = 0;

__attribute__((unused)) cudaError_t watched_free(cudaArray_t array)
{
    ++freed_since_the_bind;
    return cudaFreeArray(array); // compat has a macro of this name
}

} // namespace

//! Gives these counts. It has the name of the file's entry function, with other parameters.
void CUDA_LEGACY_ENTRY(int* spoiled, int* late)
{
    *spoiled = spoiled_binds;
    *late = late_unbinds;
}

#define cudaBindTextureToArray(reference, array)                                                                       \
    (++spoiled_binds, freed_since_the_bind = 0, (reference).normalized = true,                                         \
     (reference).filterMode = cudaFilterModeLinear, cudaBindTextureToArray(reference, array))
#undef cudaFreeArray
#define cudaFreeArray watched_free
#define cudaUnbindTexture(reference) (late_unbinds += freed_since_the_bind > 0, cudaUnbindTexture(reference))
