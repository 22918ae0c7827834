// Events hold the host's clock: a difference of two says nothing of a GPU's time.
#include "runtime/context.h"

#include <chrono>
#include <set>

using namespace cuda_emulator;

struct CUevent_st {
    unsigned flags = 0;
    bool recorded = false;
    std::chrono::steady_clock::time_point at;
};

namespace {
std::mutex events_mutex;
std::set<CUevent_st*> events;

bool known(cudaEvent_t e)
{
    std::lock_guard lock(events_mutex);
    return e && events.count(e);
}
cudaError_t create(cudaEvent_t* out, unsigned flags)
{
    CUDA_EMULATOR_ENTER();
    if (!out || flags > 7) return record(cudaErrorInvalidValue);
    auto* e = new CUevent_st;
    e->flags = flags;
    std::lock_guard lock(events_mutex);
    events.insert(e);
    *out = e;
    return cudaSuccess;
}
cudaError_t now(cudaEvent_t e)
{
    CUDA_EMULATOR_ENTER();
    if (!known(e)) return record(cudaErrorInvalidResourceHandle);
    e->recorded = true;
    e->at = std::chrono::steady_clock::now();
    return cudaSuccess;
}
} // namespace

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* e) { return create(e, cudaEventDefault); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned flags) { return create(e, flags); }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t) { return now(e); }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t, unsigned) { return now(e); }
cudaError_t cudaEventQuery(cudaEvent_t e)
{
    CUDA_EMULATOR_ENTER();
    return record(known(e) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventSynchronize(cudaEvent_t e) { return cudaEventQuery(e); }
cudaError_t cudaEventDestroy(cudaEvent_t e)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(events_mutex);
    if (!e || !events.erase(e)) return record(cudaErrorInvalidResourceHandle);
    delete e;
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    CUDA_EMULATOR_ENTER();
    if (!milliseconds) return record(cudaErrorInvalidValue);
    if (!known(start) || !known(end) || !start->recorded || !end->recorded ||
        ((start->flags | end->flags) & cudaEventDisableTiming))
        return record(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(end->at - start->at).count();
    return cudaSuccess;
}

} // extern "C"
