// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events hold the host's clock, so their difference is not a GPU time. An event that was recorded in a capturing stream
// represents the nodes captured so far. Streams that wait for the event join the capture.
#include "runtime/capture.h"
#include "runtime/graph_node.h"
#include "runtime/leaks.h"
#include "runtime/stream_order.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <unistd.h>

using namespace cuda_emulator;

struct CUevent_st {
    unsigned flags = 0;
    bool recorded = false;
    std::chrono::steady_clock::time_point at;
    std::uint64_t record = 0; //!< number of its last record among all records; 0: none
    std::uint64_t done = 0;   //!< number of the last record by queued work that has happened
    //! Number of the queued work that records the event. 0: it was not queued, or has recorded the event.
    std::atomic<std::uint64_t> queued{0};
    std::shared_ptr<stream_capture> capture; //!< the capture that recorded the event, or null
    std::vector<dependency> after;
};

namespace {
std::mutex events_mutex;
std::map<CUevent_st*, std::shared_ptr<CUevent_st>> events;

bool known(cudaEvent_t e)
{
    std::lock_guard lock(events_mutex);
    return e && events.count(e);
}
cudaError_t create(cudaEvent_t* out, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out || flags > 7) return record(cudaErrorInvalidValue);
    if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)) return record(cudaErrorInvalidValue);
    context::instance().activate();
    const auto made = std::make_shared<CUevent_st>();
    CUevent_st* const e = made.get();
    e->flags = flags;
    std::lock_guard lock(events_mutex);
    events[e] = made;
    note_made(resource::event, handle_of(e));
    *out = e;
    return cudaSuccess;
}
// The program may have destroyed the event, or recorded it again.
void happens_now(cudaEvent_t e, std::uint64_t record)
{
    std::lock_guard lock(events_mutex);
    if (!events.count(e) || e->record != record) return;
    e->at = std::chrono::steady_clock::now();
    e->done = record;
    e->queued = 0;
}
// Adds a node that records the event or waits for it. Only a capturing stream can do so.
cudaError_t note_external(cudaGraphNodeType type, cudaEvent_t e, cudaStream_t handle)
{
    cudaError_t error = cudaErrorIllegalState;
    bool found;
    const CUstream_st* s = stream_of(handle, found);
    if (!found) return record(cudaErrorInvalidResourceHandle);
    if (!s || !s->capture || submit_or_queue(handle, error) != submission::note) return record(error);
    node_content content;
    content_of_event(type, e, content);
    note(handle, type, std::move(content.work))->parameters = e;
    return cudaSuccess;
}
// Gives the record a number, for happens_now().
std::uint64_t begin_record(cudaEvent_t e)
{
    static std::uint64_t records = 0;
    std::lock_guard lock(events_mutex);
    e->capture.reset();
    e->recorded = true;
    e->at = std::chrono::steady_clock::now();
    return e->record = ++records;
}
cudaError_t record_in(cudaEvent_t e, cudaStream_t handle, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!known(e)) return record(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventRecordExternal) return record(cudaErrorInvalidValue);
    if (flags == cudaEventRecordExternal) return note_external(cudaGraphNodeTypeEventRecord, e, handle);
    cudaError_t error = cudaSuccess;
    const submission what = submit_or_queue(handle, error);
    if (what == submission::refuse) return record(error);
    if (what == submission::note) {
        bool found;
        const CUstream_st* s = stream_of(handle, found);
        e->capture = s->capture;
        e->after = s->last;
        return cudaSuccess;
    }
    bool found;
    if (runs_graph()) {
        event_in_work(e);
    } else {
        event_in_stream(e, stream_of(handle, found));
    }
    const std::uint64_t number = begin_record(e);
    e->queued = what == submission::queue ? queue_work(stream_of(handle, found), [=] { happens_now(e, number); }) : 0;
    return cudaSuccess;
}
// What the bytes of an event's handle mean.
struct exported_event {
    static constexpr std::uint64_t right_mark = 0x76655f6370697564;
    std::uint64_t mark = right_mark;
    std::int64_t process = getpid();
};
static_assert(sizeof(exported_event) <= sizeof(cudaIpcEventHandle_t));
// A query of a captured event invalidates the capture. After the capture, the event represents no work.
cudaError_t not_captured(cudaEvent_t e)
{
    if (!e->capture) return cudaSuccess;
    if (e->capture->ended) return cudaErrorInvalidValue;
    e->capture->spoiled = true;
    return cudaErrorCapturedEvent;
}
// Waits for an event, or queries it. An H200 does not keep cudaErrorNotReady as the last error.
cudaError_t end_of(cudaEvent_t e, bool waits)
{
    CUDA_EMULATOR_ENTER();
    if (!known(e)) return record(cudaErrorInvalidResourceHandle);
    if (!waits && !has_ended(e->queued)) return cudaErrorNotReady;
    wait_for_queued(e->queued);
    host_waits_for_event(e);
    const cudaError_t captured = not_captured(e);
    return captured != cudaSuccess ? record(captured) : checked(cudaSuccess);
}
} // namespace

void cuda_emulator::forget_events()
{
    std::lock_guard lock(events_mutex);
    for (const auto& [e, owner] : events)
        forget_event(e);
    events.clear();
}
bool cuda_emulator::is_event(cudaEvent_t e) { return known(e); }
bool cuda_emulator::takes_times(cudaEvent_t e) { return known(e) && !(e->flags & cudaEventDisableTiming); }
std::shared_ptr<const void> cuda_emulator::keep_event(cudaEvent_t e)
{
    std::lock_guard lock(events_mutex);
    const auto at = events.find(e);
    return at == events.end() ? nullptr : at->second;
}
cudaError_t cuda_emulator::record_of_launch(cudaEvent_t e, cudaStream_t s, cudaGraphEdgeData port)
{
    if (const cudaError_t error = record_in(e, s, cudaEventRecordDefault)) return error;
    if (e->capture)
        for (dependency& d : e->after)
            d.data = port;
    return cudaSuccess;
}
std::uint64_t cuda_emulator::queued_record(cudaEvent_t e) { return known(e) ? e->queued.load() : 0; }
std::function<cudaError_t()> cuda_emulator::record_later(cudaEvent_t e)
{
    if (!known(e)) return [] { return cudaErrorInvalidResourceHandle; };
    return [e, number = begin_record(e)] {
        happens_now(e, number);
        return cudaSuccess;
    };
}
void cuda_emulator::record_is_queued(cudaEvent_t e, std::uint64_t number)
{
    std::lock_guard lock(events_mutex);
    if (events.count(e) && e->done != e->record) e->queued = number; // the graph may have recorded the event already
}

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* e) { return create(e, cudaEventDefault); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned flags) { return create(e, flags); }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) { return record_in(e, s, cudaEventRecordDefault); }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned flags) { return record_in(e, s, flags); }
cudaError_t cudaEventQuery(cudaEvent_t e) { return end_of(e, false); }
cudaError_t cudaEventSynchronize(cudaEvent_t e) { return end_of(e, true); }
cudaError_t cudaEventDestroy(cudaEvent_t e)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(events_mutex);
    const auto at = events.find(e);
    if (!e || at == events.end()) return record(cudaErrorInvalidResourceHandle);
    note_freed(resource::event, handle_of(e));
    forget_event(e);
    events.erase(at);
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    CUDA_EMULATOR_ENTER();
    if (!milliseconds) return record(cudaErrorInvalidValue);
    if (!known(start) || !known(end)) return record(cudaErrorInvalidResourceHandle);
    for (cudaEvent_t e : {start, end})
        if (const cudaError_t captured = not_captured(e)) return record(captured);
    if (!start->recorded || !end->recorded || ((start->flags | end->flags) & cudaEventDisableTiming))
        return record(cudaErrorInvalidResourceHandle);
    if (!has_ended(start->queued) || !has_ended(end->queued)) return cudaErrorNotReady;
    *milliseconds = std::chrono::duration<float, std::milli>(end->at - start->at).count();
    return cudaSuccess;
}
// Kernels mostly end at their launch. So what another process recorded counts as ended, and its event has no state
// here. That is wrong while a kernel of that process waits (device_queue.h).
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t e)
{
    CUDA_EMULATOR_ENTER();
    if (!handle) return record(cudaErrorInvalidValue);
    if (!known(e) || !(e->flags & cudaEventInterprocess)) return record(cudaErrorInvalidResourceHandle);
    const exported_event exported;
    std::memset(handle, 0, sizeof *handle);
    std::memcpy(handle, &exported, sizeof exported);
    return cudaSuccess;
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* e, cudaIpcEventHandle_t handle)
{
    CUDA_EMULATOR_ENTER();
    exported_event exported;
    std::memcpy(static_cast<void*>(&exported), &handle, sizeof exported);
    if (!e || exported.mark != exported_event::right_mark) return record(cudaErrorInvalidValue);
    if (exported.process == getpid()) return record(cudaErrorDeviceUninitialized);
    return create(e, cudaEventInterprocess | cudaEventDisableTiming);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t e, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    bool found = true;
    CUstream_st* s = stream_of(handle, found);
    if (!found || !known(e)) return record(cudaErrorInvalidResourceHandle);
    if (flags > cudaEventWaitExternal) return record(cudaErrorInvalidValue);
    if (flags == cudaEventWaitExternal) return note_external(cudaGraphNodeTypeWaitEvent, e, handle);
    if (e->capture && e->capture->ended) return record(cudaErrorInvalidValue);
    if (s && s->capture && s->capture->spoiled) return record(cudaErrorStreamCaptureInvalidated);
    if (!e->capture) {
        if (!s || !s->capture) stream_waits_for(s, e);
        if ((!s || !s->capture) && !has_ended(e->queued)) queue_wait(s, e->queued);
        if (!s || !s->capture || !e->recorded) return cudaSuccess;
        // A graph cannot wait for work outside of the graph.
        s->capture->spoiled = true;
        return record(cudaErrorStreamCaptureIsolation);
    }
    if (!s || (s->capture && s->capture != e->capture)) {
        e->capture->spoiled = true;
        if (s) s->capture->spoiled = true;
        return record(s ? cudaErrorStreamCaptureMerge : cudaErrorStreamCaptureImplicit);
    }
    if (e->capture->spoiled) return record(cudaErrorStreamCaptureInvalidated);
    s->capture = e->capture;
    join(s->last, e->after);
    return cudaSuccess;
}

} // extern "C"
