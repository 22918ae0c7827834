// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A name with a version does the same as the plain name.
#include <cuda_legacy/versioned_names.h>

#include "check.h"

#include <cstring>

static void textures()
{
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &format, 16) == cudaSuccess);
    cudaResourceDesc resource;
    std::memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc_v2 how, seen;
    std::memset(&how, 0, sizeof how);
    how.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject_v2(&object, &resource, &how, nullptr) == cudaSuccess);
    CHECK(cudaGetTextureObjectTextureDesc_v2(&seen, object) == cudaSuccess && seen.filterMode == cudaFilterModeLinear);
}

static void events_and_memory()
{
    cudaEvent_t start, stop;
    float milliseconds = -1;
    CHECK(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&stop) == cudaSuccess);
    CHECK(cudaEventRecord(start) == cudaSuccess && cudaEventRecord(stop) == cudaSuccess);
    CHECK(cudaEventSynchronize(stop) == cudaSuccess);
#if CUDART_VERSION >= 12080 // the first that has it
    CHECK(cudaEventElapsedTime_v2(&milliseconds, start, stop) == cudaSuccess && milliseconds >= 0);
#else
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop) == cudaSuccess && milliseconds >= 0);
#endif

    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties_v2(&properties, 0) == cudaSuccess && properties.warpSize == 32);

    int* values;
    cudaMemLocation place{};
    place.type = cudaMemLocationTypeDevice;
    CHECK(cudaMallocManaged(&values, 128) == cudaSuccess);
    CHECK(cudaMemPrefetchAsync_v2(values, 128, place, 0) == cudaSuccess);
    CHECK(cudaMemAdvise_v2(values, 128, cudaMemAdviseSetReadMostly, place) == cudaSuccess);
}

static void graphs()
{
    cudaGraph_t graph, seen;
    cudaGraphNode_t nodes[2], one;
    cudaGraphEdgeData data;
    size_t count = 1;
    CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess);
    CHECK(cudaGraphAddEmptyNode(&nodes[0], graph, nullptr, 0) == cudaSuccess);
    CHECK(cudaGraphAddEmptyNode(&nodes[1], graph, nullptr, 0) == cudaSuccess);
    CHECK(cudaGraphAddDependencies_v2(graph, nodes, nodes + 1, nullptr, 1) == cudaSuccess);
    CHECK(cudaGraphGetEdges_v2(graph, nullptr, nullptr, nullptr, &count) == cudaSuccess && count == 1);
    CHECK(cudaGraphNodeGetDependencies_v2(nodes[1], &one, &data, &count) == cudaSuccess && one == nodes[0]);
    CHECK(cudaGraphNodeGetDependentNodes_v2(nodes[0], &one, &data, &count) == cudaSuccess && one == nodes[1]);
    CHECK(cudaGraphRemoveDependencies_v2(graph, nodes, nodes + 1, nullptr, 1) == cudaSuccess);
    CHECK(cudaGraphGetEdges_v2(graph, nullptr, nullptr, nullptr, &count) == cudaSuccess && count == 0);

    cudaStream_t stream;
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t* after;
    const cudaGraphEdgeData* edges;
    unsigned long long id, same;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    CHECK(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &seen, &after, &count) == cudaSuccess && count == 0);
    CHECK(cudaStreamGetCaptureInfo_v3(stream, &status, &same, &seen, &after, &edges, &count) == cudaSuccess);
    CHECK(same == id && status == cudaStreamCaptureStatusActive);
    CHECK(cudaGraphAddEmptyNode(&one, seen, nullptr, 0) == cudaSuccess);
    CHECK(cudaStreamUpdateCaptureDependencies_v2(stream, &one, nullptr, 1, cudaStreamSetCaptureDependencies) ==
          cudaSuccess);
    CHECK(cudaStreamEndCapture(stream, &seen) == cudaSuccess);
}

static void node_by_its_parameters()
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphNodeParams empty = {};
    empty.type = cudaGraphNodeTypeEmpty;
    CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess);
    CHECK(cudaGraphAddNode_v2(&node, graph, nullptr, nullptr, 0, &empty) == cudaSuccess && node);
}

int main()
{
    textures();
    events_and_memory();
    graphs();
    node_by_its_parameters();
    return failures;
}
