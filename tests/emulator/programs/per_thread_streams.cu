// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built with --default-stream per-thread: stream 0 is the calling thread's stream, in the runtime and in the driver's
// functions that the program asks for. It does not wait for blocking streams, and captures.
#include "expect.h"
#include "waiting.h"
#include <chrono>
#include <cuda.h>
#include <thread>

// A blocking stream whose kernel waits for the host: the legacy stream would wait, too.
struct busy_stream {
    pinned host;
    cudaStream_t stream;
    int* out;
    busy_stream()
    {
        cudaMalloc(&out, sizeof(int));
        cudaStreamCreate(&stream);
        wait_for<<<1, 1, 0, stream>>>(host.words, 1, out);
    }
    ~busy_stream()
    {
        write(host.words, 1);
        cudaStreamDestroy(stream);
        cudaDeviceSynchronize();
        cudaFree(out);
    }
    bool waits() const { return cudaStreamQuery(stream) == cudaErrorNotReady; }
};

template <class Function>
Function* driver_function(const char* name, unsigned long long flags)
{
    void* out = nullptr;
    cudaDriverEntryPointQueryResult result;
    cudaGetDriverEntryPointByVersion(name, &out, 12000, flags, &result);
    return reinterpret_cast<Function*>(out);
}

cudaError_t launch_ex(cudaStream_t s, int* out)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    config.stream = s;
    return cudaLaunchKernelEx(&config, add_one, out);
}

// Only work of this thread's stream 0, with a blocking stream that waits beside it.
void test_blocking_stream()
{
    int *device, copied = 0;
    cudaMalloc(&device, sizeof(int));
    busy_stream busy;
    EXPECT("a synchronous memset does not wait", cudaMemset(device, 0, sizeof(int)) == cudaSuccess && busy.waits());
    add_one<<<1, 1>>>(device);
    void* arguments[] = {&device};
    cudaLaunchCooperativeKernel(add_one, dim3(1), dim3(1), arguments, 0, nullptr);
    EXPECT("nor do launches", launch_ex(nullptr, device) == cudaSuccess && cudaStreamQuery(nullptr) == cudaSuccess);
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("nor does a copy", copied == 3 && busy.waits());
    EXPECT("the legacy stream waits", cudaStreamQuery(cudaStreamLegacy) == cudaErrorNotReady);
    EXPECT("a launch into the legacy stream waits",
           launch_ex(cudaStreamLegacy, device) == cudaSuccess && cudaStreamQuery(nullptr) == cudaErrorNotReady);
    write(busy.host.words, 1);
    EXPECT("and ends", cudaStreamSynchronize(nullptr) == cudaSuccess);
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("all ran once", copied == 4);
    cudaFree(device);
}

void test_driver()
{
    auto* const legacy = driver_function<decltype(cuStreamQuery)>("cuStreamQuery", cudaEnableLegacyStream);
    auto* const own = driver_function<decltype(cuStreamQuery)>("cuStreamQuery", cudaEnablePerThreadDefaultStream);
    auto* const as_built = driver_function<decltype(cuStreamQuery)>("cuStreamQuery", cudaEnableDefault);
    auto* const set = driver_function<decltype(cuMemsetD32)>("cuMemsetD32", cudaEnablePerThreadDefaultStream);
    auto* const copy = driver_function<decltype(cuMemcpyDtoH)>("cuMemcpyDtoH", cudaEnablePerThreadDefaultStream);
    auto* const launch = driver_function<decltype(cuLaunchKernel)>("cuLaunchKernel", cudaEnablePerThreadDefaultStream);
    EXPECT("two functions have one name", legacy != own && as_built == own);
    EXPECT("a function without a stream is one",
           driver_function<decltype(cuMemAlloc)>("cuMemAlloc", cudaEnableLegacyStream) ==
               driver_function<decltype(cuMemAlloc)>("cuMemAlloc", cudaEnablePerThreadDefaultStream));
    int *device, copied = 0;
    cudaFunction_t kernel;
    cudaMalloc(&device, sizeof(int));
    cudaGetFuncBySymbol(&kernel, reinterpret_cast<const void*>(add_one));
    void* arguments[] = {&device};
    const auto at = reinterpret_cast<CUdeviceptr>(device);
    {
        busy_stream busy;
        EXPECT("the driver's memset does not wait", set(at, 6, 1) == CUDA_SUCCESS && busy.waits());
        EXPECT("nor does its launch", launch(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
        EXPECT("nor does its copy", copy(&copied, at, sizeof(int)) == CUDA_SUCCESS && copied == 7 && busy.waits());
        EXPECT("its queries differ", own(nullptr) == CUDA_SUCCESS && legacy(nullptr) == CUDA_ERROR_NOT_READY);
    }
    void* none = nullptr;
    cudaDriverEntryPointQueryResult result;
    EXPECT("other flags are an error",
           cudaGetDriverEntryPointByVersion("cuMemAlloc", &none, 12000, 64, &result) == cudaErrorInvalidValue);
    EXPECT("so are later versions",
           cudaGetDriverEntryPointByVersion("cuMemAlloc", &none, 99000, 0, &result) == cudaErrorInvalidValue);
    cudaGetLastError();
    cudaFree(device);
}

// A call that waits has the work of its own stream before it.
void test_synchronous_calls()
{
    pinned host;
    int *device, copied = 0;
    cudaMalloc(&device, sizeof(int));
    wait_for<<<1, 1>>>(host.words, 5, device);
    EXPECT("the kernel waits", cudaStreamQuery(nullptr) == cudaErrorNotReady);
    EXPECT("in the stream with a name, too", cudaStreamQuery(cudaStreamPerThread) == cudaErrorNotReady);
    std::thread other([&] {
        EXPECT("another thread has another stream", cudaStreamQuery(nullptr) == cudaSuccess);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        write(host.words, 5);
    });
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("a copy waits for its stream", copied == 5);
    other.join();
    cudaFree(device);
}

void test_capture()
{
    int *device, copied = -1;
    std::size_t nodes = 0;
    cudaGraph_t graph = nullptr;
    cudaStream_t stream;
    cudaMalloc(&device, sizeof(int));
    cudaMemset(device, 0, sizeof(int));
    EXPECT("stream 0 can capture", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    add_one<<<1, 1>>>(device);
    EXPECT("and ends it", cudaStreamEndCapture(nullptr, &graph) == cudaSuccess);
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("the kernel is a node, and did not run", nodes == 1 && copied == 0);
    cudaGraphDestroy(graph);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    add_one<<<1, 1, 0, stream>>>(device);
    std::thread([&] {
        add_one<<<1, 1>>>(device);
        EXPECT("a launch beside a capture is none of its", cudaGetLastError() == cudaSuccess);
        EXPECT("and runs", cudaStreamSynchronize(nullptr) == cudaSuccess);
    }).join();
    EXPECT("the capture is as before", cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("one launch ran", copied == 1);
    cudaGraphDestroy(graph);
    cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeRelaxed);
    EXPECT("a capture has no call that waits",
           cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost) == cudaErrorStreamCaptureUnsupported);
    EXPECT("and is invalid", cudaStreamEndCapture(nullptr, &graph) == cudaErrorStreamCaptureInvalidated);
    cudaGetLastError();
    cudaStreamDestroy(stream);
    cudaFree(device);
}

void test_names()
{
    unsigned long long own = 0, named = 0, legacy = 0;
    cudaStreamGetId(nullptr, &own);
    cudaStreamGetId(cudaStreamPerThread, &named);
    cudaStreamGetId(cudaStreamLegacy, &legacy);
    EXPECT("stream 0 is the thread's", own == named && own != legacy);
}

// Batches ask for a stream by name: stream 0 is none, whichever it is.
void test_batches()
{
    int *device, host = 1;
    cudaMalloc(&device, sizeof(int));
    void* to[] = {device};
    const void* from[] = {&host};
    std::size_t size[] = {sizeof(int)}, first[] = {0};
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    EXPECT("a batch in stream 0",
           cudaMemcpyBatchAsync(to, from, size, 1, &attributes, first, 1, nullptr) == cudaErrorInvalidValue);
    cudaGetLastError();
    cudaFree(device);
}

int main()
{
    test_blocking_stream();
    test_driver();
    test_synchronous_calls();
    test_capture();
    test_names();
    test_batches();
    return failures;
}
