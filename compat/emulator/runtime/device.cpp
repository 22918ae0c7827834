// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The emulated device: properties, attributes, limits and versions.
#include "memory/device_memory.h"
#include "runtime/array.h"
#include "runtime/capture.h"
#include "runtime/leaks.h"
#include "runtime/stream_order.h"

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

bool attribute(cudaDeviceAttr a, int& value)
{
    const int arch = context::instance().architecture();
    const device_limits limits = limits_of(arch);
    switch (a) {
    case cudaDevAttrMaxThreadsPerBlock:
        value = 1024;
        break;
    case cudaDevAttrMaxBlockDimX:
        value = 1024;
        break;
    case cudaDevAttrMaxBlockDimY:
        value = 1024;
        break;
    case cudaDevAttrMaxBlockDimZ:
        value = 64;
        break;
    case cudaDevAttrMaxGridDimX:
        value = 0x7fffffff;
        break;
    case cudaDevAttrMaxGridDimY:
        value = 65535;
        break;
    case cudaDevAttrMaxGridDimZ:
        value = 65535;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        value = 48 * 1024;
        break;
    case cudaDevAttrTotalConstantMemory:
        value = 64 * 1024;
        break;
    case cudaDevAttrWarpSize:
        value = 32;
        break;
    case cudaDevAttrMaxPitch:
        value = 0x7fffffff;
        break;
    case cudaDevAttrMaxRegistersPerBlock:
        value = 65536;
        break;
    case cudaDevAttrClockRate:
        value = 1000000;
        break;
    case cudaDevAttrTextureAlignment:
        value = 512;
        break;
    case cudaDevAttrTexturePitchAlignment:
        value = 32;
        break;
    case cudaDevAttrSurfaceAlignment:
        value = 512;
        break;
    case cudaDevAttrMultiProcessorCount:
        value = multiprocessor_count;
        break;
    case cudaDevAttrKernelExecTimeout:
        value = 0;
        break;
    case cudaDevAttrIntegrated:
        value = 0;
        break;
    case cudaDevAttrCanMapHostMemory:
        value = 1;
        break;
    case cudaDevAttrComputeMode:
        value = cudaComputeModeDefault;
        break;
    case cudaDevAttrConcurrentKernels:
        value = 1;
        break;
    case cudaDevAttrEccEnabled:
        value = 0;
        break;
    case cudaDevAttrPciBusId:
        value = 0;
        break;
    case cudaDevAttrPciDeviceId:
        value = 0;
        break;
    case cudaDevAttrPciDomainId:
        value = 0;
        break;
    case cudaDevAttrTccDriver:
        value = 0;
        break;
    case cudaDevAttrMemoryClockRate:
        value = 2000000;
        break;
    case cudaDevAttrGlobalMemoryBusWidth:
        value = 128;
        break;
    case cudaDevAttrL2CacheSize:
        value = 4 << 20;
        break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        value = limits.threads_per_multiprocessor;
        break;
    case cudaDevAttrAsyncEngineCount:
        value = 1;
        break;
    case cudaDevAttrGpuOverlap:
        value = 1;
        break;
    case cudaDevAttrUnifiedAddressing:
        value = 1;
        break;
    case cudaDevAttrComputeCapabilityMajor:
        value = arch / 10;
        break;
    case cudaDevAttrClusterLaunch:
        value = arch >= 90;
        break;
    case cudaDevAttrComputeCapabilityMinor:
        value = arch % 10;
        break;
    case cudaDevAttrStreamPrioritiesSupported:
        value = 1;
        break;
    case cudaDevAttrGlobalL1CacheSupported:
        value = 1;
        break;
    case cudaDevAttrLocalL1CacheSupported:
        value = 1;
        break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        value = limits.shared_per_multiprocessor;
        break;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
        value = 65536;
        break;
    case cudaDevAttrManagedMemory:
        value = 1;
        break;
    case cudaDevAttrIsMultiGpuBoard:
        value = 0;
        break;
    case cudaDevAttrHostNativeAtomicSupported:
        value = 1;
        break;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
        value = 2;
        break;
    // The host may access managed memory at any time, because no kernel runs beside the host.
    case cudaDevAttrConcurrentManagedAccess:
        value = 1;
        break;
    case cudaDevAttrPageableMemoryAccess:
        value = 0;
        break;
    case cudaDevAttrComputePreemptionSupported:
        value = 1;
        break;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
        value = 1;
        break;
    case cudaDevAttrCooperativeLaunch:
        value = 1;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        value = limits.shared_opt_in;
        break;
    case cudaDevAttrHostRegisterSupported:
        value = 1;
        break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
        value = limits.blocks_per_multiprocessor;
        break;
    case cudaDevAttrMaxTexture1DWidth:
        value = 131072;
        break;
    case cudaDevAttrMaxTexture2DWidth:
        value = 131072;
        break;
    case cudaDevAttrMaxTexture2DHeight:
        value = 65536;
        break;
    case cudaDevAttrMaxTexture3DWidth:
    case cudaDevAttrMaxTexture3DHeight:
    case cudaDevAttrMaxTexture3DDepth:
        value = 16384;
        break;
    case cudaDevAttrMaxTexture3DWidthAlt:
    case cudaDevAttrMaxTexture3DHeightAlt:
        value = 8192;
        break;
    case cudaDevAttrMaxTexture3DDepthAlt:
        value = 32768;
        break;
    case cudaDevAttrMaxTexture1DLayeredWidth:
        value = 32768;
        break;
    case cudaDevAttrMaxTexture1DLayeredLayers:
        value = 2048;
        break;
    case cudaDevAttrMaxTexture2DLayeredWidth:
    case cudaDevAttrMaxTexture2DLayeredHeight:
        value = 32768;
        break;
    case cudaDevAttrMaxTexture2DLayeredLayers:
        value = 2048;
        break;
    case cudaDevAttrMaxTexture1DLinearWidth:
        value = 1 << 28;
        break;
    case cudaDevAttrMaxTexture2DLinearWidth:
        value = 131072;
        break;
    case cudaDevAttrMaxTexture2DLinearHeight:
        value = 65000;
        break;
    case cudaDevAttrMaxTexture2DLinearPitch:
        value = 2097120;
        break;
    case cudaDevAttrMemoryPoolsSupported:
        value = 1;
        break;
    case cudaDevAttrReservedSharedMemoryPerBlock:
        value = arch >= 80 ? 1024 : 0;
        break;
    default:
        if (a < 1 || a >= cudaDevAttrMax) return false;
        value = 0;
    }
    return true;
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
    if (refused == cudaSuccess) host_waits_for_all();
    return record(refused);
}
cudaError_t cudaDeviceReset()
{
    if (context::instance().forked) return record(context::instance().enter());
    host_waits_for_all();
    context& c = context::instance();
    std::lock_guard lock(c.mutex);
    device_memory::instance().reset();
    note_all_freed();
    ++c.resets;
    c.is_active = false;
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
    if (!value || !attribute(a, *value)) return record(cudaErrorInvalidValue);
    return the_device(device);
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device)
{
    if (const cudaError_t e = the_device(device)) return e;
    if (!p) return record(cudaErrorInvalidValue);
    std::memset(p, 0, sizeof *p);
    auto get = [](cudaDeviceAttr a) {
        int v = 0;
        attribute(a, v);
        return v;
    };
    std::strcpy(p->name, "CUDA emulated device");
    p->totalGlobalMem = device_memory::instance().total();
    p->sharedMemPerBlock = 48 * 1024;
    p->regsPerBlock = 65536;
    p->warpSize = 32;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = 1024;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->totalConstMem = 64 * 1024;
    p->major = get(cudaDevAttrComputeCapabilityMajor);
    p->minor = get(cudaDevAttrComputeCapabilityMinor);
    p->textureAlignment = 512;
    p->texturePitchAlignment = 32;
    p->surfaceAlignment = 512;
    p->multiProcessorCount = multiprocessor_count;
    p->canMapHostMemory = 1;
    p->maxTexture1D = get(cudaDevAttrMaxTexture1DWidth);
    p->maxTexture2D[0] = get(cudaDevAttrMaxTexture2DWidth);
    p->maxTexture2D[1] = get(cudaDevAttrMaxTexture2DHeight);
    p->maxTexture2DLinear[0] = get(cudaDevAttrMaxTexture2DLinearWidth);
    p->maxTexture2DLinear[1] = get(cudaDevAttrMaxTexture2DLinearHeight);
    p->maxTexture2DLinear[2] = get(cudaDevAttrMaxTexture2DLinearPitch);
    for (int k = 0; k < 3; ++k)
        p->maxTexture3D[k] = 16384;
    p->maxTexture1DLayered[0] = 32768;
    p->maxTexture1DLayered[1] = 2048;
    p->maxTexture2DLayered[0] = p->maxTexture2DLayered[1] = 32768;
    p->maxTexture2DLayered[2] = 2048;
    p->concurrentKernels = 1;
    p->asyncEngineCount = 1;
    p->unifiedAddressing = 1;
    p->memoryBusWidth = 128;
    p->l2CacheSize = 4 << 20;
    p->maxThreadsPerMultiProcessor = get(cudaDevAttrMaxThreadsPerMultiProcessor);
    p->streamPrioritiesSupported = 1;
    p->globalL1CacheSupported = 1;
    p->localL1CacheSupported = 1;
    p->sharedMemPerMultiprocessor = static_cast<std::size_t>(get(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
    p->regsPerMultiprocessor = 65536;
    p->managedMemory = 1;
    p->hostNativeAtomicSupported = 1;
    p->concurrentManagedAccess = 1;
    p->computePreemptionSupported = 1;
    p->canUseHostPointerForRegisteredMem = 1;
    p->cooperativeLaunch = 1;
    p->sharedMemPerBlockOptin = static_cast<std::size_t>(get(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    p->maxBlocksPerMultiProcessor = get(cudaDevAttrMaxBlocksPerMultiprocessor);
    p->reservedSharedMemPerBlock = static_cast<std::size_t>(get(cudaDevAttrReservedSharedMemoryPerBlock));
    p->hostRegisterSupported = 1;
    p->memoryPoolsSupported = 1;
    p->clusterLaunch = get(cudaDevAttrClusterLaunch);
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
