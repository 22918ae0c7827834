// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one device: its texture and surface objects, and the order of handle writes and launches.
//
// The handle of a reference is in device memory, and kernels read it while they run. A kernel launched before a bind
// must not see the new handle, and every kernel launched after the bind must see it, in all streams. Two functions of
// the driver give this order. cuCtxRecordEvent records an event after all work submitted to the context. cuCtxWaitEvent
// makes all later work wait for an event. Between the two, a private stream writes the handle. The host does not wait.
// Only the first bind of a reference reads back the constructor arguments, in the default stream. On an H200 (driver
// 580) a change takes 2.1 us, and 4 to 8 us while a kernel of 50 ms is in flight. If the driver or the toolkit is older
// than 12.5, the header synchronises the device instead.
#ifndef CUDA_LEGACY_DETAIL_DEVICE_CONTEXT_H
#define CUDA_LEGACY_DETAIL_DEVICE_CONTEXT_H

#include <cstring>

#include <cuda_runtime_api.h>

#include "sequence.h"

struct CUctx_st;

namespace cuda_legacy {
namespace __detail {

// The data of a texture object. A surface object has the resource alone. Padding is zero, so that two views can be
// compared as bytes.
struct __object_view {
    cudaResourceDesc resource;
    cudaTextureDesc attributes;
    int __is_surface;

    __object_view() { std::memset(static_cast<void*>(this), 0, sizeof *this); }
    bool operator==(const __object_view& __other) const { return std::memcmp(this, &__other, sizeof *this) == 0; }

    cudaError_t __create(unsigned long long& handle) const
    {
        return __is_surface ? cudaCreateSurfaceObject(&handle, &resource)
                            : cudaCreateTextureObject(&handle, &resource, &attributes, nullptr);
    }

    void destroy(unsigned long long handle) const
    {
        if (__is_surface)
            cudaDestroySurfaceObject(handle);
        else
            cudaDestroyTextureObject(handle);
    }

    bool __is_of(const void* array) const
    {
        return resource.resType == cudaResourceTypeArray            ? resource.res.array.array == array
               : resource.resType == cudaResourceTypeMipmappedArray ? resource.res.mipmap.mipmap == array
                                                                    : false;
    }
};

struct __bound_object {
    __object_view __view;
    unsigned long long handle;
    int __references;       // how many references hold this handle
    cudaEvent_t __last_use; // all launches that may use it, once no reference holds it
    bool __array_was_freed; // kept for the kernels in flight, never to be bound again
};

// The driver's functions, with their documented signatures. A pointer is null if the driver or the toolkit lacks the
// function.
struct __driver {
    int (*__get_current_context)(CUctx_st**) = nullptr;
    int (*__get_context_id)(CUctx_st*, unsigned long long*) = nullptr;
    int (*__record_event)(CUctx_st*, cudaEvent_t) = nullptr;
    int (*__wait_event)(CUctx_st*, cudaEvent_t) = nullptr;
    int (*__get_pointer_attribute)(void* value, int attribute, unsigned long long pointer) = nullptr;

    __driver()
    {
#if CUDART_VERSION >= 12050
        if (!__find("cuCtxGetCurrent", __get_current_context) || !__find("cuCtxGetId", __get_context_id) ||
            !__find("cuCtxRecordEvent", __record_event) || !__find("cuCtxWaitEvent", __wait_event)) {
            __get_current_context = nullptr;
            __record_event = nullptr;
        }
#endif
        __find("cuPointerGetAttribute", __get_pointer_attribute);
    }

    template <class _Function>
    static bool __find(const char* name, _Function& __function)
    {
        void* __address = nullptr;
        cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
        const cudaError_t error = cudaGetDriverEntryPointByVersion(name, &__address, 12050, cudaEnableDefault, &result);
#else
        const cudaError_t error = cudaGetDriverEntryPoint(name, &__address, cudaEnableDefault, &result);
#endif
        if (error != cudaSuccess) cudaGetLastError();
        if (error != cudaSuccess || result != cudaDriverEntryPointSuccess) return false;
        __function = reinterpret_cast<_Function>(__address);
        return __function != nullptr;
    }
};

// The limits of linear memory for one channel descriptor.
struct __linear_limits {
    std::size_t alignment; // of its address, in bytes
    std::size_t bytes;     // as many as a texture can have
};

class __device_context {
public:
    __device_context(int device, unsigned long long id, CUctx_st* __context, const __driver& __calls)
        : __device_(device)
        , __id_(id)
        , __context_(__context)
        , __driver_(__calls)
    {
    }

    int device() const { return __device_; }
    unsigned long long id() const { return __id_; }

    cudaError_t __limits_of_linear_memory(const cudaChannelFormatDesc& desc, __linear_limits& limits)
    {
        if (!__alignment_) {
            const cudaError_t error = cudaDeviceGetAttribute(&__alignment_, cudaDevAttrTextureAlignment, __device_);
            if (error != cudaSuccess) return error;
        }
        const std::size_t __texel = static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
        // One query for each texel size: the answer does not change.
        std::size_t& width = __widths_[__texel < sizeof __widths_ / sizeof *__widths_ ? __texel : 0];
        if (!width) {
            const cudaError_t error = cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, __device_);
            if (error != cudaSuccess) return error;
        }
        limits.alignment = static_cast<std::size_t>(__alignment_);
        limits.bytes = width * __texel;
        return cudaSuccess;
    }

    // cudaErrorSymbolNotFound for a pointer that is not to memory that kernels of the current device can read.
    cudaError_t __check_device_memory(const void* pointer) const
    {
        // The driver answers this single question faster than the runtime, which also looks up all other attributes.
        constexpr int __device_address = 3;
        unsigned long long __address = 0;
        const auto value = reinterpret_cast<unsigned long long>(pointer);
        if (__driver_.__get_pointer_attribute &&
            __driver_.__get_pointer_attribute(&__address, __device_address, value) == 0 && __address)
            return cudaSuccess;
        cudaPointerAttributes attributes;
        const cudaError_t __error_before = cudaPeekAtLastError();
        const cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
        if (error == cudaSuccess && attributes.devicePointer != nullptr) return cudaSuccess;
        if (error != cudaSuccess && __error_before == cudaSuccess) cudaGetLastError();
        return error == cudaSuccess || error == cudaErrorInvalidValue ? cudaErrorSymbolNotFound : error;
    }

    // The alignment of the rows and of the address of pitched memory.
    cudaError_t __alignment_of_pitched_memory(std::size_t& __address, std::size_t& pitch)
    {
        cudaError_t error = cudaSuccess;
        if (!__alignment_) error = cudaDeviceGetAttribute(&__alignment_, cudaDevAttrTextureAlignment, __device_);
        if (error == cudaSuccess && !__pitch_alignment_)
            error = cudaDeviceGetAttribute(&__pitch_alignment_, cudaDevAttrTexturePitchAlignment, __device_);
        __address = static_cast<std::size_t>(__alignment_);
        pitch = static_cast<std::size_t>(__pitch_alignment_);
        return error;
    }

    // The object of a view: an existing one or a new one.
    cudaError_t __find_or_create(const __object_view& __view, __bound_object*& object)
    {
        for (__bound_object* __one : __objects_)
            if (!__one->__array_was_freed && __one->__view == __view) {
                object = __one;
                return cudaSuccess;
            }
        make_room();
        unsigned long long handle = 0;
        cudaEvent_t __last_use = nullptr;
        cudaError_t error = __view.__create(handle);
        if (error != cudaSuccess) return error;
        error = cudaEventCreateWithFlags(&__last_use, cudaEventDisableTiming);
        if (error != cudaSuccess) {
            __view.destroy(handle);
            return error;
        }
        object = new __bound_object{__view, handle, 0, __last_use, false};
        __objects_.push_back(object);
        return cudaSuccess;
    }

    // Writes a new handle to the device memory of a reference, for all later launches. `before` is the object whose
    // handle the reference has now, or null. After an error nothing has changed.
    cudaError_t __replace(void* __address, __bound_object* __before, __bound_object* __after)
    {
        const cudaError_t error = __driver_.__record_event ? __write_in_order(__address, __before, __after->handle)
                                                           : __write_when_idle(__address, __after->handle);
        if (error != cudaSuccess) return error;
        ++__after->__references;
        if (__before) --__before->__references;
        return cudaSuccess;
    }

    // Called when an array is freed. Another array may get its address, so no object of the freed array is bound again.
    void __forget_array(const void* array)
    {
        for (__bound_object* __one : __objects_)
            if (__one->__view.__is_of(array)) __one->__array_was_freed = true;
    }

    std::size_t __objects() const { return __objects_.size(); }

    static constexpr std::size_t __objects_kept = 64;

private:
    // Unused objects are kept for the next bind. Beyond a limit the oldest are destroyed, unless a kernel may still
    // fetch through them. The driver limits the number of kernels in flight.
    void make_room()
    {
        for (std::size_t __i = 0; __i < __objects_.size();) {
            __bound_object* __one = __objects_[__i];
            const bool __wanted = !__one->__array_was_freed && __objects_.size() < __objects_kept;
            if (__wanted || __one->__references > 0) {
                ++__i;
                continue;
            }
            if (!__is_over(__one->__last_use)) return;
            __one->__view.destroy(__one->handle);
            cudaEventDestroy(__one->__last_use);
            delete __one;
            __objects_.__erase(__objects_.begin() + static_cast<std::ptrdiff_t>(__i));
        }
    }

    bool __is_over(cudaEvent_t event)
    {
        if (!__driver_.__record_event) return true; // the device was idle when the object was released
        const cudaError_t __error_before = cudaPeekAtLastError();
        if (cudaEventQuery(event) == cudaSuccess) return true;
        if (__error_before == cudaSuccess) cudaGetLastError(); // "not ready" is no error of the program's
        return false;
    }

    cudaError_t __write_in_order(void* __address, __bound_object* __before, unsigned long long handle)
    {
        // This check comes first: an attempt to record an event of a context with a capture invalidates the capture.
        // The check does not see captures in non-blocking streams.
        cudaStreamCaptureStatus __capturing;
        cudaError_t error = cudaStreamIsCapturing(cudaStreamLegacy, &__capturing);
        if (error == cudaErrorStreamCaptureImplicit) {
            cudaGetLastError();
            return cudaErrorStreamCaptureUnsupported;
        }
        if (error != cudaSuccess) return error;
        if (!__stream_) {
            error = cudaStreamCreateWithFlags(&__stream_, cudaStreamNonBlocking);
            if (error == cudaSuccess) error = cudaEventCreateWithFlags(&__submitted_, cudaEventDisableTiming);
            if (error == cudaSuccess) error = cudaEventCreateWithFlags(&__written_, cudaEventDisableTiming);
            if (error != cudaSuccess) return error;
        }
        const cudaEvent_t __submitted = __before ? __before->__last_use : __submitted_;
        error = static_cast<cudaError_t>(__driver_.__record_event(__context_, __submitted));
        if (error == cudaSuccess) error = cudaStreamWaitEvent(__stream_, __submitted, 0);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(__address, &handle, sizeof handle, cudaMemcpyHostToDevice, __stream_);
        if (error == cudaSuccess) error = cudaEventRecord(__written_, __stream_);
        if (error == cudaSuccess) error = static_cast<cudaError_t>(__driver_.__wait_event(__context_, __written_));
        return error;
    }

    cudaError_t __write_when_idle(void* __address, unsigned long long handle)
    {
        const cudaError_t error = cudaDeviceSynchronize();
        return error != cudaSuccess ? error : cudaMemcpy(__address, &handle, sizeof handle, cudaMemcpyHostToDevice);
    }

    int __device_;
    int __alignment_ = 0;
    int __pitch_alignment_ = 0;
    std::size_t __widths_[17] = {}; // by bytes of a texel
    unsigned long long __id_;
    CUctx_st* __context_;
    const __driver& __driver_;
    cudaStream_t __stream_ = nullptr;
    cudaEvent_t __submitted_ = nullptr;
    cudaEvent_t __written_ = nullptr;
    __sequence<__bound_object*> __objects_;
};

} // namespace __detail
} // namespace cuda_legacy

#endif
