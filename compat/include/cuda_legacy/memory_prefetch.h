/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#if defined(__GNUC__) && !defined(CUDA_LEGACY_DETAIL_OWN_WARNINGS)
    #pragma GCC system_header
#endif
//! \file
//! cudaMemPrefetchAsync and cudaMemAdvise with the number of a device, as until CUDA 12.9.
//!
//! CUDA 13.0 replaced the number by a cudaMemLocation and added flags to the prefetch. With this header both forms
//! compile. In C++ they are overloads. In C they are macros that look at the arguments; the advice needs the _Generic
//! of C11.
//!
//! The number cudaCpuDeviceId (-1) is the host. In C++ both functions are overloaded, so `auto f = cudaMemAdvise` does
//! not compile. CUDA 12 takes the number itself: there this header does nothing.
//!
//! Note: migration-notes/memory_prefetch.md.
#ifndef CUDA_LEGACY_MEMORY_PREFETCH_H
#define CUDA_LEGACY_MEMORY_PREFETCH_H

#include <cuda_runtime_api.h>

#include "detail/language.h"

#if CUDART_VERSION >= 13000

    #include <string.h>

    #include "detail/argument_count.h"

// The location of the number of a device.
CUDA_LEGACY_DETAIL_INLINE struct cudaMemLocation cuda_legacy_location_of(int device)
{
    struct cudaMemLocation location;
    memset(&location, 0, sizeof location);
    location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    location.id = device == cudaCpuDeviceId ? 0 : device;
    return location;
}

    #ifdef __cplusplus

//! Moves managed memory to a device or to the host, in the order of a stream.
//!
//! \param pointer the memory
//! \param count the size of the memory, in bytes
//! \param device the number of the device, or cudaCpuDeviceId for the host
//! \param stream the stream
//! \return cudaErrorInvalidValue for memory that is not managed; cudaErrorInvalidDevice for a number that no device has
//!
//! Difference: none.
//! Now: cudaMemPrefetchAsync with a cudaMemLocation and flags.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device, cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(pointer, count, cuda_legacy_location_of(device), 0, stream);
}

//! Advises the driver about the use of managed memory.
//!
//! \param pointer the memory
//! \param count the size of the memory, in bytes
//! \param advice the advice
//! \param device the number of the device of which the advice speaks, or cudaCpuDeviceId for the host
//! \return cudaErrorInvalidValue for memory that is not managed. The driver chooses the error for a number that no
//!         device has.
//!
//! Difference: none.
//! Now: cudaMemAdvise with a cudaMemLocation.
CUDA_LEGACY_DETAIL_INLINE cudaError_t cudaMemAdvise(const void* pointer, size_t count, enum cudaMemoryAdvise advice, int device)
{
    return cudaMemAdvise(pointer, count, advice, cuda_legacy_location_of(device));
}

    #else

CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_prefetch_to_location(const void* pointer, size_t count,
                                                           struct cudaMemLocation location, unsigned int flags,
                                                           cudaStream_t stream)
{
    return cudaMemPrefetchAsync(pointer, count, location, flags, stream);
}

CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_prefetch_to_device(const void* pointer, size_t count, int device,
                                                         cudaStream_t stream)
{
    return cudaMemPrefetchAsync(pointer, count, cuda_legacy_location_of(device), 0, stream);
}

CUDA_LEGACY_DETAIL_INLINE cudaError_t cuda_legacy_advise_device(const void* pointer, size_t count, enum cudaMemoryAdvise advice,
                                                    int device)
{
    return cudaMemAdvise(pointer, count, advice, cuda_legacy_location_of(device));
}

        #define CUDA_LEGACY_DETAIL_PREFETCH_4 cuda_legacy_prefetch_to_device
        #define CUDA_LEGACY_DETAIL_PREFETCH_5 cuda_legacy_prefetch_to_location
        // With a per-thread default stream the toolkit has a macro of that name, which the functions above have used.
        #undef cudaMemPrefetchAsync
        #define cudaMemPrefetchAsync(...) CUDA_LEGACY_DETAIL_BY_COUNT(CUDA_LEGACY_DETAIL_PREFETCH_, __VA_ARGS__)
        // The last parameter is the variable one, because a compound literal has commas.
        #define cudaMemAdvise(pointer, count, advice, ...)                                                             \
            (__extension__ _Generic((__VA_ARGS__), struct cudaMemLocation                                              \
                                    : cudaMemAdvise, default                                                           \
                                    : cuda_legacy_advise_device)(pointer, count, advice, __VA_ARGS__))

    #endif

#endif

#endif
