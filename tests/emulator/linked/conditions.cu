// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional nodes: kernels choose what a graph does.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cuda_runtime.h>
#include <tuple>

__global__ void choose(cudaGraphConditionalHandle handle, unsigned value) { cudaGraphSetConditional(handle, value); }
__global__ void count_down(cudaGraphConditionalHandle handle, int* p)
{
    cudaGraphSetConditional(handle, --p[0] > 0);
    p[1] += 10;
}
__global__ void add(int* p, int v) { *p += v; }

static int* device;
static int value(int k = 0)
{
    int v = -1;
    cudaMemcpy(&v, device + k, 4, cudaMemcpyDeviceToHost);
    return v;
}
static void put(int v) { cudaMemcpy(device, &v, 4, cudaMemcpyHostToDevice); }

static cudaGraphNodeParams condition(cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                                     unsigned size)
{
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    return p;
}
template <class... P, class... A>
static cudaGraphNode_t kernel_node(cudaGraph_t g, const cudaGraphNode_t* after, void (*function)(P...), A... arguments)
{
    std::tuple<P...> values(arguments...);
    void* pointers[sizeof...(P)];
    std::apply(
        [&](auto&... v) {
            int k = 0;
            ((pointers[k++] = &v), ...);
        },
        values);
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeKernel;
    p.kernel.func = (void*)function;
    p.kernel.gridDim = p.kernel.blockDim = 1;
    p.kernel.kernelParams = pointers;
    cudaGraphNode_t n = nullptr;
    cudaGraphAddNode(&n, g, after, nullptr, after ? 1 : 0, &p);
    return n;
}

// What is added for each value that the kernel chooses.
static int chosen(cudaGraphConditionalNodeType type, unsigned size, unsigned which)
{
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalHandleCreate(&handle, g, 0, 0);
    const cudaGraphNode_t first = kernel_node(g, nullptr, choose, handle, which);
    cudaGraphNodeParams p = condition(handle, type, size);
    cudaGraphNode_t n;
    if (cudaGraphAddNode(&n, g, &first, nullptr, 1, &p) != cudaSuccess) return -1;
    for (unsigned k = 0; k < size; ++k)
        kernel_node(p.conditional.phGraph_out[k], nullptr, add, device, 1 << k);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    put(0);
    cudaGraphLaunch(x, nullptr);
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
    return value();
}

static void loop()
{
    cudaGraph_t g, body;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandle handle;
    EXPECT("a handle with a default",
           cudaGraphConditionalHandleCreate(&handle, g, 1, cudaGraphCondAssignDefault) == cudaSuccess);
    cudaGraphNodeParams p = condition(handle, cudaGraphCondTypeWhile, 1);
    cudaGraphNode_t n;
    EXPECT("a loop", cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &p) == cudaSuccess);
    body = p.conditional.phGraph_out[0];
    cudaGraphNodeType type;
    EXPECT("its type", cudaGraphNodeGetType(n, &type) == cudaSuccess && type == cudaGraphNodeTypeConditional);
    // The body by capture.
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
    count_down<<<1, 1, 0, s>>>(handle, device);
    cudaGraph_t same = nullptr;
    EXPECT("captured", cudaStreamEndCapture(s, &same) == cudaSuccess && same == body);
    kernel_node(g, &n, add, device + 2, 100);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    cudaMemset(device, 0, 64);
    put(5);
    cudaGraphLaunch(x, s);
    EXPECT("five times, then on", value() == 0 && value(1) == 50 && value(2) == 100);
    put(3);
    cudaGraphLaunch(x, s);
    EXPECT("the default again", value() == 0 && value(1) == 80 && value(2) == 200);
    p = condition(handle, cudaGraphCondTypeWhile, 2);
    EXPECT("a loop has one body", cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue);
    p = condition(0, cudaGraphCondTypeIf, 1);
    EXPECT("no handle", cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &p) == cudaErrorInvalidValue);
}

// A loop whose kernel counts, and asks for another turn twice of three times.
__global__ void thirds(cudaGraphConditionalHandle handle, int* p) { cudaGraphSetConditional(handle, ++*p % 3 != 0); }
static cudaGraph_t loop_of_thirds(unsigned standard)
{
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalHandleCreate(&handle, g, standard, cudaGraphCondAssignDefault);
    cudaGraphNodeParams p = condition(handle, cudaGraphCondTypeWhile, 1);
    cudaGraphNode_t n;
    cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &p);
    kernel_node(p.conditional.phGraph_out[0], nullptr, thirds, handle, device);
    return g;
}
// An update brings the other graph's handle and its default, as on an H200.
static void updated()
{
    put(0);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, loop_of_thirds(1), 0);
    cudaGraphLaunch(x, nullptr);
    EXPECT("three turns", value() == 3);
    EXPECT("update", cudaGraphExecUpdate(x, loop_of_thirds(1), nullptr) == cudaSuccess);
    cudaGraphLaunch(x, nullptr);
    EXPECT("three more", value() == 6);
    cudaGraphLaunch(x, nullptr);
    EXPECT("and again", value() == 9);
    put(0);
    EXPECT("another default", cudaGraphExecUpdate(x, loop_of_thirds(0), nullptr) == cudaSuccess);
    cudaGraphLaunch(x, nullptr);
    EXPECT("no turn", value() == 0);
}

int main()
{
    cudaMalloc(&device, 64);
    EXPECT("if", chosen(cudaGraphCondTypeIf, 1, 0) == 0 && chosen(cudaGraphCondTypeIf, 1, 5) == 1);
    EXPECT("else", chosen(cudaGraphCondTypeIf, 2, 0) == 2 && chosen(cudaGraphCondTypeIf, 2, 1) == 1);
    EXPECT("switch", chosen(cudaGraphCondTypeSwitch, 3, 0) == 1 && chosen(cudaGraphCondTypeSwitch, 3, 2) == 4 &&
                         chosen(cudaGraphCondTypeSwitch, 3, 3) == 0);
    loop();
    updated();
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    return failures;
}
