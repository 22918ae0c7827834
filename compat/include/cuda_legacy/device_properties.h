/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The fields of cudaDeviceProp that CUDA 13.0 removed: clockRate, memoryClockRate, deviceOverlap,
//! kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear, singleToDoublePrecisionPerfRatio,
//! cooperativeMultiDeviceLaunch. With CUDA 12, which has them, this header does nothing but define
//! cudaDevicePropDontCare, which went with CUDA 12.0.
//!
//! cudaDeviceProp is here a type of its own: the toolkit's with the removed fields behind it, which
//! cudaGetDeviceProperties fills from the device attributes that carry their values. In C++ it is derived from the
//! toolkit's, so it goes wherever that goes; under C++14 it is no aggregate, and `cudaDeviceProp p = {0};` does not
//! compile (`= {}` does). In C it repeats the toolkit's fields. Note: migration-notes/device_properties.md.
#ifndef CUDA_LEGACY_DEVICE_PROPERTIES_H
#define CUDA_LEGACY_DEVICE_PROPERTIES_H

#include <cuda_runtime_api.h>

#include "detail/language.h"

#if CUDART_VERSION >= 13000

    #include <string.h>

    #include "detail/device_property_fields.h"

typedef struct cudaDeviceProp cuda_legacy_current_device_prop;

    #define cudaDeviceProp cuda_legacy_cudaDeviceProp

    #ifdef __cplusplus
struct cudaDeviceProp : cuda_legacy_current_device_prop {
    #else
struct cudaDeviceProp {
    CUDA_LEGACY_DETAIL_DEVICE_PROPERTY_FIELDS
    #endif
    int clockRate;                //!< peak clock in kHz. Now: cudaDevAttrClockRate
    int deviceOverlap;            //!< copies while a kernel runs. Now: asyncEngineCount > 0
    int kernelExecTimeoutEnabled; //!< kernels have a time limit. Now: cudaDevAttrKernelExecTimeout
    int computeMode;              //!< a cudaComputeMode. Now: cudaDevAttrComputeMode
    int maxTexture1DLinear;       //!< texels. Now: cudaDeviceGetTexture1DLinearMaxWidth, which asks for the type
    int memoryClockRate;          //!< peak clock in kHz. Now: cudaDevAttrMemoryClockRate
    int singleToDoublePrecisionPerfRatio; //!< Now: cudaDevAttrSingleToDoublePrecisionPerfRatio
    int cooperativeMultiDeviceLaunch;     //!< the launch that it speaks of went with CUDA 13.0, too
};

//! The properties of a device, the removed ones among them.
//! \return cudaErrorInvalidValue for null, cudaErrorInvalidDevice for a device that is not there
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaGetDeviceProperties(struct cudaDeviceProp* __properties, int device)
{
    cuda_legacy_current_device_prop __current;
    cudaError_t error = cudaGetDeviceProperties(__properties ? &__current : NULL, device);
    if (error != cudaSuccess) return error;
    memset(__properties, 0, sizeof *__properties);
    memcpy((void*)__properties, &__current, sizeof __current);
    error = cudaDeviceGetAttribute(&__properties->clockRate, cudaDevAttrClockRate, device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&__properties->deviceOverlap, cudaDevAttrGpuOverlap, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&__properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&__properties->computeMode, cudaDevAttrComputeMode, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&__properties->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&__properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&__properties->singleToDoublePrecisionPerfRatio,
                                       cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
    // The runtime has no name for it any more, the driver has (CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH).
    if (error == cudaSuccess && cudaDeviceGetAttribute(&__properties->cooperativeMultiDeviceLaunch,
                                                       (enum cudaDeviceAttr)96, device) != cudaSuccess) {
        __properties->cooperativeMultiDeviceLaunch = 0;
        cudaGetLastError();
    }
    return error;
}

//! Writes to *device the one that fits `properties` best; the removed ones are not looked at.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaChooseDevice(int* device, const struct cudaDeviceProp* __properties)
{
    // The toolkit's type is where this one begins.
    return cudaChooseDevice(device, (const cuda_legacy_current_device_prop*)__properties);
}

    // The toolkit's fields have to lie in the same places; C++ sees to it itself.
    #ifndef __cplusplus
typedef char cuda_legacy_the_layout_of_cudaDeviceProp_is_known
    [sizeof(struct cudaDeviceProp) == sizeof(cuda_legacy_current_device_prop) + 8 * sizeof(int) ? 1 : -1];
    #endif

    #define cudaGetDeviceProperties cuda_legacy_cudaGetDeviceProperties
    #define cudaChooseDevice cuda_legacy_cudaChooseDevice

    // Attributes by their old names; the first is the driver's to know alone (see above).
    #define cudaDevAttrCooperativeMultiDeviceLaunch ((enum cudaDeviceAttr)96)
    #define cudaDevAttrMaxTimelineSemaphoreInteropSupported cudaDevAttrTimelineSemaphoreInteropSupported

#endif

//! What a cudaDeviceProp that asks cudaChooseDevice for nothing begins with: zeros, as cudaChooseDevice takes them.
#ifdef __cplusplus
    #define cudaDevicePropDontCare cudaDeviceProp()
#else
    // clang-format off
    #define cudaDevicePropDontCare {0}
// clang-format on
#endif

#endif
