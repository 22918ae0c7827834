// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the reference of a symbol of device code, for cudaGetTextureReference and cudaGetSurfaceReference.
#ifndef CUDA_LEGACY_DETAIL_FOUND_REFERENCE_H
#define CUDA_LEGACY_DETAIL_FOUND_REFERENCE_H

#include <cstdio>
#include <cstring>
#include <type_traits>

#include <cuda_runtime_api.h>

#include "references.h"
#include "variable_by_name.h"

namespace cuda_legacy {
namespace __detail {

template <class _Reference>
cudaError_t __find_reference(const _Reference** reference, const void* symbol, cudaError_t __otherwise)
{
    if (!reference) return __found(cudaErrorInvalidValue);
    const __lock_guard lock(__program().mutex);
    // CUDA 11.8 does not leave this error for cudaGetLastError.
    if (!symbol || !is_reference(static_cast<const _Reference*>(symbol))) return __otherwise;
    *reference = static_cast<const _Reference*>(symbol);
    return cudaSuccess;
}

// The search for characters: the address of the reference, or, as until CUDA 4.x, its name.
template <class _Reference>
cudaError_t __find_reference_or_name(const char* __function, const _Reference** reference, const char* __text,
                                     std::size_t length, cudaError_t __otherwise)
{
    const cudaError_t error = __find_reference(reference, __text, __otherwise);
    if (error != __otherwise || !__text || !__is_host_memory(__text) || !__is_name(__text, length)) return error;
#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
    const __lock_guard lock(__program().mutex);
    constexpr bool __is_surface = std::is_same<_Reference, surfaceReference>::value;
    const __registered_reference* __named = nullptr;
    for (const __registered_reference& __one : __program().__registered) {
        if (__one.__is_surface != __is_surface || std::strcmp(__one.symbol, __text) != 0) continue;
        if (__named) return cudaErrorDuplicateVariableName;
        __named = &__one;
    }
    if (__named) {
        *reference = static_cast<const _Reference*>(__named->reference);
        return cudaSuccess;
    }
#endif
    std::fprintf(stderr, "cuda_legacy: %s: no reference is found by the name \"%s\": see migration-notes/%s.md\n",
                 __function, __text,
                 __otherwise == cudaErrorInvalidSurface ? "surface_reference" : "texture_reference");
    return error;
}

#if defined(CUDA_LEGACY_NATIVE_REFERENCES)
constexpr bool __references_have_names = true;
#else
constexpr bool __references_have_names = false; // the device's variable has one, but not the host's
#endif

} // namespace __detail
} // namespace cuda_legacy

#endif
