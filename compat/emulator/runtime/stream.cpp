// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams. Each call completes its work before it returns, but for work that goes on beside the host (device_queue.h).
#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/graph_node.h"
#include "runtime/kernel_launch.h"
#include "runtime/leaks.h"
#include "runtime/per_thread.h"
#include "runtime/stream_order.h"

#include <set>

using namespace cuda_emulator;

namespace {

std::recursive_mutex streams_mutex;
std::set<CUstream_st*> streams;
std::atomic<unsigned long long> next_id{10};
thread_local bool has_own_default = false;

// Returns the calling thread's stream for cudaStreamPerThread.
CUstream_st& of_this_thread()
{
    struct registered {
        CUstream_st stream;
        registered()
        {
            std::lock_guard lock(streams_mutex);
            streams.insert(&stream);
        }
        ~registered()
        {
            std::lock_guard lock(streams_mutex);
            streams.erase(&stream);
            forget_stream(&stream);
        }
    };
    static thread_local registered own;
    return own.stream;
}

cudaError_t create(cudaStream_t* out, unsigned flags, int priority)
{
    CUDA_EMULATOR_ENTER();
    if (!out || flags > cudaStreamNonBlocking) return record(cudaErrorInvalidValue);
    context::instance().activate();
    auto* s = new CUstream_st;
    s->flags = flags;
    s->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    s->id = next_id++;
    std::lock_guard lock(streams_mutex);
    streams.insert(s);
    note_made(resource::stream, handle_of(s));
    *out = s;
    return cudaSuccess;
}
cudaError_t known(cudaStream_t s)
{
    CUDA_EMULATOR_ENTER();
    bool found = true;
    stream_of(s, found);
    return record(found ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
// Waits for a stream, or queries it. An H200 does not keep cudaErrorNotReady as the last error.
cudaError_t end_of(cudaStream_t handle, bool waits)
{
    if (const cudaError_t e = known(handle)) return e;
    if (const cudaError_t refused = refuse_of_capturing(handle)) return record(refused);
    bool found;
    CUstream_st* const s = stream_of(handle, found);
    if (!waits && must_queue(s)) return cudaErrorNotReady;
    if (waits) wait_for_stream(s);
    host_waits_for(s);
    return checked(cudaSuccess);
}

void run_host_function(CUstream_st* s, const std::function<void()>& call)
{
    if (must_end_in_call() || runs_graph()) return call();
    run_beside_host(s, call);
}

} // namespace

cuda_emulator::per_thread_scope::per_thread_scope()
    : before_(has_own_default)
{
    has_own_default = true;
}
cuda_emulator::per_thread_scope::~per_thread_scope() { has_own_default = before_; }
bool cuda_emulator::is_in_per_thread_scope() { return has_own_default; }

CUstream_st* cuda_emulator::stream_of(cudaStream_t s, bool& found)
{
    found = true;
    if (!s && has_own_default) s = cudaStreamPerThread;
    if (!s || s == cudaStreamLegacy) return nullptr;
    if (s == cudaStreamPerThread) return &of_this_thread();
    std::lock_guard lock(streams_mutex);
    found = streams.count(s) != 0;
    return found ? s : nullptr;
}
void cuda_emulator::forget_streams()
{
    std::lock_guard lock(streams_mutex);
    for (auto s = streams.begin(); s != streams.end();) {
        leave_capture(**s);
        forget_stream(*s);
        const bool is_of_thread = !(*s)->id;
        if (!is_of_thread) delete *s;
        s = is_of_thread ? std::next(s) : streams.erase(s);
    }
}
void cuda_emulator::for_each_stream(const std::function<void(CUstream_st&)>& act)
{
    std::lock_guard lock(streams_mutex);
    for (CUstream_st* s : streams)
        act(*s);
}

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
    if (!s || s == cudaStreamLegacy || s == cudaStreamPerThread || !streams.count(s))
        return record(cudaErrorInvalidResourceHandle);
    leave_capture(*s);
    streams.erase(s);
    forget_stream(s);
    note_freed(resource::stream, handle_of(s));
    if (!must_queue(s)) {
        delete s;
    } else {
        queue_work(s, [s] { delete s; }); // its work goes on
    }
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) { return end_of(s, true); }
cudaError_t cudaStreamQuery(cudaStream_t s) { return end_of(s, false); }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void* p, std::size_t bytes, unsigned flags)
{
    if (const cudaError_t e = known(s)) return e;
    allocation a;
    bool inside = false, found;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        return record(cudaErrorInvalidValue);
    if (flags == cudaMemAttachSingle && !stream_of(s, found)) return record(cudaErrorInvalidValue);
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    if (!device_memory::instance().find(at, a, inside) || !inside || !a.live || a.kind != allocation_kind::managed)
        return record(cudaErrorInvalidValue); // the device has no access to pageable memory
    return record(at == a.address && (!bytes || bytes == a.size) ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned* flags)
{
    if (const cudaError_t e = known(s)) return e;
    if (!flags) return record(cudaErrorInvalidValue);
    bool found;
    const CUstream_st* own = stream_of(s, found);
    *flags = own ? own->flags : 0;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t s, int* priority)
{
    if (const cudaError_t e = known(s)) return e;
    if (!priority) return record(cudaErrorInvalidValue);
    bool found;
    const CUstream_st* own = stream_of(s, found);
    *priority = own ? own->priority : 0;
    return cudaSuccess;
}
cudaError_t cudaStreamGetId(cudaStream_t s, unsigned long long* id)
{
    if (const cudaError_t e = known(s)) return e;
    if (!id) return record(cudaErrorInvalidValue);
    *id = !s || s == cudaStreamLegacy ? 1 : s == cudaStreamPerThread ? 2 : s->id;
    return cudaSuccess;
}
cudaError_t cudaStreamGetDevice(cudaStream_t s, int* device)
{
    if (const cudaError_t e = known(s)) return e;
    if (!device) return record(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t callback, void* data, unsigned flags)
{
    if (const cudaError_t e = known(s)) return e;
    if (!callback || flags) return record(cudaErrorInvalidValue);
    if (const cudaError_t e = refuse_of_capturing(s)) return record(e);
    bool found;
    CUstream_st* const stream = stream_of(s, found);
    const auto call = [=] { call_host_function([=] { callback(s, context::instance().sticky, data); }); };
    if (must_queue(stream)) {
        queue_work(stream, call);
    } else {
        run_host_function(stream, call);
    }
    return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t function, void* data)
{
    CUDA_EMULATOR_ENTER();
    if (!function) return record(cudaErrorInvalidValue);
    cudaHostNodeParams node = {function, data};
    cudaError_t error = cudaSuccess;
    bool found;
    switch (submit_or_queue(s, error)) {
    case submission::run:
        run_host_function(stream_of(s, found), function_of(node));
        return cudaSuccess;
    case submission::note:
        note(s, cudaGraphNodeTypeHost, function_of(node))->parameters = node;
        return cudaSuccess;
    case submission::queue:
        queue_in(s, function_of(node));
        return cudaSuccess;
    default:
        return record(error);
    }
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
    CUDA_EMULATOR_ENTER();
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
}

} // extern "C"
