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
namespace detail {

// What a bind asked for. With objects, `object` is what the device's handle names: it outlives the binding, because an
// unbind leaves the handle alone, and it lags behind it when an attribute does not fit.
struct binding {
    device_context* context = nullptr;
    void* symbol = nullptr; // the reference in the device: its address, or the driver's handle of it
    bool bound = false;
    bool linear = false;    // has an alignment offset
    std::size_t offset = 0; // of the bound pointer from the address that the texture begins at
    cudaResourceDesc resource{};
    bound_object* object = nullptr;
    bool in_force = false; // what was asked for last, attributes too, is what the device has
};

struct reference_state {
    sequence<binding> per_device; // by device number
};

// A reference as the compiler registered it, where it does: the native back end.
struct registered_reference {
    const void* reference;
    const char* symbol; // its name in the module
    bool is_surface;
};

struct capture {
    cudaStream_t stream;
    device_context* context;
};

struct program_state {
    detail::mutex mutex;
    driver calls;
    unsigned long long resets = 0;      // counted only where the driver cannot tell contexts apart
    sequence<device_context*> contexts; // by device number
    sequence<registered_reference> registered;
    sequence<capture> captures; // that have begun and not ended
};

// Never destroyed: binds may come from destructors of the program's own statics.
CUDA_LEGACY_DETAIL_SHARED inline program_state& program()
{
    static program_state* const state = new program_state;
    return *state;
}

// The current device's context, a new one after a reset. What the old one held went with it.
inline cudaError_t current_context(device_context*& context)
{
    program_state& all = program();
    CUctx_st* current = nullptr;
    unsigned long long id = all.resets + 1;
    const bool told_apart = all.calls.get_current_context != nullptr;
    const auto ask = [&] {
        return all.calls.get_current_context(&current) == 0 && current && all.calls.get_context_id(current, &id) == 0;
    };
    const bool there = told_apart && ask();
    if (there) // most often it is known: no number is given to two contexts, and asking for the device takes longer
        for (device_context* one : all.contexts)
            if (one && one->id() == id) {
                context = one;
                return cudaSuccess;
            }
    int device = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error != cudaSuccess) return error;
    if (told_apart && !there) {    // none yet, or one that was reset
        error = cudaFree(nullptr); // makes the runtime create its context
        if (error != cudaSuccess) return error;
        if (!ask()) return cudaErrorDeviceUninitialized;
    }
    if (all.contexts.size() <= static_cast<std::size_t>(device)) all.contexts.resize(device + 1);
    device_context*& slot = all.contexts[device];
    // An old context is left where it is: bindings of other references still name it, to find that it is old.
    if (!slot || slot->id() != id) slot = new device_context(device, id, current, all.calls);
    context = slot;
    return cudaSuccess;
}

// The private side of the references. Everything here is called with the program's mutex held.
struct reference_access {
    template <class Reference>
    static bool has_state(const Reference& reference)
    {
        return reference.cuda_legacy_handle != 0;
    }

    template <class Reference>
    static reference_state& state(const Reference& reference)
    {
        auto& handle = const_cast<Reference&>(reference).cuda_legacy_handle;
        if (!handle) handle = reinterpret_cast<std::uintptr_t>(new reference_state);
        return *reinterpret_cast<reference_state*>(static_cast<std::uintptr_t>(handle));
    }

    template <class Reference>
    static cudaError_t current_binding(const Reference& reference, binding*& result)
    {
        device_context* context = nullptr;
        const cudaError_t error = current_context(context);
        return error != cudaSuccess ? error : binding_in(context, reference, result);
    }

    template <class Reference>
    static cudaError_t binding_in(device_context* context, const Reference& reference, binding*& result)
    {
        cudaError_t error = cudaSuccess;
        // A variable of the host that is no reference of the device gets no state.
        void* symbol = nullptr;
        if (!has_state(reference)) {
            error = find_symbol(reference, symbol);
            if (error != cudaSuccess) return error;
        }
        reference_state& of = state(reference);
        if (of.per_device.size() <= static_cast<std::size_t>(context->device()))
            of.per_device.resize(context->device() + 1);
        binding& one = of.per_device[context->device()];
        if (one.context != context) {
            one = binding{};
            error = find_symbol(reference, one.symbol);
            if (error != cudaSuccess) return error;
            one.context = context;
        }
        result = &one;
        return cudaSuccess;
    }

    static bool is_capturing(const device_context* context)
    {
        for (const capture& one : program().captures)
            if (one.context == context) return true;
        return false;
    }

    // In the current device's context.
    template <class Reference>
    static cudaError_t bind(const Reference& reference, const cudaResourceDesc& resource)
    {
        device_context* context = nullptr;
        const cudaError_t error = current_context(context);
        return error != cudaSuccess ? error : bind(context, reference, resource, false, 0);
    }

    template <class Reference>
    static cudaError_t bind(device_context* context, const Reference& reference, const cudaResourceDesc& resource,
                            bool linear, std::size_t offset)
    {
        binding* one = nullptr;
        cudaError_t error = binding_in(context, reference, one);
        if (error == cudaSuccess) error = load(reference);
        if (error != cudaSuccess) return error;
        if (still_holds(*one) && one->linear == linear && one->offset == offset &&
            std::memcmp(&one->resource, &resource, sizeof resource) == 0) {
            one->bound = true;
            return cudaSuccess;
        }
        const binding before = *one;
        one->bound = true;
        one->linear = linear;
        one->offset = offset;
        one->resource = resource;
        error = realise(reference, *one);
        if (error != cudaSuccess) *one = before;
        one->in_force = error == cudaSuccess;
        return error;
    }

    // cudaTextureType1D, 2D and 3D are 1, 2 and 3, and layered ones have 0xf0 besides. Cubemaps (0xc) have directions.
    static int axes(const textureReference& reference)
    {
        const int count = reference.dimensions_ & 0x0f;
        return count > 3 ? 3 : count;
    }

    static cudaTextureDesc attributes_of(const textureReference& reference, bool of_texel_numbers)
    {
        object_view zero;
        cudaTextureDesc desc = zero.attributes;
        desc.readMode = reference.normalized_float_ ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
        desc.sRGB = reference.sRGB.raw() != 0;
        for (auto& mode : desc.addressMode)
            mode = cudaAddressModeClamp;
        if (of_texel_numbers) return desc; // neither filtered nor addressed beyond its ends
        // What is no mode counted as clamp and as point. Axes that the reference does not have stay with clamp: the
        // anisotropic fetch of a 1D mipmapped array looks at the second one's mode.
        for (int i = 0; i < axes(reference); ++i) {
            const auto mode = static_cast<unsigned int>(reference.addressMode[i].raw());
            desc.addressMode[i] = mode > cudaAddressModeBorder ? cudaAddressModeClamp : reference.addressMode[i].raw();
        }
        desc.filterMode =
            reference.filterMode.raw() == cudaFilterModeLinear ? cudaFilterModeLinear : cudaFilterModePoint;
        desc.normalizedCoords = reference.normalized.raw() != 0;
        desc.maxAnisotropy = reference.maxAnisotropy.raw();
        desc.mipmapFilterMode = reference.mipmapFilterMode.raw();
        desc.mipmapLevelBias = reference.mipmapLevelBias.raw();
        desc.minMipmapLevelClamp = reference.minMipmapLevelClamp.raw();
        desc.maxMipmapLevelClamp = reference.maxMipmapLevelClamp.raw();
        desc.disableTrilinearOptimization = reference.disableTrilinearOptimization.raw();
        return desc;
    }

    // Whether a variable that could be a reference is one.
    static bool is_one(const textureReference& reference)
    {
        using place = attribute_place;
        return reference.normalized.offset() == place::normalized &&
               reference.filterMode.offset() == place::filterMode &&
               reference.disableTrilinearOptimization.offset() == place::disableTrilinearOptimization;
    }
    static bool is_one(const surfaceReference& reference) { return reference.kind_ == surfaceReference::kind; }

    // The back end's part, defined in objects.h or native.h:
    // what a constructor gave to the device's image alone is read back once,
    static cudaError_t load(const textureReference& reference);
    static cudaError_t load(const surfaceReference& reference);
    // a reference is found in the current device's module,
    static cudaError_t find_symbol(const textureReference& reference, void*& symbol);
    static cudaError_t find_symbol(const surfaceReference& reference, void*& symbol);
    // what the binding and the attributes ask for is made to hold for the launches from now on,
    static cudaError_t realise(const textureReference& reference, binding& one);
    static cudaError_t realise(const surfaceReference& reference, binding& one);
    // whether that is known to hold still,
    static bool still_holds(const binding& one);
    // and an unbind reaches the device, where it can.
    static void release(binding& one);
};

// An attribute that was not written is about to be read: its value may be a constructor's argument.
inline void before_read(textureReference& reference)
{
    const lock_guard lock(program().mutex);
    const cudaError_t error_before = cudaPeekAtLastError();
    const cudaError_t error = reference_access::load(reference);
    // Without a device there is nothing to load; the program asked for a value, not for a device.
    if (error != cudaSuccess && error_before == cudaSuccess) cudaGetLastError();
}

// An attribute was written: what the reference is bound to counts with it from now on, on every device.
inline void after_write(textureReference& reference)
{
    const lock_guard lock(program().mutex);
    if (!reference_access::has_state(reference)) return;
    sequence<binding>& per_device = reference_access::state(reference).per_device;
    for (binding& one : per_device) // first of all: where the device cannot be reached, the next bind brings it there
        one.in_force = false;
    int device = -1;
    for (binding& one : per_device) {
        if (!one.bound) continue;
        if (device < 0 && cudaGetDevice(&device) != cudaSuccess) return;
        if (one.context->device() != device) cudaSetDevice(one.context->device());
        device_context* current = nullptr;
        if (current_context(current) == cudaSuccess && current == one.context)
            one.in_force = found(reference_access::realise(reference, one)) == cudaSuccess;
        if (one.context->device() != device) cudaSetDevice(device);
    }
}

// The driver's context numbers tell a reset; without them it is counted.
inline void device_is_reset()
{
    const lock_guard lock(program().mutex);
    ++program().resets;
}

// A CUDA array, mipmapped or not, is about to be freed.
inline void array_is_gone(const void* array)
{
    const lock_guard lock(program().mutex);
    for (device_context* context : program().contexts)
        if (context) context->forget_array(array);
}

} // namespace detail
} // namespace cuda_legacy

inline textureReference& textureReference::operator=(const textureReference& other)
{
    normalized = other.normalized;
    filterMode = other.filterMode;
    for (int i = 0; i < 3; ++i)
        addressMode[i] = other.addressMode[i];
    sRGB = other.sRGB;
    maxAnisotropy = other.maxAnisotropy;
    mipmapFilterMode = other.mipmapFilterMode;
    mipmapLevelBias = other.mipmapLevelBias;
    minMipmapLevelClamp = other.minMipmapLevelClamp;
    maxMipmapLevelClamp = other.maxMipmapLevelClamp;
    disableTrilinearOptimization = other.disableTrilinearOptimization;
    channelDesc = other.channelDesc;
    return *this;
}

#endif
