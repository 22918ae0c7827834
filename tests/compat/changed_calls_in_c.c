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
#if CUDA_VERSION >= 13000
    CHECK(cuCtxCreate(&context, NULL, 0, 99) == CUDA_ERROR_INVALID_DEVICE);
#endif
    CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
    return 0;
}

int changed_calls_in_c(void)
{
    const int line = memory();
    const int later = line ? line : graphs();
    return later ? later : driver();
}
