// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture: work submitted to a capturing stream becomes nodes of a graph. What is refused meanwhile, how, and
// what spoils a capture, is as an H200 with driver 580 answered.
#pragma once

#include "runtime/graph.h"

#include <map>
#include <thread>

namespace cuda_emulator {

//! One capture, of one stream and those that joined it through events.
struct stream_capture {
    CUstream_st* origin = nullptr;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    unsigned long long id = 0;
    CUgraph_st* graph = nullptr;
    std::unique_ptr<CUgraph_st> own;   //!< the same, where the capture makes it
    std::vector<CUgraphNode_st*> left; //!< the last nodes of streams that were destroyed meanwhile
    bool spoiled = false;
    bool ended = false;
};

} // namespace cuda_emulator

struct CUstream_st {
    unsigned flags = 0;
    int priority = 0;
    unsigned long long id = 0;
    std::shared_ptr<cuda_emulator::stream_capture> capture; //!< null: not capturing
    std::vector<CUgraphNode_st*> last;                      //!< what the next node comes after
    std::map<int, cudaLaunchAttributeValue> attributes;     //!< what the program set, by cudaLaunchAttributeID
};

namespace cuda_emulator {

//! The stream behind a handle: null for the legacy stream; `known` is false when there is none.
CUstream_st* stream_of(cudaStream_t, bool& known);
//! Calls act(stream) for every stream that there is, under the lock of captures.
void for_each_stream(const std::function<void(CUstream_st&)>&);

enum class submission { run, note, refuse };
//! What becomes of work in this stream.
submission submit(cudaStream_t, cudaError_t& error);
//! Notes it in the capture of the stream.
CUgraphNode_st* note(cudaStream_t, cudaGraphNodeType, std::function<cudaError_t()> work);

//! Work in a stream: done at once, noted where the stream captures, or refused.
template <class Work>
cudaError_t in_stream(cudaStream_t s, cudaGraphNodeType type, Work work)
{
    cudaError_t error = cudaSuccess;
    switch (submit(s, error)) {
    case submission::run:
        return work();
    case submission::note:
        note(s, type, std::move(work));
        return cudaSuccess;
    default:
        return record(error);
    }
}

//! While one lives, the calling thread runs a graph: what its nodes do in the legacy stream belongs to no capture.
class graph_scope {
public:
    graph_scope();
    ~graph_scope();
    graph_scope(const graph_scope&) = delete;
    graph_scope& operator=(const graph_scope&) = delete;
};

bool runs_graph();

//! Of a stream that is destroyed. What it captured stays and must still be joined; its own capture ends.
void leave_capture(CUstream_st&);

//! What a call that may not be made during captures returns: cudaMalloc and its like. It spoils those that forbid it.
cudaError_t refuse_unsafe_call();
//! What waits for the device, or asks of all of it, is refused during any capture.
cudaError_t refuse_during_captures();
//! What waits for a stream, or asks whether it is done.
cudaError_t refuse_of_capturing(cudaStream_t);

} // namespace cuda_emulator

//! Such a call begins with this.
#define CUDA_EMULATOR_UNSAFE_IN_CAPTURE()                                                                              \
    do {                                                                                                               \
        const cudaError_t refused = ::cuda_emulator::refuse_unsafe_call();                                             \
        if (refused != cudaSuccess) return ::cuda_emulator::record(refused);                                           \
    } while (0)
