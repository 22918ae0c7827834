// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture: work that is submitted to a capturing stream becomes nodes of a graph. The refusals, their errors,
// and the invalidation of captures follow an H200 with driver 580.
#pragma once

#include "runtime/device_queue.h"
#include "runtime/graph.h"

#include <map>
#include <thread>

namespace cuda_emulator {

//! A capture of one stream, and of the streams that joined it through events.
struct stream_capture {
    CUstream_st* origin = nullptr;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    unsigned long long id = 0;
    CUgraph_st* graph = nullptr;
    std::unique_ptr<CUgraph_st> own;             //!< owns `graph` if the capture created it
    std::vector<cuda_emulator::dependency> left; //!< the last nodes of streams that were destroyed during the capture
    bool spoiled = false;
    bool ended = false;
};

} // namespace cuda_emulator

struct CUstream_st {
    unsigned flags = 0;
    int priority = 0;
    unsigned long long id = 0;
    std::shared_ptr<cuda_emulator::stream_capture> capture; //!< null if the stream is not capturing
    std::vector<cuda_emulator::dependency> last;            //!< dependencies of the next node
    //! What cudaStreamGetCaptureInfo gave the program: `last`, in two arrays.
    std::vector<CUgraphNode_st*> given_nodes;
    std::vector<cudaGraphEdgeData> given_data;
    std::map<int, cudaLaunchAttributeValue> attributes; //!< attributes that the program set, by cudaLaunchAttributeID
};

namespace cuda_emulator {

//! Returns the stream of a handle, or null for the legacy stream. Sets `known` to false for an invalid handle.
CUstream_st* stream_of(cudaStream_t, bool& known);
//! Calls act(stream) for every stream, while holding the lock of captures.
void for_each_stream(const std::function<void(CUstream_st&)>&);

//! A reset destroys all streams but those of threads, and all events. As with any destroyed one, their use is an error
//! here; the driver of an H200 crashes.
void forget_streams();
void forget_events();

enum class submission { run, note, refuse, queue };
//! Decides whether work in this stream runs, is captured, or is refused. Waits for earlier work that goes on beside the
//! host. Work in a destroyed stream is refused: the driver of an H200 crashes.
submission submit(cudaStream_t, cudaError_t& error);
//! Does not wait: work that must wait for earlier work belongs into the queue (device_queue.h).
submission submit_or_queue(cudaStream_t, cudaError_t& error);
//! Appends the work to the queue.
void queue_in(cudaStream_t, std::function<cudaError_t()> work);

//! Tests whether the program has the event, and has not destroyed it. keep_event() keeps its address from later events.
bool is_event(cudaEvent_t);
bool takes_times(cudaEvent_t);
std::shared_ptr<const void> keep_event(cudaEvent_t);
//! Records the event of a launch that is the stream's latest work. It stands for a port of the captured node.
cudaError_t record_of_launch(cudaEvent_t, cudaStream_t, cudaGraphEdgeData);
//! Number of the queued work that records the event, or 0 (event.cpp).
std::uint64_t queued_record(cudaEvent_t);
//! Begins a record by queued work, and returns that work. record_is_queued() says which number it has.
std::function<cudaError_t()> record_later(cudaEvent_t);
void record_is_queued(cudaEvent_t, std::uint64_t number);
//! Adds the work to the stream's capture.
CUgraphNode_st* note(cudaStream_t, cudaGraphNodeType, std::function<cudaError_t()> work);
//! Makes the stream's capture invalid: it ends with an error.
void spoil_capture(cudaStream_t);
//! Work that does nothing is no node, as on an H200.
cudaError_t nothing_in_stream(cudaStream_t);

//! Runs work in a stream at once, captures it with its parameters, queues it, or refuses it. `check` returns the error
//! for which the call does not queue the work, and `check_node` that for which it does not capture the work. As on an
//! H200, the capture goes on then. A copy is waited for, not queued, because it may read memory of the host that the
//! program will change.
template <class Work, class Check, class CheckNode>
cudaError_t in_stream(cudaStream_t s, cudaGraphNodeType type, Work work, Check check, CheckNode check_node,
                      node_parameters parameters)
{
    cudaError_t error = cudaSuccess;
    switch (type == cudaGraphNodeTypeMemcpy ? submit(s, error) : submit_or_queue(s, error)) {
    case submission::run:
        return work();
    case submission::note:
        if (const cudaError_t e = check_node()) return record(e);
        note(s, type, std::move(work))->parameters = std::move(parameters);
        return cudaSuccess;
    case submission::queue:
        if (const cudaError_t e = check()) return record(e);
        queue_in(s, std::move(work));
        return cudaSuccess;
    default:
        return record(error);
    }
}
template <class Work, class Check>
cudaError_t in_stream(cudaStream_t s, cudaGraphNodeType type, Work work, Check check, node_parameters parameters = {})
{
    return in_stream(s, type, std::move(work), check, check, std::move(parameters));
}
template <class Work>
cudaError_t in_stream(cudaStream_t s, cudaGraphNodeType type, Work work)
{
    return in_stream(s, type, std::move(work), [] { return cudaSuccess; });
}

//! While an object of this class exists, the calling thread runs a graph. Work of its nodes in the legacy stream
//! belongs to no capture.
class graph_scope {
public:
    graph_scope();
    ~graph_scope();
    graph_scope(const graph_scope&) = delete;
    graph_scope& operator=(const graph_scope&) = delete;
};

bool runs_graph();

//! Removes a destroyed stream from its capture. Its captured work remains and must still be joined. Its own capture
//! ends.
void leave_capture(CUstream_st&);

//! Returns the error of a call that captures forbid, such as cudaMalloc. Invalidates the captures that forbid it.
cudaError_t refuse_unsafe_call();
//! Refuses calls that wait for or query the whole device during any capture.
cudaError_t refuse_during_captures();
//! Refuses calls that wait for or query a capturing stream.
cudaError_t refuse_of_capturing(cudaStream_t);

} // namespace cuda_emulator

//! Calls that captures forbid begin with this macro.
#define CUDA_EMULATOR_UNSAFE_IN_CAPTURE()                                                                              \
    do {                                                                                                               \
        const cudaError_t refused = ::cuda_emulator::refuse_unsafe_call();                                             \
        if (refused != cudaSuccess) return ::cuda_emulator::record(refused);                                           \
    } while (0)
