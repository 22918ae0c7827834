// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams and events of the driver API. The runtime implements them.
#include "driver/call.h"

using namespace cuda_emulator;

extern "C" {

CUresult cuStreamCreate(CUstream* out, unsigned flags)
{
    return call_runtime([&] { return cudaStreamCreateWithFlags(out, flags); });
}
CUresult cuStreamDestroy(CUstream s)
{
    return call_runtime([&] { return cudaStreamDestroy(s); });
}
CUresult cuStreamSynchronize(CUstream s)
{
    return call_runtime([&] { return cudaStreamSynchronize(s); });
}
CUresult cuStreamQuery(CUstream s)
{
    return call_runtime([&] { return cudaStreamQuery(s); });
}
CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
    return call_runtime([&] { return cudaStreamWaitEvent(s, e, flags); });
}
CUresult cuEventCreate(CUevent* out, unsigned flags)
{
    return call_runtime([&] { return cudaEventCreateWithFlags(out, flags); });
}
CUresult cuEventDestroy(CUevent e)
{
    return call_runtime([&] { return cudaEventDestroy(e); });
}
CUresult cuEventRecord(CUevent e, CUstream s)
{
    return call_runtime([&] { return cudaEventRecord(e, s); });
}
CUresult cuEventQuery(CUevent e)
{
    return call_runtime([&] { return cudaEventQuery(e); });
}
CUresult cuEventSynchronize(CUevent e)
{
    return call_runtime([&] { return cudaEventSynchronize(e); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end)
{
    return call_runtime([&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

CUresult cuEventRecordWithFlags(CUevent e, CUstream s, unsigned flags)
{
    return call_runtime([&] { return cudaEventRecordWithFlags(e, s, flags); });
}
CUresult cuStreamCreateWithPriority(CUstream* out, unsigned flags, int priority)
{
    return call_runtime([&] { return cudaStreamCreateWithPriority(out, flags, priority); });
}
CUresult cuStreamGetPriority(CUstream s, int* priority)
{
    return call_runtime([&] { return cudaStreamGetPriority(s, priority); });
}
CUresult cuStreamGetFlags(CUstream s, unsigned* flags)
{
    return call_runtime([&] { return cudaStreamGetFlags(s, flags); });
}
CUresult cuStreamGetId(CUstream s, unsigned long long* id)
{
    return call_runtime([&] { return cudaStreamGetId(s, id); });
}
CUresult cuStreamGetDevice(CUstream s, CUdevice* device)
{
    return call_runtime([&] { return cudaStreamGetDevice(s, device); });
}
CUresult cuStreamGetCtx(CUstream s, CUcontext* out)
{
    int device = 0;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult e = cuStreamGetDevice(s, &device)) return e;
    return cuCtxGetCurrent(out);
}
// The runtime passes its own error type to the callback. It is success or a fault, with the
// driver's number.
CUresult cuStreamAddCallback(CUstream s, CUstreamCallback callback, void* data, unsigned flags)
{
    return call_runtime(
        [&] { return cudaStreamAddCallback(s, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags); });
}
CUresult cuStreamAttachMemAsync(CUstream s, CUdeviceptr p, std::size_t bytes, unsigned flags)
{
    return call_runtime([&] { return cudaStreamAttachMemAsync(s, reinterpret_cast<void*>(p), bytes, flags); });
}
CUresult cuStreamIsCapturing(CUstream s, CUstreamCaptureStatus* status)
{
    return call_runtime([&] { return cudaStreamIsCapturing(s, reinterpret_cast<cudaStreamCaptureStatus*>(status)); });
}
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode)
{
    return call_runtime(
        [&] { return cudaThreadExchangeStreamCaptureMode(reinterpret_cast<cudaStreamCaptureMode*>(mode)); });
}
CUresult cuStreamGetAttribute(CUstream s, CUstreamAttrID attribute, CUstreamAttrValue* value)
{
    return call_runtime([&] {
        return cudaStreamGetAttribute(s, static_cast<cudaLaunchAttributeID>(attribute),
                                      reinterpret_cast<cudaLaunchAttributeValue*>(value));
    });
}
CUresult cuStreamSetAttribute(CUstream s, CUstreamAttrID attribute, const CUstreamAttrValue* value)
{
    return call_runtime([&] {
        return cudaStreamSetAttribute(s, static_cast<cudaLaunchAttributeID>(attribute),
                                      reinterpret_cast<const cudaLaunchAttributeValue*>(value));
    });
}
CUresult cuStreamCopyAttributes(CUstream to, CUstream from)
{
    return call_runtime([&] { return cudaStreamCopyAttributes(to, from); });
}

} // extern "C"
