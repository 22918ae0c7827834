// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts as programs make and pass them around.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <thread>

static CUcontext current()
{
    CUcontext c = nullptr;
    cuCtxGetCurrent(&c);
    return c;
}

int main()
{
    CUdeviceptr none = 0;
    int count = 0;
    EXPECT("not yet", cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED &&
                          cuMemAlloc(&none, 4) == CUDA_ERROR_NOT_INITIALIZED);
    EXPECT("init", cuInit(0) == CUDA_SUCCESS);
    EXPECT("no context",
           cuDeviceGetCount(&count) == CUDA_SUCCESS && cuMemAlloc(&none, 4) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("none at first", !current());
    CUcontext a = nullptr, b = nullptr, c = nullptr, out = nullptr;
    EXPECT("create", cuCtxCreate(&a, nullptr, 0, 0) == CUDA_SUCCESS && a && current() == a);
    // As programs of older toolkits call it: without parameters.
    auto* old = reinterpret_cast<CUresult (*)(CUcontext*, unsigned, CUdevice)>(dlsym(RTLD_DEFAULT, "cuCtxCreate_v2"));
    EXPECT("create, the old way", old && old(&b, CU_CTX_SCHED_YIELD, 0) == CUDA_SUCCESS && b != a && current() == b);
    auto* third = reinterpret_cast<CUresult (*)(CUcontext*, CUexecAffinityParam*, int, unsigned, CUdevice)>(
        dlsym(RTLD_DEFAULT, "cuCtxCreate_v3"));
    EXPECT("and the third", third && third(&c, nullptr, 0, 0, 0) == CUDA_SUCCESS && current() == c);
    EXPECT("no such device", cuCtxCreate(&out, nullptr, 0, 1) == CUDA_ERROR_INVALID_DEVICE && current() == c);
    EXPECT("destroy the current one", cuCtxDestroy(c) == CUDA_SUCCESS && current() == b);
    EXPECT("it is gone", cuCtxSetCurrent(c) == CUDA_ERROR_INVALID_CONTEXT && current() == b);
    unsigned flags = 0, version = 0;
    unsigned long long first_id = 0, second_id = 0;
    CUdevice device = -1;
    EXPECT("its flags", cuCtxGetFlags(&flags) == CUDA_SUCCESS && flags == CU_CTX_SCHED_YIELD);
    EXPECT("its version", cuCtxGetApiVersion(b, &version) == CUDA_SUCCESS && version);
    EXPECT("its device", cuCtxGetDevice(&device) == CUDA_SUCCESS && device == 0);
    EXPECT("numbers", cuCtxGetId(a, &first_id) == CUDA_SUCCESS && cuCtxGetId(nullptr, &second_id) == CUDA_SUCCESS &&
                          first_id != second_id);
    EXPECT("pop", cuCtxPopCurrent(&out) == CUDA_SUCCESS && out == b && current() == a);
    CUdeviceptr memory = 0;
    EXPECT("memory", cuMemAlloc(&memory, 4) == CUDA_SUCCESS && cuMemsetD32(memory, 5, 1) == CUDA_SUCCESS);
    // A context wanders from thread to thread.
    EXPECT("pop again", cuCtxPopCurrent(&out) == CUDA_SUCCESS && out == a && !current());
    EXPECT("and none is left", cuCtxPopCurrent(&out) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("nor memory", cuMemAlloc(&none, 4) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("nor a device", cuCtxGetDevice(&device) == CUDA_ERROR_INVALID_CONTEXT);
    std::thread([&] {
        unsigned value = 0;
        EXPECT("none in a thread", !current() && cuMemAlloc(&none, 4) == CUDA_ERROR_INVALID_CONTEXT);
        EXPECT("push in a thread", cuCtxPushCurrent(a) == CUDA_SUCCESS && current() == a);
        EXPECT("its memory there", cuMemcpyDtoH(&value, memory, 4) == CUDA_SUCCESS && value == 5);
        EXPECT("pop there", cuCtxPopCurrent(nullptr) == CUDA_SUCCESS && !current());
    }).join();
    EXPECT("set", cuCtxSetCurrent(b) == CUDA_SUCCESS && current() == b);
    EXPECT("none", cuCtxSetCurrent(nullptr) == CUDA_SUCCESS && !current());
    CUcontext primary = nullptr;
    EXPECT("which the runtime finds", cudaFree(nullptr) == cudaSuccess && current());
    EXPECT("none again", cuCtxSetCurrent(nullptr) == CUDA_SUCCESS && !current());
    EXPECT("the primary one", cuDevicePrimaryCtxRetain(&primary, 0) == CUDA_SUCCESS && primary != a && primary != b);
    EXPECT("push it", cuCtxPushCurrent(primary) == CUDA_SUCCESS && current() == primary);
    EXPECT("the runtime works in it", cudaFree(nullptr) == cudaSuccess && current() == primary);
    EXPECT("synchronise", cuCtxSynchronize() == CUDA_SUCCESS);
    EXPECT("attach", cuCtxAttach(&out, 0) == CUDA_SUCCESS && out == primary && cuCtxDetach(out) == CUDA_SUCCESS);
    EXPECT("release", cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    EXPECT("destroy the others", cuCtxDestroy(a) == CUDA_SUCCESS && cuCtxDestroy(b) == CUDA_SUCCESS);
    // The runtime's own, where the program chose none.
    std::thread([&] {
        cudaFree(nullptr);
        EXPECT("the runtime's", current() == primary);
    }).join();
    return failures;
}
