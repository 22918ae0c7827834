// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that a capture or a node refuses, and their attributes: limits, events, clusters, and launches of graphs. An
// H200 with driver 580 gave the answers, but not that on an event that is destroyed.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include "graph_launches.h"
#include <cuda_runtime.h>

__global__ void shared_words(int* p, int v)
{
    extern __shared__ int words[];
    words[threadIdx.x] = v;
    *p = words[0];
}

static cudaStream_t s;

// A launch that no GPU begins is no node, and its capture ends with an error.
static void launches()
{
    const struct {
        const char* name;
        void* function;
        dim3 grid, block;
        unsigned shared;
    } all[] = {{"a large grid", (void*)add, dim3(1, 70000), 1, 0},
               {"a deep block", (void*)add, 1, dim3(1, 1, 128), 0},
               {"much memory", (void*)shared_words, 1, 32, 100000},
               {"too many threads", (void*)few, 1, 128, 0},
               {"no blocks", (void*)add, 0, 1, 0},
               {"a large block", (void*)add, 1, 1025, 0}};
    for (const auto& l : all) {
        cudaGraph_t g = nullptr;
        cudaGraphNode_t n;
        cudaKernelNodeParams p = launch_of(l.function, l.grid, l.block, l.shared);
        cudaStreamCaptureStatus status;
        cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
        const bool refused = invalid(cudaLaunchKernel(l.function, l.grid, l.block, p.kernelParams, l.shared, s));
        cudaStreamIsCapturing(s, &status);
        EXPECT(l.name, refused && status == cudaStreamCaptureStatusInvalidated);
        EXPECT("    ends it", gives(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated) && !g);
        EXPECT("    is no node", invalid(cudaGraphAddKernelNode(&n, new_graph(), nullptr, 0, &p)));
    }
}

// Attributes that name no event, or that are turned off.
static void attributes()
{
    cudaEvent_t gone;
    cudaEventCreate(&gone);
    cudaEventDestroy(gone);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticEvent;
    attribute.val.programmaticEvent.event = gone;
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaMemset(device, 0, sizeof *device);
    EXPECT("no such event", gives(cudaLaunchKernelEx(&config, add, device, 1), cudaErrorInvalidResourceHandle));
    cudaMemcpy(pinned, device, sizeof *device, cudaMemcpyDeviceToHost);
    EXPECT("and no launch", *pinned == 0);
    attribute = {};
    attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
    config.stream = s;
    cudaGraph_t g;
    cudaGraphExec_t x, y;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    EXPECT("not updatable", good(cudaLaunchKernelEx(&config, add, device, 1)) && good(cudaStreamEndCapture(s, &g)));
    EXPECT("twice", good(cudaGraphInstantiate(&x, g, 0)) && good(cudaGraphInstantiate(&y, g, 0)));
    cudaEvent_t timed;
    cudaEventCreate(&timed);
    cudaStreamCaptureStatus status;
    for (const auto id : {cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributeLaunchCompletionEvent}) {
        attribute = {};
        attribute.id = id;
        attribute.val.programmaticEvent.event = timed; // both attributes begin with the event
        EXPECT("an event that takes times", not_supported(cudaLaunchKernelEx(&config, add, device, 1)));
        cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
        EXPECT("captured", not_supported(cudaLaunchKernelEx(&config, add, device, 1)));
        cudaStreamIsCapturing(s, &status);
        EXPECT("goes on", status == cudaStreamCaptureStatusActive && good(cudaStreamEndCapture(s, &g)));
    }
    attribute = {};
    attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
    attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
    EXPECT("updatable outside of a graph", not_supported(cudaLaunchKernelEx(&config, add, device, 1)));
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    EXPECT("updatable", good(cudaLaunchKernelEx(&config, add, device, 1)) && good(cudaStreamEndCapture(s, &g)));
    EXPECT("once", good(cudaGraphInstantiate(&x, g, 0)) && not_supported(cudaGraphInstantiate(&y, g, 0)));
    cudaGraphExecUpdateResultInfo r = {};
    cudaGraph_t clone;
    EXPECT("not updated", not_supported(cudaGraphExecUpdate(x, g, &r)) && r.result == cudaGraphExecUpdateSuccess);
    EXPECT("not cloned", not_supported(cudaGraphClone(&clone, g)));
}

// No launch of a graph is captured.
static void launches_of_graphs()
{
    cudaGraph_t g = new_graph(), out = nullptr;
    cudaGraphNode_t n;
    cudaGraphExec_t x;
    cudaKernelNodeParams p = launch_of((void*)add);
    cudaGraphAddKernelNode(&n, g, nullptr, 0, &p);
    cudaGraphInstantiate(&x, g, 0);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    EXPECT("a graph in a capture", gives(cudaGraphLaunch(x, s), cudaErrorStreamCaptureUnsupported));
    EXPECT("ends it", gives(cudaStreamEndCapture(s, &out), cudaErrorStreamCaptureInvalidated) && !out);
}

// A cluster must divide the grid.
static void clusters_of_nodes()
{
    cudaGraph_t g = new_graph();
    cudaGraphNode_t n;
    cudaKernelNodeParams p = launch_of((void*)add, 4, 32);
    cudaGraphAddKernelNode(&n, g, nullptr, 0, &p);
    cudaLaunchAttributeValue v = {};
    v.clusterDim = {2, 1, 1};
    EXPECT("a cluster", good(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeClusterDimension, &v)));
    p.gridDim = 3;
    EXPECT("a grid for it", gives(cudaGraphKernelNodeSetParams(n, &p), cudaErrorInvalidClusterSize));
    v.clusterDim = {3, 1, 1};
    EXPECT("another cluster", gives(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeClusterDimension, &v),
                                    cudaErrorInvalidClusterSize));
}

int main()
{
    cudaMalloc(&device, 1 << 16);
    cudaMemset(device, 0, 1 << 16);
    cudaMallocHost(&pinned, 64);
    cudaStreamCreate(&s);
    launches();
    attributes();
    launches_of_graphs();
    int major = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    if (major >= 9) clusters_of_nodes(); // older devices have no clusters
    return failures;
}
