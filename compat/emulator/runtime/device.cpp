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

using namespace cuda_emulator;

namespace {
thread_local cudaFuncCache cache_config = cudaFuncCachePreferNone;
thread_local cudaSharedMemConfig shared_config = cudaSharedMemBankSizeFourByte;

cudaError_t the_device(int device)
{
    CUDA_EMULATOR_ENTER();
    return record(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
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
    CUDA_EMULATOR_ENTER();
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device)
{
    CUDA_EMULATOR_ENTER();
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
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return the_device(device); }
cudaError_t cudaSetValidDevices(int*, int) { return checked(cudaSuccess); }
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
    CUDA_EMULATOR_ENTER();
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
// Returns the error for a limit that the device lacks, or that does not exist.
static cudaError_t unsupported(cudaLimit limit)
{
    const bool known = limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
    return known ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit)
{
    CUDA_EMULATOR_ENTER();
    if (!value) return record(cudaErrorInvalidValue);
    const context& c = context::instance();
    switch (limit) {
    case cudaLimitStackSize:
        *value = c.stack_limit;
        break;
    case cudaLimitPrintfFifoSize:
        *value = c.printf_limit;
        break;
    case cudaLimitMallocHeapSize:
        *value = device_memory::instance().heap_limit();
        break;
    case cudaLimitDevRuntimePendingLaunchCount:
        *value = c.pending_launch_limit;
        break;
    default:
        return record(unsupported(limit));
    }
    return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value)
{
    CUDA_EMULATOR_ENTER();
    context& c = context::instance();
    switch (limit) {
    case cudaLimitStackSize:
        c.stack_limit = value;
        break;
    case cudaLimitPrintfFifoSize:
        c.printf_limit = value;
        break;
    case cudaLimitDevRuntimePendingLaunchCount:
        c.pending_launch_limit = std::max<std::size_t>(value, 32); // so an H200 with driver 580
        break;
    case cudaLimitMallocHeapSize:
        if (!device_memory::instance().set_heap_limit(value)) return record(cudaErrorInvalidValue);
        break;
    default:
        return record(unsupported(limit));
    }
    return cudaSuccess;
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
