// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs behind kernels that wait for the host, and such kernels in graphs: the launch returns, and the graph goes on.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include "waiting.h"
#include <mutex>
#include <thread>

struct streams {
    cudaStream_t first, second;
    streams()
    {
        cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    }
    ~streams()
    {
        cudaStreamDestroy(first);
        cudaStreamDestroy(second);
    }
};

// A graph of one kernel that adds one.
cudaGraphExec_t adding_graph(int* to, cudaStream_t stream)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    add_one<<<1, 1, 0, stream>>>(to);
    cudaStreamEndCapture(stream, &graph);
    EXPECT("a graph", cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    cudaGraphDestroy(graph);
    cudaGraphUpload(ready, stream);
    cudaStreamSynchronize(stream);
    return ready;
}
int value_at(const int* device)
{
    int copied = -1;
    cudaMemcpy(&copied, device, sizeof(int), cudaMemcpyDeviceToHost);
    return copied;
}

// A graph behind the kernel has its turn, also if the program has destroyed the instantiated graph.
void test_behind_kernel(int* device)
{
    pinned host;
    streams in;
    cudaMemset(device, 0, sizeof(int));
    const cudaGraphExec_t ready = adding_graph(device, in.first);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 5, device);
    EXPECT("a launch behind a kernel returns", cudaGraphLaunch(ready, in.first) == cudaSuccess);
    EXPECT("and so does one in another stream", cudaGraphLaunch(ready, in.second) == cudaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT("launches of one graph run one after another", cudaStreamQuery(in.second) == cudaErrorNotReady);
    EXPECT("the graph is destroyed", cudaGraphExecDestroy(ready) == cudaSuccess);
    write(host.words, 5);
    EXPECT("all ends", cudaDeviceSynchronize() == cudaSuccess);
    EXPECT("kernel, graph and graph ran in order", value_at(device) == 7);
}

// A graph waits for an event.
void test_event(int* device)
{
    pinned host;
    streams in;
    cudaEvent_t event;
    cudaMemset(device, 0, sizeof(int));
    cudaEventCreate(&event);
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaGraphNode_t wait, copy;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event);
    cudaGraphAddMemcpyNode1D(&copy, graph, &wait, 1, host.words + 1, device, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT("a graph with a wait", cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 6, device);
    cudaEventRecord(event, in.first);
    EXPECT("its launch returns", cudaGraphLaunch(ready, in.second) == cudaSuccess);
    EXPECT("it has not ended", cudaStreamQuery(in.second) == cudaErrorNotReady);
    write(host.words, 6);
    EXPECT("the graph ends", cudaStreamSynchronize(in.second) == cudaSuccess);
    EXPECT("its copy is behind the event", host.words[1] == 6);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    cudaEventDestroy(event);
}

// A disabled node does not run, and an event has its turn before the nodes behind it.
void test_nodes(int* device)
{
    pinned host;
    streams in;
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaGraphNode_t nodes[4];
    std::size_t count = 4;
    cudaMemset(device, 0, sizeof(int));
    cudaEventCreate(&event);
    cudaStreamBeginCapture(in.first, cudaStreamCaptureModeRelaxed);
    add_one<<<1, 1, 0, in.first>>>(device + 1);
    cudaEventRecordWithFlags(event, in.first, cudaEventRecordExternal);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 2, device);
    cudaStreamEndCapture(in.first, &graph);
    cudaGraphGetNodes(graph, nodes, &count);
    cudaGraphInstantiate(&ready, graph, 0);
    EXPECT("a node is disabled", cudaGraphNodeSetEnabled(ready, nodes[0], 0) == cudaSuccess);
    cudaMemset(device + 1, 0, sizeof(int));
    EXPECT("the graph begins", cudaGraphLaunch(ready, in.first) == cudaSuccess);
    cudaError_t recorded = cudaErrorNotReady;
    for (int k = 0; k < 1000 && recorded == cudaErrorNotReady; ++k) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        recorded = cudaEventQuery(event);
    }
    EXPECT("the event has its turn", recorded == cudaSuccess);
    EXPECT("the graph waits", cudaStreamQuery(in.first) == cudaErrorNotReady);
    write(host.words, 2);
    EXPECT("the graph ends", cudaStreamSynchronize(in.first) == cudaSuccess);
    EXPECT("without the disabled node", value_at(device) == 2 && value_at(device + 1) == 0);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    cudaEventDestroy(event);
}

// Memory that a queued graph allocates can be used behind the graph. A user object may be freed by any thread.
void test_memory(int* device)
{
    pinned host;
    streams in;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaGraphNode_t node;
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = sizeof(int);
    // The owner of the object's lock calls the device, while the object is freed.
    static std::mutex own;
    cudaUserObject_t object;
    const auto take_lock = [](void* mutex) { std::lock_guard lock(*static_cast<std::mutex*>(mutex)); };
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &memory);
    cudaUserObjectCreate(&object, &own, take_lock, 1, cudaUserObjectNoDestructorSync);
    cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
    cudaGraphInstantiate(&ready, graph, 0);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 1, device);
    EXPECT("a graph that allocates", cudaGraphLaunch(ready, in.first) == cudaSuccess);
    EXPECT("a memset there", cudaMemsetAsync(memory.dptr, 1, sizeof(int), in.first) == cudaSuccess);
    EXPECT("a copy from there",
           cudaMemcpyAsync(device, memory.dptr, sizeof(int), cudaMemcpyDeviceToDevice, in.first) == cudaSuccess);
    EXPECT("its end", cudaFreeAsync(memory.dptr, in.first) == cudaSuccess);
    cudaGraphDestroy(graph);
    cudaGraphExecDestroy(ready);
    {
        std::lock_guard lock(own);
        write(host.words, 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        EXPECT("a query while an object is freed", cudaStreamQuery(in.second) == cudaSuccess);
    }
    EXPECT("all ends", cudaStreamSynchronize(in.first) == cudaSuccess);
    EXPECT("the memory had its value", value_at(device) == 0x01010101);
}

// A captured copy of rows within the device waits in the queue.
void test_rows(int* device)
{
    pinned host;
    streams in;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaGraphNode_t node;
    std::size_t count = 1;
    cudaMemcpy3DParms copy = {};
    cudaStreamBeginCapture(in.second, cudaStreamCaptureModeRelaxed);
    cudaMemcpy2DAsync(device + 1, 64, device, 64, sizeof(int), 1, cudaMemcpyDeviceToDevice, in.second);
    cudaStreamEndCapture(in.second, &graph);
    EXPECT("one node", cudaGraphGetNodes(graph, &node, &count) == cudaSuccess && count == 1);
    EXPECT("it has parameters", cudaGraphMemcpyNodeGetParams(node, &copy) == cudaSuccess);
    EXPECT("those of the rows", copy.srcPtr.ptr == device && copy.dstPtr.ptr == device + 1 &&
                                    copy.extent.width == sizeof(int) && copy.extent.height == 1);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphUpload(ready, in.first);
    cudaStreamSynchronize(in.first);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 8, device);
    EXPECT("the launch returns", cudaGraphLaunch(ready, in.first) == cudaSuccess);
    write(host.words, 8);
    EXPECT("the copy has its turn", cudaStreamSynchronize(in.first) == cudaSuccess && value_at(device + 1) == 8);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 9, device);
    EXPECT("so does a copy in a stream", cudaMemcpy2DAsync(device + 1, 64, device, 64, sizeof(int), 1,
                                                           cudaMemcpyDeviceToDevice, in.first) == cudaSuccess);
    EXPECT("rows that overlap are refused at once",
           cudaMemcpy2DAsync(device, 2, device + 1, 64, 4, 2, cudaMemcpyDeviceToDevice, in.first) ==
               cudaErrorInvalidPitchValue);
    cudaGetLastError();
    write(host.words, 9);
    EXPECT("with its turn, too", cudaStreamSynchronize(in.first) == cudaSuccess && value_at(device + 1) == 9);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
}

// The host may change pageable memory when the launch has returned.
void test_pageable(int* device)
{
    pinned host;
    streams in;
    static int from = 5;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaGraphNode_t copy;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, device, &from, sizeof(int), cudaMemcpyHostToDevice);
    cudaGraphInstantiate(&ready, graph, 0);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 1, device);
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        write(host.words, 1);
    });
    EXPECT("a copy of pageable memory", cudaGraphLaunch(ready, in.first) == cudaSuccess);
    from = 6;
    EXPECT("ends", cudaStreamSynchronize(in.first) == cudaSuccess);
    EXPECT("with what was there at the launch", value_at(device) == 5);
    later.join();
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
}

// The kernel is a node, and so is the record of an event behind it.
void test_kernel_in_graph(int* device)
{
    pinned host;
    streams in;
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaEventCreate(&event);
    cudaStreamBeginCapture(in.first, cudaStreamCaptureModeRelaxed);
    wait_for<<<1, 1, 0, in.first>>>(host.words, 3, device);
    EXPECT("a node records the event",
           cudaEventRecordWithFlags(event, in.first, cudaEventRecordExternal) == cudaSuccess);
    cudaStreamEndCapture(in.first, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphUpload(ready, in.first);
    cudaStreamSynchronize(in.first);
    EXPECT("no launch has recorded it", cudaEventQuery(event) == cudaSuccess);
    EXPECT("the launch returns", cudaGraphLaunch(ready, in.first) == cudaSuccess);
    EXPECT("now the event waits", cudaEventQuery(event) == cudaErrorNotReady);
    EXPECT("and a stream waits for it", cudaStreamWaitEvent(in.second, event, 0) == cudaSuccess);
    add_one<<<1, 1, 0, in.second>>>(device);
    EXPECT("which has not ended", cudaStreamQuery(in.second) == cudaErrorNotReady);
    write(host.words, 3);
    EXPECT("all ends", cudaStreamSynchronize(in.second) == cudaSuccess && cudaEventQuery(event) == cudaSuccess);
    EXPECT("in order", value_at(device) == 4);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    cudaEventDestroy(event);
}

bool has_types(cudaGraph_t graph, std::initializer_list<cudaGraphNodeType> wanted)
{
    cudaGraphNode_t nodes[8];
    std::size_t count = 8;
    cudaGraphGetNodes(graph, nodes, &count);
    bool same = count == wanted.size();
    for (std::size_t k = 0; same && k < count; ++k) {
        cudaGraphNodeType type;
        cudaGraphNodeGetType(nodes[k], &type);
        same = type == wanted.begin()[k];
    }
    return same;
}

// An external record or wait is a node. It makes no sense outside of a capture.
void test_external_events()
{
    streams in;
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaEventCreate(&event);
    EXPECT("no external record", cudaEventRecordWithFlags(event, in.first, 1) == cudaErrorIllegalState);
    EXPECT("no external wait", cudaStreamWaitEvent(in.first, event, 1) == cudaErrorIllegalState);
    EXPECT("no such record", cudaEventRecordWithFlags(event, in.first, 2) == cudaErrorInvalidValue);
    EXPECT("no such wait", cudaStreamWaitEvent(in.first, event, 2) == cudaErrorInvalidValue);
    cudaStreamBeginCapture(in.first, cudaStreamCaptureModeRelaxed);
    EXPECT("a record is a node", cudaEventRecordWithFlags(event, in.first, 1) == cudaSuccess);
    EXPECT("the event is not captured", cudaEventQuery(event) == cudaSuccess);
    EXPECT("a wait is a node", cudaStreamWaitEvent(in.first, event, 1) == cudaSuccess);
    EXPECT("but not in another stream", cudaStreamWaitEvent(in.second, event, 1) == cudaErrorIllegalState);
    EXPECT("an unknown flag", cudaEventRecordWithFlags(event, in.first, 2) == cudaErrorInvalidValue);
    EXPECT("leaves the capture as it is", cudaStreamEndCapture(in.first, &graph) == cudaSuccess);
    EXPECT("two nodes", has_types(graph, {cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent}));
    cudaGraphDestroy(graph);
    cudaEventDestroy(event);
    EXPECT("events of processes have no time",
           cudaEventCreateWithFlags(&event, cudaEventInterprocess) == cudaErrorInvalidValue);
    cudaGetLastError();
}

// What cannot run says so at once.
void test_refused(int* device)
{
    pinned host;
    streams in;
    wait_for<<<1, 1, 0, in.first>>>(host.words, 1, device);
    void* const nothing = reinterpret_cast<void*>(16);
    EXPECT("a memset", cudaMemsetAsync(nothing, 0, 4, in.first) == cudaErrorInvalidValue);
    EXPECT("of rows", cudaMemset2DAsync(device, 2, 0, 4, 2, in.first) == cudaErrorInvalidValue);
    EXPECT("a copy",
           cudaMemcpyAsync(device, host.words, 1 << 22, cudaMemcpyDefault, in.first) == cudaErrorInvalidValue);
    write(host.words, 1);
    EXPECT("the stream ends", cudaStreamSynchronize(in.first) == cudaSuccess);
    cudaGetLastError();
}

int main()
{
    int* device;
    cudaMalloc(&device, 2 * sizeof(int));
    // A GPU loads a kernel at its first use, and may wait for the kernels that run.
    cudaFuncAttributes attributes;
    for (const void* kernel : {(const void*)wait_for, (const void*)add_one})
        cudaFuncGetAttributes(&attributes, kernel);
    test_behind_kernel(device);
    test_event(device);
    test_rows(device);
    test_nodes(device);
    test_memory(device);
    test_pageable(device);
    test_kernel_in_graph(device);
    test_external_events();
    test_refused(device);
    cudaFree(device);
    return failures;
}
