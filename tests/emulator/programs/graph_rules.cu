// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an H200 refuses of graphs, and with which error: copies, memsets, memory, edges, instantiation and captures.
// A few answers follow the manual, because no probe asked for them. An H200 with driver 580 gave those on captured
// mistakes, second instantiations and updates.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include "graph_launches.h"
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

__device__ int symbol[4];

static cudaStream_t s, s2;
static cudaEvent_t e;

static void copies()
{
    cudaGraph_t g = new_graph(), other = new_graph();
    cudaGraphNode_t n, m;
    cudaGraphExec_t x;
    const cudaMemcpyKind inside = cudaMemcpyDeviceToDevice, to_device = cudaMemcpyHostToDevice;
    EXPECT("no address", invalid(cudaGraphAddMemcpyNode1D(&n, g, 0, 0, nullptr, pinned, 4, to_device)));
    EXPECT("no bytes", invalid(cudaGraphAddMemcpyNode1D(&n, g, 0, 0, device, pinned, 0, to_device)));
    EXPECT("no direction", gives(cudaGraphAddMemcpyNode1D(&n, g, 0, 0, device, pinned, 4, (cudaMemcpyKind)9),
                                 cudaErrorInvalidMemcpyDirection));
    EXPECT("too many bytes", invalid(cudaGraphAddMemcpyNode1D(&n, g, 0, 0, device, device + 1, 1ull << 40, inside)));
    EXPECT("past a symbol", invalid(cudaGraphAddMemcpyNodeToSymbol(&n, g, 0, 0, symbol, pinned, 8, 12, to_device)));
    EXPECT("a copy", good(cudaGraphAddMemcpyNode1D(&n, g, 0, 0, device, device + 4, 4, inside)));
    EXPECT("set none", invalid(cudaGraphMemcpyNodeSetParams1D(n, device, device + 4, 0, inside)));
    EXPECT("set another side", good(cudaGraphMemcpyNodeSetParams1D(n, device, pinned, 4, to_device)));
    EXPECT("and back", good(cudaGraphMemcpyNodeSetParams1D(n, device, device + 4, 4, inside)));
    cudaGraphInstantiate(&x, g, 0);
    EXPECT("not from the host", invalid(cudaGraphExecMemcpyNodeSetParams1D(x, n, device, pinned, 4, to_device)));
    EXPECT("not of no bytes", invalid(cudaGraphExecMemcpyNodeSetParams1D(x, n, device, device + 8, 0, inside)));
    EXPECT("not to nowhere", invalid(cudaGraphExecMemcpyNodeSetParams1D(x, n, nullptr, device + 8, 4, inside)));
    EXPECT("not without a direction",
           invalid(cudaGraphExecMemcpyNodeSetParams1D(x, n, device, device + 8, 4, cudaMemcpyDefault)));
    EXPECT("of more bytes", good(cudaGraphExecMemcpyNodeSetParams1D(x, n, device, device + 64, 128, inside)));
    cudaGraphAddMemcpyNode1D(&m, other, 0, 0, device, pinned, 4, to_device);
    cudaGraphExecUpdateResultInfo r = {};
    EXPECT("no update from the host", gives(cudaGraphExecUpdate(x, other, &r), cudaErrorGraphExecUpdateFailure) &&
                                          r.result == cudaGraphExecUpdateErrorParametersChanged && r.errorNode == m);
    cudaMemcpy3DParms p = {};
    EXPECT("a symbol's address",
           good(cudaGraphAddMemcpyNodeToSymbol(&m, other, 0, 0, symbol, pinned, 4, 8, to_device)) &&
               good(cudaGraphMemcpyNodeGetParams(m, &p)) && p.extent.width == 4);
    void* at = nullptr;
    cudaGetSymbolAddress(&at, symbol);
    EXPECT("with its offset", p.dstPtr.ptr == static_cast<char*>(at) + 8);
}

static void rows()
{
    cudaGraph_t g;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    cudaMemcpy2DAsync(device, 64, device + 64, 64, 16, 3, cudaMemcpyDeviceToDevice, s);
    cudaMemset2DAsync(device + 16, 32, 5, 8, 2, s);
    cudaMemcpyAsync(device, device + 2, 0, cudaMemcpyDeviceToDevice, s);
    cudaMemsetAsync(device, 0, 0, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphNode_t n[4];
    std::size_t count = 4;
    EXPECT("empty work is no node", good(cudaGraphGetNodes(g, n, &count)) && count == 2);
    cudaMemsetParams q = {};
    EXPECT("a captured memset", good(cudaGraphMemsetNodeGetParams(n[1], &q)) && q.dst == device + 16 && q.width == 8 &&
                                    q.height == 2 && q.pitch == 32 && q.elementSize == 1 && q.value == 5);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    cudaMemcpy3DParms box = {};
    EXPECT("the same rows",
           good(cudaGraphMemcpyNodeGetParams(n[0], &box)) && good(cudaGraphExecMemcpyNodeSetParams(x, n[0], &box)));
    box.dstPtr.ptr = device + 1024;
    EXPECT("no other rows", invalid(cudaGraphExecMemcpyNodeSetParams(x, n[0], &box)));
    EXPECT("no line for rows",
           invalid(cudaGraphExecMemcpyNodeSetParams1D(x, n[0], device, device + 2, 4, cudaMemcpyDeviceToDevice)));
    cudaMemsetParams m = {device + 16, 32, 5, 1, 4, 2};
    EXPECT("no other width", invalid(cudaGraphExecMemsetNodeSetParams(x, n[1], &m)));
    m = {device + 18, 32, 6, 1, 8, 2};
    EXPECT("another value", good(cudaGraphExecMemsetNodeSetParams(x, n[1], &m)));
    const auto add_memset = [&](void* to, std::size_t pitch, unsigned v, unsigned bytes, std::size_t w, std::size_t h) {
        cudaMemsetParams p = {to, pitch, v, bytes, w, h};
        return cudaGraphAddMemsetNode(&n[2], g, nullptr, 0, &p);
    };
    EXPECT("no width", invalid(add_memset(device, 0, 1, 4, 0, 1)));
    EXPECT("no height", invalid(add_memset(device, 0, 1, 4, 1, 0)));
    EXPECT("a small pitch", invalid(add_memset(device, 4, 1, 4, 4, 2)));
    EXPECT("misaligned", invalid(add_memset((char*)device + 1, 0, 1, 4, 4, 1)));
    EXPECT("a large value", good(add_memset(device, 0, 0x1ff, 1, 4, 1)));
    EXPECT("memory of the host", invalid(add_memset(&one, 0, 1, 1, 4, 1)));
}

// An update takes the memory of the other graph over.
static bool updates_memory()
{
    cudaGraph_t graphs[2];
    int* memory[2];
    static int values[2] = {5, 6};
    for (int k = 0; k < 2; ++k) {
        cudaGraphNode_t a, n, c, f;
        graphs[k] = new_graph();
        cudaMemAllocNodeParams p = {};
        p.poolProps.allocType = cudaMemAllocationTypePinned;
        p.poolProps.location = {cudaMemLocationTypeDevice, 0};
        p.bytesize = 1024;
        cudaGraphAddMemAllocNode(&a, graphs[k], nullptr, 0, &p);
        memory[k] = static_cast<int*>(p.dptr);
        void* arguments[] = {&memory[k], &values[k]};
        cudaKernelNodeParams kp = launch_of((void*)few);
        kp.kernelParams = arguments;
        cudaGraphAddKernelNode(&n, graphs[k], &a, 1, &kp);
        cudaGraphAddMemcpyNode1D(&c, graphs[k], &n, 1, pinned, memory[k], 4, cudaMemcpyDeviceToHost);
        cudaGraphAddMemFreeNode(&f, graphs[k], &c, 1, p.dptr);
    }
    cudaGraphExec_t x;
    cudaGraphExecUpdateResultInfo r = {};
    cudaGraphInstantiate(&x, graphs[0], 0);
    const bool updated = good(cudaGraphExecUpdate(x, graphs[1], &r)) && r.result == cudaGraphExecUpdateSuccess;
    cudaGraphDestroy(graphs[1]);
    *pinned = 0;
    return updated && memory[0] != memory[1] && good(cudaGraphLaunch(x, s)) && good(cudaStreamSynchronize(s)) &&
           *pinned == 7; // one thread and the second value
}

static void memory_nodes()
{
    cudaGraph_t g = new_graph(), parent = new_graph(), out;
    cudaGraphNode_t a, f, k, c;
    cudaMemAllocNodeParams p = {};
    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location = {cudaMemLocationTypeDevice, 0};
    p.bytesize = 1024;
    cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &p);
    void* arguments[] = {&p.dptr, &one};
    cudaKernelNodeParams kp = launch_of((void*)few);
    kp.kernelParams = arguments;
    cudaGraphAddKernelNode(&k, g, &a, 1, &kp);
    EXPECT("free", good(cudaGraphAddMemFreeNode(&f, g, &k, 1, p.dptr)));
    EXPECT("not twice", invalid(cudaGraphAddMemFreeNode(&f, g, &k, 1, p.dptr)));
    EXPECT("not other memory", invalid(cudaGraphAddMemFreeNode(&f, g, &k, 1, device)));
    EXPECT("no edge goes", not_supported(cudaGraphRemoveDependencies(g, &a, &k, nullptr, 1)));
    EXPECT("no node goes", not_supported(cudaGraphDestroyNode(k)));
    EXPECT("no clone", not_supported(cudaGraphClone(&out, g)));
    EXPECT("no child", not_supported(cudaGraphAddChildGraphNode(&c, parent, nullptr, 0, g)));
    cudaGraphExec_t x, y;
    EXPECT("instantiate", good(cudaGraphInstantiate(&x, g, 0)));
    EXPECT("once", not_supported(cudaGraphInstantiate(&y, g, 0)));
    cudaGraphExecUpdateResultInfo r = {};
    EXPECT("update from itself", good(cudaGraphExecUpdate(x, g, &r)) && r.result == cudaGraphExecUpdateSuccess);
    EXPECT("update from other memory", updates_memory());
    EXPECT("once at a time", good(cudaGraphExecDestroy(x)) && good(cudaGraphInstantiate(&y, g, 0)));
    cudaGraphExecDestroy(y);
    cudaGraphNodeParams moved = {};
    moved.type = cudaGraphNodeTypeGraph;
    moved.graph.graph = g;
    moved.graph.ownership = cudaGraphChildGraphOwnershipMove;
    EXPECT("moved into a graph", good(cudaGraphAddNode(&c, parent, nullptr, nullptr, 0, &moved)));
    EXPECT("where it runs",
           good(cudaGraphInstantiate(&y, parent, 0)) && good(cudaGraphLaunch(y, s)) && good(cudaStreamSynchronize(s)));
    EXPECT("it is not the program's", invalid(cudaGraphDestroy(g)));
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    EXPECT("not in a capture", invalid(cudaFreeAsync(device + 512, s)));
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(s, &status);
    EXPECT("which goes on", status == cudaStreamCaptureStatusActive && good(cudaStreamEndCapture(s, &out)));
}

static void conditions()
{
    cudaGraph_t g = new_graph(), other = new_graph(), out;
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalHandleCreate(&handle, g, 0, 0);
    cudaGraphExec_t x, y;
    cudaGraphInstantiateParams p = {};
    EXPECT("an unused handle", invalid(cudaGraphInstantiateWithParams(&x, g, &p)) &&
                                   p.result_out == cudaGraphInstantiateConditionalHandleUnused);
    cudaGraphNodeParams c = {};
    c.type = cudaGraphNodeTypeConditional;
    c.conditional.handle = handle;
    c.conditional.type = cudaGraphCondTypeIf;
    c.conditional.size = 1;
    cudaGraphNodeParams d = c;
    cudaGraphNode_t n, inner;
    EXPECT("not in another graph", invalid(cudaGraphAddNode(&n, other, nullptr, nullptr, 0, &c)));
    EXPECT("in its own", good(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &c)));
    EXPECT("not two nodes", invalid(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &d)));
    EXPECT("not cloned", not_supported(cudaGraphClone(&out, g)));
    EXPECT("not as a child", not_supported(cudaGraphAddChildGraphNode(&n, other, nullptr, 0, g)));
    cudaHostNodeParams host = {[](void*) {}, nullptr};
    EXPECT("instantiate", good(cudaGraphInstantiate(&x, g, 0)));
    EXPECT("once", not_supported(cudaGraphInstantiate(&y, g, 0)));
    EXPECT("once at a time", good(cudaGraphExecDestroy(x)));
    EXPECT("a host node in it", good(cudaGraphAddHostNode(&inner, c.conditional.phGraph_out[0], nullptr, 0, &host)));
    p = {};
    EXPECT("does not run", invalid(cudaGraphInstantiateWithParams(&x, g, &p)) &&
                               p.result_out == cudaGraphInstantiateNodeOperationNotSupported);
    const cudaGraph_t body = c.conditional.phGraph_out[0];
    EXPECT("the node ends", good(cudaGraphDestroyNode(n)));
    EXPECT("nothing comes into its graph", invalid(cudaGraphAddHostNode(&inner, body, nullptr, 0, &host)) &&
                                               invalid(cudaGraphAddEmptyNode(&inner, body, nullptr, 0)));
    EXPECT("nor by a capture",
           invalid(cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed)));
}

static void instantiations()
{
    cudaGraph_t g = new_graph(), empty = new_graph();
    cudaGraphNode_t first, a, b, n;
    cudaGraphAddEmptyNode(&first, g, nullptr, 0);
    cudaGraphAddEmptyNode(&a, g, nullptr, 0);
    cudaGraphAddEmptyNode(&b, g, &a, 1);
    const cudaGraphNode_t twice[] = {a, a};
    EXPECT("one node twice", invalid(cudaGraphAddEmptyNode(&n, g, twice, 2)));
    std::size_t none = 0;
    EXPECT("room for no node", invalid(cudaGraphGetNodes(g, &n, &none)));
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    unsigned enabled;
    EXPECT("an empty node is not enabled", invalid(cudaGraphNodeGetEnabled(x, a, &enabled)));
    cudaGraphAddDependencies(g, &b, &a, nullptr, 1);
    cudaGraphAddDependencies(g, &b, &first, nullptr, 1); // which is behind the cycle
    cudaGraphInstantiateParams p = {};
    EXPECT("a cycle", invalid(cudaGraphInstantiateWithParams(&x, g, &p)) &&
                          p.result_out == cudaGraphInstantiateInvalidStructure &&
                          (p.errNode_out == a || p.errNode_out == b));
    p.flags = 1 << 20;
    EXPECT("no such flag",
           invalid(cudaGraphInstantiateWithParams(&x, empty, &p)) && p.result_out == cudaGraphInstantiateError);
    EXPECT("two flags",
           invalid(cudaGraphInstantiate(
               &x, empty, cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch)));
    struct {
        int* p;
        int v;
    } buffer = {device, 7};
    std::size_t size = sizeof buffer;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    cudaKernelNodeParams k = launch_of((void*)add);
    k.extra = extra;
    EXPECT("arguments twice", invalid(cudaGraphAddKernelNode(&n, empty, nullptr, 0, &k)));
    cudaEvent_t gone;
    cudaEventCreate(&gone);
    cudaGraphAddEventRecordNode(&n, empty, nullptr, 0, gone);
    cudaGraphInstantiate(&x, empty, 0);
    cudaEventDestroy(gone);
    EXPECT("an event that is gone", good(cudaGraphLaunch(x, s)) && good(cudaStreamSynchronize(s)));
}

// What no copy can do is refused at the capture, which goes on. The memory of a memset is not tested yet.
static void captured_mistakes()
{
    cudaGraph_t g;
    const auto refused = [&](cudaError_t e, cudaError_t wanted) {
        cudaStreamCaptureStatus status;
        const bool as_wanted = gives(e, wanted) && good(cudaStreamIsCapturing(s, &status));
        const bool goes_on = status == cudaStreamCaptureStatusActive && good(cudaStreamEndCapture(s, &g)) && g;
        cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
        return as_wanted && goes_on;
    };
    const cudaMemcpyKind inside = cudaMemcpyDeviceToDevice;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    EXPECT("a copy too large",
           refused(cudaMemcpyAsync(device, device + 1, 1ull << 40, inside, s), cudaErrorInvalidValue));
    EXPECT("to nowhere", refused(cudaMemcpyAsync(nullptr, device, 4, inside, s), cudaErrorInvalidValue));
    EXPECT("in no direction",
           refused(cudaMemcpyAsync(device, device + 4, 4, (cudaMemcpyKind)9, s), cudaErrorInvalidMemcpyDirection));
    EXPECT("from a variable, by the call to one",
           refused(cudaMemcpyToSymbolAsync(symbol, device, 4, 0, cudaMemcpyDeviceToHost, s),
                   cudaErrorInvalidMemcpyDirection));
    cudaMemcpy3DParms box = {};
    box.srcPtr = box.dstPtr = {device, 64, 64, 1};
    box.extent = {1ull << 40, 1, 1};
    box.kind = inside;
    EXPECT("a box too large", refused(cudaMemcpy3DAsync(&box, s), cudaErrorInvalidValue));
    EXPECT("a small pitch",
           refused(cudaMemcpy2DAsync(device, 4, device + 64, 64, 16, 3, inside, s), cudaErrorInvalidPitchValue));
    EXPECT("a memset too large", refused(cudaMemsetAsync(device, 0, 1ull << 40, s), cudaSuccess));
    cudaGraphExec_t x;
    EXPECT("does not run", good(cudaGraphInstantiate(&x, g, 0)) && invalid(cudaGraphLaunch(x, s2)));
    EXPECT("of the host's memory", refused(cudaMemsetAsync(&one, 0, 4, s), cudaSuccess));
    EXPECT("does not run, either", good(cudaGraphInstantiate(&x, g, 0)) && invalid(cudaGraphLaunch(x, s2)));
    cudaStreamEndCapture(s, &g);
}

static void captures()
{
    cudaGraph_t g;
    cudaStreamCaptureStatus first, second;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    EXPECT("no callback", gives(cudaStreamAddCallback(
                                    s, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0),
                                cudaErrorStreamCaptureUnsupported));
    EXPECT("then nothing more",
           gives(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, 0), cudaErrorStreamCaptureInvalidated));
    cudaStreamEndCapture(s, &g);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    cudaStreamBeginCapture(s2, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(e, s);
    EXPECT("two captures", gives(cudaStreamWaitEvent(s2, e, 0), cudaErrorStreamCaptureMerge));
    cudaStreamIsCapturing(s, &first);
    cudaStreamIsCapturing(s2, &second);
    EXPECT("are both invalid",
           first == cudaStreamCaptureStatusInvalidated && second == cudaStreamCaptureStatusInvalidated);
    cudaStreamEndCapture(s, &g);
    cudaStreamEndCapture(s2, &g);
    cudaGetLastError();
}

int main()
{
    cudaMalloc(&device, 1 << 16);
    cudaMemset(device, 0, 1 << 16);
    cudaMallocHost(&pinned, 64);
    cudaStreamCreate(&s);
    cudaStreamCreate(&s2);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    copies();
    rows();
    memory_nodes();
    conditions();
    instantiations();
    captured_mistakes();
    captures();
    return failures;
}
