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

// A copy that names a symbol has no parameters. Its memory of the host is not known here.
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
std::vector<std::uint64_t> earlier_work(graph_to_launch x)
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
    if (const cudaError_t e = prepare_memory(x.graph, x.frees)) return record(e);
    set_defaults(x.graph);
    const graph_scope running;
    work_waits_for(x.executable);
    const cudaError_t e = record(x.graph.run());
    event_in_work(x.executable);
    return e;
}

// The program may change or destroy the instantiated graph before its turn.
struct queued_graph {
    std::shared_ptr<CUgraph_st> graph;
    std::vector<cudaEvent_t> recorded;
    bool frees;

    explicit queued_graph(graph_to_launch x)
        : graph(x.graph.clone())
        , frees(x.frees)
    {
        graph->sort();
        for_each_event(*graph, cudaGraphNodeTypeEventRecord, [&](CUgraphNode_st& n, cudaEvent_t e) {
            n.work = record_later(e);
            recorded.push_back(e);
        });
    }
    void run() const
    {
        if (context::instance().sticky != cudaSuccess) return;
        if (prepare_memory(*graph, frees) != cudaSuccess) {
            context::instance().print_finding("cudaGraphLaunch: an earlier launch of the graph allocated memory that "
                                              "is not freed: a GPU returns cudaErrorInvalidValue");
            return;
        }
        set_defaults(*graph);
        graph->run();
    }
};

} // namespace

cudaError_t launch_graph(graph_to_launch x, cudaStream_t handle, bool is_queued)
{
    bool known;
    CUstream_st* const stream = stream_of(handle, known);
    const std::vector<std::uint64_t> earlier = earlier_work(x);
    is_queued |= !earlier.empty();
    if (is_queued && reads_pageable(x.graph)) {
        for (const std::uint64_t number : earlier)
            wait_for_queued(number);
        wait_for_stream(stream);
        is_queued = false;
    }
    if (!is_queued && !may_wait_for_host(x.graph)) return run_now(x);
    const queued_graph work(x);
    if (is_queued) {
        for (const std::uint64_t number : earlier)
            queue_work(
                stream, [] {}, number);
        x.last_launch = queue_work(stream, [work] { work.run(); });
    } else {
        x.last_launch = run_beside_host(stream, [work] { work.run(); });
    }
    for (const cudaEvent_t e : work.recorded)
        record_is_queued(e, x.last_launch);
    return cudaSuccess;
}

} // namespace cuda_emulator
