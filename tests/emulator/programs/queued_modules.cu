// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that several threads use for the first time, and modules and graphs of work that goes on beside the host.
// Prints one line per check and exits with the number of failures. With the argument 'node' a node of a queued graph
// fails, with 'leave' the program ends while a queued graph repeats.
#include "expect.h"
#include "waiting.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

template <int K>
__device__ int value = K + 1;
template <int K>
__global__ void add_value(int* sum)
{
    atomicAdd(sum, value<K>);
}

using kernel = void (*)(int*);
constexpr int kernels = 100;

template <int... K>
std::vector<kernel> list(std::integer_sequence<int, K...>)
{
    return {add_value<K>...};
}

// The first use of a kernel decodes it, and the first of a module gives its variables addresses.
void test_first_use()
{
    const std::vector<kernel> all = list(std::make_integer_sequence<int, kernels>());
    int* sum;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    constexpr int count = 2;
    std::atomic<int> ready{0}, failed{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < count; ++t)
        threads.emplace_back([&, t] {
            cudaStream_t stream;
            cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
            for (++ready; ready < count;) {}
            for (int k = t; k < kernels; k += count) {
                all[static_cast<std::size_t>(k)]<<<1, 1, 0, stream>>>(sum);
                failed += cudaGetLastError() != cudaSuccess;
            }
            failed += cudaStreamSynchronize(stream) != cudaSuccess;
            cudaStreamDestroy(stream);
        });
    for (std::thread& t : threads)
        t.join();
    int result = 0;
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    EXPECT("two threads use kernels for the first time", failed == 0 && result == kernels * (kernels + 1) / 2);
    cudaFree(sum);
}

const char* const waiting_kernel = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry wait_and_set(.param .u64 word, .param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [word];
    ld.param.u64 %rd2, [out];
AGAIN:
    ld.volatile.u32 %r1, [%rd1];
    setp.eq.u32 %p, %r1, 0;
    @%p bra AGAIN;
    st.u32 [%rd2], %r1;
    ret;
}
)";

// The code of a kernel that still waits must not go away under it.
void test_unload()
{
    pinned host;
    cudaLibrary_t library;
    cudaKernel_t function;
    EXPECT("the library loads",
           cudaLibraryLoadData(&library, waiting_kernel, nullptr, nullptr, 0, nullptr, nullptr, 0) == cudaSuccess &&
               cudaLibraryGetKernel(&function, library, "wait_and_set") == cudaSuccess);
    int* const out = host.words + 1;
    void* arguments[] = {&host.words, const_cast<int**>(&out)};
    EXPECT("the launch returns", cudaLaunchKernel(function, 1, 1, arguments, 0, nullptr) == cudaSuccess);
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        write(host.words, 3);
    });
    EXPECT("the unloading waits for the kernel", cudaLibraryUnload(library) == cudaSuccess && *out == 3);
    later.join();
}

__global__ void end_if(const volatile int* word, cudaGraphConditionalHandle handle)
{
    if (*word) cudaGraphSetConditional(handle, 0);
}

// A kernel waits, and behind it a graph.
struct behind_a_kernel {
    pinned host;
    int* device;
    cudaGraph_t graph;
    cudaGraphExec_t executable;

    behind_a_kernel()
    {
        cudaMalloc(&device, sizeof *device);
        cudaGraphCreate(&graph, 0);
    }
    void launch()
    {
        EXPECT("the graph is complete", cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
        wait_for<<<1, 1>>>(host.words, 1, device);
        EXPECT("its launch returns", cudaGraphLaunch(executable, nullptr) == cudaSuccess);
        write(host.words, 1);
    }
};

void fail_in_a_node()
{
    behind_a_kernel work;
    int* gone;
    cudaGraphNode_t node;
    cudaMalloc(&gone, sizeof *gone);
    cudaGraphAddMemcpyNode1D(&node, work.graph, nullptr, 0, work.host.words + 1, gone, sizeof *gone,
                             cudaMemcpyDeviceToHost);
    cudaFree(gone);
    work.launch();
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

void leave_a_graph()
{
    auto* const work = new behind_a_kernel;
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalHandleCreate(&handle, work->graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams repeats{};
    repeats.type = cudaGraphNodeTypeConditional;
    repeats.conditional.handle = handle;
    repeats.conditional.type = cudaGraphCondTypeWhile;
    repeats.conditional.size = 1;
    cudaGraphNode_t node;
    cudaGraphAddNode(&node, work->graph, nullptr, nullptr, 0, &repeats);
    const volatile int* const never = work->host.words + 1;
    void* arguments[] = {const_cast<const volatile int**>(&never), &handle};
    cudaKernelNodeParams body{};
    body.func = reinterpret_cast<void*>(end_if);
    body.gridDim = body.blockDim = dim3(1);
    body.kernelParams = arguments;
    cudaGraphAddKernelNode(&node, repeats.conditional.phGraph_out[0], nullptr, 0, &body);
    work->launch();
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

int main(int count, char** words)
{
    if (count > 1 && std::strcmp(words[1], "node") == 0) return fail_in_a_node(), failures;
    if (count > 1) return leave_a_graph(), failures;
    test_first_use();
    test_unload();
    return failures;
}
