// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's calls with their old parameters do the same as today's. cuda.h comes after the header, as with -include.
#include <cuda_legacy/driver_calls.h>

#include <climits>

#include <cuda.h>

#include "check.h"

static void graphs()
{
    CUgraph graph, seen;
    CUgraphNode nodes[2], one;
    CUgraphExec executable;
    size_t count = 1;
    CHECK(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
    CHECK(cuGraphAddEmptyNode(&nodes[0], graph, nullptr, 0) == CUDA_SUCCESS);
    CHECK(cuGraphAddEmptyNode(&nodes[1], graph, nullptr, 0) == CUDA_SUCCESS);
    CHECK(cuGraphAddDependencies(graph, nodes, nodes + 1, 1) == CUDA_SUCCESS);
    CHECK(cuGraphGetEdges(graph, nullptr, nullptr, &count) == CUDA_SUCCESS && count == 1);
    CHECK(cuGraphNodeGetDependencies(nodes[1], &one, &count) == CUDA_SUCCESS && one == nodes[0]);
    CHECK(cuGraphNodeGetDependentNodes(nodes[0], &one, &count) == CUDA_SUCCESS && one == nodes[1]);
    CHECK(cuGraphRemoveDependencies(graph, nodes, nodes + 1, 1) == CUDA_SUCCESS);
    CHECK(cuGraphGetEdges(graph, nullptr, nullptr, &count) == CUDA_SUCCESS && count == 0);
    CHECK(cuGraphInstantiate(&executable, graph, nullptr, nullptr, 0) == CUDA_SUCCESS);
    CHECK(cuGraphInstantiate(&executable, graph, 0) == CUDA_SUCCESS);
    CHECK(cuGraphInstantiateWithFlags(&executable, graph, 0) == CUDA_SUCCESS);
    char text[4] = "old";
    one = nodes[0];
    CHECK(cuGraphInstantiate_v2(&executable, graph, &one, text, sizeof text) == CUDA_SUCCESS && !one && !text[0]);

    // A node with its parameters and its predecessors, and no data for their edges.
    CUgraphNodeParams empty = {};
    empty.type = CU_GRAPH_NODE_TYPE_EMPTY;
    CHECK(cuGraphAddNode(&one, graph, nodes, 2, &empty) == CUDA_SUCCESS);
    CHECK(cuGraphNodeGetDependencies(one, nullptr, &count) == CUDA_SUCCESS && count == 2);

    // The call takes over another graph of the same shape, and refuses one of another shape.
    CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
    CUgraphNode failed = nodes[0];
    CHECK(cuGraphInstantiate(&executable, graph, 0) == CUDA_SUCCESS);
    CHECK(cuGraphExecUpdate(executable, graph, &failed, &result) == CUDA_SUCCESS);
    CHECK(result == CU_GRAPH_EXEC_UPDATE_SUCCESS && !failed);
    CHECK(cuGraphAddEmptyNode(&one, graph, nullptr, 0) == CUDA_SUCCESS);
    CHECK(cuGraphExecUpdate(executable, graph, &failed, &result) == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    CHECK(result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    CHECK(cuGraphExecUpdate(executable, graph, nullptr, nullptr) == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);

    CUstream stream;
    CUstreamCaptureStatus status;
    cuuint64_t id = 0, same = 1;
    const CUgraphNode* after;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED) == CUDA_SUCCESS);
    CHECK(cuStreamGetCaptureInfo(stream, &status, &id) == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
    CHECK(cuStreamGetCaptureInfo(stream, &status, nullptr) == CUDA_SUCCESS &&
          status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
    CHECK(cuStreamGetCaptureInfo(stream, &status, NULL) == CUDA_SUCCESS); // as programs before C++11 wrote it
    CHECK(cuStreamGetCaptureInfo(stream, &status, &same, &seen, &after, &count) == CUDA_SUCCESS && same == id);
    CHECK(cuGraphAddEmptyNode(&one, seen, nullptr, 0) == CUDA_SUCCESS);
    CHECK(cuStreamUpdateCaptureDependencies(stream, &one, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES) == CUDA_SUCCESS);
    CHECK(cuStreamGetCaptureInfo(stream, &status, &same, &seen, &after, &count) == CUDA_SUCCESS && count == 1);
    CHECK(cuStreamGetCaptureInfo_v2(stream, &status, &same, &seen, &after, &count) == CUDA_SUCCESS && same == id);
    CHECK(cuStreamEndCapture(stream, &seen) == CUDA_SUCCESS);
}

static void sizes(CUdevice device)
{
    size_t free = 0, total = 0;
    unsigned int narrow_free = 0, narrow_total = 0;
    CHECK(cuMemGetInfo(&free, &total) == CUDA_SUCCESS);
    CHECK(cuMemGetInfo(&narrow_free, &narrow_total) == CUDA_SUCCESS);
    CHECK(narrow_total == (total > UINT_MAX ? UINT_MAX : static_cast<unsigned int>(total)));
    CHECK(narrow_free <= narrow_total && narrow_free > 0);
    CHECK(cuDeviceTotalMem(&total, device) == CUDA_SUCCESS);
    if (cuDeviceTotalMem(&narrow_total, device) != CUDA_SUCCESS) CHECK(false);
    CHECK(narrow_total == (total > UINT_MAX ? UINT_MAX : static_cast<unsigned int>(total)));
    narrow_total = 5;
    CHECK(cuDeviceTotalMem(&narrow_total, 99) == CUDA_ERROR_INVALID_DEVICE && narrow_total == 5);
}

static int preferred(CUdeviceptr memory)
{
    int value = -7;
    CHECK(cuMemRangeGetAttribute(&value, sizeof value, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, memory, 128) ==
          CUDA_SUCCESS);
    return value;
}

static void managed(CUdevice device)
{
    CUdeviceptr memory;
    CHECK(cuMemAllocManaged(&memory, 128, CU_MEM_ATTACH_GLOBAL) == CUDA_SUCCESS);
    CHECK(cuMemAdvise(memory, 128, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device) == CUDA_SUCCESS);
    CHECK(preferred(memory) == device);
    CHECK(cuMemAdvise(memory, 128, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU) == CUDA_SUCCESS);
    CHECK(preferred(memory) == CU_DEVICE_CPU);
    CHECK(cuMemPrefetchAsync(memory, 128, device, nullptr) == CUDA_SUCCESS);
    CHECK(cuMemPrefetchAsync(memory, 128, CU_DEVICE_CPU, nullptr) == CUDA_SUCCESS);
    CHECK(cuMemPrefetchAsync(memory, 128, 99, nullptr) == CUDA_ERROR_INVALID_DEVICE);
#if CUDA_VERSION >= 13000 // the new call works, too
    CUmemLocation place{};
    place.type = CU_MEM_LOCATION_TYPE_DEVICE;
    place.id = device;
    CHECK(cuMemPrefetchAsync(memory, 128, place, 0, nullptr) == CUDA_SUCCESS);
    CHECK(cuMemAdvise(memory, 128, CU_MEM_ADVISE_SET_READ_MOSTLY, place) == CUDA_SUCCESS);
#endif
}

#if CUDA_VERSION >= 12080

static void batches()
{
    int from[2] = {3, 4}, to[2] = {0, 0};
    CUdeviceptr middle;
    CUstream stream;
    CHECK(cuMemAlloc(&middle, sizeof from) == CUDA_SUCCESS);
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    CUdeviceptr sources[2] = {reinterpret_cast<CUdeviceptr>(&from[0]), reinterpret_cast<CUdeviceptr>(&from[1])};
    CUdeviceptr middles[2] = {middle, middle + sizeof(int)};
    CUdeviceptr targets[2] = {reinterpret_cast<CUdeviceptr>(&to[0]), reinterpret_cast<CUdeviceptr>(&to[1])};
    size_t sizes[2] = {sizeof(int), sizeof(int)}, first = 0, failed = 7;
    CUmemcpyAttributes how = {};
    how.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    CHECK(cuMemcpyBatchAsync(middles, sources, sizes, 2, &how, &first, 1, &failed, stream) == CUDA_SUCCESS);
    CHECK(cuMemcpyBatchAsync(targets, middles, sizes, 2, &how, &first, 1, &failed, stream) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS && to[0] == 3 && to[1] == 4 && failed == 7);
    CHECK(cuMemcpyBatchAsync(nullptr, middles, sizes, 2, &how, &first, 1, &failed, stream) != CUDA_SUCCESS);
    CHECK(failed == static_cast<size_t>(-1));

    CUDA_MEMCPY3D_BATCH_OP copy = {};
    copy.src.type = copy.dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
    copy.src.op.ptr.ptr = middle;
    copy.dst.op.ptr.ptr = targets[0];
    copy.extent.width = sizeof to;
    copy.extent.height = copy.extent.depth = 1;
    copy.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    to[0] = to[1] = 0;
    failed = 7;
    CHECK(cuMemcpy3DBatchAsync(1, &copy, &failed, 0, stream) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS && to[0] == 3 && to[1] == 4 && failed == 7);
    CHECK(cuMemcpy3DBatchAsync(1, nullptr, &failed, 0, stream) != CUDA_SUCCESS);
    CHECK(failed == static_cast<size_t>(-1));
}

#endif

static void addresses_and_contexts(CUdevice device)
{
    void *old_way = nullptr, *now = nullptr;
    CUdriverProcAddressQueryResult status;
    CHECK(cuGetProcAddress("cuDriverGetVersion", &old_way, 11030, 0) == CUDA_SUCCESS && old_way);
    CHECK(cuGetProcAddress("cuDriverGetVersion", &now, 12000, 0, &status) == CUDA_SUCCESS && now == old_way);
    CUcontext context = nullptr;
    CHECK(cuCtxCreate_v2(&context, 0, device) == CUDA_SUCCESS && cuCtxDestroy(context) == CUDA_SUCCESS);
    CHECK(cuCtxCreate_v3(&context, nullptr, 0, 0, device) == CUDA_SUCCESS && cuCtxDestroy(context) == CUDA_SUCCESS);
    CHECK(cuCtxCreate_v3(&context, nullptr, 0, 0, 99) == CUDA_ERROR_INVALID_DEVICE);
}

int main()
{
    CUdevice device;
    CUcontext context = nullptr, current = nullptr;
    CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
    CHECK(cuCtxCreate(&context, CU_CTX_SCHED_AUTO, device) == CUDA_SUCCESS && context);
    CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context);
    CHECK(cuCtxCreate(&current, 0x7f000000, device) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuCtxCreate(&current, 0, 99) == CUDA_ERROR_INVALID_DEVICE);
#if CUDA_VERSION >= 13000 // the new call works, too; its address is one function's
    CUresult (*create)(CUcontext*, CUctxCreateParams*, unsigned int, CUdevice) = &cuCtxCreate;
    decltype(&cuCtxCreate) same = cuCtxCreate;
    CHECK(create == same && cuCtxCreate(&current, nullptr, 0, 99) == CUDA_ERROR_INVALID_DEVICE);
#endif
    sizes(device);
    managed(device);
    graphs();
    addresses_and_contexts(device);
#if CUDA_VERSION >= 12080
    batches();
#endif
    CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
    return failures;
}
