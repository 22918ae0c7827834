// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device and its one context.
#include "driver/call.h"

#include "memory/device_memory.h"
#include "runtime/capture.h"
#include "runtime/unsupported.h"

#include <cstdio>
#include <cstring>

using namespace cuda_emulator;

namespace {
CUcontext the_context() { return reinterpret_cast<CUcontext>(&context::instance()); }
// Whether calls with this context can be answered; null is the current one.
CUresult check(CUcontext c)
{
    const context& device = context::instance();
    if (c && c != the_context()) return CUDA_ERROR_INVALID_CONTEXT;
    if (device.is_active) return CUDA_SUCCESS;
    return device.resets ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
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

extern "C" {

CUresult cuInit(unsigned flags) { return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int* version)
{
    return call_runtime([&] { return cudaDriverGetVersion(version); });
}

CUresult cuDeviceGet(CUdevice* device, int ordinal)
{
    return ordinal == 0 ? give(device, 0) : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int* count) { return give(count, 1); }
CUresult cuDeviceGetName(char* name, int length, CUdevice d)
{
    if (!name || length <= 0) return CUDA_ERROR_INVALID_VALUE;
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    cudaDeviceProp p;
    const CUresult e = call_runtime([&] { return cudaGetDeviceProperties(&p, 0); });
    if (e == CUDA_SUCCESS) std::snprintf(name, static_cast<std::size_t>(length), "%s", p.name);
    return e;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice d)
{
    // Both enumerations count alike.
    return call_runtime([&] { return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), d); });
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice d)
{
    return d == 0 ? give(bytes, device_memory::instance().total()) : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice d)
{
    if (!major || !minor) return CUDA_ERROR_INVALID_VALUE;
    *major = context::instance().architecture() / 10;
    *minor = context::instance().architecture() % 10;
    return device_or_error(d);
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice d)
{
    if (!uuid) return CUDA_ERROR_INVALID_VALUE;
    std::memset(uuid, 0, sizeof *uuid);
    return device_or_error(d);
}
CUresult cuDeviceGetTexture1DLinearMaxWidth(std::size_t* width, CUarray_format format, unsigned channels, CUdevice d)
{
    const int bits =
        format == CU_AD_FORMAT_UNSIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT8 ? 8
        : format == CU_AD_FORMAT_UNSIGNED_INT32 || format == CU_AD_FORMAT_SIGNED_INT32 || format == CU_AD_FORMAT_FLOAT
            ? 32
            : 16;
    const cudaChannelFormatDesc desc = {bits * static_cast<int>(channels), 0, 0, 0, cudaChannelFormatKindUnsigned};
    return call_runtime([&] { return cudaDeviceGetTexture1DLinearMaxWidth(width, &desc, d); });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* c, CUdevice d)
{
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    context::instance().is_active = true;
    return give(c, the_context());
}
CUresult cuDevicePrimaryCtxRelease(CUdevice d) { return device_or_error(d); }
CUresult cuDevicePrimaryCtxSetFlags(CUdevice d, unsigned flags)
{
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    return call_runtime([&] { return cudaSetDeviceFlags(flags); });
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
    return call_runtime([] { return cudaDeviceReset(); });
}

// The device has one context: whoever asks for one of his own gets it, and when he destroys it, it stays.
CUresult cuCtxCreate(CUcontext* c, CUctxCreateParams* params, unsigned flags, CUdevice d)
{
    if (!c || (flags & ~static_cast<unsigned>(CU_CTX_FLAGS_MASK)) || (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    if (params && (params->numExecAffinityParams || params->cigParams))
        return static_cast<CUresult>(cuda_emulator_unsupported_driver("cuCtxCreate with parameters"));
    return cuDevicePrimaryCtxRetain(c, d);
}
CUresult cuCtxDestroy(CUcontext c) { return c ? check(c) : CUDA_ERROR_INVALID_CONTEXT; }

CUresult cuCtxGetCurrent(CUcontext* c)
{
    // After a reset the destroyed one is still current.
    const context& device = context::instance();
    return give(c, device.is_active || device.resets ? the_context() : nullptr);
}
CUresult cuCtxSetCurrent(CUcontext c) { return c ? check(c) : CUDA_SUCCESS; }
CUresult cuCtxPushCurrent(CUcontext c) { return c ? check(c) : CUDA_ERROR_INVALID_CONTEXT; }
CUresult cuCtxPopCurrent(CUcontext* c)
{
    if (c) *c = the_context();
    return check(nullptr);
}
CUresult cuCtxGetDevice(CUdevice* d)
{
    const CUresult e = check(nullptr);
    return e == CUDA_SUCCESS ? give(d, 0) : e;
}
CUresult cuCtxGetId(CUcontext c, unsigned long long* id)
{
    // A reset makes another context, though it lies at the same address.
    const CUresult e = check(c);
    return e == CUDA_SUCCESS ? give(id, context::instance().resets + 1) : e;
}
CUresult cuCtxGetFlags(unsigned* flags) { return give(flags, context::instance().device_flags); }
CUresult cuCtxGetApiVersion(CUcontext c, unsigned* version)
{
    const CUresult e = check(c);
    return e == CUDA_SUCCESS ? give(version, 3020u) : e;
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
// All that was submitted is done when its call has returned: the event of it all is one of now.
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
