// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The back end of texture and surface objects: a reference is a `__constant__` variable whose first eight bytes are the
// handle of an object.
#ifndef CUDA_LEGACY_DETAIL_OBJECTS_H
#define CUDA_LEGACY_DETAIL_OBJECTS_H

#include <cstdio>

#include "bound_reference.h"

namespace cuda_legacy {
namespace detail {

// The address of a reference's `__constant__` variable; `otherwise` for what is none. A C++ reference at file scope,
// `texture<float, 2>& other = t;`, is a constant too, which nvcc registers under the address of `t`.
template <class Reference>
cudaError_t constant_address(const Reference& reference, cudaError_t otherwise, const char* note, void*& address)
{
    const cudaError_t error_before = cudaPeekAtLastError();
    const void* const variable = &reference;
    std::size_t size = 0;
    cudaError_t error = cudaGetSymbolAddress(&address, variable);
    if (error == cudaSuccess) error = cudaGetSymbolSize(&size, variable);
    if (error != cudaErrorInvalidSymbol && (error != cudaSuccess || size == sizeof(Reference))) return error;
    if (error == cudaSuccess)
        std::fprintf(stderr,
                     "cuda_legacy: a texture or surface reference has a C++ reference at file scope as well: "
                     "build without CUDA_LEGACY_OBJECT_REFERENCES: see migration-notes/%s.md\n",
                     note);
    else if (error_before == cudaSuccess)
        cudaGetLastError();
    return found(otherwise);
}

inline cudaError_t reference_access::find_symbol(const textureReference& reference, void*& symbol)
{
    return constant_address(reference, cudaErrorInvalidTexture, "texture_reference", symbol);
}

inline cudaError_t reference_access::find_symbol(const surfaceReference& reference, void*& symbol)
{
    return constant_address(reference, cudaErrorInvalidSurface, "surface_reference", symbol);
}

template <class Reference>
bool is_constant_of_size_of(const Reference* symbol)
{
    std::size_t size = 0;
    const cudaError_t error_before = cudaPeekAtLastError();
    const cudaError_t error = cudaGetSymbolSize(&size, static_cast<const void*>(symbol));
    if (error != cudaSuccess && error_before == cudaSuccess) cudaGetLastError();
    return error == cudaSuccess && size == sizeof(Reference);
}

inline bool is_reference(const textureReference* symbol)
{
    return is_constant_of_size_of(symbol) && reference_access::is_one(*symbol);
}
inline bool is_reference(const surfaceReference* symbol)
{
    return is_constant_of_size_of(symbol) && reference_access::is_one(*symbol);
}

// nvcc gives constructor arguments to the device's image of the reference only: they are read back once, into what the
// program has not written itself.
inline cudaError_t reference_access::load(const textureReference& reference)
{
    auto& mine = const_cast<textureReference&>(reference);
    if (mine.loaded_) return cudaSuccess;
    alignas(textureReference) unsigned char bytes[sizeof(textureReference)];
    void* address = nullptr;
    cudaError_t error = find_symbol(reference, address);
    if (error == cudaSuccess) error = cudaMemcpy(bytes, address, sizeof bytes, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) return error;
    const auto& image = *reinterpret_cast<const textureReference*>(bytes);
    // No reference has elements of nothing, so this is one that was not constructed.
    const bool is_zero = mine.element_ == 0;
    mine.normalized.take(image.normalized);
    mine.filterMode.take(image.filterMode);
    for (int i = 0; i < 3; ++i)
        mine.addressMode[i].take(image.addressMode[i]);
    mine.channelDesc.take(image.channelDesc, is_zero ? 0 : image.element_);
    if (is_zero) {
        mine.sRGB.take(image.sRGB);
        mine.maxAnisotropy.take(image.maxAnisotropy);
        mine.mipmapFilterMode.take(image.mipmapFilterMode);
        mine.mipmapLevelBias.take(image.mipmapLevelBias);
        mine.minMipmapLevelClamp.take(image.minMipmapLevelClamp);
        mine.maxMipmapLevelClamp.take(image.maxMipmapLevelClamp);
        mine.disableTrilinearOptimization.take(image.disableTrilinearOptimization);
        mine.element_ = image.element_;
        mine.dimensions_ = image.dimensions_;
        mine.normalized_float_ = image.normalized_float_;
    }
    mine.loaded_ = true;
    return cudaSuccess;
}

// The descriptor that a surface is constructed with plays no part in a bind.
inline cudaError_t reference_access::load(const surfaceReference&) { return cudaSuccess; }

inline cudaError_t realise_view(const object_view& view, binding& one)
{
    if (one.object && !one.object->array_was_freed && one.object->view == view) return cudaSuccess;
    bound_object* object = nullptr;
    if (reference_access::is_capturing(one.context)) return found(cudaErrorStreamCaptureUnsupported);
    cudaError_t error = one.context->find_or_create(view, object);
    if (error != cudaSuccess) return error;
    if (object == one.object) return cudaSuccess;
    error = one.context->replace(one.symbol, one.object, object);
    if (error == cudaSuccess) one.object = object;
    return error;
}

inline cudaError_t reference_access::realise(const textureReference& reference, binding& one)
{
    object_view view;
    view.resource = one.resource;
    view.attributes = attributes_of(reference, one.resource.resType == cudaResourceTypeLinear);
    return realise_view(view, one);
}

inline cudaError_t reference_access::realise(const surfaceReference&, binding& one)
{
    object_view view;
    view.resource = one.resource;
    view.is_surface = 1;
    return realise_view(view, one);
}

inline bool reference_access::still_holds(const binding& one)
{
    return one.in_force && one.object && !one.object->array_was_freed;
}

// The handle is left as it is: a kernel in flight may still use it.
inline void reference_access::release(binding&) {}

} // namespace detail
} // namespace cuda_legacy

#endif
