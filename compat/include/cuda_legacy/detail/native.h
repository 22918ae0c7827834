// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The back end of native references: the compiler's `.texref` and `.surfref` symbols, bound by the driver.
//
// nvcc 13 still registers such symbols at program start, with a function that the runtime no longer has; it is defined
// here. The driver's functions are deprecated, and looked up at run time, so that nothing is linked. The driver gives
// each launch the binding and the attributes of its moment by itself.
#ifndef CUDA_LEGACY_DETAIL_NATIVE_H
#define CUDA_LEGACY_DETAIL_NATIVE_H

#include <cstdio>

#include "bound_reference.h"
#include "channel_check.h"

namespace cuda_legacy {
namespace detail {

struct driver_array_description {
    std::size_t width, height;
    int format;
    unsigned int channels;
};

// The driver's functions, by their documented signatures; handles are pointers.
struct native_driver {
    int (*get_module)(void** module, void* function) = nullptr;
    int (*get_texture)(void** reference, void* module, const char* name) = nullptr;
    int (*get_surface)(void** reference, void* module, const char* name) = nullptr;
    int (*set_array)(void* reference, void* array, unsigned int flags) = nullptr;
    int (*set_mipmapped_array)(void* reference, void* array, unsigned int flags) = nullptr;
    int (*set_address)(std::size_t* offset, void* reference, unsigned long long address, std::size_t bytes) = nullptr;
    int (*set_address_2d)(void* reference, const driver_array_description*, unsigned long long, std::size_t) = nullptr;
    int (*set_format)(void* reference, int format, int channels) = nullptr;
    int (*set_address_mode)(void* reference, int dimension, int mode) = nullptr;
    int (*set_filter_mode)(void* reference, int mode) = nullptr;
    int (*set_mipmap_filter_mode)(void* reference, int mode) = nullptr;
    int (*set_mipmap_level_bias)(void* reference, float bias) = nullptr;
    int (*set_mipmap_level_clamp)(void* reference, float lowest, float highest) = nullptr;
    int (*set_max_anisotropy)(void* reference, unsigned int ratio) = nullptr;
    int (*set_flags)(void* reference, unsigned int flags) = nullptr;
    int (*set_surface_array)(void* reference, void* array, unsigned int flags) = nullptr;
    bool complete = true;

    native_driver()
    {
        find("cuFuncGetModule", get_module);
        find("cuModuleGetTexRef", get_texture);
        find("cuModuleGetSurfRef", get_surface);
        find("cuTexRefSetArray", set_array);
        find("cuTexRefSetMipmappedArray", set_mipmapped_array);
        find("cuTexRefSetAddress", set_address);
        find("cuTexRefSetAddress2D", set_address_2d);
        find("cuTexRefSetFormat", set_format);
        find("cuTexRefSetAddressMode", set_address_mode);
        find("cuTexRefSetFilterMode", set_filter_mode);
        find("cuTexRefSetMipmapFilterMode", set_mipmap_filter_mode);
        find("cuTexRefSetMipmapLevelBias", set_mipmap_level_bias);
        find("cuTexRefSetMipmapLevelClamp", set_mipmap_level_clamp);
        find("cuTexRefSetMaxAnisotropy", set_max_anisotropy);
        find("cuTexRefSetFlags", set_flags);
        find("cuSurfRefSetArray", set_surface_array);
        if (!complete)
            std::fprintf(stderr, "cuda_legacy: this driver cannot bind native references: build all sources of the "
                                 "program with CUDA_LEGACY_OBJECT_REFERENCES: see "
                                 "migration-notes/texture_reference.md\n");
    }

private:
    template <class Function>
    void find(const char* name, Function& function)
    {
        complete = driver::find(name, function) && complete;
    }
};

inline native_driver& native_calls()
{
    static native_driver calls;
    return calls;
}

// The driver's and the runtime's error numbers are the same.
inline cudaError_t of_driver(int error) { return found(static_cast<cudaError_t>(error)); }

inline const registered_reference* find_registered(const void* reference, bool is_surface)
{
    for (const registered_reference& one : program().registered)
        if (one.reference == reference && one.is_surface == is_surface) return &one;
    return nullptr;
}

inline bool is_reference(const textureReference* symbol) { return find_registered(symbol, false) != nullptr; }
inline bool is_reference(const surfaceReference* symbol) { return find_registered(symbol, true) != nullptr; }

// nvcc 13 leaves out what no kernel uses; CUDA 11.8 did not, and it could be bound. Its symbol is null: nothing reads
// the binding.
inline cudaError_t find_in_module(const void* reference, const void* kernel, bool is_surface, void*& symbol)
{
    const registered_reference* const one = find_registered(reference, is_surface);
    if (!one || !kernel) return found(is_surface ? cudaErrorInvalidSurface : cudaErrorInvalidTexture);
    native_driver& calls = native_calls();
    if (!calls.complete) return found(cudaErrorNotSupported);
    cudaFunction_t function = nullptr;
    const cudaError_t error = cudaGetFuncBySymbol(&function, kernel);
    if (error != cudaSuccess) return error;
    void* module = nullptr;
    int status = calls.get_module(&module, function);
    if (status == 0) status = (is_surface ? calls.get_surface : calls.get_texture)(&symbol, module, one->symbol);
    if (status == cudaErrorSymbolNotFound) {
        symbol = nullptr;
        return cudaSuccess;
    }
    return of_driver(status);
}

inline cudaError_t reference_access::find_symbol(const textureReference& reference, void*& symbol)
{
    return find_in_module(&reference, reference.module_, false, symbol);
}

inline cudaError_t reference_access::find_symbol(const surfaceReference& reference, void*& symbol)
{
    return find_in_module(&reference, reference.module_, true, symbol);
}

// Constructors run on the host as they stand.
inline cudaError_t reference_access::load(const textureReference& reference)
{
    const_cast<textureReference&>(reference).loaded_ = true;
    return cudaSuccess;
}
inline cudaError_t reference_access::load(const surfaceReference&) { return cudaSuccess; }

// The driver's numbers of formats: CUarray_format.
inline int format_of(const cudaChannelFormatDesc& desc)
{
    const int size = desc.x == 8 ? 0 : desc.x == 16 ? 1 : 2;
    switch (desc.f) {
    case cudaChannelFormatKindUnsigned:
        return 0x01 + size;
    case cudaChannelFormatKindSigned:
        return 0x08 + size;
    default:
        return desc.x == 16 ? 0x10 : 0x20;
    }
}

inline int set_resource(const binding& one)
{
    native_driver& calls = native_calls();
    const cudaResourceDesc& resource = one.resource;
    constexpr unsigned int of_its_own_format = 1;
    switch (resource.resType) {
    case cudaResourceTypeArray:
        return calls.set_array(one.symbol, resource.res.array.array, of_its_own_format);
    case cudaResourceTypeMipmappedArray:
        return calls.set_mipmapped_array(one.symbol, resource.res.mipmap.mipmap, of_its_own_format);
    case cudaResourceTypePitch2D: {
        const auto& memory = resource.res.pitch2D;
        const driver_array_description description{memory.width, memory.height, format_of(memory.desc),
                                                   static_cast<unsigned int>(channels_of(memory.desc))};
        const int error = calls.set_format(one.symbol, description.format, channels_of(memory.desc));
        return error ? error
                     : calls.set_address_2d(one.symbol, &description, reinterpret_cast<std::uintptr_t>(memory.devPtr),
                                            memory.pitchInBytes);
    }
    default: {
        const auto& memory = resource.res.linear;
        std::size_t offset = 0;
        const int error = calls.set_format(one.symbol, format_of(memory.desc), channels_of(memory.desc));
        return error ? error
                     : calls.set_address(&offset, one.symbol, reinterpret_cast<std::uintptr_t>(memory.devPtr),
                                         memory.sizeInBytes);
    }
    }
}

inline cudaError_t reference_access::realise(const textureReference& reference, binding& one)
{
    if (!one.symbol) return cudaSuccess;
    native_driver& calls = native_calls();
    const bool of_texel_numbers = one.resource.resType == cudaResourceTypeLinear;
    const cudaTextureDesc attributes = attributes_of(reference, of_texel_numbers);
    const bool as_integer =
        reference.channelDesc.f != cudaChannelFormatKindFloat && attributes.readMode == cudaReadModeElementType;
    // The driver would filter their bits as if they were floats.
    if (as_integer && attributes.filterMode == cudaFilterModeLinear) return found(cudaErrorInvalidFilterSetting);
    int error = set_resource(one);
    unsigned int flags = 0;
    if (as_integer) flags |= 0x01;
    if (attributes.normalizedCoords) flags |= 0x02;
    if (attributes.sRGB) flags |= 0x10;
    if (attributes.disableTrilinearOptimization) flags |= 0x20;
    if (error == 0) error = calls.set_flags(one.symbol, flags);
    for (int i = 0; i < 3 && error == 0; ++i)
        error = calls.set_address_mode(one.symbol, i, attributes.addressMode[i]);
    if (error == 0) error = calls.set_filter_mode(one.symbol, attributes.filterMode);
    if (error == 0) error = calls.set_mipmap_filter_mode(one.symbol, attributes.mipmapFilterMode);
    if (error == 0) error = calls.set_mipmap_level_bias(one.symbol, attributes.mipmapLevelBias);
    if (error == 0)
        error =
            calls.set_mipmap_level_clamp(one.symbol, attributes.minMipmapLevelClamp, attributes.maxMipmapLevelClamp);
    if (error == 0) error = calls.set_max_anisotropy(one.symbol, attributes.maxAnisotropy);
    return of_driver(error);
}

inline cudaError_t reference_access::realise(const surfaceReference&, binding& one)
{
    if (!one.symbol) return cudaSuccess;
    return of_driver(native_calls().set_surface_array(one.symbol, one.resource.res.array.array, 0));
}

// The driver does not say whether the array that it was given is still there.
inline bool reference_access::still_holds(const binding&) { return false; }

inline void reference_access::release(binding& one)
{
    std::size_t offset = 0;
    if (one.symbol) native_calls().set_address(&offset, one.symbol, 0, 0);
}

} // namespace detail
} // namespace cuda_legacy

// Called at program start for each native reference, by code that nvcc generates. Where a device address is announced
// it passes the symbol's name in the module.
extern "C" {
__attribute__((used)) inline void __cudaRegisterTexture(void**, const textureReference* reference, const void** symbol,
                                                        const char*, int, int, int)
{
    cuda_legacy::detail::program().registered.push_back({reference, reinterpret_cast<const char*>(symbol), false});
}
__attribute__((used)) inline void __cudaRegisterSurface(void**, const surfaceReference* reference, const void** symbol,
                                                        const char*, int, int)
{
    cuda_legacy::detail::program().registered.push_back({reference, reinterpret_cast<const char*>(symbol), true});
}
}

#endif
