/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! Binds surface references to CUDA arrays: cudaBindSurfaceToArray and cudaGetSurfaceReference.
//!
//! cudaBindSurfaceToArray has the form for any surfaceReference and the forms for the template. The signatures and
//! errors are those of CUDA 11.8 (tests/oracle/reference_errors.cu).
//!
//! A bind counts for the kernels launched after the bind. A bind that fails leaves the old binding in place.
//! cudaGetLastError also reports the errors found here. This header renames the same functions of the runtime as
//! texture_binding.h.
//!
//! Now: surface objects, cudaCreateSurfaceObject.
//! Note: migration-notes/surface_reference.md.
#ifndef CUDA_LEGACY_SURFACE_BINDING_H
    #define CUDA_LEGACY_SURFACE_BINDING_H

    #include <cuda_runtime_api.h>

    #include "detail/found_reference.h"
    #include "surface_reference.h"

//! Binds a CUDA array to a surface reference.
//!
//! \param reference the surface reference
//! \param array a CUDA array that was allocated with cudaArraySurfaceLoadStore
//! \param desc any channel descriptor. The bind ignores the content, as the original did.
//! \return cudaErrorInvalidSurface for a variable that is no surface reference; cudaErrorInvalidResourceHandle for a
//!         null array; cudaErrorInvalidValue for an array without cudaArraySurfaceLoadStore, or for a null descriptor
//!
//! Difference: a null descriptor gives cudaErrorInvalidValue instead of a crash.
//! Now: cudaCreateSurfaceObject.
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

//! Finds the surface reference of a symbol.
//!
//! \param reference receives the address of the surface reference
//! \param symbol the address of the variable
//! \return cudaErrorInvalidSurface if the variable is no surface reference
//!
//! Now: not needed. A kernel takes a cudaSurfaceObject_t as a parameter.
inline cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, const void* symbol)
{
    using namespace cuda_legacy::__detail;
    return __find_reference(reference, symbol, cudaErrorInvalidSurface);
}

//! Finds a surface reference by its name, as until CUDA 4.x: `cudaGetSurfaceReference(&reference, "name")`.
//!
//! \param reference receives the address of the surface reference
//! \param symbol the name, or the variable itself as an array of char
//! \return cudaErrorInvalidSurface if no surface reference has the name
//!
//! Difference: native references have names. With CUDA_LEGACY_OBJECT_REFERENCES a string literal is a compile error.
//! Any other text gives the error and a message on stderr.
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

//! Binds a CUDA array to a surface reference of the template.
//!
//! \param reference the surface reference
//! \param array a CUDA array that was allocated with cudaArraySurfaceLoadStore
//! \param desc any channel descriptor. The form without a descriptor uses the descriptor of the array.
//! \return the errors of the form for any surfaceReference
//!
//! Now: cudaCreateSurfaceObject.
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
