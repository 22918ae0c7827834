// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bindings of a reference, one for each device. Both back ends share this part.
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

// The request of a bind. With objects, `object` is the object whose handle the device has. It outlives the binding,
// because an unbind leaves the handle unchanged. It may be older than the request if an attribute does not fit.
struct __binding {
    __device_context* __context = nullptr;
    void* symbol = nullptr; // the reference in the device: its address, or the driver's handle of it
    bool __bound = false;
    bool linear = false;    // has an alignment offset
    std::size_t offset = 0; // distance of the bound pointer from the start of the texture
    cudaResourceDesc resource{};
    __bound_object* object = nullptr;
    bool __in_force = false; // the device has the last request, attributes included
};

struct __reference_state {
    __sequence<__binding> __per_device; // by device number
};

// A reference that the compiler registered, with the native back end.
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

// The object is never destroyed: destructors of the program's static objects may call a bind.
CUDA_LEGACY_DETAIL_SHARED inline __program_state& __program()
{
    static __program_state* const __state = new __program_state;
    return *__state;
}

// The context of the current device, or a new one after a reset. The reset has released the resources of the old one.
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
    // An old context stays in memory. Bindings of other references still point to it and compare it with the new one.
    if (!__slot || __slot->id() != id) __slot = new __device_context(device, id, __current, all.__calls);
    __context = __slot;
    return cudaSuccess;
}

// The private functions of the references. The caller holds the program's mutex.
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
        // A host variable without a reference on the device gets no state.
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

    // Binds in the context of the current device.
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

    // cudaTextureType1D, 2D and 3D are 1, 2 and 3. Layered types add 0xf0. Cubemaps (0xc) take directions.
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
        // The original treated an invalid mode as clamp and as point. Axes that the reference does not have keep clamp:
        // the anisotropic fetch of a 1D mipmapped array reads the mode of the second axis.
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

    // Whether the memory of a variable has the layout of a reference.
    static bool __is_one(const textureReference& reference)
    {
        using __place = __attribute_place;
        return reference.normalized.offset() == __place::normalized &&
               reference.filterMode.offset() == __place::filterMode &&
               reference.disableTrilinearOptimization.offset() == __place::disableTrilinearOptimization;
    }
    static bool __is_one(const surfaceReference& reference) { return reference.__kind_ == surfaceReference::kind; }

    // The functions of the back end, defined in objects.h or native.h.

    // Reads back, once, the constructor arguments that only the device's image has.
    static cudaError_t __load(const textureReference& reference);
    static cudaError_t __load(const surfaceReference& reference);
    // Finds a reference in the module of the current device.
    static cudaError_t __find_symbol(const textureReference& reference, void*& symbol);
    static cudaError_t __find_symbol(const surfaceReference& reference, void*& symbol);
    // Puts the binding and the attributes into effect for all later launches.
    static cudaError_t __realise(const textureReference& reference, __binding& __one);
    static cudaError_t __realise(const surfaceReference& reference, __binding& __one);
    // Whether the binding in effect is known to be current.
    static bool __still_holds(const __binding& __one);
    // Ends a binding on the device, where the back end can.
    static void __release(__binding& __one);
};

// Called before the read of an attribute that the program has not written: the value may be a constructor argument.
inline void __before_read(textureReference& reference)
{
    const __lock_guard lock(__program().mutex);
    const cudaError_t __error_before = cudaPeekAtLastError();
    const cudaError_t error = __reference_access::__load(reference);
    // Without a device there is no value to load. The program asked for a value and not for a device, so this is no
    // error.
    if (error != cudaSuccess && __error_before == cudaSuccess) cudaGetLastError();
}

// Called after the write of an attribute. On every device, the binding of the reference has the attribute from now on.
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

// The context numbers of the driver show a reset. Without these numbers the header counts resets.
inline void __device_is_reset()
{
    const __lock_guard lock(__program().mutex);
    ++__program().__resets;
}

// Called before a CUDA array, mipmapped or not, is freed.
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
