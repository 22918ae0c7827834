/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host source in C of an old program: C has no overloads, so macros tell the old parameters from the new. */
#include "changed_calls.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <stddef.h>

#define CHECK(condition)                                                                                               \
    if (!(condition)) return __LINE__

static int memory(void)
{
    int value = -7;
    void* values;
    struct cudaPointerAttributes attributes = {0};
    CHECK(cudaMallocManaged(&values, 128, cudaMemAttachGlobal) == cudaSuccess);
    CHECK(cudaMemPrefetchAsync(values, 128, 0, NULL) == cudaSuccess);
    CHECK(cudaMemPrefetchAsync(values, 128, 99, NULL) == cudaErrorInvalidDevice);
    CHECK(cudaMemAdvise(values, 128, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId) == cudaSuccess);
    CHECK(cudaMemRangeGetAttribute(&value, sizeof value, cudaMemRangeAttributePreferredLocation, values, 128) ==
          cudaSuccess);
    CHECK(value == cudaCpuDeviceId);
    CHECK(cudaPointerGetAttributes(&attributes, values) == cudaSuccess);
    CHECK(attributes.isManaged && attributes.memoryType == cudaMemoryTypeDevice);
#if CUDART_VERSION >= 13000
    {
        struct cudaMemLocation place = {.type = cudaMemLocationTypeDevice, .id = 0};
        CHECK(cudaMemPrefetchAsync(values, 128, place, 0, NULL) == cudaSuccess);
        CHECK(cudaMemAdvise(values, 128, cudaMemAdviseSetReadMostly, place) == cudaSuccess);
        CHECK(cudaMemAdvise(values, 128, cudaMemAdviseSetPreferredLocation,
                            ((struct cudaMemLocation){.type = cudaMemLocationTypeDevice, .id = 0})) == cudaSuccess);
    }
#endif
    return 0;
}

static int graphs(void)
{
    cudaGraph_t graph, seen;
    cudaGraphExec_t executable;
    cudaGraphNode_t nodes[2], one, failed;
    cudaStream_t stream;
    enum cudaStreamCaptureStatus status;
    enum cudaGraphExecUpdateResult updated = cudaGraphExecUpdateError;
    unsigned long long id, same;
    const cudaGraphNode_t* after;
    size_t count = 1;
    char text[8];
    CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess);
    CHECK(cudaGraphAddEmptyNode(&nodes[0], graph, NULL, 0) == cudaSuccess);
    CHECK(cudaGraphAddEmptyNode(&nodes[1], graph, NULL, 0) == cudaSuccess);
    CHECK(cudaGraphAddDependencies(graph, nodes, nodes + 1, 1) == cudaSuccess);
    CHECK(cudaGraphGetEdges(graph, NULL, NULL, &count) == cudaSuccess && count == 1);
    CHECK(cudaGraphNodeGetDependencies(nodes[1], &one, &count) == cudaSuccess && one == nodes[0]);
    CHECK(cudaGraphNodeGetDependentNodes(nodes[0], &one, &count) == cudaSuccess && one == nodes[1]);
    CHECK(cudaGraphRemoveDependencies(graph, nodes, nodes + 1, 1) == cudaSuccess);
    CHECK(cudaGraphInstantiate(&executable, graph, &failed, text, sizeof text) == cudaSuccess && !failed && !text[0]);
    CHECK(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    CHECK(cudaGraphExecUpdate(executable, graph, &failed, &updated) == cudaSuccess);
    CHECK(updated == cudaGraphExecUpdateSuccess && !failed);

    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &id) == cudaSuccess);
    CHECK(cudaStreamGetCaptureInfo_v2(stream, &status, &same, &seen, &after, &count) == cudaSuccess && same == id);
    CHECK(cudaGraphAddEmptyNode(&one, seen, NULL, 0) == cudaSuccess);
    CHECK(cudaStreamUpdateCaptureDependencies(stream, &one, 1, cudaStreamSetCaptureDependencies) == cudaSuccess);
    CHECK(cudaStreamEndCapture(stream, &seen) == cudaSuccess);
#if CUDART_VERSION >= 13000
    CHECK(cudaGraphAddDependencies(graph, nodes, nodes + 1, NULL, 1) == cudaSuccess);
    CHECK(cudaGraphGetEdges(graph, NULL, NULL, NULL, &count) == cudaSuccess && count == 1);
#endif
    return 0;
}

static int driver(void)
{
    CUcontext context;
    CUdeviceptr managed;
    int value = -7;
    CHECK(cuInit(0) == CUDA_SUCCESS && cuCtxCreate(&context, CU_CTX_SCHED_AUTO, 0) == CUDA_SUCCESS);
    CHECK(cuMemAllocManaged(&managed, 128, CU_MEM_ATTACH_GLOBAL) == CUDA_SUCCESS);
    CHECK(cuMemPrefetchAsync(managed, 128, CU_DEVICE_CPU, NULL) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(NULL) == CUDA_SUCCESS);
    CHECK(cuMemRangeGetAttribute(&value, sizeof value, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, managed, 128) ==
          CUDA_SUCCESS);
    CHECK(value == CU_DEVICE_CPU);
    CHECK(cuMemPrefetchAsync(managed, 128, 0, NULL) == CUDA_SUCCESS);
    CHECK(cuMemRangeGetAttribute(&value, sizeof value, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, managed, 128) ==
          CUDA_SUCCESS);
    CHECK(value == 0);
    {
        void* address = NULL;
        CUcontext other;
        CHECK(cuGetProcAddress("cuDriverGetVersion", &address, 11030, 0) == CUDA_SUCCESS && address);
        CHECK(cuCtxCreate_v2(&other, 0, 0) == CUDA_SUCCESS && cuCtxDestroy(other) == CUDA_SUCCESS);
        CHECK(cuCtxCreate_v3(&other, NULL, 0, 0, 0) == CUDA_SUCCESS && cuCtxDestroy(other) == CUDA_SUCCESS);
    }
#if CUDA_VERSION >= 13000
    CHECK(cuCtxCreate(&context, NULL, 0, 99) == CUDA_ERROR_INVALID_DEVICE);
#endif
    CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
    return 0;
}

static int driver_graphs(void)
{
    CUcontext context;
    CUgraph graph, seen;
    CUgraphNode nodes[2], one;
    CUgraphExec executable;
    CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
    CUstream stream;
    CUstreamCaptureStatus status;
    const CUgraphNode* after;
    cuuint64_t id;
    size_t count = 1;
    char text[4] = "old";
    CHECK(cuCtxCreate(&context, 0, 0) == CUDA_SUCCESS && cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
    CHECK(cuGraphAddEmptyNode(&nodes[0], graph, NULL, 0) == CUDA_SUCCESS);
    CHECK(cuGraphAddEmptyNode(&nodes[1], graph, NULL, 0) == CUDA_SUCCESS);
    CHECK(cuGraphAddDependencies(graph, nodes, nodes + 1, 1) == CUDA_SUCCESS);
    CHECK(cuGraphGetEdges(graph, NULL, NULL, &count) == CUDA_SUCCESS && count == 1);
    CHECK(cuGraphNodeGetDependencies(nodes[1], &one, &count) == CUDA_SUCCESS && one == nodes[0]);
    CHECK(cuGraphNodeGetDependentNodes(nodes[0], &one, &count) == CUDA_SUCCESS && one == nodes[1]);
    CHECK(cuGraphRemoveDependencies(graph, nodes, nodes + 1, 1) == CUDA_SUCCESS);
    CHECK(cuGraphInstantiate(&executable, graph, &one, text, sizeof text) == CUDA_SUCCESS && !one && !text[0]);
    CHECK(cuGraphExecUpdate(executable, graph, &one, &result) == CUDA_SUCCESS && !one);
    CHECK(result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED) == CUDA_SUCCESS);
    CHECK(cuStreamGetCaptureInfo(stream, &status, &id, &seen, &after, &count) == CUDA_SUCCESS && count == 0);
    CHECK(cuGraphAddEmptyNode(&one, seen, NULL, 0) == CUDA_SUCCESS);
    CHECK(cuStreamUpdateCaptureDependencies(stream, &one, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES) == CUDA_SUCCESS);
    CHECK(cuStreamEndCapture(stream, &seen) == CUDA_SUCCESS);
#if CUDA_VERSION >= 12030
    {
        CUgraphNodeParams empty = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
        struct cudaGraphNodeParams kind = {.type = cudaGraphNodeTypeEmpty};
        cudaGraph_t of_runtime;
        cudaGraphNode_t node;
        CHECK(cuGraphAddNode(&one, graph, nodes, 2, &empty) == CUDA_SUCCESS);
        CHECK(cuGraphNodeGetDependencies(one, NULL, &count) == CUDA_SUCCESS && count == 2);
        CHECK(cudaGraphCreate(&of_runtime, 0) == cudaSuccess);
        CHECK(cudaGraphAddNode(&node, of_runtime, NULL, 0, &kind) == cudaSuccess);
    }
#endif
    return cuCtxDestroy(context) == CUDA_SUCCESS ? 0 : __LINE__;
}

#if CUDA_VERSION >= 12080
static int batches(void)
{
    int from = 3, to = 0;
    void *middle, *source = &from, *target = &to;
    size_t size = sizeof from, first = 0, failed = 7;
    struct cudaMemcpyAttributes how = {.srcAccessOrder = cudaMemcpySrcAccessOrderStream};
    struct cudaMemcpy3DBatchOp copy = {.srcAccessOrder = cudaMemcpySrcAccessOrderStream};
    cudaStream_t stream;
    CHECK(cudaMalloc(&middle, size) == cudaSuccess && cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaMemcpyBatchAsync(&middle, &source, &size, 1, &how, &first, 1, &failed, stream) == cudaSuccess);
    CHECK(cudaMemcpyBatchAsync(&target, &middle, &size, 1, &how, &first, 1, &failed, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess && to == 3 && failed == 7);
    copy.src.type = copy.dst.type = cudaMemcpyOperandTypePointer;
    copy.src.op.ptr.ptr = middle;
    copy.dst.op.ptr.ptr = target;
    copy.extent.width = size;
    copy.extent.height = copy.extent.depth = 1;
    to = 0;
    CHECK(cudaMemcpy3DBatchAsync(1, &copy, &failed, 0, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess && to == 3 && failed == 7);
    {
        CUdeviceptr there = (CUdeviceptr)middle, here = (CUdeviceptr)target;
        CUmemcpyAttributes driver_how = {.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
        to = 0;
        CHECK(cuMemcpyBatchAsync(&here, &there, &size, 1, &driver_how, &first, 1, &failed, stream) == CUDA_SUCCESS);
        CHECK(cudaStreamSynchronize(stream) == cudaSuccess && to == 3 && failed == 7);
        CHECK(cuMemcpy3DBatchAsync(1, NULL, &failed, 0, stream) != CUDA_SUCCESS && failed == (size_t)-1);
    }
    return 0;
}
#endif

int changed_calls_in_c(void)
{
    int line = memory();
    if (!line) line = graphs();
    if (!line) line = driver();
    if (!line) line = driver_graphs();
#if CUDA_VERSION >= 12080
    if (!line) line = batches();
#endif
    return line;
}
