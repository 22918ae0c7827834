// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of the device are the same by every way to ask for them: the runtime's call, the driver's calls, and
// the fields of cudaDeviceProp. Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"

#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <string>

static int runtime_value(int attribute)
{
    int value = -1;
    return cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), 0) == cudaSuccess ? value : -1;
}
static int driver_value(int attribute)
{
    int value = -1;
    return cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(attribute), 0) == CUDA_SUCCESS ? value : -1;
}

static cudaDeviceProp properties()
{
    cudaDeviceProp p;
    std::memset(&p, 0xff, sizeof p); // a field that the call leaves alone is no attribute's value
    cudaGetDeviceProperties(&p, 0);
    return p;
}

// One line for each field: a row is the attribute of that name in CUDA's manual.
#define FIELD(field, attribute)                                                                                        \
    EXPECT(#field, static_cast<long long>(p.field) == runtime_value(cudaDevAttr##attribute) &&                         \
                       runtime_value(cudaDevAttr##attribute) == driver_value(cudaDevAttr##attribute))

static void limits(const cudaDeviceProp& p)
{
    FIELD(maxThreadsPerBlock, MaxThreadsPerBlock);
    FIELD(maxThreadsDim[0], MaxBlockDimX);
    FIELD(maxThreadsDim[1], MaxBlockDimY);
    FIELD(maxThreadsDim[2], MaxBlockDimZ);
    FIELD(maxGridSize[0], MaxGridDimX);
    FIELD(maxGridSize[1], MaxGridDimY);
    FIELD(maxGridSize[2], MaxGridDimZ);
    FIELD(warpSize, WarpSize);
    FIELD(multiProcessorCount, MultiProcessorCount);
    const char* const multiprocessors = std::getenv("CUDA_EMULATOR_MULTIPROCESSORS");
    EXPECT("multiprocessors", p.multiProcessorCount == (multiprocessors ? std::atoi(multiprocessors) : 4));
    const char* const mebibytes = std::getenv("CUDA_EMULATOR_MEMORY");
    EXPECT("memory", p.totalGlobalMem == static_cast<std::size_t>(mebibytes ? std::atoi(mebibytes) : 16384) << 20);
    FIELD(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
    FIELD(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
    FIELD(regsPerBlock, MaxRegistersPerBlock);
    FIELD(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
    FIELD(sharedMemPerBlock, MaxSharedMemoryPerBlock);
    FIELD(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
    FIELD(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
    FIELD(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock);
    FIELD(totalConstMem, TotalConstantMemory);
    FIELD(memPitch, MaxPitch);
    FIELD(major, ComputeCapabilityMajor);
    FIELD(minor, ComputeCapabilityMinor);
}

static void abilities(const cudaDeviceProp& p)
{
    FIELD(cooperativeLaunch, CooperativeLaunch);
    FIELD(clusterLaunch, ClusterLaunch);
    FIELD(computePreemptionSupported, ComputePreemptionSupported);
    FIELD(concurrentKernels, ConcurrentKernels);
    FIELD(streamPrioritiesSupported, StreamPrioritiesSupported);
    FIELD(asyncEngineCount, AsyncEngineCount);
    FIELD(memoryBusWidth, GlobalMemoryBusWidth);
    FIELD(l2CacheSize, L2CacheSize);
    FIELD(globalL1CacheSupported, GlobalL1CacheSupported);
    FIELD(localL1CacheSupported, LocalL1CacheSupported);
    FIELD(ECCEnabled, EccEnabled);
    FIELD(integrated, Integrated);
    FIELD(canMapHostMemory, CanMapHostMemory);
    FIELD(unifiedAddressing, UnifiedAddressing);
    FIELD(managedMemory, ManagedMemory);
    FIELD(concurrentManagedAccess, ConcurrentManagedAccess);
    FIELD(pageableMemoryAccess, PageableMemoryAccess);
    FIELD(hostNativeAtomicSupported, HostNativeAtomicSupported);
    FIELD(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem);
    FIELD(hostRegisterSupported, HostRegisterSupported);
    FIELD(memoryPoolsSupported, MemoryPoolsSupported);
    FIELD(isMultiGpuBoard, IsMultiGpuBoard);
}

static void textures(const cudaDeviceProp& p)
{
    FIELD(textureAlignment, TextureAlignment);
    FIELD(texturePitchAlignment, TexturePitchAlignment);
    FIELD(surfaceAlignment, SurfaceAlignment);
    FIELD(maxTexture1D, MaxTexture1DWidth);
    FIELD(maxTexture2D[0], MaxTexture2DWidth);
    FIELD(maxTexture2D[1], MaxTexture2DHeight);
    FIELD(maxTexture3D[0], MaxTexture3DWidth);
    FIELD(maxTexture3D[1], MaxTexture3DHeight);
    FIELD(maxTexture3D[2], MaxTexture3DDepth);
    FIELD(maxTexture3DAlt[0], MaxTexture3DWidthAlt);
    FIELD(maxTexture3DAlt[1], MaxTexture3DHeightAlt);
    FIELD(maxTexture3DAlt[2], MaxTexture3DDepthAlt);
    FIELD(maxTexture1DLayered[0], MaxTexture1DLayeredWidth);
    FIELD(maxTexture1DLayered[1], MaxTexture1DLayeredLayers);
    FIELD(maxTexture2DLayered[0], MaxTexture2DLayeredWidth);
    FIELD(maxTexture2DLayered[1], MaxTexture2DLayeredHeight);
    FIELD(maxTexture2DLayered[2], MaxTexture2DLayeredLayers);
    FIELD(maxTexture2DLinear[0], MaxTexture2DLinearWidth);
    FIELD(maxTexture2DLinear[1], MaxTexture2DLinearHeight);
    FIELD(maxTexture2DLinear[2], MaxTexture2DLinearPitch);
}

static void calls(const cudaDeviceProp& p)
{
    int major = 0, minor = 0, value = 0;
    cuDeviceComputeCapability(&major, &minor, 0);
    EXPECT("cuDeviceComputeCapability", major == p.major && minor == p.minor && major >= 7);
    CUdevprop old = {};
    EXPECT("cuDeviceGetProperties", cuDeviceGetProperties(&old, 0) == CUDA_SUCCESS &&
                                        old.maxThreadsPerBlock == p.maxThreadsPerBlock && old.SIMDWidth == 32 &&
                                        old.clockRate == runtime_value(cudaDevAttrClockRate) && old.clockRate > 0);
    // The runtime has no name for it.
    EXPECT("virtual memory", driver_value(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) == 1);
    EXPECT("no attribute 0", cudaDeviceGetAttribute(&value, cudaDeviceAttr(0), 0) == cudaErrorInvalidValue &&
                                 cuDeviceGetAttribute(&value, CUdevice_attribute(0), 0) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("no attribute beyond the last",
           cudaDeviceGetAttribute(&value, cudaDeviceAttr(100000), 0) == cudaErrorInvalidValue);
    EXPECT("no second device", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1) == cudaErrorInvalidDevice);
    EXPECT("nowhere to write", cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0) == cudaErrorInvalidValue);
    cudaGetLastError();
}

// Pinned memory is the host's, and managed memory may be larger than the device's.
static void memory(const cudaDeviceProp& p)
{
    const auto available = [] {
        std::size_t bytes = 0, all = 0;
        return cudaMemGetInfo(&bytes, &all), bytes;
    };
    void *device = nullptr, *pinned = nullptr, *managed = nullptr;
    EXPECT("memory of the device", cudaMalloc(&device, 1 << 20) == cudaSuccess);
    const std::size_t before = available();
    EXPECT("pinned memory", cudaMallocHost(&pinned, 1 << 20) == cudaSuccess && available() == before);
    EXPECT("managed memory", cudaMallocManaged(&managed, p.totalGlobalMem + 1) == cudaSuccess && available() == before);
    cudaFreeHost(pinned);
    cudaFree(managed);
    EXPECT("both freed", available() == before);
    EXPECT("more than the device has", cudaMalloc(&managed, p.totalGlobalMem) == cudaErrorMemoryAllocation);
    EXPECT("flags of pinned memory", cudaHostAlloc(&pinned, 64, 0x80) == cudaErrorInvalidValue);
    static char registered[4096];
    EXPECT("flags of registered memory", cudaHostRegister(registered, 4096, 0x1000) == cudaErrorInvalidValue);
    int can = -1;
    EXPECT("a peer that is not there", cudaDeviceCanAccessPeer(&can, 0, 1) == cudaErrorInvalidDevice);
    EXPECT("a copy to it", cudaMemcpyPeer(device, 1, device, 0, 64) == cudaErrorInvalidDevice);
    EXPECT("a copy in a stream", cudaMemcpyPeerAsync(device, 0, device, 1, 64, nullptr) == cudaErrorInvalidDevice);
    cudaFree(device);
}

int main()
{
    cuInit(0);
    const cudaDeviceProp p = properties();
    limits(p);
    abilities(p);
    textures(p);
    calls(p);
    memory(p);
    return failures;
}
