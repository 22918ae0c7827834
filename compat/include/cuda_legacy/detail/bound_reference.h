// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a reference is bound to, per device; what both back ends share of it.
#ifndef CUDA_LEGACY_DETAIL_BOUND_REFERENCE_H
#define CUDA_LEGACY_DETAIL_BOUND_REFERENCE_H

#include <cstdint>
#include <cstring>

#include <cuda_runtime_api.h>

#include "device_context.h"
#include "last_error.h"
#include "mutex.h"
#include "sequence.h"
#include "surface_type.h"
#include "texture_type.h"
#include "visibility.h"

namespace cuda_legacy {
namespace __detail {

// What a bind asked for. With objects, `object` is what the device's handle names: it outlives the binding, because an
// unbind leaves the handle alone, and it lags behind it when an attribute does not fit.
struct __binding {
    __device_context* __context = nullptr;
    void* symbol = nullptr; // the reference in the device: its address, or the driver's handle of it
    bool __bound = false;
    bool linear = false;    // has an alignment offset
    std::size_t offset = 0; // of the bound pointer from the address that the texture begins at
    cudaResourceDesc resource{};
    __bound_object* object = nullptr;
    bool __in_force = false; // what was asked for last, attributes too, is what the device has
};

struct __reference_state {
    __sequence<__binding> __per_device; // by device number
};

// A reference as the compiler registered it, where it does: the native back end.
struct __registered_reference {
    const void* reference;
    const char* symbol; // its name in the module
    bool __is_surface;
};

struct __capture {
    cudaStream_t stream;
    __device_context* __context;
};

struct __program_state {
    __detail::mutex mutex;
    __driver __calls;
    unsigned long long __resets = 0;          // counted only where the driver cannot tell contexts apart
    __sequence<__device_context*> __contexts; // by device number
    __sequence<__registered_reference> __registered;
    __sequence<__capture> __captures; // that have begun and not ended
};

// Never destroyed: binds may come from destructors of the program's own statics.
CUDA_LEGACY_DETAIL_SHARED inline __program_state& __program()
{
    static __program_state* const __state = new __program_state;
    return *__state;
}

// The current device's context, a new one after a reset. What the old one held went with it.
inline cudaError_t current_context(__device_context*& __context)
{
    __program_state& all = __program();
    CUctx_st* __current = nullptr;
    unsigned long long id = all.__resets + 1;
    const bool __told_apart = all.__calls.__get_current_context != nullptr;
    const auto __ask = [&] {
        return all.__calls.__get_current_context(&__current) == 0 && __current &&
               all.__calls.__get_context_id(__current, &id) == 0;
    };
    const bool __there = __told_apart && __ask();
    if (__there) // most often it is known: no number is given to two contexts, and asking for the device takes longer
        for (__device_context* __one : all.__contexts)
            if (__one && __one->id() == id) {
                __context = __one;
                return cudaSuccess;
            }
    int device = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error != cudaSuccess) return error;
    if (__told_apart && !__there) { // none yet, or one that was reset
        error = cudaFree(nullptr);  // makes the runtime create its context
        if (error != cudaSuccess) return error;
        if (!__ask()) return cudaErrorDeviceUninitialized;
    }
    if (all.__contexts.size() <= static_cast<std::size_t>(device)) all.__contexts.__resize(device + 1);
    __device_context*& __slot = all.__contexts[device];
    // An old context is left where it is: bindings of other references still name it, to find that it is old.
    if (!__slot || __slot->id() != id) __slot = new __device_context(device, id, __current, all.__calls);
    __context = __slot;
    return cudaSuccess;
}

// The private side of the references. Everything here is called with the program's mutex held.
struct __reference_access {
    template <class _Reference>
    static bool __has_state(const _Reference& reference)
    {
        return reference.cuda_legacy_handle != 0;
    }

    template <class _Reference>
    static __reference_state& __state(const _Reference& reference)
    {
        auto& handle = const_cast<_Reference&>(reference).cuda_legacy_handle;
        if (!handle) handle = reinterpret_cast<std::uintptr_t>(new __reference_state);
        return *reinterpret_cast<__reference_state*>(static_cast<std::uintptr_t>(handle));
    }

    template <class _Reference>
    static cudaError_t current_binding(const _Reference& reference, __binding*& result)
    {
        __device_context* __context = nullptr;
        const cudaError_t error = current_context(__context);
        return error != cudaSuccess ? error : __binding_in(__context, reference, result);
    }

    template <class _Reference>
    static cudaError_t __binding_in(__device_context* __context, const _Reference& reference, __binding*& result)
    {
        cudaError_t error = cudaSuccess;
        // A variable of the host that is no reference of the device gets no state.
        void* symbol = nullptr;
        if (!__has_state(reference)) {
            error = __find_symbol(reference, symbol);
            if (error != cudaSuccess) return error;
        }
        __reference_state& __of = __state(reference);
        if (__of.__per_device.size() <= static_cast<std::size_t>(__context->device()))
            __of.__per_device.__resize(__context->device() + 1);
        __binding& __one = __of.__per_device[__context->device()];
        if (__one.__context != __context) {
            __one = __binding{};
            error = __find_symbol(reference, __one.symbol);
            if (error != cudaSuccess) return error;
            __one.__context = __context;
        }
        result = &__one;
        return cudaSuccess;
    }

    static bool __is_capturing(const __device_context* __context)
    {
        for (const __capture& __one : __program().__captures)
            if (__one.__context == __context) return true;
        return false;
    }

    // In the current device's context.
    template <class _Reference>
    static cudaError_t __bind(const _Reference& reference, const cudaResourceDesc& resource)
    {
        __device_context* __context = nullptr;
        const cudaError_t error = current_context(__context);
        return error != cudaSuccess ? error : __bind(__context, reference, resource, false, 0);
    }

    template <class _Reference>
    static cudaError_t __bind(__device_context* __context, const _Reference& reference,
                              const cudaResourceDesc& resource, bool linear, std::size_t offset)
    {
        __binding* __one = nullptr;
        cudaError_t error = __binding_in(__context, reference, __one);
        if (error == cudaSuccess) error = __load(reference);
        if (error != cudaSuccess) return error;
        if (__still_holds(*__one) && __one->linear == linear && __one->offset == offset &&
            std::memcmp(&__one->resource, &resource, sizeof resource) == 0) {
            __one->__bound = true;
            return cudaSuccess;
        }
        const __binding __before = *__one;
        __one->__bound = true;
        __one->linear = linear;
        __one->offset = offset;
        __one->resource = resource;
        error = __realise(reference, *__one);
        if (error != cudaSuccess) *__one = __before;
        __one->__in_force = error == cudaSuccess;
        return error;
    }

    // cudaTextureType1D, 2D and 3D are 1, 2 and 3, and layered ones have 0xf0 besides. Cubemaps (0xc) have directions.
    static int __axes(const textureReference& reference)
    {
        const int count = reference.__dimensions_ & 0x0f;
        return count > 3 ? 3 : count;
    }

    static cudaTextureDesc __attributes_of(const textureReference& reference, bool __of_texel_numbers)
    {
        __object_view __zero;
        cudaTextureDesc desc = __zero.attributes;
        desc.readMode = reference.__normalized_float_ ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
        desc.sRGB = reference.sRGB.__raw() != 0;
        for (auto& mode : desc.addressMode)
            mode = cudaAddressModeClamp;
        if (__of_texel_numbers) return desc; // neither filtered nor addressed beyond its ends
        // What is no mode counted as clamp and as point. Axes that the reference does not have stay with clamp: the
        // anisotropic fetch of a 1D mipmapped array looks at the second one's mode.
        for (int __i = 0; __i < __axes(reference); ++__i) {
            const auto mode = static_cast<unsigned int>(reference.addressMode[__i].__raw());
            desc.addressMode[__i] =
                mode > cudaAddressModeBorder ? cudaAddressModeClamp : reference.addressMode[__i].__raw();
        }
        desc.filterMode =
            reference.filterMode.__raw() == cudaFilterModeLinear ? cudaFilterModeLinear : cudaFilterModePoint;
        desc.normalizedCoords = reference.normalized.__raw() != 0;
        desc.maxAnisotropy = reference.maxAnisotropy.__raw();
        desc.mipmapFilterMode = reference.mipmapFilterMode.__raw();
        desc.mipmapLevelBias = reference.mipmapLevelBias.__raw();
        desc.minMipmapLevelClamp = reference.minMipmapLevelClamp.__raw();
        desc.maxMipmapLevelClamp = reference.maxMipmapLevelClamp.__raw();
        desc.disableTrilinearOptimization = reference.disableTrilinearOptimization.__raw();
        return desc;
    }

    // Whether a variable that could be a reference is one.
    static bool __is_one(const textureReference& reference)
    {
        using __place = __attribute_place;
        return reference.normalized.offset() == __place::normalized &&
               reference.filterMode.offset() == __place::filterMode &&
               reference.disableTrilinearOptimization.offset() == __place::disableTrilinearOptimization;
    }
    static bool __is_one(const surfaceReference& reference) { return reference.__kind_ == surfaceReference::kind; }

    // The back end's part, defined in objects.h or native.h:
    // what a constructor gave to the device's image alone is read back once,
    static cudaError_t __load(const textureReference& reference);
    static cudaError_t __load(const surfaceReference& reference);
    // a reference is found in the current device's module,
    static cudaError_t __find_symbol(const textureReference& reference, void*& symbol);
    static cudaError_t __find_symbol(const surfaceReference& reference, void*& symbol);
    // what the binding and the attributes ask for is made to hold for the launches from now on,
    static cudaError_t __realise(const textureReference& reference, __binding& __one);
    static cudaError_t __realise(const surfaceReference& reference, __binding& __one);
    // whether that is known to hold still,
    static bool __still_holds(const __binding& __one);
    // and an unbind reaches the device, where it can.
    static void __release(__binding& __one);
};

// An attribute that was not written is about to be read: its value may be a constructor's argument.
inline void __before_read(textureReference& reference)
{
    const __lock_guard lock(__program().mutex);
    const cudaError_t __error_before = cudaPeekAtLastError();
    const cudaError_t error = __reference_access::__load(reference);
    // Without a device there is nothing to load; the program asked for a value, not for a device.
    if (error != cudaSuccess && __error_before == cudaSuccess) cudaGetLastError();
}

// An attribute was written: what the reference is bound to counts with it from now on, on every device.
inline void __after_write(textureReference& reference)
{
    const __lock_guard lock(__program().mutex);
    if (!__reference_access::__has_state(reference)) return;
    __sequence<__binding>& __per_device = __reference_access::__state(reference).__per_device;
    for (__binding& __one :
         __per_device) // first of all: where the device cannot be reached, the next bind brings it there
        __one.__in_force = false;
    int device = -1;
    for (__binding& __one : __per_device) {
        if (!__one.__bound) continue;
        if (device < 0 && cudaGetDevice(&device) != cudaSuccess) return;
        if (__one.__context->device() != device) cudaSetDevice(__one.__context->device());
        __device_context* __current = nullptr;
        if (current_context(__current) == cudaSuccess && __current == __one.__context)
            __one.__in_force = __found(__reference_access::__realise(reference, __one)) == cudaSuccess;
        if (__one.__context->device() != device) cudaSetDevice(device);
    }
}

// The driver's context numbers tell a reset; without them it is counted.
inline void __device_is_reset()
{
    const __lock_guard lock(__program().mutex);
    ++__program().__resets;
}

// A CUDA array, mipmapped or not, is about to be freed.
inline void __array_is_gone(const void* array)
{
    const __lock_guard lock(__program().mutex);
    for (__device_context* __context : __program().__contexts)
        if (__context) __context->__forget_array(array);
}

} // namespace __detail
} // namespace cuda_legacy

inline textureReference& textureReference::operator=(const textureReference& __other)
{
    normalized = __other.normalized;
    filterMode = __other.filterMode;
    for (int __i = 0; __i < 3; ++__i)
        addressMode[__i] = __other.addressMode[__i];
    sRGB = __other.sRGB;
    maxAnisotropy = __other.maxAnisotropy;
    mipmapFilterMode = __other.mipmapFilterMode;
    mipmapLevelBias = __other.mipmapLevelBias;
    minMipmapLevelClamp = __other.minMipmapLevelClamp;
    maxMipmapLevelClamp = __other.maxMipmapLevelClamp;
    disableTrilinearOptimization = __other.disableTrilinearOptimization;
    channelDesc = __other.channelDesc;
    return *this;
}

#endif
