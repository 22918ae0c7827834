// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stream that NPP kept for its functions, one for the whole program. NPP 13 keeps none: each of its functions takes
// a context with the stream and properties of the device. A new context is made for each call. So a change of the
// stream or of the device counts from the next call on, as before. Include this file after NPP's nppdefs.h.
#ifndef CUDA_LEGACY_DETAIL_NPP_STREAM_H
#define CUDA_LEGACY_DETAIL_NPP_STREAM_H

#include <stddef.h>
#include <string.h>

#include <cuda_runtime_api.h>

#if CUDART_VERSION >= 13000

    #if defined(_MSC_VER)
__declspec(selectany) cudaStream_t cuda_legacy_npp_stream = 0;
    #else
__attribute__((__weak__, __visibility__("default"))) cudaStream_t cuda_legacy_npp_stream = 0;
    #endif

static inline int cuda_legacy_npp_attribute(enum cudaDeviceAttr __which)
{
    int device = 0, value = 0;
    if (cudaGetDevice(&device) != cudaSuccess || cudaDeviceGetAttribute(&value, __which, device) != cudaSuccess)
        return 0;
    return value;
}

// The stream of functions without a context.
static inline cudaStream_t nppGetStream(void) { return cuda_legacy_npp_stream; }

// Sets the stream for later calls in all threads.
static inline NppStatus nppSetStream(cudaStream_t hStream)
{
    cuda_legacy_npp_stream = hStream;
    return NPP_NO_ERROR;
}

static inline int nppGetGpuNumSMs(void) { return cuda_legacy_npp_attribute(cudaDevAttrMultiProcessorCount); }
static inline int nppGetMaxThreadsPerBlock(void) { return cuda_legacy_npp_attribute(cudaDevAttrMaxThreadsPerBlock); }
static inline int nppGetMaxThreadsPerSM(void)
{
    return cuda_legacy_npp_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
}
static inline unsigned int nppGetStreamNumSMs(void) { return (unsigned int)nppGetGpuNumSMs(); }
static inline unsigned int nppGetStreamMaxThreadsPerSM(void) { return (unsigned int)nppGetMaxThreadsPerSM(); }

// Gives 0, or -1 if there is no device.
static inline int nppGetGpuDeviceProperties(int* __pMaxThreadsPerSM, int* __pMaxThreadsPerBlock, int* __pNumberOfSMs)
{
    *__pMaxThreadsPerSM = nppGetMaxThreadsPerSM();
    *__pMaxThreadsPerBlock = nppGetMaxThreadsPerBlock();
    *__pNumberOfSMs = nppGetGpuNumSMs();
    return *__pNumberOfSMs > 0 ? 0 : -1;
}

// Gives the name of the current device. The text is valid until the next call.
static inline const char* nppGetGpuName(void)
{
    static struct cudaDeviceProp __properties;
    int device = 0;
    __properties.name[0] = '\0';
    if (cudaGetDevice(&device) == cudaSuccess) cudaGetDeviceProperties(&__properties, device);
    return __properties.name;
}

// Fills in a context for the stream of nppSetStream.
static inline NppStatus nppGetStreamContext(NppStreamContext* __pNppStreamContext)
{
    int device = 0;
    NppStreamContext* const __context = __pNppStreamContext;
    if (!__context) return NPP_NULL_POINTER_ERROR;
    memset(__context, 0, sizeof *__context);
    __context->hStream = cuda_legacy_npp_stream;
    if (cudaGetDevice(&device) != cudaSuccess) return NPP_ERROR;
    __context->nCudaDeviceId = device;
    __context->nMultiProcessorCount = nppGetGpuNumSMs();
    __context->nMaxThreadsPerMultiProcessor = nppGetMaxThreadsPerSM();
    __context->nMaxThreadsPerBlock = nppGetMaxThreadsPerBlock();
    __context->nSharedMemPerBlock = (size_t)cuda_legacy_npp_attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    __context->nCudaDevAttrComputeCapabilityMajor = cuda_legacy_npp_attribute(cudaDevAttrComputeCapabilityMajor);
    __context->nCudaDevAttrComputeCapabilityMinor = cuda_legacy_npp_attribute(cudaDevAttrComputeCapabilityMinor);
    if (cudaStreamGetFlags(cuda_legacy_npp_stream, &__context->nStreamFlags) != cudaSuccess) return NPP_ERROR;
    return NPP_NO_ERROR;
}

static inline NppStreamContext cuda_legacy_npp_context(void)
{
    NppStreamContext __context;
    nppGetStreamContext(&__context);
    return __context;
}

    // Calls the function with a context for the function `name` without one.
    #define CUDA_LEGACY_DETAIL_NPP(name, ...) name##_Ctx(__VA_ARGS__, cuda_legacy_npp_context())

#endif

#endif
