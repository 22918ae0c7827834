// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/capture.h"

#include "runtime/per_thread.h"
#include "runtime/stream_order.h"

#include <algorithm>
#include <set>

using namespace cuda_emulator;

namespace cuda_emulator {

namespace {

// Number of open captures. Without one, submit() skips all further tests.
std::atomic<int> captures{0};
std::atomic<unsigned long long> next_id{1};
thread_local int running_graphs = 0;
thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

void spoil_where(const std::function<bool(const CUstream_st&)>& condition)
{
    for_each_stream([&](CUstream_st& s) {
        if (s.capture && condition(s)) s.capture->spoiled = true;
    });
}

bool blocks(const CUstream_st& s) { return !(s.flags & cudaStreamNonBlocking); }

void end(const std::shared_ptr<stream_capture>& c)
{
    for_each_stream([&](CUstream_st& s) {
        if (s.capture != c) return;
        s.capture.reset();
        s.last.clear();
    });
    c->ended = true;
    --captures;
}

void collect_ancestors(CUgraphNode_st* n, std::set<CUgraphNode_st*>& all)
{
    if (all.insert(n).second)
        for (const dependency& before : n->after)
            collect_ancestors(before.node, all);
}

// Tests whether the origin stream has waited for all work that other streams captured.
bool is_joined(const CUstream_st& origin)
{
    std::set<CUgraphNode_st*> seen;
    for (const dependency& d : origin.last)
        collect_ancestors(d.node, seen);
    bool joined = true;
    const auto look_for = [&](const std::vector<dependency>& last) {
        for (const dependency& d : last)
            joined &= seen.count(d.node) != 0;
    };
    look_for(origin.capture->left);
    for_each_stream([&](CUstream_st& s) {
        if (s.capture == origin.capture) look_for(s.last);
    });
    return joined;
}

// What submit() decides if no work goes on beside the host.
submission submit_to_idle_device(cudaStream_t handle, cudaError_t& error)
{
    if (running_graphs) return submission::run;
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    if (!known) {
        error = cudaErrorInvalidResourceHandle;
        return submission::refuse;
    }
    if (captures == 0) {
        begin_work(s);
        return submission::run;
    }
    if (s && s->capture) {
        const bool is_waited_for = is_in_per_thread_scope(); // a call without a stream returns when its work has ended
        if (!s->capture->spoiled && !is_waited_for) return submission::note;
        error = s->capture->spoiled ? cudaErrorStreamCaptureInvalidated : cudaErrorStreamCaptureUnsupported;
        s->capture->spoiled = true;
        return submission::refuse;
    }
    if (s) {
        begin_work(s);
        return submission::run;
    }
    // The legacy stream waits for every blocking stream. Captured work does not run, so a wait for it is an error.
    bool waits = false;
    for_each_stream([&](CUstream_st& other) { waits |= other.capture && blocks(other); });
    if (!waits) {
        begin_work(s);
        return submission::run;
    }
    spoil_where(blocks);
    error = cudaErrorStreamCaptureImplicit;
    return submission::refuse;
}
} // namespace

submission submit_or_queue(cudaStream_t handle, cudaError_t& error)
{
    const submission what = submit_to_idle_device(handle, error);
    bool known = true;
    if (what != submission::run || running_graphs) return what;
    CUstream_st* const s = stream_of(handle, known);
    return known && must_queue(s) ? submission::queue : what;
}

submission submit(cudaStream_t handle, cudaError_t& error)
{
    const submission what = submit_or_queue(handle, error);
    if (what != submission::queue) return what;
    bool known = true;
    wait_for_stream(stream_of(handle, known));
    return submission::run;
}

void queue_in(cudaStream_t handle, std::function<cudaError_t()> work)
{
    bool known = true;
    queue_work(stream_of(handle, known), [work = std::move(work)] { work(); });
}

CUgraphNode_st* note(cudaStream_t handle, cudaGraphNodeType type, std::function<cudaError_t()> work)
{
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    node_content content;
    content.type = type;
    content.work = std::move(work);
    // As on an H200, a captured programmatic edge may end at any node. A program can only add one between kernels.
    CUgraphNode_st* n = s->capture->graph->add(std::move(content), s->last);
    s->last = {{n, {}}};
    return n;
}

void spoil_capture(cudaStream_t handle)
{
    bool known = true;
    const CUstream_st* const s = stream_of(handle, known);
    if (s && s->capture) s->capture->spoiled = true;
}

cudaError_t nothing_in_stream(cudaStream_t handle)
{
    CUDA_EMULATOR_ENTER();
    cudaError_t error = cudaSuccess;
    return submit_or_queue(handle, error) == submission::refuse ? record(error) : cudaSuccess;
}

// Begins a capture into the graph, or into a new graph if `graph` is null.
static cudaError_t begin(cudaStream_t handle, CUgraph_st* graph, std::vector<dependency> after,
                         cudaStreamCaptureMode mode)
{
    CUDA_EMULATOR_ENTER();
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    if (!known) return record(cudaErrorInvalidResourceHandle);
    if (!s) return record(cudaErrorStreamCaptureUnsupported);
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return record(cudaErrorInvalidValue);
    if (s->capture) return record(cudaErrorIllegalState);
    auto c = std::make_shared<stream_capture>();
    c->origin = s;
    c->mode = mode;
    c->thread = std::this_thread::get_id();
    c->id = next_id++;
    if (!graph) c->own = std::make_unique<CUgraph_st>();
    c->graph = graph ? graph : c->own.get();
    s->capture = std::move(c);
    s->last = std::move(after);
    ++captures;
    return cudaSuccess;
}

bool runs_graph() { return running_graphs > 0; }
graph_scope::graph_scope() { ++running_graphs; }
graph_scope::~graph_scope() { --running_graphs; }

void leave_capture(CUstream_st& s)
{
    const auto c = s.capture;
    if (!c) return;
    if (c->origin == &s) return end(c); // without its origin, the capture cannot end
    c->left.insert(c->left.end(), s.last.begin(), s.last.end());
}

cudaError_t refuse_unsafe_call()
{
    if (captures == 0 || running_graphs || thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
    const auto forbids = [](const CUstream_st& s) {
        const bool here = s.capture->thread == std::this_thread::get_id();
        return s.capture->mode == cudaStreamCaptureModeGlobal ? here || thread_mode == cudaStreamCaptureModeGlobal
                                                              : s.capture->mode != cudaStreamCaptureModeRelaxed && here;
    };
    bool refused = false;
    for_each_stream([&](CUstream_st& s) { refused |= s.capture && forbids(s); });
    spoil_where(forbids);
    return refused ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

cudaError_t refuse_during_captures()
{
    if (captures == 0) return cudaSuccess;
    spoil_where([](const CUstream_st&) { return true; });
    return cudaErrorStreamCaptureUnsupported;
}

cudaError_t refuse_of_capturing(cudaStream_t handle)
{
    if (captures == 0) return cudaSuccess;
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    if (s && s->capture) {
        s->capture->spoiled = true;
        return cudaErrorStreamCaptureUnsupported;
    }
    cudaError_t error = cudaSuccess;
    return s || submit_to_idle_device(handle, error) != submission::refuse ? cudaSuccess : error;
}

} // namespace cuda_emulator

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode)
{
    return begin(handle, nullptr, {}, mode);
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph, const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData* data, std::size_t count, cudaStreamCaptureMode mode)
{
    std::vector<dependency> all;
    if (!graph || graph->is_destroyed || dependencies_of(*graph, after, data, count, cudaGraphNodeTypeKernel, all))
        return checked(cudaErrorInvalidValue);
    return begin(handle, graph, std::move(all), mode);
}
cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* out)
{
    CUDA_EMULATOR_ENTER();
    if (out) *out = nullptr;
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    if (!known) return record(cudaErrorInvalidResourceHandle);
    if (!s || !s->capture) return record(cudaErrorIllegalState);
    const auto c = s->capture;
    if (!out && c->own) return record(cudaErrorInvalidValue); // the program already owns the graph
    if (c->origin != s) {
        c->spoiled = true;
        return record(cudaErrorStreamCaptureUnmatched);
    }
    if (c->mode != cudaStreamCaptureModeRelaxed && c->thread != std::this_thread::get_id())
        return record(cudaErrorStreamCaptureWrongThread);
    const bool joined = is_joined(*s);
    end(c);
    if (c->spoiled) return record(cudaErrorStreamCaptureInvalidated);
    if (!joined) return record(cudaErrorStreamCaptureUnjoined);
    if (out) *out = c->graph;
    c->own.release();
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status)
{
    CUDA_EMULATOR_ENTER();
    bool known = true;
    const CUstream_st* s = stream_of(handle, known);
    if (!known) return record(cudaErrorInvalidResourceHandle);
    if (!status) return record(cudaErrorInvalidValue);
    *status = cudaStreamCaptureStatusNone;
    if (s && s->capture) {
        *status = s->capture->spoiled ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    } else if (!s && captures > 0) { // the query itself does not invalidate captures
        bool waits = false;
        for_each_stream([&](CUstream_st& other) { waits |= other.capture && blocks(other); });
        if (waits) return record(cudaErrorStreamCaptureImplicit);
    }
    return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     std::size_t* count)
{
    if (const cudaError_t e = cudaStreamIsCapturing(handle, status)) return e;
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    if (id) *id = s->capture->id;
    if (graph) *graph = s->capture->graph;
    s->given_nodes.clear();
    s->given_data.clear();
    bool is_lossy = false;
    for (const dependency& d : s->last) {
        s->given_nodes.push_back(d.node);
        s->given_data.push_back(d.data);
        is_lossy |= after && !edges && !is_plain(d.data);
    }
    if (is_lossy) return record(cudaErrorLossyQuery);
    if (after) *after = s->given_nodes.data();
    if (edges) *edges = s->given_data.data();
    if (count) *count = s->last.size();
    return cudaSuccess;
}
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* data, std::size_t count, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    bool known = true;
    CUstream_st* s = stream_of(handle, known);
    if (!known) return record(cudaErrorInvalidResourceHandle);
    if (!s || !s->capture) return record(cudaErrorIllegalState);
    if (s->capture->spoiled) return record(cudaErrorStreamCaptureInvalidated);
    if (flags > cudaStreamSetCaptureDependencies) return record(cudaErrorInvalidValue);
    if (count && !nodes) return record(cudaErrorInvalidValue);
    std::vector<dependency> all;
    for (std::size_t k = 0; k < count; ++k) { // one by one: the manual forbids no duplicates here
        std::vector<dependency> one;
        if (dependencies_of(*s->capture->graph, nodes + k, data ? data + k : nullptr, 1, cudaGraphNodeTypeKernel, one))
            return record(cudaErrorInvalidValue);
        join(all, one);
    }
    if (flags == cudaStreamSetCaptureDependencies) s->last.clear();
    join(s->last, all);
    return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode)
{
    CUDA_EMULATOR_ENTER();
    if (!mode || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
        return record(cudaErrorInvalidValue);
    std::swap(*mode, thread_mode);
    return cudaSuccess;
}

} // extern "C"
