// Streams: all work is done when its call returns, so every stream is in order and always idle.
#include "runtime/context.h"

#include <atomic>
#include <set>

using namespace cuda_emulator;

struct CUstream_st {
    unsigned flags = 0;
    int priority = 0;
    unsigned long long id = 0;
};

namespace {
std::mutex streams_mutex;
std::set<CUstream_st*> streams;
std::atomic<unsigned long long> next_id{10};

bool known(cudaStream_t s)
{
    if (!s || s == cudaStreamLegacy || s == cudaStreamPerThread) return true;
    std::lock_guard lock(streams_mutex);
    return streams.count(s) != 0;
}
cudaError_t create(cudaStream_t* out, unsigned flags, int priority)
{
    CUDA_EMULATOR_ENTER();
    if (!out || flags > cudaStreamNonBlocking) return record(cudaErrorInvalidValue);
    context::instance().is_active = true;
    auto* s = new CUstream_st;
    s->flags = flags;
    s->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    s->id = next_id++;
    std::lock_guard lock(streams_mutex);
    streams.insert(s);
    *out = s;
    return cudaSuccess;
}
cudaError_t idle(cudaStream_t s)
{
    CUDA_EMULATOR_ENTER();
    return record(known(s) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
} // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* s) { return create(s, cudaStreamDefault, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned flags) { return create(s, flags, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned flags, int priority)
{
    return create(s, flags, priority);
}
cudaError_t cudaStreamDestroy(cudaStream_t s)
{
    CUDA_EMULATOR_ENTER();
    std::lock_guard lock(streams_mutex);
    if (!s || !streams.erase(s)) return record(cudaErrorInvalidResourceHandle);
    delete s;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) { return idle(s); }
cudaError_t cudaStreamQuery(cudaStream_t s) { return idle(s); }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t, unsigned) { return idle(s); }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void*, std::size_t, unsigned) { return idle(s); }
cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned* flags)
{
    if (const cudaError_t e = idle(s)) return e;
    if (!flags) return record(cudaErrorInvalidValue);
    *flags = s && s != cudaStreamLegacy && s != cudaStreamPerThread ? s->flags : 0;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t s, int* priority)
{
    if (const cudaError_t e = idle(s)) return e;
    if (!priority) return record(cudaErrorInvalidValue);
    *priority = s && s != cudaStreamLegacy && s != cudaStreamPerThread ? s->priority : 0;
    return cudaSuccess;
}
cudaError_t cudaStreamGetId(cudaStream_t s, unsigned long long* id)
{
    if (const cudaError_t e = idle(s)) return e;
    if (!id) return record(cudaErrorInvalidValue);
    *id = !s || s == cudaStreamLegacy ? 1 : s == cudaStreamPerThread ? 2 : s->id;
    return cudaSuccess;
}
cudaError_t cudaStreamGetDevice(cudaStream_t s, int* device)
{
    if (const cudaError_t e = idle(s)) return e;
    if (!device) return record(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t callback, void* data, unsigned flags)
{
    if (const cudaError_t e = idle(s)) return e;
    if (!callback || flags) return record(cudaErrorInvalidValue);
    callback(s, cudaSuccess, data);
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t s, cudaStreamCaptureStatus* status)
{
    if (const cudaError_t e = idle(s)) return e;
    if (!status) return record(cudaErrorInvalidValue);
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
    CUDA_EMULATOR_ENTER();
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
}

} // extern "C"
