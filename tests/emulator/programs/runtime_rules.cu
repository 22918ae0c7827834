// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of the runtime API for memory of the host, flags, limits and occupancy. The expected values are those of an
// H200 with driver 580. Those of the L2 cache follow the guide: its sizes are this device's.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include "expected_errors.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

__global__ void nothing() {}
__global__ void __launch_bounds__(128) bounded() {}
__global__ void prints() { printf("from the device\n"); }
__global__ void dynamic(int* p)
{
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    if (p) *p = s[0];
}
__global__ void dynamic_too(int* p)
{
    extern __shared__ int s[];
    s[threadIdx.x] = 2;
    if (p) *p = s[0];
}

static void registration()
{
    constexpr auto invalid = cudaErrorInvalidValue;
    char *device = nullptr, *pinned = nullptr;
    cudaMalloc(&device, 4096), cudaMallocHost(&pinned, 4096);
    char* const pages = static_cast<char*>(std::aligned_alloc(4096, 1 << 16));
    std::memset(pages, 0, 1 << 16);
    void* const none = mmap(nullptr, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void* const fixed = mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT("not mapped", gives(cudaHostRegister((void*)0x10000, 4096, 0), invalid));
    EXPECT("no access", gives(cudaHostRegister(none, 4096, 0), invalid));
    EXPECT("cannot be written", gives(cudaHostRegister(fixed, 4096, 0), invalid));
    EXPECT("need not be written", gives(cudaHostRegister(fixed, 4096, cudaHostRegisterReadOnly), cudaSuccess));
    EXPECT("device memory", gives(cudaHostRegister(device, 4096, 0), invalid));
    EXPECT("pinned memory", gives(cudaHostRegister(pinned, 4096, 0), invalid));
    EXPECT("was not registered", gives(cudaHostUnregister(pinned), invalid));
    EXPECT("null", gives(cudaHostUnregister(nullptr), invalid));
    EXPECT("unaligned", gives(cudaHostRegister(pages + 100, 5000, cudaHostRegisterMapped), cudaSuccess));
    EXPECT("portable", gives(cudaHostRegister(pages + 8192, 100, cudaHostRegisterPortable), cudaSuccess));
    EXPECT("twice", gives(cudaHostRegister(pages + 100, 8, 0), cudaErrorHostMemoryAlreadyRegistered));
    EXPECT("inside", gives(cudaHostUnregister(pages + 200), invalid));
    unsigned flags = 99;
    const auto are = [&](void* p, unsigned expected) {
        return cudaHostGetFlags(&flags, p) == cudaSuccess && flags == expected;
    };
    EXPECT("flags", are(pages + 100, 2) && are(pages + 8192, 3) && are(pinned, 2) && are(pinned + 77, 2));
    void* p = nullptr;
    EXPECT("device memory has no pointer of the host", gives(cudaHostGetDevicePointer(&p, device, 0), invalid));
    EXPECT("pinned memory has", gives(cudaHostGetDevicePointer(&p, pinned + 16, 0), cudaSuccess) && p == pinned + 16);
    EXPECT("unregister", gives(cudaHostUnregister(pages + 100), cudaSuccess) &&
                             gives(cudaHostUnregister(pages + 8192), cudaSuccess) &&
                             gives(cudaHostUnregister(pages + 100), cudaErrorHostMemoryNotRegistered));
    cudaHostUnregister(fixed);
    cudaFree(device), cudaFreeHost(pinned);
}

static void information()
{
    std::size_t available = 0, total = 0;
    EXPECT("one of two", gives(cudaMemGetInfo(nullptr, &total), cudaSuccess) && total &&
                             gives(cudaMemGetInfo(&available, nullptr), cudaSuccess) && available <= total &&
                             gives(cudaMemGetInfo(nullptr, nullptr), cudaSuccess));
}

static void copies()
{
    char *d = nullptr, *h = nullptr;
    cudaMalloc(&d, 4096), cudaMallocHost(&h, 4096);
    EXPECT("rows", gives(cudaMemcpy2D(d, 8, h, 64, 16, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue));
    EXPECT("one row", gives(cudaMemcpy2D(d, 8, h, 8, 16, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue));
    EXPECT("slices",
           gives(cudaMemset3D(make_cudaPitchedPtr(d, 64, 64, 0), 1, make_cudaExtent(16, 4, 1)), cudaErrorInvalidValue));
    cudaFree(d), cudaFreeHost(h);
}

static void flags()
{
    constexpr auto invalid = cudaErrorInvalidValue;
    int list[] = {0, 99};
    EXPECT("unknown", gives(cudaSetDeviceFlags(0x100), invalid));
    EXPECT("two ways to wait", gives(cudaSetDeviceFlags(3), invalid));
    EXPECT("one way", gives(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync), cudaSuccess));
    EXPECT("of a device", gives(cudaInitDevice(0, 0x100, cudaInitDeviceFlagsAreValid), invalid));
    EXPECT("valid devices", gives(cudaSetValidDevices(list, 2), invalid) &&
                                gives(cudaSetValidDevices(nullptr, 1), invalid) &&
                                gives(cudaSetValidDevices(list, 1), cudaSuccess));
    EXPECT("peers", gives(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported) &&
                        gives(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled));
}

static void attributes()
{
    constexpr auto invalid = cudaErrorInvalidValue;
    cudaStream_t s = nullptr;
    cudaStreamCreate(&s);
    cudaLaunchAttributeValue v = {};
    v.syncPolicy = static_cast<cudaSynchronizationPolicy>(77);
    EXPECT("a policy", gives(cudaStreamSetAttribute(s, cudaLaunchAttributeSynchronizationPolicy, &v), invalid));
    EXPECT("no policy yet",
           gives(cudaStreamGetAttribute(s, cudaLaunchAttributeSynchronizationPolicy, &v), cudaSuccess) &&
               static_cast<int>(v.syncPolicy) == -1);
    cudaLaunchAttribute a = {};
    cudaLaunchConfig_t c = {};
    c.gridDim = 1, c.blockDim = 32, c.attrs = &a, c.numAttrs = 1;
    a.id = static_cast<cudaLaunchAttributeID>(999);
    EXPECT("unknown attribute", gives(cudaLaunchKernelEx(&c, nothing), invalid));
    a.id = cudaLaunchAttributePriority, a.val.priority = 50;
    EXPECT("priority", gives(cudaLaunchKernelEx(&c, nothing), cudaSuccess));
    a.id = cudaLaunchAttributeMemSyncDomain, a.val.memSyncDomain = static_cast<cudaLaunchMemSyncDomain>(9);
    EXPECT("domain", gives(cudaLaunchKernelEx(&c, nothing), invalid));
    a.id = cudaLaunchAttributeAccessPolicyWindow, a.val.accessPolicyWindow.hitRatio = 2;
    EXPECT("ratio", gives(cudaLaunchKernelEx(&c, nothing), invalid));
    cudaStreamDestroy(s);
}

static int major()
{
    int value = 0;
    cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0);
    return value;
}

// Sizes of compute capability 9.0.
static void occupancy()
{
    int blocks = -1;
    std::size_t bytes = 1;
    const auto active = [&](std::size_t shared) {
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 128, shared);
        return blocks;
    };
    const auto left = [&](int n) {
        return gives(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, n, 128), cudaSuccess) ? bytes : 0;
    };
    EXPECT("unknown flag", gives(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, nothing, 128, 0, 4),
                                 cudaErrorInvalidValue));
    EXPECT("not yet raised", active(100 << 10) == 0);
    EXPECT("above its bounds",
           gives(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0), cudaSuccess) && blocks > 0);
    EXPECT("no function", gives(cudaFuncSetAttribute((void*)major, cudaFuncAttributeMaxDynamicSharedMemorySize, 1),
                                cudaErrorInvalidResourceHandle));
    if (major() != 9) return;
    EXPECT("left", left(1) == 48 << 10 && left(2) == 48 << 10 && left(5) == 46592);
    EXPECT("too many blocks", left(64) == 0 && bytes == 46592);
    EXPECT("raise",
           gives(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10), cudaSuccess));
    EXPECT("left then", left(1) == 227 << 10 && left(2) == 114 << 10);
    EXPECT("raised", active(100 << 10) == 2);
    EXPECT("the other",
           gives(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic_too, 128, 100 << 10), cudaSuccess) &&
               blocks == 0);
}

static std::size_t limit(cudaLimit l)
{
    std::size_t value = 1;
    return gives(cudaDeviceGetLimit(&value, l), cudaSuccess) ? value : ~std::size_t{0};
}

static void limits()
{
    const auto set = [](cudaLimit l, std::size_t n) { return gives(cudaDeviceSetLimit(l, n), cudaSuccess); };
    EXPECT("stack", set(cudaLimitStackSize, 1000) && limit(cudaLimitStackSize) == 1008);
    EXPECT("1 GiB of it", !set(cudaLimitStackSize, 1 << 30) && limit(cudaLimitStackSize) == 1008);
    EXPECT("printf", set(cudaLimitPrintfFifoSize, 100) && limit(cudaLimitPrintfFifoSize) == 512 << 10);
    EXPECT("heap", set(cudaLimitMallocHeapSize, 1 << 20) && limit(cudaLimitMallocHeapSize) == 4 << 20);
    EXPECT("no heap", set(cudaLimitMallocHeapSize, 0) && limit(cudaLimitMallocHeapSize) == 4 << 20);
    prints<<<1, 1>>>();
    cudaDeviceSynchronize();
    EXPECT("printf after one that prints", !set(cudaLimitPrintfFifoSize, 2 << 20));
    EXPECT("stack after a kernel", set(cudaLimitStackSize, 4096));
}

// The program of the guide, "L2 Set-Aside for Persisting Accesses".
static void persisting_l2()
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    if (major() < 8) {
        EXPECT("no such cache",
               p.persistingL2CacheMaxSize == 0 && p.accessPolicyMaxWindowSize == 0 &&
                   gives(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20), cudaErrorUnsupportedLimit));
        return;
    }
    EXPECT("granularity", limit(cudaLimitMaxL2FetchGranularity) == 64 &&
                              gives(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128), cudaSuccess) &&
                              limit(cudaLimitMaxL2FetchGranularity) == 128);
    EXPECT("shared memory", limit(static_cast<cudaLimit>(7)) == p.sharedMemPerBlockOptin);
    const std::size_t size = std::min(int(p.l2CacheSize * 0.75), p.persistingL2CacheMaxSize);
    EXPECT("set aside", size && gives(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, size), cudaSuccess) &&
                            limit(cudaLimitPersistingL2CacheSize) >= size);
    cudaStream_t s = nullptr;
    void* data = nullptr;
    cudaStreamCreate(&s), cudaMalloc(&data, 1 << 20);
    cudaStreamAttrValue a = {};
    a.accessPolicyWindow.base_ptr = data;
    a.accessPolicyWindow.num_bytes = std::min(p.accessPolicyMaxWindowSize, 1 << 20);
    a.accessPolicyWindow.hitRatio = 0.6f;
    a.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    a.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    EXPECT("a window", a.accessPolicyWindow.num_bytes &&
                           gives(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &a), cudaSuccess) &&
                           gives(cudaCtxResetPersistingL2Cache(), cudaSuccess));
    cudaStreamDestroy(s), cudaFree(data);
}

#if CUDART_VERSION >= 13000
// The manual says so. No GPU was asked.
static void nodes()
{
    char* p = nullptr;
    cudaMallocManaged(&p, 4096);
    const auto query = [&](cudaMemRangeAttribute a) {
        int value = -9;
        cudaMemRangeGetAttribute(&value, sizeof value, a, p, 4096);
        return value;
    };
    const auto prefer = [&](cudaMemLocationType type, int id) {
        const cudaError_t e = cudaMemAdvise(p, 4096, cudaMemAdviseSetPreferredLocation, {type, id});
        cudaGetLastError();
        return e;
    };
    EXPECT("a node", prefer(cudaMemLocationTypeHostNuma, 0) == cudaSuccess &&
                         query(cudaMemRangeAttributePreferredLocationType) == cudaMemLocationTypeHostNuma &&
                         query(cudaMemRangeAttributePreferredLocationId) == 0 &&
                         query(cudaMemRangeAttributePreferredLocation) == cudaCpuDeviceId);
    EXPECT("no such node", prefer(cudaMemLocationTypeHostNuma, 9999) == cudaErrorInvalidDevice &&
                               prefer(cudaMemLocationTypeHostNuma, -1) == cudaErrorInvalidDevice);
    EXPECT("the host", prefer(cudaMemLocationTypeHost, 0) == cudaSuccess &&
                           query(cudaMemRangeAttributePreferredLocationType) == cudaMemLocationTypeHost);
    cudaFree(p);
}
#endif

int main()
{
    registration();
    information();
    copies();
    flags();
    attributes();
    occupancy();
    limits();
    persisting_l2();
#if CUDART_VERSION >= 13000
    nodes();
#endif
    return failures;
}
