// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host functions run in a thread of the device. One that waits for the program keeps its stream, and not the caller.
// With the argument 'leave' the program ends before its host function does, with 'fault' the work before it fails. What
// such a function may call, and in which thread it runs, an H200 said (driver 580).
#include "expect.h"
#include "waiting.h"
#include <chrono>
#include <condition_variable>
#include <cuda.h>
#include <mutex>
#include <thread>

// A function that holds its stream until the program lets it go.
struct gate {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_open = false;
    int passed = 0;
    void open()
    {
        std::lock_guard lock(mutex);
        is_open = true;
        changed.notify_all();
    }
    static void pass(void* p)
    {
        auto& g = *static_cast<gate*>(p);
        std::unique_lock lock(g.mutex);
        g.changed.wait(lock, [&] { return g.is_open; });
        ++g.passed;
    }
};

void test_thread()
{
    std::thread::id ran_in;
    cudaLaunchHostFunc(
        nullptr, [](void* p) { *static_cast<std::thread::id*>(p) = std::this_thread::get_id(); }, &ran_in);
    EXPECT("a short function has run when its launch returns", ran_in != std::thread::id());
    EXPECT("in another thread", ran_in != std::this_thread::get_id());
}

void test_calls()
{
    static cudaError_t errors[4];
    static CUresult of_driver;
    void* driver = nullptr;
    cudaGetDriverEntryPointByVersion("cuMemAlloc", &driver, 12000, 0, nullptr);
    cudaLaunchHostFunc(
        nullptr,
        [](void* driver_function) {
            void* memory = nullptr;
            int device;
            CUdeviceptr more;
            errors[0] = cudaMalloc(&memory, 16);
            errors[1] = cudaGetDevice(&device);
            errors[2] = cudaStreamQuery(nullptr);
            errors[3] = cudaGetLastError();
            of_driver = reinterpret_cast<decltype(cuMemAlloc)*>(driver_function)(&more, 16);
        },
        driver);
    cudaDeviceSynchronize();
    bool refused = true;
    for (const cudaError_t e : errors)
        refused &= e == cudaErrorNotPermitted;
    EXPECT("a host function makes no calls", refused && of_driver == CUDA_ERROR_NOT_PERMITTED);
    EXPECT("its errors are none of the caller", cudaPeekAtLastError() == cudaSuccess);
}

void test_blocked(bool is_callback)
{
    pinned host;
    gate waiting;
    cudaStream_t stream, other;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    if (is_callback) {
        const auto callback = [](cudaStream_t, cudaError_t e, void* p) { e == cudaSuccess ? gate::pass(p) : void(); };
        EXPECT("a callback that waits returns", cudaStreamAddCallback(stream, callback, &waiting, 0) == cudaSuccess);
    } else {
        std::lock_guard lock(waiting.mutex); // the function wants it
        EXPECT("a function that waits returns", cudaLaunchHostFunc(stream, gate::pass, &waiting) == cudaSuccess);
    }
    add_one<<<1, 1, 0, stream>>>(host.words);
    add_one<<<1, 1, 0, other>>>(host.words + 1);
    EXPECT("its stream waits", cudaStreamQuery(stream) == cudaErrorNotReady);
    EXPECT("another does not", cudaStreamSynchronize(other) == cudaSuccess && host.words[1] == 1);
    EXPECT("what is behind it has not run", waiting.passed == 0 && host.words[0] == 0);
    waiting.open();
    EXPECT("then all end", cudaStreamSynchronize(stream) == cudaSuccess && waiting.passed == 1 && host.words[0] == 1);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
}

// A node that waits, between two kernels.
void test_graph()
{
    pinned host;
    gate waiting;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    add_one<<<1, 1, 0, stream>>>(host.words);
    cudaLaunchHostFunc(stream, gate::pass, &waiting);
    add_one<<<1, 1, 0, stream>>>(host.words);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphNode_t nodes[3] = {};
    std::size_t count = 3;
    cudaHostNodeParams parameters = {};
    cudaGraphGetNodes(graph, nodes, &count);
    EXPECT("a captured function has its parameters", cudaGraphHostNodeGetParams(nodes[1], &parameters) == cudaSuccess &&
                                                         parameters.fn == gate::pass &&
                                                         parameters.userData == &waiting);
    cudaGraphInstantiate(&executable, graph, 0);
    EXPECT("a graph whose function waits returns", cudaGraphLaunch(executable, stream) == cudaSuccess);
    EXPECT("and goes on", cudaStreamQuery(stream) == cudaErrorNotReady && host.words[0] == 1);
    EXPECT("a second launch waits", cudaGraphLaunch(executable, stream) == cudaSuccess && waiting.passed == 0);
    waiting.open();
    EXPECT("then both end", cudaStreamSynchronize(stream) == cudaSuccess && host.words[0] == 4 && waiting.passed == 2);
    EXPECT("a graph whose function is short ends in its launch",
           cudaGraphLaunch(executable, stream) == cudaSuccess && host.words[0] == 6);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}

// A callback gets the error of the kernel before it. A host function is not called.
int behind_fault()
{
    pinned host;
    wait_for<<<1, 1>>>(host.words, 1, nullptr);
    cudaStreamAddCallback(
        nullptr, [](cudaStream_t, cudaError_t e, void*) { std::puts(cudaGetErrorName(e)); }, nullptr, 0);
    cudaLaunchHostFunc(
        nullptr, [](void*) { std::puts("called"); }, nullptr);
    std::puts(cudaGetErrorName(cudaGetLastError()));
    write(host.words, 1);
    std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}

int main(int count, char** arguments)
{
    if (count > 1 && std::strcmp(arguments[1], "fault") == 0) return behind_fault();
    if (count > 1) {
        cudaLaunchHostFunc(nullptr, gate::pass, new gate); // its destructor would wait for the function
        std::puts(cudaGetErrorName(cudaGetLastError()));
        return 0;
    }
    test_thread();
    test_calls();
    test_blocked(false);
    test_blocked(true);
    test_graph();
    return failures;
}
