// What a texture reference is bound to, per device; and everything that may happen to it.
#ifndef CUDA_LEGACY_DETAIL_BOUND_REFERENCE_H
#define CUDA_LEGACY_DETAIL_BOUND_REFERENCE_H

#include <cstdint>
#include <mutex>
#include <vector>

#include <cuda_runtime_api.h>

#include "../texture_reference.h"
#include "device_context.h"
#include "last_error.h"

// One state for the whole program, shared objects included, whatever visibility they are built with.
#if defined(_WIN32)
    #define CUDA_LEGACY_DETAIL_SHARED
#else
    #define CUDA_LEGACY_DETAIL_SHARED __attribute__((visibility("default")))
#endif

namespace cuda_legacy {
namespace detail {

// What a bind asked for. `object` is what the device's handle names: it outlives the binding, because an unbind leaves
// the handle alone, and it lags behind it when an attribute does not fit.
struct binding {
    device_context* context = nullptr;
    void* address = nullptr; // of the reference in device memory
    bool bound = false;
    bool linear = false;
    std::size_t offset = 0; // of the bound pointer from the address that the texture begins at
    cudaResourceDesc resource{};
    texture_object* object = nullptr;
};

struct reference_state {
    textureReference* reference;
    std::vector<binding> per_device; // by device number
};

struct program_state {
    std::mutex mutex;
    driver calls;
    unsigned long long resets = 0; // counted only where the driver cannot tell contexts apart
    std::vector<reference_state*> references;
    std::vector<device_context*> contexts; // by device number
};

// Never destroyed: binds may come from destructors of the program's own statics.
CUDA_LEGACY_DETAIL_SHARED inline program_state& program()
{
    static program_state* const state = new program_state;
    return *state;
}

// The private side of a textureReference. Everything here is called with the program's mutex held.
struct reference_access {
    static reference_state& state(const textureReference& reference)
    {
        auto& mutable_reference = const_cast<textureReference&>(reference);
        if (!mutable_reference.cuda_legacy_handle) {
            auto* state = new reference_state{&mutable_reference, {}};
            program().references.push_back(state);
            mutable_reference.cuda_legacy_handle = reinterpret_cast<std::uintptr_t>(state);
        }
        return *reinterpret_cast<reference_state*>(static_cast<std::uintptr_t>(reference.cuda_legacy_handle));
    }

    static bool has_state(const textureReference& reference) { return reference.cuda_legacy_handle != 0; }

    // The current device's context, a new one after a reset. What the old one held went with it.
    static cudaError_t current_context(device_context*& context)
    {
        program_state& all = program();
        int device = 0;
        cudaError_t error = cudaGetDevice(&device);
        if (error != cudaSuccess) return error;
        CUctx_st* current = nullptr;
        unsigned long long id = all.resets + 1;
        if (all.calls.get_current_context) {
            const auto ask = [&] {
                return all.calls.get_current_context(&current) == 0 && current &&
                       all.calls.get_context_id(current, &id) == 0;
            };
            if (!ask()) { // none yet, or one that was reset
                error = cudaFree(nullptr); // makes the runtime create its context
                if (error != cudaSuccess) return error;
                if (!ask()) return cudaErrorDeviceUninitialized;
            }
        }
        if (all.contexts.size() <= static_cast<std::size_t>(device)) all.contexts.resize(device + 1);
        device_context*& slot = all.contexts[device];
        // An old context is left where it is: bindings of other references still name it, to find that it is old.
        if (!slot || slot->id() != id) slot = new device_context(device, id, current, all.calls);
        context = slot;
        return cudaSuccess;
    }

    static cudaError_t current_binding(const textureReference& reference, binding*& result)
    {
        device_context* context = nullptr;
        cudaError_t error = current_context(context);
        if (error != cudaSuccess) return error;
        reference_state& of = state(reference);
        if (of.per_device.size() <= static_cast<std::size_t>(context->device()))
            of.per_device.resize(context->device() + 1);
        binding& one = of.per_device[context->device()];
        if (one.context != context) {
            one = binding{};
            error = cudaGetSymbolAddress(&one.address, static_cast<const void*>(&reference));
            if (error != cudaSuccess) return error;
            one.context = context;
        }
        result = &one;
        return cudaSuccess;
    }

    // nvcc gives constructor arguments to the device's image of the reference only: they are read back once, into what
    // the program has not written itself.
    static cudaError_t load(const textureReference& reference)
    {
        auto& mine = const_cast<textureReference&>(reference);
        if (mine.loaded_) return cudaSuccess;
        alignas(textureReference) unsigned char bytes[sizeof(textureReference)];
        const cudaError_t error = cudaMemcpyFromSymbol(bytes, static_cast<const void*>(&reference), sizeof bytes);
        if (error != cudaSuccess) return error;
        const auto& image = *reinterpret_cast<const textureReference*>(bytes);
        mine.normalized.take(image.normalized);
        mine.filterMode.take(image.filterMode);
        for (int i = 0; i < 3; ++i)
            mine.addressMode[i].take(image.addressMode[i]);
        mine.channelDesc.take(image.channelDesc, image.element_);
        mine.loaded_ = true;
        return cudaSuccess;
    }

    static cudaTextureDesc attributes_of(const textureReference& reference, bool linear_memory)
    {
        texture_view zero;
        cudaTextureDesc desc = zero.attributes;
        desc.readMode = reference.normalized_float_ ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
        desc.sRGB = reference.sRGB.raw() != 0;
        if (linear_memory) { // fetched by texel number: neither filtered nor addressed beyond its ends
            for (auto& mode : desc.addressMode)
                mode = cudaAddressModeClamp;
            return desc;
        }
        for (int i = 0; i < 3; ++i)
            desc.addressMode[i] = reference.addressMode[i].raw();
        desc.filterMode = reference.filterMode.raw();
        desc.normalizedCoords = reference.normalized.raw() != 0;
        desc.maxAnisotropy = reference.maxAnisotropy.raw();
        desc.mipmapFilterMode = reference.mipmapFilterMode.raw();
        desc.mipmapLevelBias = reference.mipmapLevelBias.raw();
        desc.minMipmapLevelClamp = reference.minMipmapLevelClamp.raw();
        desc.maxMipmapLevelClamp = reference.maxMipmapLevelClamp.raw();
        desc.disableTrilinearOptimization = reference.disableTrilinearOptimization.raw();
        return desc;
    }

    // Makes the device's handle name what the binding and the attributes ask for.
    static cudaError_t realise(const textureReference& reference, binding& one)
    {
        texture_view view;
        view.resource = one.resource;
        view.attributes = attributes_of(reference, one.linear);
        if (one.object && !one.object->array_was_freed && one.object->view == view) return cudaSuccess;
        texture_object* object = nullptr;
        cudaError_t error = one.context->find_or_create(view, object);
        if (error != cudaSuccess) return error;
        if (object == one.object) return cudaSuccess;
        error = one.context->replace(one.address, one.object, object);
        if (error == cudaSuccess) one.object = object;
        return error;
    }

    static cudaError_t bind(const textureReference& reference, const cudaResourceDesc& resource, bool linear,
                            std::size_t offset)
    {
        binding* one = nullptr;
        cudaError_t error = current_binding(reference, one);
        if (error == cudaSuccess) error = load(reference);
        if (error != cudaSuccess) return error;
        const binding before = *one;
        one->bound = true;
        one->linear = linear;
        one->offset = offset;
        one->resource = resource;
        error = realise(reference, *one);
        if (error != cudaSuccess) *one = before;
        return error;
    }
};

// An attribute that was not written is about to be read: its value may be a constructor's argument.
inline void before_read(textureReference& reference)
{
    const std::lock_guard<std::mutex> lock(program().mutex);
    const cudaError_t error_before = cudaPeekAtLastError();
    const cudaError_t error = reference_access::load(reference);
    // Without a device there is nothing to load; the program asked for a value, not for a device.
    if (error != cudaSuccess && error_before == cudaSuccess) cudaGetLastError();
}

// An attribute was written: what the reference is bound to counts with it from now on, on every device.
inline void after_write(textureReference& reference)
{
    const std::lock_guard<std::mutex> lock(program().mutex);
    if (!reference_access::has_state(reference)) return;
    int device = -1;
    for (binding& one : reference_access::state(reference).per_device) {
        if (!one.bound) continue;
        if (device < 0 && cudaGetDevice(&device) != cudaSuccess) return;
        if (one.context->device() != device) cudaSetDevice(one.context->device());
        device_context* current = nullptr;
        if (reference_access::current_context(current) == cudaSuccess && current == one.context)
            found(reference_access::realise(reference, one));
        if (one.context->device() != device) cudaSetDevice(device);
    }
}

// The driver's context numbers tell a reset; without them it is counted.
inline void device_is_reset()
{
    const std::lock_guard<std::mutex> lock(program().mutex);
    ++program().resets;
}

inline void array_is_gone(cudaArray_const_t array)
{
    const std::lock_guard<std::mutex> lock(program().mutex);
    for (device_context* context : program().contexts)
        if (context) context->forget_array(array);
}

} // namespace detail
} // namespace cuda_legacy

#endif
