/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! The fields of cudaDeviceProp that CUDA 13.0 removed, and cudaDevicePropDontCare, which CUDA 12.0 removed.
//!
//! Fields: clockRate, memoryClockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear,
//! singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch. CUDA 12 has these fields. With CUDA 12 this header
//! only defines cudaDevicePropDontCare.
//!
//! With CUDA 13 this header defines a type of its own under the name cudaDeviceProp: the toolkit's type with the
//! removed fields behind it. cudaGetDeviceProperties fills these fields from the device attributes.
//!
//! - In C++ the type derives from the toolkit's type and is accepted wherever the toolkit's type is.
//! - Under C++14 the type is no aggregate: `cudaDeviceProp p = {0};` does not compile, and `= {}` does.
//! - In C the type repeats the fields of the toolkit.
//!
//! Note: migration-notes/device_properties.md.
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
    int deviceOverlap;            //!< copies overlap with kernels. Now: asyncEngineCount > 0
    int kernelExecTimeoutEnabled; //!< kernels have a time limit. Now: cudaDevAttrKernelExecTimeout
    int computeMode;              //!< a cudaComputeMode. Now: cudaDevAttrComputeMode
    int maxTexture1DLinear;       //!< texels. Now: cudaDeviceGetTexture1DLinearMaxWidth, which asks for the type
    int memoryClockRate;          //!< peak clock in kHz. Now: cudaDevAttrMemoryClockRate
    int singleToDoublePrecisionPerfRatio; //!< Now: cudaDevAttrSingleToDoublePrecisionPerfRatio
    int cooperativeMultiDeviceLaunch;     //!< CUDA 13.0 removed this launch
};

//! Gives the properties of a device, including the removed fields.
//!
//! \param properties receives the properties
//! \param device the number of the device, from 0
//! \return cudaErrorInvalidValue for null; cudaErrorInvalidDevice for a number that no device has
//!
//! Difference: the call asks the driver for each removed field, so it takes longer than the toolkit's.
//! Now: cudaDeviceGetAttribute for a single value.
//!
//! \code{.cu}
//! #include <cstdio>
//!
//! cudaError_t report(int device)
//! {
//!     cudaDeviceProp properties;
//!     const cudaError_t error = cudaGetDeviceProperties(&properties, device);
//!     if (error != cudaSuccess) return error;
//!     std::printf("%d kHz, memory %d kHz\n", properties.clockRate, properties.memoryClockRate);
//!     if (properties.deviceOverlap && properties.computeMode != cudaComputeModeProhibited) std::puts("copies overlap");
//!     return cudaSuccess;
//! }
//! \endcode
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
    // The runtime no longer names this attribute. The driver does: CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH.
    if (error == cudaSuccess && cudaDeviceGetAttribute(&__properties->cooperativeMultiDeviceLaunch,
                                                       (enum cudaDeviceAttr)96, device) != cudaSuccess) {
        __properties->cooperativeMultiDeviceLaunch = 0;
        cudaGetLastError();
    }
    return error;
}

//! Chooses the device that fits the given properties best.
//!
//! \param device receives the number of the device
//! \param properties the properties asked for. The removed fields are ignored.
//! \return the errors of the toolkit's cudaChooseDevice
//!
//! Difference: the removed fields have no effect.
//! Now: cudaChooseDevice with the toolkit's type.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_cudaChooseDevice(int* device, const struct cudaDeviceProp* __properties)
{
    // A cudaDeviceProp of this header begins with the toolkit's type.
    return cudaChooseDevice(device, (const cuda_legacy_current_device_prop*)__properties);
}

    // The toolkit's fields must have the same offsets. C++ guarantees it by derivation.
    #ifndef __cplusplus
typedef char cuda_legacy_the_layout_of_cudaDeviceProp_is_known
    [sizeof(struct cudaDeviceProp) == sizeof(cuda_legacy_current_device_prop) + 8 * sizeof(int) ? 1 : -1];
    #endif

    #define cudaGetDeviceProperties cuda_legacy_cudaGetDeviceProperties
    #define cudaChooseDevice cuda_legacy_cudaChooseDevice

    // Attributes under their old names. Only the driver has a name for the first, see above.
    #define cudaDevAttrCooperativeMultiDeviceLaunch ((enum cudaDeviceAttr)96)
    #define cudaDevAttrMaxTimelineSemaphoreInteropSupported cudaDevAttrTimelineSemaphoreInteropSupported

#endif

#ifdef __cplusplus
    //! Initialises a cudaDeviceProp that asks cudaChooseDevice for nothing: all fields are zero.
    //!
    //! Now: `cudaDeviceProp properties = {};`.
    #define cudaDevicePropDontCare cudaDeviceProp()
#else
    // clang-format off
    #define cudaDevicePropDontCare {0}
// clang-format on
#endif

#endif
