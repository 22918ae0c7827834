// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread management functions that CUDA 4 replaced by device management. Each line is one fact.
//
// The program is built and compared as texture_reference_1d.cu is.

#include "facts.h"

namespace {

void limits()
{
    size_t value = 0;
    says("get the stack limit", cudaThreadGetLimit(&value, cudaLimitStackSize));
    says("set the stack limit", cudaThreadSetLimit(cudaLimitStackSize, 4096));
    says("get the stack limit", cudaThreadGetLimit(&value, cudaLimitStackSize));
    std::printf("stack limit: %zu\n", value);
    cudaDeviceGetLimit(&value, cudaLimitStackSize);
    std::printf("stack limit by device management: %zu\n", value);
    says("get a limit that is none", cudaThreadGetLimit(&value, (cudaLimit)77));
    says("set a limit that is none", cudaThreadSetLimit((cudaLimit)77, 1));
    says("get into null", cudaThreadGetLimit(NULL, cudaLimitStackSize));
}

void cache_config()
{
    cudaFuncCache config = cudaFuncCachePreferShared;
    says("get the cache configuration", cudaThreadGetCacheConfig(&config));
    std::printf("cache configuration: %d\n", (int)config);
    says("set the cache configuration", cudaThreadSetCacheConfig(cudaFuncCachePreferL1));
    says("get the cache configuration", cudaThreadGetCacheConfig(&config));
    std::printf("cache configuration: %d\n", (int)config);
    says("set a configuration that is none", cudaThreadSetCacheConfig((cudaFuncCache)77));
    says("get into null", cudaThreadGetCacheConfig(NULL));
}

void synchronize() { says("synchronize", cudaThreadSynchronize()); }

void synchronize_during_a_capture()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    says("synchronize during a capture", cudaThreadSynchronize());
    cudaGraph_t graph = nullptr;
    says("end the capture", cudaStreamEndCapture(stream, &graph));
    cudaStreamDestroy(stream);
}

void exit_thread()
{
    int* data = nullptr;
    cudaMalloc((void**)&data, 64);
    says("exit", cudaThreadExit());
    says("free what went with the context", cudaFree(data));
    says("allocate again", cudaMalloc((void**)&data, 64));
    says("exit again", cudaThreadExit());
    says("exit without a context", cudaThreadExit());
}

} // namespace

int main(int argc, char** argv)
{
    // The cases change the limits of the process's context, and end it.
    return run_cases(argc, argv,
                     {{"limits", limits},
                      {"cache_config", cache_config},
                      {"synchronize", synchronize},
                      {"synchronize_during_a_capture", synchronize_during_a_capture},
                      {"exit", exit_thread}},
                     processes::one_each);
}
