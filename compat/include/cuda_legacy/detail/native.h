// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The back end of native references: the compiler's `.texref` and `.surfref` symbols, bound by the driver.
//
// nvcc 13 still registers such symbols at program start. The runtime no longer has the function for it, so this header
// defines it. The driver's functions are deprecated. They are looked up at run time, so that the program needs no other
// library. The driver gives each launch the current binding and attributes by itself.
#ifndef CUDA_LEGACY_DETAIL_NATIVE_H
#define CUDA_LEGACY_DETAIL_NATIVE_H

#include <cstdio>

#include "bound_reference.h"
#include "channel_check.h"

namespace cuda_legacy {
namespace __detail {

struct __driver_array_description {
    std::size_t width, height;
    int format;
    unsigned int __channels;
};

// The driver's functions, by their documented signatures; handles are pointers.
struct __native_driver {
    int (*__get_module)(void** __module, void* __function) = nullptr;
    int (*__get_texture)(void** reference, void* __module, const char* name) = nullptr;
    int (*__get_surface)(void** reference, void* __module, const char* name) = nullptr;
    int (*__set_array)(void* reference, void* array, unsigned int flags) = nullptr;
    int (*__set_mipmapped_array)(void* reference, void* array, unsigned int flags) = nullptr;
    int (*__set_address)(std::size_t* offset, void* reference, unsigned long long __address,
                         std::size_t bytes) = nullptr;
    int (*__set_address_2d)(void* reference, const __driver_array_description*, unsigned long long,
                            std::size_t) = nullptr;
    int (*__set_format)(void* reference, int format, int __channels) = nullptr;
    int (*__set_address_mode)(void* reference, int __dimension, int mode) = nullptr;
    int (*__set_filter_mode)(void* reference, int mode) = nullptr;
    int (*__set_mipmap_filter_mode)(void* reference, int mode) = nullptr;
    int (*__set_mipmap_level_bias)(void* reference, float __bias) = nullptr;
    int (*__set_mipmap_level_clamp)(void* reference, float lowest, float __highest) = nullptr;
    int (*__set_max_anisotropy)(void* reference, unsigned int __ratio) = nullptr;
    int (*__set_flags)(void* reference, unsigned int flags) = nullptr;
    int (*__set_surface_array)(void* reference, void* array, unsigned int flags) = nullptr;
    bool __complete = true;

    __native_driver()
    {
        __find("cuFuncGetModule", __get_module);
        __find("cuModuleGetTexRef", __get_texture);
        __find("cuModuleGetSurfRef", __get_surface);
        __find("cuTexRefSetArray", __set_array);
        __find("cuTexRefSetMipmappedArray", __set_mipmapped_array);
        __find("cuTexRefSetAddress", __set_address);
        __find("cuTexRefSetAddress2D", __set_address_2d);
        __find("cuTexRefSetFormat", __set_format);
        __find("cuTexRefSetAddressMode", __set_address_mode);
        __find("cuTexRefSetFilterMode", __set_filter_mode);
        __find("cuTexRefSetMipmapFilterMode", __set_mipmap_filter_mode);
        __find("cuTexRefSetMipmapLevelBias", __set_mipmap_level_bias);
        __find("cuTexRefSetMipmapLevelClamp", __set_mipmap_level_clamp);
        __find("cuTexRefSetMaxAnisotropy", __set_max_anisotropy);
        __find("cuTexRefSetFlags", __set_flags);
        __find("cuSurfRefSetArray", __set_surface_array);
        if (!__complete)
            std::fprintf(stderr, "cuda_legacy: this driver cannot bind native references: build all sources of the "
                                 "program with CUDA_LEGACY_OBJECT_REFERENCES: see "
                                 "migration-notes/texture_reference.md\n");
    }

private:
    template <class _Function>
    void __find(const char* name, _Function& __function)
    {
        __complete = __driver::__find(name, __function) && __complete;
    }
};

inline __native_driver& __native_calls()
{
    static __native_driver __calls;
    return __calls;
}

// The driver's and the runtime's error numbers are the same.
inline cudaError_t __of_driver(int error) { return __found(static_cast<cudaError_t>(error)); }

inline const __registered_reference* __find_registered(const void* reference, bool __is_surface)
{
    for (const __registered_reference& __one : __program().__registered)
        if (__one.reference == reference && __one.__is_surface == __is_surface) return &__one;
    return nullptr;
}

inline bool is_reference(const textureReference* symbol) { return __find_registered(symbol, false) != nullptr; }
inline bool is_reference(const surfaceReference* symbol) { return __find_registered(symbol, true) != nullptr; }

// nvcc 13 omits references that no kernel uses. CUDA 11.8 did not, and a program could bind them. The symbol of such a
// reference is null, and nothing reads its binding.
inline cudaError_t __find_in_module(const void* reference, const void* kernel, bool __is_surface, void*& symbol)
{
    const __registered_reference* const __one = __find_registered(reference, __is_surface);
    if (!__one || !kernel) return __found(__is_surface ? cudaErrorInvalidSurface : cudaErrorInvalidTexture);
    __native_driver& __calls = __native_calls();
    if (!__calls.__complete) return __found(cudaErrorNotSupported);
    cudaFunction_t __function = nullptr;
    const cudaError_t error = cudaGetFuncBySymbol(&__function, kernel);
    if (error != cudaSuccess) return error;
    void* __module = nullptr;
    int status = __calls.__get_module(&__module, __function);
    if (status == 0)
        status = (__is_surface ? __calls.__get_surface : __calls.__get_texture)(&symbol, __module, __one->symbol);
    if (status == cudaErrorSymbolNotFound) {
        symbol = nullptr;
        return cudaSuccess;
    }
    return __of_driver(status);
}

inline cudaError_t __reference_access::__find_symbol(const textureReference& reference, void*& symbol)
{
    return __find_in_module(&reference, reference.__module_, false, symbol);
}

inline cudaError_t __reference_access::__find_symbol(const surfaceReference& reference, void*& symbol)
{
    return __find_in_module(&reference, reference.__module_, true, symbol);
}

// nvcc runs the constructors on the host unchanged.
inline cudaError_t __reference_access::__load(const textureReference& reference)
{
    const_cast<textureReference&>(reference).__loaded_ = true;
    return cudaSuccess;
}
inline cudaError_t __reference_access::__load(const surfaceReference&) { return cudaSuccess; }

// The driver's numbers of formats: CUarray_format.
inline int __format_of(const cudaChannelFormatDesc& desc)
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

inline int __set_resource(const __binding& __one)
{
    __native_driver& __calls = __native_calls();
    const cudaResourceDesc& resource = __one.resource;
    constexpr unsigned int __of_its_own_format = 1;
    switch (resource.resType) {
    case cudaResourceTypeArray:
        return __calls.__set_array(__one.symbol, resource.res.array.array, __of_its_own_format);
    case cudaResourceTypeMipmappedArray:
        return __calls.__set_mipmapped_array(__one.symbol, resource.res.mipmap.mipmap, __of_its_own_format);
    case cudaResourceTypePitch2D: {
        const auto& memory = resource.res.pitch2D;
        const __driver_array_description __description{memory.width, memory.height, __format_of(memory.desc),
                                                       static_cast<unsigned int>(__channels_of(memory.desc))};
        const int error = __calls.__set_format(__one.symbol, __description.format, __channels_of(memory.desc));
        return error ? error
                     : __calls.__set_address_2d(__one.symbol, &__description,
                                                reinterpret_cast<std::uintptr_t>(memory.devPtr), memory.pitchInBytes);
    }
    default: {
        const auto& memory = resource.res.linear;
        std::size_t offset = 0;
        const int error = __calls.__set_format(__one.symbol, __format_of(memory.desc), __channels_of(memory.desc));
        return error ? error
                     : __calls.__set_address(&offset, __one.symbol, reinterpret_cast<std::uintptr_t>(memory.devPtr),
                                             memory.sizeInBytes);
    }
    }
}

inline cudaError_t __reference_access::__realise(const textureReference& reference, __binding& __one)
{
    if (!__one.symbol) return cudaSuccess;
    __native_driver& __calls = __native_calls();
    const bool __of_texel_numbers = __one.resource.resType == cudaResourceTypeLinear;
    const cudaTextureDesc attributes = __attributes_of(reference, __of_texel_numbers);
    const bool __as_integer =
        reference.channelDesc.f != cudaChannelFormatKindFloat && attributes.readMode == cudaReadModeElementType;
    // The driver would filter the bits of these elements as floats.
    if (__as_integer && attributes.filterMode == cudaFilterModeLinear) return __found(cudaErrorInvalidFilterSetting);
    int error = __set_resource(__one);
    unsigned int flags = 0;
    if (__as_integer) flags |= 0x01;
    if (attributes.normalizedCoords) flags |= 0x02;
    if (attributes.sRGB) flags |= 0x10;
    if (attributes.disableTrilinearOptimization) flags |= 0x20;
    if (error == 0) error = __calls.__set_flags(__one.symbol, flags);
    for (int __i = 0; __i < 3 && error == 0; ++__i)
        error = __calls.__set_address_mode(__one.symbol, __i, attributes.addressMode[__i]);
    if (error == 0) error = __calls.__set_filter_mode(__one.symbol, attributes.filterMode);
    if (error == 0) error = __calls.__set_mipmap_filter_mode(__one.symbol, attributes.mipmapFilterMode);
    if (error == 0) error = __calls.__set_mipmap_level_bias(__one.symbol, attributes.mipmapLevelBias);
    if (error == 0)
        error = __calls.__set_mipmap_level_clamp(__one.symbol, attributes.minMipmapLevelClamp,
                                                 attributes.maxMipmapLevelClamp);
    if (error == 0) error = __calls.__set_max_anisotropy(__one.symbol, attributes.maxAnisotropy);
    return __of_driver(error);
}

inline cudaError_t __reference_access::__realise(const surfaceReference&, __binding& __one)
{
    if (!__one.symbol) return cudaSuccess;
    return __of_driver(__native_calls().__set_surface_array(__one.symbol, __one.resource.res.array.array, 0));
}

// The driver does not report whether the bound array still exists.
inline bool __reference_access::__still_holds(const __binding&) { return false; }

inline void __reference_access::__release(__binding& __one)
{
    std::size_t offset = 0;
    if (__one.symbol) __native_calls().__set_address(&offset, __one.symbol, 0, 0);
}

} // namespace __detail
} // namespace cuda_legacy

// Called at program start for each native reference, by code that nvcc generates. The parameter for a device address
// holds the name of the symbol in the module.
extern "C" {
__attribute__((__used__)) inline void __cudaRegisterTexture(void**, const textureReference* reference,
                                                            const void** symbol, const char*, int, int, int)
{
    cuda_legacy::__detail::__program().__registered.push_back(
        {reference, reinterpret_cast<const char*>(symbol), false});
}
__attribute__((__used__)) inline void __cudaRegisterSurface(void**, const surfaceReference* reference,
                                                            const void** symbol, const char*, int, int)
{
    cuda_legacy::__detail::__program().__registered.push_back({reference, reinterpret_cast<const char*>(symbol), true});
}
}

#endif
