// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The emulated device: properties, attributes, limits and versions.
#include "memory/device_memory.h"
#include "runtime/array.h"
#include "runtime/capture.h"
#include "runtime/device_attributes.h"
#include "runtime/leaks.h"
#include "runtime/stream_order.h"

#include <algorithm>
#include <cstring>
#include <cuda.h>

using namespace cuda_emulator;

namespace {
thread_local cudaFuncCache cache_config = cudaFuncCachePreferNone;
thread_local cudaSharedMemConfig shared_config = cudaSharedMemBankSizeFourByte;

cudaError_t the_device(int device)
{
    CUDA_EMULATOR_ENTER_AFTER_FAULT();
    return record(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

bool are_device_flags(unsigned flags)
{
    constexpr unsigned known =
        cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
    const unsigned schedule = flags & cudaDeviceScheduleMask;
    return !(flags & ~known) && (schedule & (schedule - 1)) == 0;
}

// The limit of a limit is an H200's (driver 580), where it is no size of the device.
cudaError_t set_limit(context& c, cudaLimit limit, std::size_t value)
{
    constexpr std::size_t least_printf = 512 << 10, least_heap = 4 << 20, most_stack = 512 << 10;
    const bool has_l2 = c.architecture() >= 80;
    switch (static_cast<int>(limit)) {
    case cudaLimitStackSize:
        if (value > most_stack) return cudaErrorInvalidValue;
        c.stack_limit = (value + 15) / 16 * 16;
        return cudaSuccess;
    case cudaLimitPrintfFifoSize:
        if (c.printf_begun == c.resets + 1) return cudaErrorInvalidValue;
        c.printf_limit = std::max(value, least_printf);
        return cudaSuccess;
    case cudaLimitDevRuntimePendingLaunchCount:
        c.pending_launch_limit = std::max<std::size_t>(value, 32);
        return cudaSuccess;
    case cudaLimitMallocHeapSize: {
        auto& memory = device_memory::instance();
        return memory.set_heap_limit(std::max(value, least_heap)) ? cudaSuccess : cudaErrorInvalidValue;
    }
    case cudaLimitMaxL2FetchGranularity:
        if (!has_l2) return cudaErrorUnsupportedLimit;
        if (value > 128) return cudaErrorInvalidValue;
        c.fetch_granularity = value;
        return cudaSuccess;
    case cudaLimitPersistingL2CacheSize:
        if (!has_l2) return cudaErrorUnsupportedLimit;
        if (value > persisting_l2_bytes) return cudaErrorInvalidValue;
        c.persisting_limit = value;
        return cudaSuccess;
    case cudaLimitDevRuntimeSyncDepth:
        return cudaErrorUnsupportedLimit;
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t find_limit(context& c, cudaLimit limit, std::size_t& value)
{
    const bool has_l2 = c.architecture() >= 80;
    switch (static_cast<int>(limit)) {
    case cudaLimitStackSize:
        value = c.stack_limit;
        return cudaSuccess;
    case cudaLimitPrintfFifoSize:
        value = c.printf_limit;
        return cudaSuccess;
    case cudaLimitMallocHeapSize:
        value = device_memory::instance().heap_limit();
        return cudaSuccess;
    case cudaLimitDevRuntimePendingLaunchCount:
        value = c.pending_launch_limit;
        return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity:
    case cudaLimitPersistingL2CacheSize:
        if (!has_l2) return cudaErrorUnsupportedLimit;
        value = limit == cudaLimitMaxL2FetchGranularity ? c.fetch_granularity : c.persisting_limit;
        return cudaSuccess;
    case CU_LIMIT_SHMEM_SIZE:
        value = static_cast<std::size_t>(limits_of(c.architecture()).shared_opt_in);
        return cudaSuccess;
    case cudaLimitDevRuntimeSyncDepth:
        return cudaErrorUnsupportedLimit;
    default:
        return cudaErrorInvalidValue;
    }
}
} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count)
{
    if (!count) return record(cudaErrorInvalidValue);
    if (context::instance().forked) { // the one call that works in a child, as on an H100 with driver 580
        *count = 1;
        return cudaSuccess;
    }
    CUDA_EMULATOR_ENTER_AFTER_FAULT();
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device)
{
    CUDA_EMULATOR_ENTER_AFTER_FAULT();
    if (!device) return record(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device)
{
    const cudaError_t e = the_device(device);
    if (e == cudaSuccess) context::instance().activate();
    return e;
}
cudaError_t cudaInitDevice(int device, unsigned flags, unsigned valid)
{
    const bool sets_flags = valid & cudaInitDeviceFlagsAreValid;
    if (sets_flags && !are_device_flags(flags)) return checked(cudaErrorInvalidValue);
    const cudaError_t e = the_device(device);
    if (e == cudaSuccess && sets_flags) context::instance().device_flags = flags;
    return e;
}
cudaError_t cudaSetValidDevices(int* list, int count)
{
    if (count < 0 || (count && !list)) return checked(cudaErrorInvalidValue);
    const bool all_exist = std::all_of(list, list + count, [](int device) { return device == 0; });
    return checked(all_exist ? cudaSuccess : cudaErrorInvalidValue); // so an H200
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }
cudaError_t cudaDeviceSynchronize()
{
    CUDA_EMULATOR_ENTER();
    context::instance().activate();
    const cudaError_t refused = refuse_during_captures();
    if (refused != cudaSuccess) return record(refused);
    wait_for_queue();
    host_waits_for_all();
    return checked(cudaSuccess);
}
cudaError_t cudaDeviceReset()
{
    if (context::instance().forked) return record(context::instance().enter());
    wait_for_queue();
    host_waits_for_all();
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    device_memory::instance().reset();
    note_all_freed();
    forget_streams();
    forget_events();
    ++c.resets;
    c.is_active = false;
    c.is_retained_by_runtime = false;
    c.device_flags = 0;
    c.stack_limit = c.default_stack_limit;
    c.printf_limit = c.default_printf_limit;
    c.sticky = cudaSuccess;
    last_error = cudaSuccess;
    for (auto& m : c.modules)
        m->reset_variables();
    return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    if (!are_device_flags(flags)) return checked(cudaErrorInvalidValue);
    context::instance().device_flags = flags;
    return checked(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags)
{
    CUDA_EMULATOR_ENTER();
    if (!flags) return record(cudaErrorInvalidValue);
    *flags = context::instance().device_flags | cudaDeviceMapHost;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr a, int device)
{
    CUDA_EMULATOR_ENTER_AFTER_FAULT();
    if (!value || !find_attribute(a, *value)) return record(cudaErrorInvalidValue);
    return the_device(device);
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device)
{
    if (const cudaError_t e = the_device(device)) return e;
    if (!p) return record(cudaErrorInvalidValue);
    std::memset(p, 0, sizeof *p);
    std::strcpy(p->name, "CUDA emulated device");
    p->totalGlobalMem = device_memory::instance().total();
    fill_properties(*p);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit)
{
    CUDA_EMULATOR_ENTER();
    return record(value ? find_limit(context::instance(), limit, *value) : cudaErrorInvalidValue);
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value)
{
    CUDA_EMULATOR_ENTER();
    return record(set_limit(context::instance(), limit, value));
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* out)
{
    CUDA_EMULATOR_ENTER();
    if (!out) return record(cudaErrorInvalidValue);
    *out = cache_config;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache c)
{
    if (c < cudaFuncCachePreferNone || c > cudaFuncCachePreferEqual) return checked(cudaErrorInvalidValue);
    cache_config = c;
    return checked(cudaSuccess);
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* out)
{
    CUDA_EMULATOR_ENTER();
    if (!out) return record(cudaErrorInvalidValue);
    *out = shared_config;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig c)
{
    // Devices since Maxwell always have four-byte banks, so the call has no effect.
    (void)c;
    return checked(cudaSuccess);
}
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* width, const cudaChannelFormatDesc* d, int device)
{
    if (const cudaError_t e = the_device(device)) return e;
    if (!width || !d) return record(cudaErrorInvalidValue);
    const int bits = d->x + d->y + d->z + d->w;
    if (bits <= 0) return record(cudaErrorInvalidChannelDescriptor);
    *width = longest_linear_texture(std::size_t(bits) / 8);
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* v)
{
    if (!v) return record(cudaErrorInvalidValue);
    *v = 13000;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* v)
{
    if (!v) return record(cudaErrorInvalidValue);
    *v = 13000;
    return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return checked(cudaSuccess); }
cudaError_t cudaProfilerStop() { return checked(cudaSuccess); }

} // extern "C"
