// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/graph_launch.h"

#include "runtime/capture.h"
#include "runtime/graph_memory.h"
#include "runtime/kernel_launch.h"
#include "runtime/stream_order.h"
#include "runtime/transfer.h"
#include "runtime/unread_errors.h"

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
    for_each_node(g, [&](CUgraphNode_st& n) {
        waits |= n.type == cudaGraphNodeTypeHost || (n.launch && may_wait_for_host(*n.launch->function));
    });
    return waits && !must_end_in_call();
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
    // Returns the error of a node. The next call returns a fault instead.
    cudaError_t run() const
    {
        context& c = context::instance();
        if (c.sticky != cudaSuccess) return cudaSuccess;
        if (!is_prepared && prepare_memory(*graph, frees) != cudaSuccess) {
            c.print_finding("cudaGraphLaunch: an earlier launch of the graph allocated memory that is not freed: a GPU "
                            "returns cudaErrorInvalidValue");
            return cudaSuccess;
        }
        set_defaults(*graph);
        const cudaError_t e = graph->run();
        return c.sticky == cudaSuccess ? e : cudaSuccess;
    }
};

// The error of a node is the launch's if it comes before the call returns, and else a finding.
class launch_error {
public:
    void set(cudaError_t e)
    {
        std::lock_guard lock(mutex_);
        error_ = e;
        if (has_returned_) tell();
    }
    cudaError_t at_return()
    {
        std::lock_guard lock(mutex_);
        has_returned_ = true;
        return error_;
    }

private:
    void tell() const
    {
        if (error_ != cudaSuccess)
            context::instance().print_finding(
                std::string("cudaGraphLaunch: a node of the graph failed, and the later ones did not run: ") +
                name_of_error(error_));
    }
    std::mutex mutex_;
    cudaError_t error_ = cudaSuccess;
    bool has_returned_ = false;
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
    const auto error = std::make_shared<launch_error>();
    const auto run = [work, error] { error->set(work.run()); };
    if (is_queued) error->at_return();
    x.last_launch = is_queued ? queue_work(stream, run) : run_beside_host(stream, run);
    for (const cudaEvent_t e : work.recorded)
        record_is_queued(e, x.last_launch);
    return record(error->at_return());
}

} // namespace cuda_emulator
