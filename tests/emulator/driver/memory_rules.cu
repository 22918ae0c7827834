// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of pools, pointer attributes and virtual memory. The expected values are those of an H200 with driver 580.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include "../programs/expected_errors.h"
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>

static unsigned long long value(cudaMemPool_t pool, cudaMemPoolAttr a)
{
    unsigned long long v = 99;
    cudaMemPoolGetAttribute(pool, a, &v);
    return v;
}

static cudaMemPoolProps device_pool()
{
    cudaMemPoolProps p;
    std::memset(&p, 0, sizeof p);
    p.allocType = cudaMemAllocationTypePinned;
    p.location = {cudaMemLocationTypeDevice, 0};
    return p;
}

// The allocator of the host may give the next pool the address of the destroyed one.
static void destroyed_pools(cudaStream_t s)
{
    const cudaMemPoolProps p = device_pool();
    bool none = true, no_handle = true;
    for (int k = 0; k < 20; ++k) {
        cudaMemPool_t first = nullptr, next = nullptr;
        void* memory = nullptr;
        cudaMemPoolCreate(&first, &p);
        cudaMallocFromPoolAsync(&memory, 4096, first, s);
        cudaMemPoolDestroy(first);
        cudaMemPoolCreate(&next, &p);
        CUmemoryPool of = next;
        cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, (CUdeviceptr)memory);
        no_handle &= of != next;
        cudaFreeAsync(memory, s);
        cudaStreamSynchronize(s);
        none &= value(next, cudaMemPoolAttrUsedMemCurrent) == 0;
        cudaMemPoolDestroy(next);
    }
    EXPECT("memory of a destroyed pool leaves the next pool's account alone", none);
    EXPECT("nor is it the next pool's", no_handle);
}

static void sizes_of_pools(cudaStream_t s)
{
    cudaMemPoolProps p = device_pool();
    p.maxSize = 64 << 20;
    cudaMemPool_t pool = nullptr;
    void *a = nullptr, *b = nullptr;
    EXPECT("a pool of 64 MiB", gives(cudaMemPoolCreate(&pool, &p), cudaSuccess));
    EXPECT("48 MiB", gives(cudaMallocFromPoolAsync(&a, 48 << 20, pool, s), cudaSuccess));
    EXPECT("48 MiB more", gives(cudaMallocFromPoolAsync(&b, 48 << 20, pool, s), cudaErrorMemoryAllocation));
    EXPECT("128 MiB", gives(cudaMallocFromPoolAsync(&b, 128 << 20, pool, s), cudaErrorMemoryAllocation));
    cudaFreeAsync(a, s);
    EXPECT("48 MiB again", gives(cudaMallocFromPoolAsync(&a, 48 << 20, pool, s), cudaSuccess));
    cudaFreeAsync(a, s);
    cudaStreamSynchronize(s);
    EXPECT("given back", value(pool, cudaMemPoolAttrReservedMemCurrent) == 0 &&
                             value(pool, cudaMemPoolAttrReservedMemHigh) == 64 << 20);
    cudaMemPoolDestroy(pool);
    p.maxSize = 0;
    p.handleTypes = static_cast<cudaMemAllocationHandleType>(64);
    EXPECT("an unknown handle", gives(cudaMemPoolCreate(&pool, &p), cudaErrorInvalidValue));
    p.handleTypes = cudaMemHandleTypeNone;
    p.reserved[3] = 1;
    EXPECT("a reserved byte", gives(cudaMemPoolCreate(&pool, &p), cudaErrorInvalidValue));
    p.reserved[3] = 0;
    cudaMemPoolCreate(&pool, &p);
    unsigned long long all = ~0ull, zero = 0;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    cudaMallocFromPoolAsync(&a, 10 << 20, pool, s);
    cudaFreeAsync(a, s);
    cudaStreamSynchronize(s);
    EXPECT("kept below the threshold", value(pool, cudaMemPoolAttrReservedMemCurrent) == 32 << 20 &&
                                           value(pool, cudaMemPoolAttrReservedMemHigh) == 32 << 20 &&
                                           value(pool, cudaMemPoolAttrUsedMemCurrent) == 0 &&
                                           value(pool, cudaMemPoolAttrUsedMemHigh) == 10 << 20);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero);
    EXPECT("one peak of two", value(pool, cudaMemPoolAttrUsedMemHigh) == 10 << 20);
    cudaMemPoolTrimTo(pool, 0);
    EXPECT("trimmed", value(pool, cudaMemPoolAttrReservedMemCurrent) == 0);
    cudaMemPoolDestroy(pool);
}

// Gives the attribute, or ~0 for an error. The driver writes four bytes of a truth value.
static unsigned long long attribute(CUpointer_attribute a, CUdeviceptr p)
{
    unsigned char bytes[8];
    std::memset(bytes, 0xaa, sizeof bytes);
    if (cuPointerGetAttribute(bytes, a, p) != CUDA_SUCCESS) return ~0ull;
    unsigned long long whole = 0;
    unsigned low = 0, high = 0;
    std::memcpy(&whole, bytes, 8), std::memcpy(&low, bytes, 4), std::memcpy(&high, bytes + 4, 4);
    return high == 0xaaaaaaaa ? low : whole;
}

static void pointers(cudaStream_t s)
{
    CUdeviceptr p = 0;
    void *pinned = nullptr, *pools = nullptr;
    cuMemAlloc(&p, 1 << 20), cuMemAllocHost(&pinned, 1 << 20), cudaMallocAsync(&pools, 48 << 20, s);
    const CUdeviceptr host = (CUdeviceptr)pinned, pool = (CUdeviceptr)pools;
    const unsigned one = 1;
    EXPECT("not synchronous", attribute(CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p) == 0);
    EXPECT("synchronous", cuPointerSetAttribute(&one, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p + 8) == CUDA_SUCCESS &&
                              attribute(CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p) == 1);
    EXPECT("for other processes", attribute(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, p) == 1 &&
                                      attribute(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, host) == 0 &&
                                      attribute(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, pool) == 0);
    EXPECT("decompression", attribute(CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE, p) == 1 &&
                                attribute(CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE, host) == 0);
    EXPECT("access", attribute(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, p) == 3 &&
                         attribute(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, host) == 3);
    EXPECT("mapped", attribute(CU_POINTER_ATTRIBUTE_MAPPED, p) == 1);
    const CUdeviceptr base = attribute(CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, p);
    const std::size_t size = attribute(CU_POINTER_ATTRIBUTE_MAPPING_SIZE, p);
    EXPECT("its pages", base <= p && p + (1 << 20) <= base + size && base % (2 << 20) == 0 && size % (2 << 20) == 0);
    EXPECT("of a pool", attribute(CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, pool) == pool &&
                            attribute(CU_POINTER_ATTRIBUTE_MAPPING_SIZE, pool) == 32 << 20 &&
                            attribute(CU_POINTER_ATTRIBUTE_CONTEXT, pool) == 0);
    unsigned long long flags = 9;
    CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    EXPECT("cuMemGetAccess of ordinary memory", cuMemGetAccess(&flags, &device, p) == CUDA_SUCCESS && flags == 0);
    cuMemFree(p), cuMemFreeHost(pinned), cudaFreeAsync(pools, s);
}

__global__ void write(int* p) { *p = 1; }

static void virtual_memory()
{
    CUmemAllocationProp p = {}, other = {};
    p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    p.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    other = p;
    other.location.id = 77;
    const std::size_t g = 2 << 20;
    std::size_t size = 0;
    CUmemGenericAllocationHandle a = 0, b = 0;
    CUdeviceptr v = 0, w = 0;
    EXPECT("no such granularity",
           cuMemGetAllocationGranularity(&size, &p, (CUmemAllocationGranularity_flags)9) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("no such device", cuMemCreate(&b, g, &other, 0) == CUDA_ERROR_INVALID_DEVICE);
    EXPECT("unknown flags", cuMemAddressReserve(&v, g, 0, 0, 1) == CUDA_ERROR_INVALID_VALUE);
    cuMemCreate(&a, 2 * g, &p, 0);
    cuMemAddressReserve(&v, 8 * g, 0, 0, 0);
    cuMemAddressFree(v, 8 * g);
    EXPECT("where it was", cuMemAddressReserve(&w, 8 * g, 0, v, 0) == CUDA_SUCCESS && w == v);
    EXPECT("a part", cuMemMap(v, g, 0, a, 0) == CUDA_ERROR_NOT_SUPPORTED);
    EXPECT("with an offset", cuMemMap(v, g, g, a, 0) == CUDA_ERROR_NOT_SUPPORTED);
    EXPECT("more than there is", cuMemMap(v, 4 * g, 0, a, 0) == CUDA_ERROR_NOT_SUPPORTED);
    EXPECT("map", cuMemMap(v, 2 * g, 0, a, 0) == CUDA_SUCCESS && cuMemMap(v + 4 * g, 2 * g, 0, a, 0) == CUDA_SUCCESS);
    EXPECT("without access", attribute(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, v) == 0 &&
                                 attribute(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, v) == CU_MEMORYTYPE_DEVICE &&
                                 attribute(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, v) == ~0ull &&
                                 attribute(CU_POINTER_ATTRIBUTE_RANGE_SIZE, v) == 8 * g);
    CUmemAccessDesc all = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    EXPECT("a part of a mapping", cuMemSetAccess(v, g, &all, 1) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("over a hole", cuMemSetAccess(v, 6 * g, &all, 1) == CUDA_SUCCESS);
    EXPECT("its mapping", attribute(CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, v + g) == v &&
                              attribute(CU_POINTER_ATTRIBUTE_MAPPING_SIZE, v + g) == 2 * g &&
                              attribute(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, v + g) == v &&
                              attribute(CU_POINTER_ATTRIBUTE_CONTEXT, v) == 0 &&
                              attribute(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, v) == 3);
    CUmemAccessDesc wrong = all;
    wrong.location.id = 77;
    EXPECT("of another device", cuMemSetAccess(v, 2 * g, &wrong, 1) == CUDA_ERROR_INVALID_VALUE);
    wrong = all, wrong.flags = (CUmemAccess_flags)2;
    EXPECT("of another kind", cuMemSetAccess(v, 2 * g, &wrong, 1) == CUDA_ERROR_INVALID_VALUE);
    wrong = all, wrong.location.type = CU_MEM_LOCATION_TYPE_HOST;
    EXPECT("of the host", cuMemSetAccess(v, 2 * g, &wrong, 1) == CUDA_ERROR_NOT_SUPPORTED);
    write<<<1, 1>>>((int*)(v + 4 * g));
    int host = 0;
    EXPECT("behind the hole", cuMemcpyDtoH(&host, v, 4) == CUDA_SUCCESS && host == 1);
    EXPECT("unmap over a hole", cuMemUnmap(v, 6 * g) == CUDA_SUCCESS && cuMemUnmap(v, 6 * g) == CUDA_SUCCESS);
    EXPECT("free", cuMemRelease(a) == CUDA_SUCCESS && cuMemAddressFree(v, 8 * g) == CUDA_SUCCESS);
}

static void addresses()
{
    CUdeviceptr p = 0;
    bool good = true;
    for (int k = 0; k < 1000; ++k)
        good &= cuMemAddressReserve(&p, 18ull << 30, 0, 0, 0) == CUDA_SUCCESS &&
                cuMemAddressFree(p, 18ull << 30) == CUDA_SUCCESS;
    EXPECT("addresses come back", good);
    EXPECT("many", cuMemAddressReserve(&p, 1ull << 40, 0, 0, 0) == CUDA_SUCCESS &&
                       cuMemAddressFree(p, 1ull << 40) == CUDA_SUCCESS);
    // Pieces of different sizes, which are returned in another order, do not overlap.
    std::vector<std::pair<CUdeviceptr, std::size_t>> live;
    unsigned state = 1;
    for (int k = 0; k < 2000 && good; ++k) {
        state = state * 1664525u + 1013904223u;
        if (live.size() > 20) {
            const std::size_t at = state / 65536 % live.size();
            good &= cuMemAddressFree(live[at].first, live[at].second) == CUDA_SUCCESS;
            live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
        }
        const std::size_t size = (state / 256 % 50 + 1) << 21;
        const std::size_t alignment = state % 3 ? 0 : 1 << 26;
        good &= cuMemAddressReserve(&p, size, alignment, k % 5 ? 0 : p + size, 0) == CUDA_SUCCESS;
        good &= !alignment || p % alignment == 0;
        for (const auto& [other, bytes] : live)
            good &= p + size <= other || other + bytes <= p;
        live.emplace_back(p, size);
    }
    for (const auto& [at, size] : live)
        good &= cuMemAddressFree(at, size) == CUDA_SUCCESS;
    EXPECT("each is its own", good);
}

static void words_of_streams(cudaStream_t s)
{
    CUdeviceptr d = 0;
    cuMemAlloc(&d, 64);
    std::vector<CUstreamBatchMemOpParams> all(256);
    std::memset(all.data(), 0, all.size() * sizeof all[0]);
    for (auto& o : all) {
        o.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
        o.writeValue.address = d;
        o.writeValue.value = 7;
    }
    const auto gives = [&](unsigned count, CUresult expected, int word) {
        int now = -1;
        cuMemsetD32(d, 0, 4);
        cudaDeviceSynchronize();
        const CUresult e = cuStreamBatchMemOp(s, count, all.data(), 0);
        cudaStreamSynchronize(s);
        return e == expected && cuMemcpyDtoH(&now, d, 4) == CUDA_SUCCESS && now == word;
    };
    EXPECT("255 operations", gives(255, CUDA_SUCCESS, 7));
    EXPECT("256 operations", gives(256, CUDA_ERROR_INVALID_VALUE, 0));
    all[1].writeValue.address = d + 2;
    EXPECT("not aligned", gives(2, CUDA_ERROR_INVALID_VALUE, 0));
    all[1].operation = (CUstreamBatchMemOpType)77;
    EXPECT("unknown", gives(2, CUDA_ERROR_INVALID_VALUE, 0));
    EXPECT("no flush", cuStreamWaitValue32(s, d, 0, CU_STREAM_WAIT_VALUE_EQ | CU_STREAM_WAIT_VALUE_FLUSH) ==
                           CUDA_ERROR_NOT_SUPPORTED);
    cuMemFree(d);
}

// Ends in a fault.
static void reading_alone()
{
    CUmemAllocationProp p = {};
    p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    p.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    const std::size_t g = 2 << 20;
    CUmemGenericAllocationHandle a = 0;
    CUdeviceptr v = 0;
    cuMemCreate(&a, g, &p, 0), cuMemAddressReserve(&v, g, 0, 0, 0), cuMemMap(v, g, 0, a, 0);
    CUmemAccessDesc d = {p.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    int host = 5;
    cuMemSetAccess(v, g, &d, 1), cuMemcpyHtoD(v, &host, 4);
    d.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
    EXPECT("for reading alone",
           cuMemSetAccess(v, g, &d, 1) == CUDA_SUCCESS && attribute(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, v) == 1);
    EXPECT("it can be read", cuMemcpyDtoH(&host, v, 4) == CUDA_SUCCESS && host == 5);
    write<<<1, 1>>>((int*)v);
    EXPECT("a kernel may not write", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

int main()
{
    cudaFree(nullptr);
    cudaStream_t s = nullptr;
    cudaStreamCreate(&s);
    destroyed_pools(s);
    sizes_of_pools(s);
    pointers(s);
    virtual_memory();
    addresses();
    words_of_streams(s);
    reading_alone();
    return failures;
}
