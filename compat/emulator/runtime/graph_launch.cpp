// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/graph_launch.h"

#include "runtime/capture.h"
#include "runtime/graph_memory.h"
#include "runtime/stream_order.h"
#include "runtime/transfer.h"

namespace cuda_emulator {

namespace {

// Calls act(event) for the events of all nodes of the type.
template <class Act>
void for_each_event(CUgraph_st& g, cudaGraphNodeType type, Act act)
{
    for_each_node(g, [&](CUgraphNode_st& n) {
        if (n.type == type) act(n, std::get<cudaEvent_t>(n.parameters));
    });
}

bool may_wait_for_host(CUgraph_st& g)
{
    bool waits = false;
    for_each_node(g, [&](CUgraphNode_st& n) { waits |= n.launch && may_wait_for_host(*n.launch->function); });
    return waits;
}

// Captured copies of symbols have no parameters, nor have most of arrays. Their memory of the host is not known here.
bool reads_pageable(CUgraph_st& g)
{
    bool reads = false;
    for_each_node(g, [&](CUgraphNode_st& n) {
        if (n.type != cudaGraphNodeTypeMemcpy) return;
        const auto* copy = std::get_if<cudaMemcpy3DParms>(&n.parameters);
        reads |= !copy || (copy->srcPtr.ptr && is_pageable(copy->srcPtr.ptr));
    });
    return reads;
}

// The numbers of queued work for which a launch of the graph waits.
std::vector<std::uint64_t> awaited_work(graph_to_launch x)
{
    std::vector<std::uint64_t> all;
    const auto add = [&](std::uint64_t number) {
        if (!has_ended(number)) all.push_back(number);
    };
    add(x.last_launch);
    for_each_event(x.graph, cudaGraphNodeTypeWaitEvent,
                   [&](const CUgraphNode_st&, cudaEvent_t e) { add(queued_record(e)); });
    return all;
}

cudaError_t run_now(graph_to_launch x)
{
    const graph_scope running;
    if (const cudaError_t e = prepare_memory(x.graph, x.frees)) return record(e);
    set_defaults(x.graph);
    work_waits_for(x.executable);
    const cudaError_t e = record(x.graph.run());
    event_in_work(x.executable);
    return e;
}

// A graph that runs later, in a thread of the device. The program may change or destroy the instantiated graph before.
struct queued_graph {
    std::shared_ptr<CUgraph_st> graph;
    std::vector<cudaEvent_t> recorded;
    bool is_prepared, frees;

    queued_graph(graph_to_launch x, bool prepared)
        : graph(x.graph.clone())
        , is_prepared(prepared)
        , frees(x.frees)
    {
        graph->sort();
        for_each_event(*graph, cudaGraphNodeTypeEventRecord, [&](CUgraphNode_st& n, cudaEvent_t e) {
            if (!is_event(e)) return;
            n.work = record_later(e);
            recorded.push_back(e);
        });
    }
    void run() const
    {
        context& c = context::instance();
        if (c.sticky != cudaSuccess) return;
        if (!is_prepared && prepare_memory(*graph, frees) != cudaSuccess) {
            c.print_finding("cudaGraphLaunch: an earlier launch of the graph allocated memory that is not freed: a GPU "
                            "returns cudaErrorInvalidValue");
            return;
        }
        set_defaults(*graph);
        const cudaError_t e = graph->run();
        if (e != cudaSuccess && c.sticky == cudaSuccess)
            c.print_finding(
                std::string("cudaGraphLaunch: a node of the graph failed, and the later ones did not run: ") +
                cudaGetErrorName(e));
    }
};

} // namespace

cudaError_t launch_graph(graph_to_launch x, cudaStream_t handle, bool is_queued)
{
    bool known;
    CUstream_st* const stream = stream_of(handle, known);
    const std::vector<std::uint64_t> awaited = awaited_work(x);
    is_queued |= !awaited.empty();
    if (is_queued && reads_pageable(x.graph)) {
        for (const std::uint64_t number : awaited)
            wait_for_queued(number);
        wait_for_stream(stream);
        is_queued = false;
    }
    if (!is_queued) {
        if (!may_wait_for_host(x.graph)) return run_now(x);
        const graph_scope running;
        if (const cudaError_t e = prepare_memory(x.graph, x.frees)) return record(e);
    }
    const queued_graph work(x, !is_queued);
    for (const std::uint64_t number : awaited)
        queue_wait(stream, number);
    x.last_launch = queue_work(stream, [work] { work.run(); });
    for (const cudaEvent_t e : work.recorded)
        record_is_queued(e, x.last_launch);
    return cudaSuccess;
}

} // namespace cuda_emulator
