// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device queries of the driver API. The emulated device is the only device.
#include "driver/call.h"
#include "memory/device_memory.h"

#include <cstdio>
#include <cstring>

using namespace cuda_emulator;

namespace {
CUresult device_or_error(CUdevice d)
{
    if (const CUresult e = check_initialised()) return e;
    return d == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
template <class T>
CUresult give(T* out, T value)
{
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    *out = value;
    return CUDA_SUCCESS;
}
} // namespace

extern "C" {

CUresult cuDeviceGet(CUdevice* device, int ordinal)
{
    const CUresult e = device_or_error(ordinal);
    return e == CUDA_SUCCESS ? give(device, 0) : e;
}
CUresult cuDeviceGetCount(int* count)
{
    const CUresult e = check_initialised();
    return e == CUDA_SUCCESS ? give(count, 1) : e;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice d)
{
    if (!name || length <= 0) return CUDA_ERROR_INVALID_VALUE;
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    cudaDeviceProp p;
    const CUresult e = call_initialised([&] { return cudaGetDeviceProperties(&p, 0); });
    if (e == CUDA_SUCCESS) std::snprintf(name, static_cast<std::size_t>(length), "%s", p.name);
    return e;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice d)
{
    // The driver's attributes have the runtime's values.
    return call_initialised([&] { return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), d); });
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice d)
{
    const CUresult e = device_or_error(d);
    return e == CUDA_SUCCESS ? give(bytes, device_memory::instance().total()) : e;
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
    return call_initialised([&] { return cudaDeviceGetTexture1DLinearMaxWidth(width, &desc, d); });
}

CUresult cuDeviceGetProperties(CUdevprop* out, CUdevice d)
{
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (d != 0) return CUDA_ERROR_INVALID_DEVICE;
    cudaDeviceProp p;
    if (const CUresult e = call_initialised([&] { return cudaGetDeviceProperties(&p, 0); })) return e;
    *out = {};
    out->maxThreadsPerBlock = p.maxThreadsPerBlock;
    std::memcpy(out->maxThreadsDim, p.maxThreadsDim, sizeof out->maxThreadsDim);
    std::memcpy(out->maxGridSize, p.maxGridSize, sizeof out->maxGridSize);
    out->sharedMemPerBlock = static_cast<int>(p.sharedMemPerBlock);
    out->totalConstantMemory = static_cast<int>(p.totalConstMem);
    out->SIMDWidth = p.warpSize;
    out->memPitch = static_cast<int>(p.memPitch);
    out->regsPerBlock = p.regsPerBlock;
    out->textureAlign = static_cast<int>(p.textureAlignment);
    return cuDeviceGetAttribute(&out->clockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, d);
}
CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice d)
{
    return call_initialised([&] { return cudaDeviceGetPCIBusId(text, length, d); });
}
CUresult cuDeviceGetByPCIBusId(CUdevice* out, const char* text)
{
    return call_initialised([&] { return cudaDeviceGetByPCIBusId(out, text); });
}
CUresult cuDeviceGetLuid(char*, unsigned*, CUdevice) { return CUDA_ERROR_NOT_SUPPORTED; } // LUIDs exist only on Windows
CUresult cuDeviceCanAccessPeer(int* can, CUdevice d, CUdevice peer)
{
    if (d != 0 || peer != 0) return CUDA_ERROR_INVALID_DEVICE;
    return call_initialised([&] { return cudaDeviceCanAccessPeer(can, d, peer); });
}
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute, CUdevice from, CUdevice to)
{
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    (void)from, (void)to;
    return CUDA_ERROR_INVALID_DEVICE; // peer access needs a second device
}
CUresult cuDeviceGetExecAffinitySupport(int* value, CUexecAffinityType, CUdevice d)
{
    if (const CUresult e = device_or_error(d)) return e;
    return give(value, 0);
}

CUresult cuProfilerStart() { return CUDA_SUCCESS; }
CUresult cuProfilerStop() { return CUDA_SUCCESS; }

} // extern "C"
