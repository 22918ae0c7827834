/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of the driver API whose old and new forms differ in the types of their arguments. C selects the form by
   _Generic, and C++98 by overload. Included after cuda.h. */
#ifndef CUDA_LEGACY_DETAIL_DRIVER_ARGUMENTS_IN_C_H
#define CUDA_LEGACY_DETAIL_DRIVER_ARGUMENTS_IN_C_H

#include <limits.h>
#include <string.h>

#include "language.h"

#ifdef __cplusplus
    #define CUDA_LEGACY_DETAIL_OVERLOAD(name) name
#else
    #define CUDA_LEGACY_DETAIL_OVERLOAD(name) cuda_legacy_old_##name
#endif

CUDA_LEGACY_DETAIL_INLINE unsigned int cuda_legacy_narrowed_size(size_t value)
{
    return value > UINT_MAX ? UINT_MAX : (unsigned int)value;
}

/* Gives the free and the total memory of the current context's device in bytes, at most UINT_MAX. */
CUDA_LEGACY_DETAIL_INLINE CUresult CUDA_LEGACY_DETAIL_OVERLOAD(cuMemGetInfo_v2)(unsigned int* free, unsigned int* total)
{
    size_t __wide_free = 0, __wide_total = 0;
    const CUresult result = cuMemGetInfo_v2(free ? &__wide_free : NULL, total ? &__wide_total : NULL);
    if (result == CUDA_SUCCESS && free) *free = cuda_legacy_narrowed_size(__wide_free);
    if (result == CUDA_SUCCESS && total) *total = cuda_legacy_narrowed_size(__wide_total);
    return result;
}

/* Gives the total memory of a device in bytes, at most UINT_MAX. */
CUDA_LEGACY_DETAIL_INLINE CUresult CUDA_LEGACY_DETAIL_OVERLOAD(cuDeviceTotalMem_v2)(unsigned int* bytes,
                                                                                    CUdevice device)
{
    size_t __wide = 0;
    const CUresult result = cuDeviceTotalMem_v2(bytes ? &__wide : NULL, device);
    if (result == CUDA_SUCCESS && bytes) *bytes = cuda_legacy_narrowed_size(__wide);
    return result;
}

#if CUDA_VERSION >= 13000

/* Advises the driver about the use of managed memory. The device -1 (CU_DEVICE_CPU) is the host. */
CUDA_LEGACY_DETAIL_INLINE CUresult CUDA_LEGACY_DETAIL_OVERLOAD(cuMemAdvise_v2)(CUdeviceptr pointer, size_t count,
                                                                               CUmem_advise advice, CUdevice device)
{
    CUmemLocation location;
    memset(&location, 0, sizeof location);
    location.type = device == -1 ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
    if (device != -1) location.id = device;
    return cuMemAdvise_v2(pointer, count, advice, location);
}

#endif

#ifndef __cplusplus
    /* _Generic does not evaluate this argument. A null pointer needs no form of its own. */
    #define cuMemGetInfo_v2(free, total)                                                                               \
        (__extension__ _Generic((free), unsigned int*                                                                  \
                                : cuda_legacy_old_cuMemGetInfo_v2, default                                             \
                                : cuMemGetInfo_v2)(free, total))
    #define cuDeviceTotalMem_v2(bytes, device)                                                                         \
        (__extension__ _Generic((bytes), unsigned int*                                                                 \
                                : cuda_legacy_old_cuDeviceTotalMem_v2, default                                         \
                                : cuDeviceTotalMem_v2)(bytes, device))
    #if CUDA_VERSION >= 13000
        /* The last parameter is variadic, because a compound literal contains commas. */
        #define cuMemAdvise_v2(pointer, count, advice, ...)                                                            \
            (__extension__ _Generic((__VA_ARGS__), CUmemLocation                                                       \
                                    : cuMemAdvise_v2, default                                                          \
                                    : cuda_legacy_old_cuMemAdvise_v2)(pointer, count, advice, __VA_ARGS__))
    #endif
#endif

#undef CUDA_LEGACY_DETAIL_OVERLOAD

#endif
