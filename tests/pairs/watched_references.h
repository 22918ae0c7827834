// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included before a legacy file, to see in which order it calls what texture references are about: attributes that are
// set after the bind, and an unbind after the array is freed.
//
// Just before each bind to an array the reference's attributes are set to something else. What the file had set before
// the bind would be lost; what it sets after it has to count from the launch, or the result is wrong.
//
// The files set normalized and filterMode, so these are spoiled, both at once: whichever the file set too early stays
// wrong. They leave the address modes alone, which count nowhere in their range of coordinates. What they bind to
// linear memory has no attributes that count, and they set none.
//
// Nothing newer than C++14 and CUDA 11 in here: CUDA 11.8 builds the files with it, too.
#pragma once

#include <cuda_runtime.h>

#if CUDART_VERSION >= 12000
    #include <cuda_legacy.h> // what the macros below must leave alone
#endif

namespace {

int spoiled_binds = 0;
int late_unbinds = 0; // of references whose arrays, or others that were bound, had been freed before
int freed_since_the_bind = 0;

__attribute__((unused)) cudaError_t watched_free(cudaArray_t array)
{
    ++freed_since_the_bind;
    return cudaFreeArray(array); // compat has a macro of this name
}

} // namespace

//! How often that happened so far. Called and exported as the file's entry function is, only with other parameters.
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
