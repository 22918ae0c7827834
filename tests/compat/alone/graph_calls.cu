// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls without edge data do the same as the calls with null edge data.
#include <cuda_legacy/graph_calls.h>

#include "check.h"

__global__ void increment(int* value) { ++*value; }

static void edges()
{
    cudaGraph_t graph;
    cudaGraphNode_t nodes[3], from[3], to[3], around[3];
    size_t count = 0;
    CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess);
    for (cudaGraphNode_t& node : nodes)
        CHECK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0) == cudaSuccess);
    CHECK(cudaGraphAddDependencies(graph, nodes, nodes + 1, 2) == cudaSuccess); // 0 before 1, 1 before 2
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &count) == cudaSuccess && count == 2);
    CHECK(cudaGraphGetEdges(graph, from, to, &count) == cudaSuccess && from[0] == nodes[0] && to[0] == nodes[1]);
    CHECK(cudaGraphNodeGetDependencies(nodes[2], nullptr, &count) == cudaSuccess && count == 1);
    CHECK(cudaGraphNodeGetDependencies(nodes[2], around, &count) == cudaSuccess && around[0] == nodes[1]);
    CHECK(cudaGraphNodeGetDependentNodes(nodes[0], around, &count) == cudaSuccess && around[0] == nodes[1]);
    CHECK(cudaGraphRemoveDependencies(graph, nodes + 1, nodes + 2, 1) == cudaSuccess);
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &count) == cudaSuccess && count == 1);
#if CUDART_VERSION >= 13000 // the new call works, too
    CHECK(cudaGraphAddDependencies(graph, nodes + 1, nodes + 2, nullptr, 1) == cudaSuccess);
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count) == cudaSuccess && count == 2);
#endif
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

static void capture()
{
    cudaStream_t stream;
    cudaGraph_t graph = nullptr, seen = nullptr;
    cudaGraphExec_t executable;
    cudaStreamCaptureStatus status;
    unsigned long long id = 0, same = 0;
    const cudaGraphNode_t* nodes = nullptr;
    size_t count = 7;
    int *value, result = -1;
    CHECK(cudaMalloc(&value, sizeof *value) == cudaSuccess);
    CHECK(cudaMemset(value, 0, sizeof *value) == cudaSuccess);
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    increment<<<1, 1, 0, stream>>>(value);
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &id) == cudaSuccess && status == cudaStreamCaptureStatusActive);
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &same, &seen, &nodes, &count) == cudaSuccess);
    CHECK(same == id && seen != nullptr && count == 1);
    cudaGraphNode_t first = nodes[0], empty;
    CHECK(cudaGraphAddEmptyNode(&empty, seen, &first, 1) == cudaSuccess);
    CHECK(cudaStreamUpdateCaptureDependencies(stream, &empty, 1, cudaStreamSetCaptureDependencies) == cudaSuccess);
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &seen, &nodes, &count) == cudaSuccess);
    CHECK(count == 1 && nodes[0] == empty);
    CHECK(cudaStreamUpdateCaptureDependencies(stream, &first, 1) == cudaSuccess); // adds
    CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &seen, &nodes, &count) == cudaSuccess && count == 2);
    increment<<<1, 1, 0, stream>>>(value);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);

    cudaGraphNode_t failed;
    char text[8];
    CHECK(cudaGraphInstantiate(&executable, graph, &failed, text, sizeof text) == cudaSuccess);
    cudaGraphExecUpdateResultInfo updated;
    CHECK(cudaGraphExecUpdate(executable, graph, &updated) == cudaSuccess);
    CHECK(updated.result == cudaGraphExecUpdateSuccess);
    CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaMemcpy(&result, value, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess && result == 2);
}

#if CUDART_VERSION >= 12080

static void batches()
{
    int from[2] = {3, 4}, to[2] = {0, 0}, *middle;
    cudaStream_t stream;
    CHECK(cudaMalloc(&middle, sizeof from) == cudaSuccess && cudaStreamCreate(&stream) == cudaSuccess);
    void *sources[2] = {&from[0], &from[1]}, *middles[2] = {middle, middle + 1}, *targets[2] = {&to[0], &to[1]};
    size_t sizes[2] = {sizeof(int), sizeof(int)}, first = 0, failed = 7;
    cudaMemcpyAttributes how = {};
    how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    CHECK(cudaMemcpyBatchAsync(middles, sources, sizes, 2, &how, &first, 1, &failed, stream) == cudaSuccess);
    CHECK(cudaMemcpyBatchAsync(targets, middles, sizes, 2, &how, &first, 1, &failed, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess && to[0] == 3 && to[1] == 4 && failed == 7);
    CHECK(cudaMemcpyBatchAsync(nullptr, middles, sizes, 2, &how, &first, 1, &failed, stream) != cudaSuccess);
    CHECK(failed == static_cast<size_t>(-1));
}

static void batch_of_boxes()
{
    int from[2] = {5, 6}, to[2] = {0, 0};
    size_t failed = 7;
    cudaMemcpy3DBatchOp copy = {};
    copy.src.type = copy.dst.type = cudaMemcpyOperandTypePointer;
    copy.src.op.ptr.ptr = from;
    copy.dst.op.ptr.ptr = to;
    copy.extent = make_cudaExtent(sizeof from, 1, 1);
    copy.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaMemcpy3DBatchAsync(1, &copy, &failed, 0, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess && to[0] == 5 && to[1] == 6 && failed == 7);
    CHECK(cudaMemcpy3DBatchAsync(1, nullptr, &failed, 0, stream) != cudaSuccess && failed == static_cast<size_t>(-1));
}

static void nodes_by_their_parameters()
{
    cudaGraph_t graph;
    cudaGraphNode_t first, second;
    size_t count = 0;
    cudaGraphNodeParams empty = {};
    empty.type = cudaGraphNodeTypeEmpty;
    CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess);
    CHECK(cudaGraphAddNode(&first, graph, nullptr, 0, &empty) == cudaSuccess);
    CHECK(cudaGraphAddNode(&second, graph, &first, 1, &empty) == cudaSuccess);
    CHECK(cudaGraphNodeGetDependencies(second, nullptr, &count) == cudaSuccess && count == 1);
}

#endif

int main()
{
    edges();
    capture();
#if CUDART_VERSION >= 12080
    batches();
    batch_of_boxes();
    nodes_by_their_parameters();
#endif
    return failures;
}
