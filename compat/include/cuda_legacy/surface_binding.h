/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Binding surface references: cudaBindSurfaceToArray in the form for any surfaceReference and in the template's forms,
//! cudaGetSurfaceReference.
//!
//! Signatures and errors are CUDA 11.8's (tests/oracle/reference_errors.cu). As with textures, a bind counts for the
//! kernels launched after it, and one that fails leaves the old binding. cudaGetLastError tells the errors found here;
//! the functions that texture_binding.h names are renamed by macros here, too.
//! Note: migration-notes/surface_reference.md.
#ifndef CUDA_LEGACY_SURFACE_BINDING_H
    #define CUDA_LEGACY_SURFACE_BINDING_H

    #include <cuda_runtime_api.h>

    #include "detail/found_reference.h"
    #include "surface_reference.h"

//! Binds a CUDA array that was allocated with cudaArraySurfaceLoadStore.
//! The descriptor is of no consequence, as in the original, which only crashed without one.
//! \return cudaErrorInvalidSurface for what is no reference; cudaErrorInvalidResourceHandle for a null array;
//!         cudaErrorInvalidValue for an array without that flag, or without a descriptor
inline cudaError_t cudaBindSurfaceToArray(const surfaceReference* reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc* desc)
{
    using namespace cuda_legacy::__detail;
    if (!reference) return __found(cudaErrorInvalidSurface);
    if (!desc) return __found(cudaErrorInvalidValue);
    cudaChannelFormatDesc __of_the_array;
    cudaExtent extent;
    unsigned int flags = 0;
    const cudaError_t error = cudaArrayGetInfo(&__of_the_array, &extent, &flags, const_cast<cudaArray_t>(array));
    if (error != cudaSuccess) return error;
    if (!(flags & cudaArraySurfaceLoadStore)) return __found(cudaErrorInvalidValue);
    const cuda_legacy::__detail::__lock_guard lock(__program().mutex);
    __object_view __zero;
    cudaResourceDesc resource = __zero.resource;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return __reference_access::__bind(*reference, resource);
}

//! Writes the address of the reference behind a symbol of device code to *reference.
//! \return cudaErrorInvalidSurface when it is none
inline cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, const void* symbol)
{
    using namespace cuda_legacy::__detail;
    return __find_reference(reference, symbol, cudaErrorInvalidSurface);
}

//! The same by name, as CUDA took it until 4.x: `cudaGetSurfaceReference(&reference, "name")`. Native references have
//! names; with objects a literal stops the build, and any other text is told on stderr.
template <std::size_t _Np>
inline cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, const char (&symbol)[_Np])
{
    using namespace cuda_legacy::__detail;
    static_assert(__references_have_names || _Np == 0,
                  "cuda_legacy: no reference is found by its name: pass its address, or build "
                  "without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/surface_reference.md");
    return __find_reference_or_name("cudaGetSurfaceReference", reference, symbol, _Np, cudaErrorInvalidSurface);
}
template <class _Char, typename std::enable_if<std::is_same<const _Char, const char>::value, int>::type = 0>
inline cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, _Char* const& symbol)
{
    using namespace cuda_legacy::__detail;
    return __find_reference_or_name("cudaGetSurfaceReference", reference, symbol, 1024, cudaErrorInvalidSurface);
}

    // With native references the template is the compiler's own, and only nvcc knows it.
    #if defined(__CUDACC__) || !defined(CUDA_LEGACY_NATIVE_REFERENCES)

//! The template's forms: without a descriptor they take the array's.
template <class _Tp, int Type>
cudaError_t cudaBindSurfaceToArray(const cuda_legacy::surface<_Tp, Type>& reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc& desc)
{
    return cudaBindSurfaceToArray(&reference, array, &desc);
}

template <class _Tp, int Type>
cudaError_t cudaBindSurfaceToArray(const cuda_legacy::surface<_Tp, Type>& reference, cudaArray_const_t array)
{
    cudaChannelFormatDesc desc;
    const cudaError_t error = cudaGetChannelDesc(&desc, array);
    return error == cudaSuccess ? cudaBindSurfaceToArray(&reference, array, &desc) : error;
}

    #endif

#endif
