//! \file
//! Binding surface references: cudaBindSurfaceToArray in the form for any surfaceReference and in the template's forms,
//! cudaGetSurfaceReference.
//!
//! Signatures and errors are CUDA 11.8's (tests/oracle/reference_errors.cu). As with textures, a bind counts for the
//! kernels launched after it, and one that fails leaves the old binding. Note: migration-notes/surface_reference.md.
#ifndef CUDA_LEGACY_SURFACE_BINDING_H
#define CUDA_LEGACY_SURFACE_BINDING_H

#include <cuda_runtime_api.h>

#include "detail/array_lifetime.h"
#include "detail/bound_reference.h"
#include "detail/channel_check.h"
#include "detail/found_reference.h"
#include "surface_reference.h"

//! Binds a CUDA array that was allocated with cudaArraySurfaceLoadStore.
//! \return cudaErrorInvalidSurface for what is no reference; cudaErrorInvalidResourceHandle for a null array;
//!         cudaErrorInvalidValue for a descriptor that is not the array's or an array without that flag
inline cudaError_t cudaBindSurfaceToArray(const surfaceReference* reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc* desc)
{
    using namespace cuda_legacy::detail;
    if (!reference) return found(cudaErrorInvalidSurface);
    if (!desc) return found(cudaErrorInvalidValue);
    cudaChannelFormatDesc of_the_array;
    cudaError_t error = cudaGetChannelDesc(&of_the_array, array);
    if (error != cudaSuccess) return error;
    if (!is_texel(*desc)) return found(cudaErrorInvalidChannelDescriptor);
    if (packed_desc(*desc) != packed_desc(of_the_array)) return found(cudaErrorInvalidValue);
    const std::lock_guard<std::mutex> lock(program().mutex);
    object_view zero;
    cudaResourceDesc resource = zero.resource;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return reference_access::bind(*reference, resource, false, 0);
}

//! Writes the address of the reference behind a symbol of device code to *reference.
//! \return cudaErrorInvalidSurface when it is none
inline cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, const void* symbol)
{
    using namespace cuda_legacy::detail;
    return find_reference(reference, symbol, cudaErrorInvalidSurface);
}

//! The template's forms: without a descriptor they take the array's.
template <class T, int Type>
cudaError_t cudaBindSurfaceToArray(const cuda_legacy::surface<T, Type>& reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc& desc)
{
    return cudaBindSurfaceToArray(&reference, array, &desc);
}

template <class T, int Type>
cudaError_t cudaBindSurfaceToArray(const cuda_legacy::surface<T, Type>& reference, cudaArray_const_t array)
{
    cudaChannelFormatDesc desc;
    const cudaError_t error = cudaGetChannelDesc(&desc, array);
    return error == cudaSuccess ? cudaBindSurfaceToArray(&reference, array, &desc) : error;
}

#endif
