// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that are changed: their nodes, and instantiated ones in place, as programs do between launches.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cstring>
#include <cuda_runtime.h>

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
static bool gives(cudaError_t got, cudaError_t wanted)
{
    cudaGetLastError();
    if (got != wanted) std::printf("    got %s\n", cudaGetErrorName(got));
    return got == wanted;
}
static bool good(cudaError_t e) { return gives(e, cudaSuccess); }
static int noted;
static void CUDART_CB note(void* p) { noted = noted * 10 + *static_cast<int*>(p); }

struct kernel_arguments {
    int* p;
    int v;
    void* pointers[2] = {&p, &v};
    cudaKernelNodeParams node(void (*function)(int*, int))
    {
        cudaKernelNodeParams n = {};
        n.func = (void*)function;
        n.gridDim = n.blockDim = 1;
        n.kernelParams = pointers;
        return n;
    }
};

static void nodes()
{
    cudaMemset(device, 0, 64);
    noted = 0;
    int one = 1, two = 2, host = 5, back = 0;
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t k, m, s, h, t;
    kernel_arguments a{device, 3};
    cudaKernelNodeParams kp = a.node(add), kq = {};
    cudaMemsetParams sp = {}, sq = {};
    sp.dst = device + 1, sp.elementSize = 2, sp.value = 0x1234, sp.width = 2, sp.height = 1;
    cudaHostNodeParams hp = {note, &one}, hq = {};
    cudaGraphAddKernelNode(&k, g, nullptr, 0, &kp);
    cudaGraphAddMemcpyNode1D(&m, g, &k, 1, &back, device, 4, cudaMemcpyDeviceToHost);
    cudaGraphAddMemsetNode(&s, g, &m, 1, &sp);
    cudaGraphAddHostNode(&h, g, &s, 1, &hp);
    cudaGraphAddMemcpyNodeToSymbol(&t, g, &h, 1, counter, &host, 4, 0, cudaMemcpyHostToDevice);
    cudaMemcpy3DParms mp = {};
    EXPECT("a kernel's", good(cudaGraphKernelNodeGetParams(k, &kq)) && kq.func == (void*)add &&
                             *static_cast<int*>(kq.kernelParams[1]) == 3);
    EXPECT("a memset's", good(cudaGraphMemsetNodeGetParams(s, &sq)) && !std::memcmp(&sp, &sq, sizeof sp));
    EXPECT("a host node's", good(cudaGraphHostNodeGetParams(h, &hq)) && hq.fn == note && hq.userData == &one);
    EXPECT("a copy's", good(cudaGraphMemcpyNodeGetParams(m, &mp)) && mp.srcPtr.ptr == device &&
                           mp.dstPtr.ptr == &back && mp.extent.width == 4 && mp.kind == cudaMemcpyDeviceToHost);
    EXPECT("of another type", gives(cudaGraphMemsetNodeGetParams(k, &sq), cudaErrorInvalidValue));
    // The executable keeps what it was made of.
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    a.v = 30;
    EXPECT("set a kernel's", good(cudaGraphKernelNodeSetParams(k, &kp)));
    sp.value = 0x4321;
    EXPECT("set a memset's", good(cudaGraphMemsetNodeSetParams(s, &sp)));
    hp.userData = &two;
    EXPECT("set a host node's", good(cudaGraphHostNodeSetParams(h, &hp)));
    EXPECT("set a copy's", good(cudaGraphMemcpyNodeSetParams1D(m, device + 8, device, 4, cudaMemcpyDeviceToDevice)));
    EXPECT("set a copy to a symbol",
           good(cudaGraphMemcpyNodeSetParamsToSymbol(t, counter, &two, 4, 0, cudaMemcpyHostToDevice)));
    EXPECT("not of another type", gives(cudaGraphMemsetNodeSetParams(k, &sp), cudaErrorInvalidValue));
    cudaGraphLaunch(x, nullptr);
    int seen = 0;
    cudaMemcpyFromSymbol(&seen, counter, 4);
    EXPECT("the old work",
           value() == 3 && back == 3 && value(1) == 0x12341234 && value(8) == 0 && noted == 1 && seen == 5);
    cudaGraphExec_t y;
    cudaGraphInstantiate(&y, g, 0);
    cudaGraphLaunch(y, nullptr);
    cudaMemcpyFromSymbol(&seen, counter, 4);
    EXPECT("the new work",
           value() == 33 && back == 3 && value(1) == 0x43214321 && value(8) == 33 && noted == 12 && seen == 2);
    // Changes in place.
    a.v = 100;
    kp.func = (void*)scale;
    EXPECT("a kernel in place", good(cudaGraphExecKernelNodeSetParams(x, k, &kp)));
    // The copy goes to the host, and the other one comes from there. An H200 allows no other kind of memory.
    EXPECT("no copy to another side",
           gives(cudaGraphExecMemcpyNodeSetParams1D(x, m, device + 9, device, 4, cudaMemcpyDeviceToDevice),
                 cudaErrorInvalidValue));
    int there = 0, five = 5;
    EXPECT("a copy in place",
           good(cudaGraphExecMemcpyNodeSetParams1D(x, m, &there, device, 4, cudaMemcpyDeviceToHost)));
    sp.value = 7, sp.elementSize = 4, sp.width = 1;
    EXPECT("a memset in place", good(cudaGraphExecMemsetNodeSetParams(x, s, &sp)));
    EXPECT("a host node in place", good(cudaGraphExecHostNodeSetParams(x, h, &hp)));
    EXPECT("no symbol for the host's memory",
           gives(cudaGraphExecMemcpyNodeSetParamsFromSymbol(x, t, device + 10, counter, 4, 0, cudaMemcpyDeviceToDevice),
                 cudaErrorInvalidValue));
    EXPECT("a symbol in place",
           good(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, t, counter, &five, 4, 0, cudaMemcpyHostToDevice)));
    EXPECT("another's node", gives(cudaGraphExecKernelNodeSetParams(x, nullptr, &kp), cudaErrorInvalidValue));
    cudaGraphLaunch(x, nullptr);
    cudaMemcpyFromSymbol(&seen, counter, 4);
    EXPECT("the changed work", value() == 3300 && there == 3300 && value(1) == 7 && noted == 122 && seen == 5);
    unsigned enabled = 0;
    EXPECT("is enabled", good(cudaGraphNodeGetEnabled(x, k, &enabled)) && enabled == 1);
    EXPECT("disable", good(cudaGraphNodeSetEnabled(x, k, 0)));
    EXPECT("no host node", gives(cudaGraphNodeSetEnabled(x, h, 0), cudaErrorInvalidValue));
    cudaGraphLaunch(x, nullptr);
    EXPECT("was left out", value() == 3300 && there == 3300);
    EXPECT("the other is as it was", good(cudaGraphLaunch(y, nullptr)) && value() == 3330);
    cudaGraph_t clone;
    cudaGraphNode_t twin = nullptr;
    cudaGraphClone(&clone, g);
    EXPECT("find in a clone", good(cudaGraphNodeFindInClone(&twin, s, clone)) && twin && twin != s &&
                                  good(cudaGraphMemsetNodeGetParams(twin, &sq)) && sq.value == 0x4321);
    EXPECT("not the other way", gives(cudaGraphNodeFindInClone(&twin, s, g), cudaErrorInvalidValue));
    unsigned long long flags = 99;
    EXPECT("flags", good(cudaGraphExecGetFlags(x, &flags)) && flags == 0);
    cudaGraphExecDestroy(x), cudaGraphExecDestroy(y), cudaGraphDestroy(clone), cudaGraphDestroy(g);
}

// The same work captured anew, with other arguments: what jacobi and training loops do.
static cudaGraph_t captured(int v, bool longer = false)
{
    static int host;
    host = 1000 * v;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(device + 2, &host, 4, cudaMemcpyHostToDevice, s);
    add<<<1, 1, 0, s>>>(device + 2, v);
    cudaMemsetAsync(device + 3, v, 4, s);
    if (longer) add<<<1, 1, 0, s>>>(device + 2, v);
    cudaGraph_t g;
    cudaStreamEndCapture(s, &g);
    cudaStreamDestroy(s);
    return g;
}
static void updates()
{
    cudaGraph_t first = captured(1), second = captured(2), third = captured(3, true);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, first, 0);
    cudaGraphExecUpdateResultInfo info;
    EXPECT("update", good(cudaGraphExecUpdate(x, second, &info)) && info.result == cudaGraphExecUpdateSuccess);
    cudaGraphDestroy(second);
    cudaGraphLaunch(x, nullptr);
    EXPECT("the second's work", value(2) == 3002 && value(3) == 0x02020202); // the host's value is the last one's
    EXPECT("one node more", gives(cudaGraphExecUpdate(x, third, &info), cudaErrorGraphExecUpdateFailure) &&
                                info.result == cudaGraphExecUpdateErrorTopologyChanged);
    cudaGraph_t other;
    cudaGraphNode_t n[3];
    cudaGraphCreate(&other, 0);
    for (int k = 0; k < 3; ++k)
        cudaGraphAddEmptyNode(&n[k], other, k ? &n[k - 1] : nullptr, k > 0);
    EXPECT("other types", gives(cudaGraphExecUpdate(x, other, &info), cudaErrorGraphExecUpdateFailure) &&
                              info.result == cudaGraphExecUpdateErrorNodeTypeChanged &&
                              info.errorNode == n[2]); // the last, as on an H200
    cudaGraphLaunch(x, nullptr);
    EXPECT("is as it was", value(2) == 3002);
    // The parameters of a captured node are also known.
    cudaGraphNode_t all[3];
    std::size_t count = 3;
    cudaGraphGetNodes(first, all, &count);
    cudaMemcpy3DParms p = {};
    EXPECT("a captured copy", good(cudaGraphMemcpyNodeGetParams(all[0], &p)) && p.dstPtr.ptr == device + 2);
}

static void general()
{
    cudaMemset(device, 0, 64);
    cudaGraph_t g, inner;
    cudaGraphCreate(&g, 0);
    cudaGraphCreate(&inner, 0);
    kernel_arguments a{device, 4};
    cudaGraphNode_t k, m, s, c, in, r, w;
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeKernel;
    p.kernel.func = (void*)add;
    p.kernel.gridDim = p.kernel.blockDim = 1;
    p.kernel.kernelParams = a.pointers;
    EXPECT("add a kernel", good(cudaGraphAddNode(&k, g, nullptr, nullptr, 0, &p)));
    EXPECT("add one inside", good(cudaGraphAddNode(&in, inner, nullptr, nullptr, 0, &p)));
    cudaGraphNodeParams q = {};
    q.type = cudaGraphNodeTypeMemcpy;
    q.memcpy.copyParams.srcPtr = {device, 4, 4, 1};
    q.memcpy.copyParams.dstPtr = {device + 1, 4, 4, 1};
    q.memcpy.copyParams.extent = {4, 1, 1};
    q.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
    EXPECT("add a copy", good(cudaGraphAddNode(&m, g, &k, nullptr, 1, &q)));
    q = {};
    q.type = cudaGraphNodeTypeMemset;
    q.memset = {device + 2, 0, 9, 4, 1, 1};
    EXPECT("add a memset", good(cudaGraphAddNode(&s, g, &m, nullptr, 1, &q)));
    q = {};
    q.type = cudaGraphNodeTypeGraph;
    q.graph.graph = inner;
    EXPECT("add a graph", good(cudaGraphAddNode(&c, g, &s, nullptr, 1, &q)));
    cudaEvent_t begin, end;
    cudaEventCreate(&begin), cudaEventCreate(&end);
    EXPECT("record an event", good(cudaGraphAddEventRecordNode(&r, g, &c, 1, begin)));
    EXPECT("wait for one", good(cudaGraphAddEventWaitNode(&w, g, &r, 1, begin)));
    cudaEvent_t which = nullptr;
    EXPECT("which", good(cudaGraphEventRecordNodeGetEvent(r, &which)) && which == begin);
    EXPECT("none of a kernel", gives(cudaGraphEventRecordNodeGetEvent(k, &which), cudaErrorInvalidValue));
    cudaGraphExec_t x;
    cudaGraphInstantiateParams ip = {};
    EXPECT("instantiate",
           good(cudaGraphInstantiateWithParams(&x, g, &ip)) && ip.result_out == cudaGraphInstantiateSuccess);
    EXPECT("another event", good(cudaGraphExecEventRecordNodeSetEvent(x, r, end)));
    cudaGraphLaunch(x, nullptr);
    EXPECT("their work", value() == 8 && value(1) == 4 && value(2) == 9);
    float ms;
    EXPECT("was recorded", gives(cudaEventElapsedTime(&ms, begin, end), cudaErrorInvalidResourceHandle));
    cudaEventRecord(begin);
    EXPECT("is recorded", good(cudaEventElapsedTime(&ms, begin, end)));
    a.v = 50;
    EXPECT("change one", good(cudaGraphExecNodeSetParams(x, k, &p)));
    cudaGraph_t fresh;
    cudaGraphCreate(&fresh, 0);
    a.v = 600;
    cudaGraphAddNode(&in, fresh, nullptr, nullptr, 0, &p);
    EXPECT("change a graph", good(cudaGraphExecChildGraphNodeSetParams(x, c, fresh)));
    cudaGraphLaunch(x, nullptr);
    EXPECT("what they do now", value() == 8 + 50 + 600);
    EXPECT("a circle", good(cudaGraphAddDependencies(g, &w, &k, nullptr, 1)) &&
                           gives(cudaGraphInstantiateWithParams(&x, g, &ip), cudaErrorInvalidValue) &&
                           ip.result_out == cudaGraphInstantiateInvalidStructure);
}

static int destroyed;
static void CUDART_CB destroy(void* p) { destroyed += *static_cast<int*>(p); }
static void objects()
{
    static int one = 1;
    cudaUserObject_t o;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphCreate(&g, 0);
    EXPECT("an object", good(cudaUserObjectCreate(&o, &one, destroy, 1, cudaUserObjectNoDestructorSync)));
    EXPECT("of the graph", good(cudaGraphRetainUserObject(g, o, 1, cudaGraphUserObjectMove)));
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphDestroy(g);
    EXPECT("the executable has it", destroyed == 0);
    cudaGraphExecDestroy(x);
    EXPECT("nobody has it", destroyed == 1);
    cudaUserObjectCreate(&o, &one, destroy, 2, cudaUserObjectNoDestructorSync);
    EXPECT("released", good(cudaUserObjectRelease(o, 2)) && destroyed == 2);
}

static void capture_into()
{
    cudaMemset(device, 0, 64);
    cudaGraph_t g, out = nullptr;
    cudaGraphNode_t k;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraphCreate(&g, 0);
    kernel_arguments a{device, 4};
    const cudaKernelNodeParams kp = a.node(add);
    cudaGraphAddKernelNode(&k, g, nullptr, 0, &kp);
    EXPECT("capture into a graph",
           good(cudaStreamBeginCaptureToGraph(s, g, &k, nullptr, 1, cudaStreamCaptureModeRelaxed)));
    scale<<<1, 1, 0, s>>>(device, 10);
    EXPECT("end", good(cudaStreamEndCapture(s, &out)) && out == g);
    cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed);
    EXPECT("with no place for it", good(cudaStreamEndCapture(s, nullptr)));
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s);
    EXPECT("behind the node", value() == 40);
}

int main()
{
    cudaMalloc(&device, 1024);
    nodes();
    updates();
    general();
    objects();
    capture_into();
    return failures;
}
