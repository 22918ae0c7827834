// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture, graphs, memory pools: what is captured and in which order it runs, what is refused meanwhile. The
// expected errors are what an H200 with driver 580 returned.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cuda_runtime.h>
#include <vector>

__global__ void add(int* p, int v) { *p += v; }
__global__ void scale(int* p, int v) { *p *= v; }
__device__ int counter;

static int* device;
static int value(int k = 0)
{
    int v = -1;
    cudaMemcpy(&v, device + k, 4, cudaMemcpyDeviceToHost);
    return v;
}
// True when the call returns this error; the last error is forgotten.
static bool gives(cudaError_t got, cudaError_t wanted)
{
    cudaGetLastError();
    if (got != wanted) std::printf("    got %s\n", cudaGetErrorName(got));
    return got == wanted;
}
static cudaStreamCaptureStatus status_of(cudaStream_t s)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaStreamIsCapturing(s, &status);
    return status;
}
// Types of the nodes, and edges by their numbers.
static std::vector<int> shape_of(cudaGraph_t g)
{
    std::size_t n = 0, m = 0;
    cudaGraphGetNodes(g, nullptr, &n);
    cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &m);
    std::vector<cudaGraphNode_t> nodes(n), from(m), to(m);
    cudaGraphGetNodes(g, nodes.data(), &n);
    cudaGraphGetEdges(g, from.data(), to.data(), nullptr, &m);
    std::vector<int> shape;
    for (cudaGraphNode_t x : nodes) {
        cudaGraphNodeType type;
        cudaGraphNodeGetType(x, &type);
        shape.push_back(type);
    }
    const auto number = [&](cudaGraphNode_t x) {
        for (std::size_t k = 0; k < n; ++k)
            if (nodes[k] == x) return static_cast<int>(k);
        return -1;
    };
    for (std::size_t k = 0; k < m; ++k) {
        shape.push_back(number(from[k]));
        shape.push_back(number(to[k]));
    }
    return shape;
}
static int noted;
static void CUDART_CB note(void* p) { noted = noted * 10 + *static_cast<int*>(p); }

static void captured_work()
{
    cudaStream_t s, other;
    cudaStreamCreate(&s);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    int host[4] = {1, 2, 3, 4}, back[4] = {}, seven = 7;
    cudaMemset(device, 0, 64);
    cudaGraph_t g = nullptr;
    EXPECT("no capture to end", gives(cudaStreamEndCapture(s, &g), cudaErrorIllegalState));
    EXPECT("not the legacy stream",
           gives(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported));
    EXPECT("begin", gives(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), cudaSuccess));
    EXPECT("twice", gives(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), cudaErrorIllegalState));
    EXPECT("active", status_of(s) == cudaStreamCaptureStatusActive && status_of(other) == cudaStreamCaptureStatusNone);
    cudaStreamCaptureStatus status;
    EXPECT("asked of the legacy stream",
           gives(cudaStreamIsCapturing(nullptr, &status), cudaErrorStreamCaptureImplicit));
    cudaMemsetAsync(device, 1, 16, s);
    cudaMemcpyAsync(device + 4, host, 16, cudaMemcpyHostToDevice, s);
    add<<<1, 1, 0, s>>>(device + 4, 10);
    cudaLaunchHostFunc(s, note, &seven);
    cudaMemcpyAsync(back, device + 4, 16, cudaMemcpyDeviceToHost, s);
    EXPECT("end", gives(cudaStreamEndCapture(s, &g), cudaSuccess) && g);
    EXPECT("nothing has run", value(4) == 0 && noted == 0);
    EXPECT("nodes in a row", shape_of(g) == std::vector<int>({2, 1, 0, 3, 1, 0, 1, 1, 2, 2, 3, 3, 4}));
    cudaGraphExec_t x = nullptr;
    EXPECT("instantiate", gives(cudaGraphInstantiate(&x, g, 0), cudaSuccess));
    EXPECT("launch", gives(cudaGraphLaunch(x, other), cudaSuccess));
    EXPECT("its results", value(0) == 0x01010101 && value(4) == 11 && back[0] == 11 && noted == 7);
    host[0] = 100;
    cudaGraphDestroy(g);
    cudaGraphLaunch(x, s);
    cudaGraphLaunch(x, s);
    EXPECT("again, with new data, without the graph", value(4) == 110 && noted == 777);
    EXPECT("destroy", gives(cudaGraphExecDestroy(x), cudaSuccess));
    EXPECT("no graph", gives(cudaGraphLaunch(nullptr, s), cudaErrorInvalidValue) &&
                           gives(cudaGraphDestroy(nullptr), cudaErrorInvalidValue));
}

static void forks()
{
    cudaStream_t s, b;
    cudaEvent_t fork, join, plain;
    cudaStreamCreate(&s), cudaStreamCreate(&b);
    cudaEventCreate(&fork), cudaEventCreate(&join), cudaEventCreate(&plain);
    cudaMemset(device, 0, 64);
    cudaGraph_t g = nullptr;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(b, fork, 0);
    add<<<1, 1, 0, s>>>(device, 1);
    add<<<1, 1, 0, b>>>(device + 1, 2);
    EXPECT("joined", status_of(b) == cudaStreamCaptureStatusActive);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(s, join, 0);
    scale<<<1, 1, 0, s>>>(device, 3);
    EXPECT("fork and join", gives(cudaStreamEndCapture(s, &g), cudaSuccess));
    EXPECT("two before one", shape_of(g) == std::vector<int>({0, 0, 0, 0, 2, 1, 2}));
    EXPECT("an event of a capture that is over", gives(cudaEventQuery(fork), cudaErrorInvalidValue));

    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(b, fork, 0);
    add<<<1, 1, 0, b>>>(device + 1, 2);
    EXPECT("not joined", gives(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureUnjoined) && !g);
    EXPECT("both are free", status_of(s) == cudaStreamCaptureStatusNone && status_of(b) == cudaStreamCaptureStatusNone);

    cudaEventRecord(plain, b);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    EXPECT("an event from outside", gives(cudaStreamWaitEvent(s, plain, 0), cudaErrorStreamCaptureIsolation));
    EXPECT("spoils the capture", status_of(s) == cudaStreamCaptureStatusInvalidated);
    EXPECT("which ends without a graph", gives(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated) && !g);
}

// Streams that are destroyed while they capture. CUDA says nothing of it, but that all work must be joined at the end.
static void destroyed_streams()
{
    cudaStream_t s, b;
    cudaEvent_t fork, join;
    cudaStreamCreate(&s);
    cudaEventCreate(&fork), cudaEventCreate(&join);
    cudaGraph_t g = nullptr;
    cudaGraphExec_t x;
    const auto begin = [&](bool work) {
        cudaMemset(device, 0, 64);
        cudaStreamCreate(&b);
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        cudaEventRecord(fork, s);
        cudaStreamWaitEvent(b, fork, 0);
        if (work) add<<<1, 1, 0, b>>>(device, 2);
    };
    for (const bool joined_first : {true, false}) {
        begin(true);
        cudaEventRecord(join, b);
        if (joined_first) cudaStreamWaitEvent(s, join, 0);
        EXPECT("destroyed", gives(cudaStreamDestroy(b), cudaSuccess));
        EXPECT("and its capture is as it was", status_of(s) == cudaStreamCaptureStatusActive);
        if (!joined_first) EXPECT("joined by its event", gives(cudaStreamWaitEvent(s, join, 0), cudaSuccess));
        scale<<<1, 1, 0, s>>>(device, 3);
        EXPECT("destroyed and joined", gives(cudaStreamEndCapture(s, &g), cudaSuccess) && g);
        EXPECT("its work is there", g && shape_of(g) == std::vector<int>({0, 0, 0, 1}));
        EXPECT("and done", gives(cudaGraphInstantiate(&x, g, 0), cudaSuccess) &&
                               gives(cudaGraphLaunch(x, s), cudaSuccess) && value() == 6);
    }
    begin(false);
    cudaStreamDestroy(b);
    EXPECT("nothing to join", gives(cudaStreamEndCapture(s, &g), cudaSuccess) && g);
    begin(true);
    cudaStreamDestroy(b);
    EXPECT("destroyed and not joined", gives(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureUnjoined) && !g);
    begin(true);
    EXPECT("the origin is destroyed", gives(cudaStreamDestroy(s), cudaSuccess));
    EXPECT("nothing captures any more", status_of(b) == cudaStreamCaptureStatusNone);
    EXPECT("nor refuses", gives(cudaDeviceSynchronize(), cudaSuccess) && value() == 0);
}

// What a call returns while a stream captures, and whether the capture survives it.
template <class Call>
static bool during(unsigned flags, cudaStreamCaptureMode mode, cudaError_t wanted, Call call)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, flags);
    cudaStreamBeginCapture(s, mode);
    bool good = gives(call(s), wanted);
    cudaGraph_t g = nullptr;
    good &= gives(cudaStreamEndCapture(s, &g), wanted == cudaSuccess ? cudaSuccess : cudaErrorStreamCaptureInvalidated);
    cudaStreamDestroy(s);
    return good;
}
static void refusals()
{
    const cudaError_t unsafe = cudaErrorStreamCaptureUnsupported, implicit = cudaErrorStreamCaptureImplicit;
    int v = 0;
    void* p = nullptr;
    cudaEvent_t e;
    cudaEventCreate(&e);
    const auto allocate = [&](cudaStream_t) { return cudaMalloc(&p, 64); };
    const auto copy = [&](cudaStream_t) { return cudaMemcpy(&v, device, 4, cudaMemcpyDeviceToHost); };
    const auto launch = [&](cudaStream_t) {
        add<<<1, 1>>>(device, 1);
        return cudaGetLastError();
    };
    const auto symbol = [&](cudaStream_t s) {
        return cudaMemcpyToSymbolAsync(counter, &v, 4, 0, cudaMemcpyHostToDevice, s);
    };
    const auto query = [&](cudaStream_t s) {
        cudaEventRecord(e, s);
        return cudaEventQuery(e);
    };
    using mode = cudaStreamCaptureMode;
    for (mode m : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
        const bool relaxed = m == cudaStreamCaptureModeRelaxed;
        EXPECT("cudaMalloc", during(0, m, relaxed ? cudaSuccess : unsafe, allocate));
        EXPECT("a copy in the legacy stream", during(cudaStreamDefault, m, implicit, copy));
        EXPECT("beside a non-blocking stream", during(cudaStreamNonBlocking, m, cudaSuccess, copy));
        EXPECT("a launch in the legacy stream", during(cudaStreamDefault, m, implicit, launch));
        EXPECT("synchronise", during(0, m, unsafe, [](cudaStream_t s) { return cudaStreamSynchronize(s); }));
        EXPECT("the device", during(0, m, unsafe, [](cudaStream_t) { return cudaDeviceSynchronize(); }));
        EXPECT("a captured event", during(0, m, cudaErrorCapturedEvent, query));
        EXPECT("a symbol", during(0, m, cudaSuccess, symbol));
    }
}

static void built_graph()
{
    cudaMemset(device, 0, 64);
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    int ten = 10, three = 3, seven = 7, host = 42, back = 0;
    noted = 0;
    cudaGraphNode_t a, b, h, m, s, e, f, c;
    void* first[] = {&device, &ten};
    void* second[] = {&device, &three};
    cudaKernelNodeParams k = {};
    k.func = (void*)add;
    k.gridDim = k.blockDim = 1;
    k.kernelParams = first;
    cudaGraphAddKernelNode(&a, g, nullptr, 0, &k);
    k.func = (void*)scale;
    k.kernelParams = second;
    cudaGraphAddKernelNode(&b, g, &a, 1, &k);
    ten = 1000; // the node has a copy
    cudaHostNodeParams hp = {note, &seven};
    cudaGraphAddHostNode(&h, g, &b, 1, &hp);
    cudaGraphAddMemcpyNode1D(&m, g, &b, 1, &back, device, 4, cudaMemcpyDeviceToHost);
    cudaMemsetParams fill = {};
    fill.dst = device + 4, fill.elementSize = 4, fill.value = 0x01020304, fill.width = 3, fill.height = 1;
    cudaGraphAddMemsetNode(&s, g, nullptr, 0, &fill);
    cudaGraphAddEmptyNode(&e, g, nullptr, 0);
    EXPECT("an edge", gives(cudaGraphAddDependencies(g, &s, &e, nullptr, 1), cudaSuccess));
    EXPECT("that is there", gives(cudaGraphAddDependencies(g, &a, &b, nullptr, 1), cudaErrorInvalidValue));
    cudaGraphAddMemcpyNodeToSymbol(&f, g, &m, 1, counter, &host, 4, 0, cudaMemcpyHostToDevice);
    cudaGraphAddMemcpyNodeFromSymbol(&c, g, &f, 1, device + 9, counter, 4, 0, cudaMemcpyDeviceToDevice);
    EXPECT("its shape", shape_of(g) == std::vector<int>({0, 0, 3, 1, 2, 5, 1, 1, 0, 1, 1, 2, 1, 3, 3, 6, 4, 5, 6, 7}));
    k.func = &host;
    EXPECT("a variable", gives(cudaGraphAddKernelNode(&c, g, nullptr, 0, &k), cudaErrorInvalidResourceHandle));
    k.func = nullptr;
    EXPECT("no kernel", gives(cudaGraphAddKernelNode(&c, g, nullptr, 0, &k), cudaErrorInvalidDeviceFunction));
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, nullptr);
    EXPECT("its work", value(0) == 30 && back == 30 && value(4) == 0x01020304 && value(6) == 0x01020304 &&
                           value(7) == 0 && value(9) == 42 && noted == 7);
    cudaGraph_t clone, parent;
    cudaGraphClone(&clone, g);
    EXPECT("a clone", shape_of(clone) == shape_of(g));
    cudaGraphCreate(&parent, 0);
    cudaGraphNode_t child, n1, n2;
    cudaGraphAddChildGraphNode(&child, parent, nullptr, 0, clone);
    cudaGraphInstantiate(&x, parent, 0);
    cudaGraphLaunch(x, nullptr);
    EXPECT("as a child", value(0) == (30 + 10) * 3);
    cudaGraphDestroyNode(child);
    cudaGraphAddEmptyNode(&n1, parent, nullptr, 0);
    cudaGraphAddEmptyNode(&n2, parent, &n1, 1);
    cudaGraphAddDependencies(parent, &n2, &n1, nullptr, 1);
    EXPECT("a circle", gives(cudaGraphInstantiate(&x, parent, 0), cudaErrorInvalidValue));
}

static void pools()
{
    cudaMemPool_t standard, own, current;
    cudaDeviceGetDefaultMemPool(&standard, 0);
    unsigned long long used = 99;
    void* p = nullptr;
    EXPECT("allocate", gives(cudaMallocAsync(&p, 1000, nullptr), cudaSuccess) && p);
    cudaMemPoolGetAttribute(standard, cudaMemPoolAttrUsedMemCurrent, &used);
    EXPECT("is counted", used == 1000);
    EXPECT("free", gives(cudaFreeAsync(p, nullptr), cudaSuccess));
    cudaMemPoolGetAttribute(standard, cudaMemPoolAttrUsedMemCurrent, &used);
    EXPECT("is counted, too", used == 0);
    EXPECT("once only", gives(cudaFreeAsync(p, nullptr), cudaErrorInvalidValue));
    cudaMallocAsync(&p, 500, nullptr);
    EXPECT("freed by cudaFree", gives(cudaFree(p), cudaSuccess));
    cudaMemPoolGetAttribute(standard, cudaMemPoolAttrUsedMemCurrent, &used);
    EXPECT("is counted as well", used == 0);
    EXPECT("nothing", gives(cudaMallocAsync(&p, 0, nullptr), cudaSuccess) && !p);
    EXPECT("too much", gives(cudaMallocAsync(&p, 1ull << 50, nullptr), cudaErrorMemoryAllocation));
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    EXPECT("a pool", gives(cudaMemPoolCreate(&own, &props), cudaSuccess));
    EXPECT("from it", gives(cudaMallocFromPoolAsync(&p, 64, own, nullptr), cudaSuccess));
    cudaDeviceSetMemPool(0, own);
    cudaDeviceGetMemPool(&current, 0);
    EXPECT("current", current == own);
    cudaMemPoolDestroy(own);
    cudaDeviceGetMemPool(&current, 0);
    EXPECT("destroyed", current == standard && gives(cudaFreeAsync(p, nullptr), cudaSuccess));
    EXPECT("not the default one", gives(cudaMemPoolDestroy(standard), cudaErrorInvalidValue));
}

int main()
{
    cudaMalloc(&device, 1024);
    captured_work();
    forks();
    destroyed_streams();
    refusals();
    built_graph();
    pools();
    return failures;
}
