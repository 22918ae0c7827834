// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts: the device's primary context, contexts that a program creates, and the current context of each thread.
#include "driver/call.h"

#include "runtime/capture.h"
#include "runtime/unsupported.h"

#include <memory>
#include <unordered_map>

using namespace cuda_emulator;

namespace {

CUcontext the_primary() { return reinterpret_cast<CUcontext>(&context::instance()); }

// A context that the program created. Memory, modules and streams belong to the device, so no context owns them.
struct own_context {
    unsigned flags = 0;
    unsigned long long id = 0;
};
std::mutex contexts_mutex;
unsigned retained = 0; // by the program, and not released
std::unordered_map<CUcontext, std::unique_ptr<own_context>> contexts;

// The context stack of a thread. The runtime makes the primary context current in a thread that never chose a context.
// A program that created contexts gets only the contexts that it chose.
struct context_stack {
    std::vector<CUcontext> entries;
    bool chosen = false;

    CUcontext current() const
    {
        if (!entries.empty()) return entries.back();
        if (has_primary_context) return the_primary();
        const context& device = context::instance();
        // A primary context that a reset destroyed remains current.
        if (chosen || !(device.is_active || device.resets)) return nullptr;
        std::lock_guard lock(contexts_mutex);
        return contexts.empty() ? the_primary() : nullptr;
    }
    //! Returns null if the thread uses the runtime's choice.
    CUcontext current_own() const { return entries.empty() ? nullptr : entries.back(); }
    // Call this function before each change of the stack. The function stores the context that the runtime made current
    // as the first entry.
    void settle()
    {
        if (CUcontext c = current(); c && entries.empty()) entries.push_back(c);
        chosen = true;
        has_primary_context = false;
    }
};
thread_local context_stack stack;

const own_context* find_own(CUcontext c)
{
    std::lock_guard lock(contexts_mutex);
    const auto at = contexts.find(c);
    return at == contexts.end() ? nullptr : at->second.get();
}
// Returns success if calls with this context are valid. Null means the current context.
CUresult check(CUcontext c)
{
    const context& device = context::instance();
    if (!c) c = stack.current();
    if (c && c != the_primary()) return find_own(c) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
    if (c && device.is_active) return CUDA_SUCCESS;
    return device.resets && (c || !stack.chosen) ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult device_or_error(CUdevice d) { return d == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE; }
template <class T>
CUresult give(T* out, T value)
{
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    *out = value;
    return CUDA_SUCCESS;
}

} // namespace

namespace {
std::atomic<bool> initialised{false};
}
void cuda_emulator::set_initialised() { initialised = true; }
CUresult cuda_emulator::check_initialised()
{
    const context& device = context::instance();
    managed_watch::begin_call();
    if (device.forked) return CUDA_ERROR_NOT_INITIALIZED;
    if (in_host_function) return CUDA_ERROR_NOT_PERMITTED;
    // Each call of the runtime but the queries of versions and errors initialises the driver.
    const bool by_runtime = device.is_used.load(std::memory_order_relaxed);
    return initialised || by_runtime || device.is_active || device.resets ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}
CUresult cuda_emulator::check_current_context()
{
    if (const CUresult e = check_initialised()) return e;
    return check(nullptr);
}

extern "C" {

CUresult cuInit(unsigned flags)
{
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    if (const cudaError_t broken = context::instance().enter(); broken == cudaErrorInitializationError)
        return CUDA_ERROR_NOT_INITIALIZED; // a child process cannot use the driver that its parent initialised
    set_initialised();
    return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version)
{
    return call_without_context([&] { return cudaDriverGetVersion(version); });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* c, CUdevice d)
{
    if (const CUresult e = check_initialised()) return e;
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (!c) return CUDA_ERROR_INVALID_VALUE;
    std::lock_guard lock(contexts_mutex);
    ++retained;
    context::instance().is_active = true;
    return give(c, the_primary());
}
// The last release resets the context. The runtime API holds one reference if it uses the context.
CUresult cuDevicePrimaryCtxRelease(CUdevice d)
{
    if (const CUresult e = check_initialised()) return e;
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    context& device = context::instance();
    {
        std::lock_guard lock(contexts_mutex);
        if (!retained && !device.is_retained_by_runtime) return CUDA_ERROR_INVALID_CONTEXT;
        if (retained) {
            --retained;
        } else {
            device.is_retained_by_runtime = false;
        }
        if (retained || device.is_retained_by_runtime || !device.is_active) return CUDA_SUCCESS;
        if (!contexts.empty()) { // their memory belongs to the device, and stays
            device.is_active = false;
            ++device.resets;
            return CUDA_SUCCESS;
        }
    }
    return call_initialised([] { return cudaDeviceReset(); });
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice d, unsigned flags)
{
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    return call_initialised([&] { return cudaSetDeviceFlags(flags); });
}
CUresult cuDevicePrimaryCtxGetState(CUdevice d, unsigned* flags, int* active)
{
    if (!flags || !active) return CUDA_ERROR_INVALID_VALUE;
    *flags = context::instance().device_flags;
    *active = context::instance().is_active;
    return device_or_error(d);
}
CUresult cuDevicePrimaryCtxReset(CUdevice d)
{
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    return call_initialised([] { return cudaDeviceReset(); });
}

CUresult cuCtxCreate(CUcontext* c, CUctxCreateParams* params, unsigned flags, CUdevice d)
{
    if (!c || (flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)) || (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    if (params && (params->numExecAffinityParams || params->cigParams))
        return static_cast<CUresult>(cuda_emulator_unsupported_driver("cuCtxCreate with parameters"));
    if (const CUresult e = check_initialised()) return e;
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    static std::atomic<unsigned long long> next_id{1ull << 32};
    stack.settle();
    context::instance().is_active = true;
    auto own = std::make_unique<own_context>();
    own->flags = flags;
    own->id = next_id++;
    *c = reinterpret_cast<CUcontext>(own.get());
    {
        std::lock_guard lock(contexts_mutex);
        contexts[*c] = std::move(own);
    }
    stack.entries.push_back(*c);
    return CUDA_SUCCESS;
}
CUresult cuCtxDestroy(CUcontext c)
{
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    if (c == the_primary()) return check(c);
    if (!stack.entries.empty() && stack.entries.back() == c) stack.entries.pop_back();
    std::lock_guard lock(contexts_mutex);
    return contexts.erase(c) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxGetCurrent(CUcontext* c) { return give(c, stack.current()); }
CUresult cuCtxSetCurrent(CUcontext c)
{
    if (c)
        if (const CUresult e = check(c)) return e;
    stack.settle();
    if (!stack.entries.empty()) stack.entries.pop_back();
    if (c) stack.entries.push_back(c);
    return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext c)
{
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    if (const CUresult e = check(c)) return e;
    stack.settle();
    stack.entries.push_back(c);
    return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* c)
{
    if (!stack.current()) return CUDA_ERROR_INVALID_CONTEXT;
    const CUresult e = check(nullptr);
    if (c) *c = stack.current();
    stack.settle();
    stack.entries.pop_back();
    return e;
}
// Contexts have no reference count here, so attaching returns the current context.
CUresult cuCtxAttach(CUcontext* c, unsigned flags)
{
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = check(nullptr)) return e;
    return give(c, stack.current());
}
CUresult cuCtxDetach(CUcontext c) { return c && c == stack.current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
CUresult cuCtxGetDevice(CUdevice* d)
{
    const CUresult e = check(nullptr);
    return e == CUDA_SUCCESS ? give(d, 0) : e;
}
CUresult cuCtxGetDevice_v2(CUdevice* d, CUcontext c)
{
    const CUresult e = check(c);
    return e == CUDA_SUCCESS ? give(d, 0) : e;
}
CUresult cuCtxGetId(CUcontext c, unsigned long long* id)
{
    if (const CUresult e = check(c)) return e;
    const own_context* own = find_own(c ? c : stack.current());
    // A reset creates a new primary context at the same address, so its identifier has to change.
    return give(id, own ? own->id : context::instance().resets + 1);
}
CUresult cuCtxGetFlags(unsigned* flags)
{
    const own_context* own = find_own(stack.current());
    return give(flags, own ? own->flags : context::instance().device_flags);
}
CUresult cuCtxSetFlags(unsigned flags)
{
    if ((flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)) || (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = check(nullptr)) return e;
    std::lock_guard lock(contexts_mutex);
    const auto own = contexts.find(stack.current_own());
    (own == contexts.end() ? context::instance().device_flags : own->second->flags) = flags;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetApiVersion(CUcontext c, unsigned* version)
{
    const CUresult e = check(c);
    return e == CUDA_SUCCESS ? give(version, 3020u) : e;
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* out)
{
    return call_runtime([&] { return cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(out)); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache c)
{
    return call_runtime([&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(c)); });
}
CUresult cuCtxGetSharedMemConfig(CUsharedconfig* out) { return give(out, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE); }
CUresult cuCtxSetSharedMemConfig(CUsharedconfig) { return CUDA_SUCCESS; } // banks always have four bytes
CUresult cuCtxResetPersistingL2Cache() { return CUDA_SUCCESS; }           // the emulated device has no L2 cache
CUresult cuCtxSynchronize_v2(CUcontext c)
{
    if (const CUresult e = check(c)) return e;
    return cuCtxSynchronize();
}
CUresult cuCtxSynchronize()
{
    return call_runtime([] { return cudaDeviceSynchronize(); });
}
CUresult cuCtxGetLimit(std::size_t* value, CUlimit limit)
{
    return call_runtime([&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}
CUresult cuCtxSetLimit(CUlimit limit, std::size_t value)
{
    return call_runtime([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest)
{
    return call_runtime([&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}
// Each call completes its work before it returns. All work of the context is therefore done when the event is recorded.
CUresult cuCtxRecordEvent(CUcontext c, CUevent event)
{
    if (const CUresult e = check(c)) return e;
    if (refuse_during_captures() != cudaSuccess) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return call_runtime([&] { return cudaEventRecord(event, nullptr); });
}
CUresult cuCtxWaitEvent(CUcontext c, CUevent event)
{
    if (const CUresult e = check(c)) return e;
    if (refuse_during_captures() != cudaSuccess) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return call_runtime([&] { return cudaStreamWaitEvent(nullptr, event, 0); });
}

} // extern "C"
