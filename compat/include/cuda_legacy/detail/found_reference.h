// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaGetTextureReference and cudaGetSurfaceReference: which symbols of device code are references.
#ifndef CUDA_LEGACY_DETAIL_FOUND_REFERENCE_H
#define CUDA_LEGACY_DETAIL_FOUND_REFERENCE_H

#include <cstdio>
#include <cstring>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "references.h"
#include "variable_by_name.h"

namespace cuda_legacy {
namespace detail {

template <class Reference>
cudaError_t find_reference(const Reference** reference, const void* symbol, cudaError_t otherwise)
{
    if (!reference) return found(cudaErrorInvalidValue);
    const lock_guard lock(program().mutex);
    // CUDA 11.8 does not leave this error for cudaGetLastError.
    if (!symbol || !is_reference(static_cast<const Reference*>(symbol))) return otherwise;
    *reference = static_cast<const Reference*>(symbol);
    return cudaSuccess;
}

// The same with characters, which until CUDA 4.x could be the reference's name: its address, else its name.
template <class Reference>
cudaError_t find_reference_or_name(const char* function, const Reference** reference, const char* text,
                                   std::size_t length, cudaError_t otherwise)
{
    const cudaError_t error = find_reference(reference, text, otherwise);
    if (error != otherwise || !text || !is_host_memory(text) || !is_name(text, length)) return error;
#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
    const lock_guard lock(program().mutex);
    constexpr bool is_surface = std::is_same<Reference, surfaceReference>::value;
    const registered_reference* named = nullptr;
    for (const registered_reference& one : program().registered) {
        if (one.is_surface != is_surface || std::strcmp(one.symbol, text) != 0) continue;
        if (named) return cudaErrorDuplicateVariableName;
        named = &one;
    }
    if (named) {
        *reference = static_cast<const Reference*>(named->reference);
        return cudaSuccess;
    }
#endif
    std::fprintf(stderr, "cuda_legacy: %s: no reference is found by the name \"%s\": see migration-notes/%s.md\n",
                 function, text, otherwise == cudaErrorInvalidSurface ? "surface_reference" : "texture_reference");
    return error;
}

#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
constexpr bool references_have_names = true;
#else
constexpr bool references_have_names = false; // the device's variable has one, but not the host's
#endif

} // namespace detail
} // namespace cuda_legacy

#endif
