// Included before a legacy file that sets attributes of a texture reference after the bind: just before each bind to an
// array they are set to something else. What the file had set before the bind would be lost; what it sets after it has
// to count from the launch, or the result is wrong.
//
// The files set normalized and filterMode, so these are spoiled, both at once: whichever the file set too early stays
// wrong. They leave the address modes alone, which count nowhere in their range of coordinates. What they bind to
// linear memory has no attributes that count, and they set none.
//
// Nothing newer than C++14 and CUDA 11 in here: CUDA 11.8 builds the files with it, too.
#pragma once

#include <cuda_runtime.h>

#if CUDART_VERSION >= 12000
    #include <cuda_legacy.h> // what the macro below must leave alone
#endif

namespace {
int spoiled_binds = 0;
}

//! How many binds were spoiled so far. Called and exported as the file's entry function is, only without parameters.
int CUDA_LEGACY_ENTRY() { return spoiled_binds; }

#define cudaBindTextureToArray(reference, array)                                                                       \
    (++spoiled_binds, (reference).normalized = true, (reference).filterMode = cudaFilterModeLinear,                    \
     cudaBindTextureToArray(reference, array))
