// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One device's side of the references: its texture and surface objects, and the order of writes and launches.
//
// A reference's handle lies in device memory, and kernels read it while they run, so a new handle must be seen by no
// kernel launched before the bind and by every kernel launched after it, in all streams. Two calls of the driver say
// just that: cuCtxRecordEvent takes an event of all that was submitted to the context, and cuCtxWaitEvent makes all
// that is submitted later wait for one. Between the two, a private stream writes the handle. The host waits for none
// of it (only a reference's first bind reads back the constructor's arguments, in the default stream): on an H200
// (driver 580) a change takes 2.1 us, and 4 to 8 us while a kernel of 50 ms is in flight. Where the driver or the
// toolkit is older than 12.5, the device is synchronised instead.
#ifndef CUDA_LEGACY_DETAIL_DEVICE_CONTEXT_H
#define CUDA_LEGACY_DETAIL_DEVICE_CONTEXT_H

#include <cstring>

#include <cuda_runtime_api.h>

#include "sequence.h"

struct CUctx_st;

namespace cuda_legacy {
namespace detail {

// What a texture object is made of; a surface object of the resource alone. Padding is zero, so that two can be
// compared as bytes.
struct object_view {
    cudaResourceDesc resource;
    cudaTextureDesc attributes;
    int is_surface;

    object_view() { std::memset(static_cast<void*>(this), 0, sizeof *this); }
    bool operator==(const object_view& other) const { return std::memcmp(this, &other, sizeof *this) == 0; }

    cudaError_t create(unsigned long long& handle) const
    {
        return is_surface ? cudaCreateSurfaceObject(&handle, &resource)
                          : cudaCreateTextureObject(&handle, &resource, &attributes, nullptr);
    }

    void destroy(unsigned long long handle) const
    {
        if (is_surface)
            cudaDestroySurfaceObject(handle);
        else
            cudaDestroyTextureObject(handle);
    }

    bool is_of(const void* array) const
    {
        return resource.resType == cudaResourceTypeArray            ? resource.res.array.array == array
               : resource.resType == cudaResourceTypeMipmappedArray ? resource.res.mipmap.mipmap == array
                                                                    : false;
    }
};

struct bound_object {
    object_view view;
    unsigned long long handle;
    int references;       // how many references hold this handle
    cudaEvent_t last_use; // all launches that may use it, once no reference holds it
    bool array_was_freed; // kept for the kernels in flight, never to be bound again
};

// The driver's functions, by their documented signatures; null where this driver or toolkit has none.
struct driver {
    int (*get_current_context)(CUctx_st**) = nullptr;
    int (*get_context_id)(CUctx_st*, unsigned long long*) = nullptr;
    int (*record_event)(CUctx_st*, cudaEvent_t) = nullptr;
    int (*wait_event)(CUctx_st*, cudaEvent_t) = nullptr;
    int (*get_pointer_attribute)(void* value, int attribute, unsigned long long pointer) = nullptr;

    driver()
    {
#if CUDART_VERSION >= 12050
        if (!find("cuCtxGetCurrent", get_current_context) || !find("cuCtxGetId", get_context_id) ||
            !find("cuCtxRecordEvent", record_event) || !find("cuCtxWaitEvent", wait_event)) {
            get_current_context = nullptr;
            record_event = nullptr;
        }
#endif
        find("cuPointerGetAttribute", get_pointer_attribute);
    }

    template <class Function>
    static bool find(const char* name, Function& function)
    {
        void* address = nullptr;
        cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
        const cudaError_t error = cudaGetDriverEntryPointByVersion(name, &address, 12050, cudaEnableDefault, &result);
#else
        const cudaError_t error = cudaGetDriverEntryPoint(name, &address, cudaEnableDefault, &result);
#endif
        if (error != cudaSuccess) cudaGetLastError();
        if (error != cudaSuccess || result != cudaDriverEntryPointSuccess) return false;
        function = reinterpret_cast<Function>(address);
        return function != nullptr;
    }
};

// How far linear memory can be bound, for one channel descriptor.
struct linear_limits {
    std::size_t alignment; // of its address, in bytes
    std::size_t bytes;     // as many as a texture can have
};

class device_context {
public:
    device_context(int device, unsigned long long id, CUctx_st* context, const driver& calls)
        : device_(device)
        , id_(id)
        , context_(context)
        , driver_(calls)
    {
    }

    int device() const { return device_; }
    unsigned long long id() const { return id_; }

    cudaError_t limits_of_linear_memory(const cudaChannelFormatDesc& desc, linear_limits& limits)
    {
        if (!alignment_) {
            const cudaError_t error = cudaDeviceGetAttribute(&alignment_, cudaDevAttrTextureAlignment, device_);
            if (error != cudaSuccess) return error;
        }
        const std::size_t texel = static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
        // Asked for each texel size once: the answer does not change.
        std::size_t& width = widths_[texel < sizeof widths_ / sizeof *widths_ ? texel : 0];
        if (!width) {
            const cudaError_t error = cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, device_);
            if (error != cudaSuccess) return error;
        }
        limits.alignment = static_cast<std::size_t>(alignment_);
        limits.bytes = width * texel;
        return cudaSuccess;
    }

    // cudaErrorSymbolNotFound for a pointer that is not to memory that kernels of the current device can read.
    cudaError_t check_device_memory(const void* pointer) const
    {
        // Asked for this alone, the driver answers sooner than the runtime, which looks for everything else as well.
        constexpr int device_address = 3;
        unsigned long long address = 0;
        const auto value = reinterpret_cast<unsigned long long>(pointer);
        if (driver_.get_pointer_attribute && driver_.get_pointer_attribute(&address, device_address, value) == 0 &&
            address)
            return cudaSuccess;
        cudaPointerAttributes attributes;
        const cudaError_t error_before = cudaPeekAtLastError();
        const cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
        if (error == cudaSuccess && attributes.devicePointer != nullptr) return cudaSuccess;
        if (error != cudaSuccess && error_before == cudaSuccess) cudaGetLastError();
        return error == cudaSuccess || error == cudaErrorInvalidValue ? cudaErrorSymbolNotFound : error;
    }

    // What the rows and the address of pitched memory are aligned to.
    cudaError_t alignment_of_pitched_memory(std::size_t& address, std::size_t& pitch)
    {
        cudaError_t error = cudaSuccess;
        if (!alignment_) error = cudaDeviceGetAttribute(&alignment_, cudaDevAttrTextureAlignment, device_);
        if (error == cudaSuccess && !pitch_alignment_)
            error = cudaDeviceGetAttribute(&pitch_alignment_, cudaDevAttrTexturePitchAlignment, device_);
        address = static_cast<std::size_t>(alignment_);
        pitch = static_cast<std::size_t>(pitch_alignment_);
        return error;
    }

    // The object of a view: the one there is, or a new one.
    cudaError_t find_or_create(const object_view& view, bound_object*& object)
    {
        for (bound_object* one : objects_)
            if (!one->array_was_freed && one->view == view) {
                object = one;
                return cudaSuccess;
            }
        make_room();
        unsigned long long handle = 0;
        cudaEvent_t last_use = nullptr;
        cudaError_t error = view.create(handle);
        if (error != cudaSuccess) return error;
        error = cudaEventCreateWithFlags(&last_use, cudaEventDisableTiming);
        if (error != cudaSuccess) {
            view.destroy(handle);
            return error;
        }
        object = new bound_object{view, handle, 0, last_use, false};
        objects_.push_back(object);
        return cudaSuccess;
    }

    // Writes a new handle to a reference's device memory, for the launches from now on. `before` is what the reference
    // held until now, or null. On an error nothing has changed.
    cudaError_t replace(void* address, bound_object* before, bound_object* after)
    {
        const cudaError_t error = driver_.record_event ? write_in_order(address, before, after->handle)
                                                       : write_when_idle(address, after->handle);
        if (error != cudaSuccess) return error;
        ++after->references;
        if (before) --before->references;
        return cudaSuccess;
    }

    // An array is gone, and its address may name another one tomorrow: nothing that was made of it is bound again.
    void forget_array(const void* array)
    {
        for (bound_object* one : objects_)
            if (one->view.is_of(array)) one->array_was_freed = true;
    }

    std::size_t objects() const { return objects_.size(); }

    static constexpr std::size_t objects_kept = 64;

private:
    // Objects that nothing holds are kept for the next bind. Beyond a number they are destroyed, the oldest first, as
    // far as no kernel can still be fetching through them; how many are in flight at once is the driver's to limit.
    void make_room()
    {
        for (std::size_t i = 0; i < objects_.size();) {
            bound_object* one = objects_[i];
            const bool wanted = !one->array_was_freed && objects_.size() < objects_kept;
            if (wanted || one->references > 0) {
                ++i;
                continue;
            }
            if (!is_over(one->last_use)) return;
            one->view.destroy(one->handle);
            cudaEventDestroy(one->last_use);
            delete one;
            objects_.erase(objects_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    bool is_over(cudaEvent_t event)
    {
        if (!driver_.record_event) return true; // the device was idle when the object was released
        const cudaError_t error_before = cudaPeekAtLastError();
        if (cudaEventQuery(event) == cudaSuccess) return true;
        if (error_before == cudaSuccess) cudaGetLastError(); // "not ready" is no error of the program's
        return false;
    }

    cudaError_t write_in_order(void* address, bound_object* before, unsigned long long handle)
    {
        // Asked first, because an attempt to take an event of a context with a capture spoils the capture. It does not
        // see captures in non-blocking streams.
        cudaStreamCaptureStatus capturing;
        cudaError_t error = cudaStreamIsCapturing(cudaStreamLegacy, &capturing);
        if (error == cudaErrorStreamCaptureImplicit) {
            cudaGetLastError();
            return cudaErrorStreamCaptureUnsupported;
        }
        if (error != cudaSuccess) return error;
        if (!stream_) {
            error = cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
            if (error == cudaSuccess) error = cudaEventCreateWithFlags(&submitted_, cudaEventDisableTiming);
            if (error == cudaSuccess) error = cudaEventCreateWithFlags(&written_, cudaEventDisableTiming);
            if (error != cudaSuccess) return error;
        }
        const cudaEvent_t submitted = before ? before->last_use : submitted_;
        error = static_cast<cudaError_t>(driver_.record_event(context_, submitted));
        if (error == cudaSuccess) error = cudaStreamWaitEvent(stream_, submitted, 0);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(address, &handle, sizeof handle, cudaMemcpyHostToDevice, stream_);
        if (error == cudaSuccess) error = cudaEventRecord(written_, stream_);
        if (error == cudaSuccess) error = static_cast<cudaError_t>(driver_.wait_event(context_, written_));
        return error;
    }

    cudaError_t write_when_idle(void* address, unsigned long long handle)
    {
        const cudaError_t error = cudaDeviceSynchronize();
        return error != cudaSuccess ? error : cudaMemcpy(address, &handle, sizeof handle, cudaMemcpyHostToDevice);
    }

    int device_;
    int alignment_ = 0;
    int pitch_alignment_ = 0;
    std::size_t widths_[17] = {}; // by bytes of a texel
    unsigned long long id_;
    CUctx_st* context_;
    const driver& driver_;
    cudaStream_t stream_ = nullptr;
    cudaEvent_t submitted_ = nullptr;
    cudaEvent_t written_ = nullptr;
    sequence<bound_object*> objects_;
};

} // namespace detail
} // namespace cuda_legacy

#endif
