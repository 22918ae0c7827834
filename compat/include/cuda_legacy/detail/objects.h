// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The back end of texture and surface objects: a reference is a `__constant__` variable whose first eight bytes are the
// handle of an object.
#ifndef CUDA_LEGACY_DETAIL_OBJECTS_H
#define CUDA_LEGACY_DETAIL_OBJECTS_H

#include <cstdio>

#include "bound_reference.h"

namespace cuda_legacy {
namespace __detail {

// The address of a reference's `__constant__` variable, or `otherwise` if there is none. A C++ reference at file scope,
// `texture<float, 2>& other = t;`, is a constant as well: nvcc registers it under the address of `t`.
template <class _Reference>
cudaError_t __constant_address(const _Reference& reference, cudaError_t __otherwise, const char* note, void*& __address)
{
    const cudaError_t __error_before = cudaPeekAtLastError();
    const void* const __variable = &reference;
    std::size_t size = 0;
    cudaError_t error = cudaGetSymbolAddress(&__address, __variable);
    if (error == cudaSuccess) error = cudaGetSymbolSize(&size, __variable);
    if (error != cudaErrorInvalidSymbol && (error != cudaSuccess || size == sizeof(_Reference))) return error;
    if (error == cudaSuccess)
        std::fprintf(stderr,
                     "cuda_legacy: a texture or surface reference has a C++ reference at file scope as well: "
                     "build without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/%s.md\n",
                     note);
    else if (__error_before == cudaSuccess)
        cudaGetLastError();
    return __found(__otherwise);
}

inline cudaError_t __reference_access::__find_symbol(const textureReference& reference, void*& symbol)
{
    return __constant_address(reference, cudaErrorInvalidTexture, "texture_reference", symbol);
}

inline cudaError_t __reference_access::__find_symbol(const surfaceReference& reference, void*& symbol)
{
    return __constant_address(reference, cudaErrorInvalidSurface, "surface_reference", symbol);
}

template <class _Reference>
bool __is_constant_of_size_of(const _Reference* symbol)
{
    std::size_t size = 0;
    const cudaError_t __error_before = cudaPeekAtLastError();
    const cudaError_t error = cudaGetSymbolSize(&size, static_cast<const void*>(symbol));
    if (error != cudaSuccess && __error_before == cudaSuccess) cudaGetLastError();
    return error == cudaSuccess && size == sizeof(_Reference);
}

inline bool is_reference(const textureReference* symbol)
{
    return __is_constant_of_size_of(symbol) && __reference_access::__is_one(*symbol);
}
inline bool is_reference(const surfaceReference* symbol)
{
    return __is_constant_of_size_of(symbol) && __reference_access::__is_one(*symbol);
}

// nvcc gives constructor arguments only to the device's image of the reference. The header reads them back once, except
// for fields that the program has written.
inline cudaError_t __reference_access::__load(const textureReference& reference)
{
    auto& __mine = const_cast<textureReference&>(reference);
    if (__mine.__loaded_) return cudaSuccess;
    alignas(textureReference) unsigned char bytes[sizeof(textureReference)];
    void* __address = nullptr;
    cudaError_t error = __find_symbol(reference, __address);
    if (error == cudaSuccess) error = cudaMemcpy(bytes, __address, sizeof bytes, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) return error;
    const auto& __image = *reinterpret_cast<const textureReference*>(bytes);
    // A constructed reference has a descriptor with bits, so this one was not constructed.
    const bool __is_zero = __mine.__element_ == 0;
    __mine.normalized.__take(__image.normalized);
    __mine.filterMode.__take(__image.filterMode);
    for (int __i = 0; __i < 3; ++__i)
        __mine.addressMode[__i].__take(__image.addressMode[__i]);
    __mine.channelDesc.__take(__image.channelDesc, __is_zero ? 0 : __image.__element_);
    if (__is_zero) {
        __mine.sRGB.__take(__image.sRGB);
        __mine.maxAnisotropy.__take(__image.maxAnisotropy);
        __mine.mipmapFilterMode.__take(__image.mipmapFilterMode);
        __mine.mipmapLevelBias.__take(__image.mipmapLevelBias);
        __mine.minMipmapLevelClamp.__take(__image.minMipmapLevelClamp);
        __mine.maxMipmapLevelClamp.__take(__image.maxMipmapLevelClamp);
        __mine.disableTrilinearOptimization.__take(__image.disableTrilinearOptimization);
        __mine.__element_ = __image.__element_;
        __mine.__dimensions_ = __image.__dimensions_;
        __mine.__normalized_float_ = __image.__normalized_float_;
    }
    __mine.__loaded_ = true;
    return cudaSuccess;
}

// A bind ignores the descriptor of a surface.
inline cudaError_t __reference_access::__load(const surfaceReference&) { return cudaSuccess; }

inline cudaError_t __realise_view(const __object_view& __view, __binding& __one)
{
    if (__one.object && !__one.object->__array_was_freed && __one.object->__view == __view) return cudaSuccess;
    __bound_object* object = nullptr;
    if (__reference_access::__is_capturing(__one.__context)) return __found(cudaErrorStreamCaptureUnsupported);
    cudaError_t error = __one.__context->__find_or_create(__view, object);
    if (error != cudaSuccess) return error;
    if (object == __one.object) return cudaSuccess;
    error = __one.__context->__replace(__one.symbol, __one.object, object);
    if (error == cudaSuccess) __one.object = object;
    return error;
}

inline cudaError_t __reference_access::__realise(const textureReference& reference, __binding& __one)
{
    __object_view __view;
    __view.resource = __one.resource;
    __view.attributes = __attributes_of(reference, __one.resource.resType == cudaResourceTypeLinear);
    return __realise_view(__view, __one);
}

inline cudaError_t __reference_access::__realise(const surfaceReference&, __binding& __one)
{
    __object_view __view;
    __view.resource = __one.resource;
    __view.__is_surface = 1;
    return __realise_view(__view, __one);
}

inline bool __reference_access::__still_holds(const __binding& __one)
{
    return __one.__in_force && __one.object && !__one.object->__array_was_freed;
}

// The handle stays: a kernel in flight may still use it.
inline void __reference_access::__release(__binding&) {}

} // namespace __detail
} // namespace cuda_legacy

#endif
