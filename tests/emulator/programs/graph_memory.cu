// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a graph allocates and frees: it is there from the graph's launch on.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cuda_runtime.h>

__global__ void put(int* p, int v) { *p = v; }
__global__ void add_to(int* out, const int* p) { *out += *p; }

static bool gives(cudaError_t got, cudaError_t wanted)
{
    cudaGetLastError();
    if (got != wanted) std::printf("    got %s\n", cudaGetErrorName(got));
    return got == wanted;
}
static bool good(cudaError_t e) { return gives(e, cudaSuccess); }
static unsigned long long used(cudaGraphMemAttributeType a = cudaGraphMemAttrUsedMemCurrent)
{
    unsigned long long v = 99;
    cudaDeviceGetGraphMemAttribute(0, a, &v);
    return v;
}
static bool writable(void* p) { return cudaMemset(p, 0, 4) == cudaSuccess || (cudaGetLastError(), false); }
static int* out;
static int value()
{
    int v = -1;
    cudaMemcpy(&v, out, 4, cudaMemcpyDeviceToHost);
    return v;
}
static cudaGraphNode_t kernel_node(cudaGraph_t g, cudaGraphNode_t after, void* function, void** arguments)
{
    cudaKernelNodeParams k = {};
    cudaGraphNode_t n;
    k.func = function;
    k.gridDim = k.blockDim = 1;
    k.kernelParams = arguments;
    cudaGraphAddKernelNode(&n, g, &after, 1, &k);
    return n;
}

static void built(bool freed_inside)
{
    cudaMemset(out, 0, 4);
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t a, f;
    cudaMemAllocNodeParams p = {}, q = {};
    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location = {cudaMemLocationTypeDevice, 0};
    p.bytesize = 100;
    EXPECT("allocate", good(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &p)) && p.dptr);
    EXPECT("its parameters", good(cudaGraphMemAllocNodeGetParams(a, &q)) && q.dptr == p.dptr && q.bytesize == 100);
    EXPECT("is not there yet", !writable(p.dptr));
    int seven = 7;
    void* first[] = {&p.dptr, &seven};
    void* second[] = {&out, &p.dptr};
    cudaGraphNode_t n = kernel_node(g, kernel_node(g, a, (void*)put, first), (void*)add_to, second);
    void* which = nullptr;
    if (freed_inside)
        EXPECT("free", good(cudaGraphAddMemFreeNode(&f, g, &n, 1, p.dptr)) &&
                           good(cudaGraphMemFreeNodeGetParams(f, &which)) && which == p.dptr);
    cudaGraphExec_t x;
    EXPECT("instantiate", good(cudaGraphInstantiate(&x, g, 0)));
    EXPECT("launch", good(cudaGraphLaunch(x, nullptr)) && value() == 7);
    if (freed_inside) {
        EXPECT("nothing is left", used() == 0 && !writable(p.dptr));
        EXPECT("again", good(cudaGraphLaunch(x, nullptr)) && value() == 14);
    } else {
        EXPECT("it is there", used() == 100 && writable(p.dptr));
        EXPECT("not again", gives(cudaGraphLaunch(x, nullptr), cudaErrorInvalidValue) && value() == 7);
        EXPECT("the program frees it", good(cudaFree(p.dptr)) && used() == 0 && !writable(p.dptr));
        EXPECT("now again", good(cudaGraphLaunch(x, nullptr)) && value() == 14 && good(cudaFreeAsync(p.dptr, nullptr)));
        cudaGraphExecDestroy(x);
        cudaGraphInstantiate(&x, g, cudaGraphInstantiateFlagAutoFreeOnLaunch);
        cudaGraphLaunch(x, nullptr);
        EXPECT("freed at the launch", good(cudaGraphLaunch(x, nullptr)) && value() == 28 && used() == 100);
        cudaFree(p.dptr);
    }
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
}

static void captured()
{
    cudaMemset(out, 0, 4);
    cudaStream_t s;
    cudaStreamCreate(&s);
    int* p = nullptr;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    EXPECT("allocate in a capture", good(cudaMallocAsync(&p, 64, s)) && p);
    put<<<1, 1, 0, s>>>(p, 5);
    add_to<<<1, 1, 0, s>>>(out, p);
    EXPECT("free in it", good(cudaFreeAsync(p, s)));
    cudaGraph_t g;
    cudaStreamEndCapture(s, &g);
    EXPECT("is not there yet", !writable(p) && used() == 0);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    for (int k = 0; k < 3; ++k)
        cudaGraphLaunch(x, s);
    EXPECT("launches", value() == 15 && used() == 0 && !writable(p));
}

int main()
{
    cudaMalloc(&out, 4);
    built(true);
    EXPECT("at most", used(cudaGraphMemAttrUsedMemHigh) == 100);
    unsigned long long zero = 0;
    EXPECT("forget it", good(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero)) &&
                            used(cudaGraphMemAttrUsedMemHigh) == 0);
    built(false);
    captured();
    EXPECT("trim", good(cudaDeviceGraphMemTrim(0)));
    return failures;
}
