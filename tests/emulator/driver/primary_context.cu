// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The primary context: how often it is retained, what a reset leaves, and which memory a stream may attach. All but the
// lines of managed memory is as on an H200 (driver 580).
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cuda.h>
#include <cuda_runtime.h>

static bool is_active()
{
    unsigned flags = 0;
    int active = -1;
    return cuDevicePrimaryCtxGetState(0, &flags, &active) == CUDA_SUCCESS && active == 1;
}
template <class Error>
static bool gives(Error e, Error expected)
{
    cudaGetLastError();
    return e == expected;
}

// No call of the runtime came before.
static void references()
{
    CUcontext first = nullptr, second = nullptr;
    CUdeviceptr p = 0;
    EXPECT("nothing is active", cuInit(0) == CUDA_SUCCESS && !is_active());
    EXPECT("what nobody retained", cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("retain twice", cuDevicePrimaryCtxRetain(&first, 0) == CUDA_SUCCESS &&
                               cuDevicePrimaryCtxRetain(&second, 0) == CUDA_SUCCESS && first == second && is_active());
    EXPECT("memory", cuCtxSetCurrent(first) == CUDA_SUCCESS && cuMemAlloc(&p, 1024) == CUDA_SUCCESS);
    EXPECT("release once", cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && is_active());
    EXPECT("its memory is there", cuMemsetD8(p, 0, 1024) == CUDA_SUCCESS);
    EXPECT("release again", cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && !is_active());
    EXPECT("once more is too much", cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("its memory is gone", cuMemFree(p) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    // The runtime's reference keeps it.
    EXPECT("retain", cuDevicePrimaryCtxRetain(&first, 0) == CUDA_SUCCESS && cuCtxSetCurrent(first) == CUDA_SUCCESS);
    void* memory = nullptr;
    EXPECT("the runtime's memory", cudaMalloc(&memory, 16) == cudaSuccess);
    EXPECT("a release", cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS && is_active());
    EXPECT("leaves it", cudaMemset(memory, 0, 16) == cudaSuccess && cudaFree(memory) == cudaSuccess);
}

static void reset()
{
    cudaStream_t stream;
    cudaEvent_t event;
    void* memory = nullptr;
    std::size_t stack = 0, printf_bytes = 0, usual_printf = 0;
    unsigned flags = 1;
    cudaDeviceGetLimit(&usual_printf, cudaLimitPrintfFifoSize);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaMalloc(&memory, 16);
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 23);
    cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync);
    EXPECT("reset", cudaDeviceReset() == cudaSuccess);
    cudaDeviceGetLimit(&stack, cudaLimitStackSize);
    cudaDeviceGetLimit(&printf_bytes, cudaLimitPrintfFifoSize);
    cudaGetDeviceFlags(&flags);
    EXPECT("limits are as at first", stack == 1024 && printf_bytes == usual_printf);
    EXPECT("so are flags", flags == cudaDeviceMapHost);
    cudaFree(nullptr);
    EXPECT("memory is gone", gives(cudaFree(memory), cudaErrorInvalidValue));
    // A GPU's driver crashes.
    EXPECT("a stream, too", gives(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle) &&
                                gives(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle));
    EXPECT("and an event", gives(cudaEventQuery(event), cudaErrorInvalidResourceHandle) &&
                               gives(cudaEventRecord(event), cudaErrorInvalidResourceHandle));
    EXPECT("the thread's stream is not",
           cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess && cudaStreamSynchronize(nullptr) == cudaSuccess);
    EXPECT("new ones work", cudaStreamCreate(&stream) == cudaSuccess && cudaStreamQuery(stream) == cudaSuccess &&
                                cudaStreamDestroy(stream) == cudaSuccess);
}

static void attachment()
{
    constexpr std::size_t bytes = 1 << 16;
    cudaStream_t stream;
    char *device, *host, *managed;
    cudaStreamCreate(&stream);
    cudaMalloc(&device, bytes);
    cudaMallocHost(&host, bytes);
    cudaMallocManaged(&managed, bytes);
    const auto attach = [&](char* p, std::size_t size, unsigned flags, cudaStream_t s) {
        const cudaError_t e = cudaStreamAttachMemAsync(s, p, size, flags);
        cudaGetLastError();
        return e;
    };
    EXPECT("device memory", attach(device, 0, cudaMemAttachSingle, stream) == cudaErrorInvalidValue);
    EXPECT("host memory", attach(host, 0, cudaMemAttachSingle, stream) == cudaErrorInvalidValue);
    EXPECT("no memory", attach(nullptr, 0, cudaMemAttachSingle, stream) == cudaErrorInvalidValue);
    EXPECT("a part", attach(managed, 4096, cudaMemAttachSingle, stream) == cudaErrorInvalidValue &&
                         attach(managed + 4096, 0, cudaMemAttachSingle, stream) == cudaErrorInvalidValue);
    EXPECT("unknown flags", attach(managed, 0, 0, stream) == cudaErrorInvalidValue &&
                                attach(managed, 0, 8, stream) == cudaErrorInvalidValue);
    EXPECT("to all streams alone", attach(managed, 0, cudaMemAttachSingle, nullptr) == cudaErrorInvalidValue);
    EXPECT("managed memory", attach(managed, 0, cudaMemAttachSingle, stream) == cudaSuccess &&
                                 attach(managed, bytes, cudaMemAttachHost, stream) == cudaSuccess &&
                                 attach(managed, bytes, cudaMemAttachGlobal, nullptr) == cudaSuccess);
    cudaFree(managed);
    cudaFreeHost(host);
    cudaFree(device);
    cudaStreamDestroy(stream);
}

int main()
{
    references();
    attachment();
    reset();
    return failures;
}
