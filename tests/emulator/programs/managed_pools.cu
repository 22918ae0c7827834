// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pools of managed memory, which CUDA has since version 13: what they give, who may access it, and which pool is the
// current one. Also managed variables as symbols, and hints on who accesses memory, as the manual has them. Prints one
// line per check and exits with the number of failures.
#include "expect.h"

static bool gives(cudaError_t e, cudaError_t expected)
{
    cudaGetLastError();
    return e == expected;
}

#if CUDART_VERSION >= 13000
__global__ void count_up(int* p, int n)
{
    if (threadIdx.x < n) p[threadIdx.x] += threadIdx.x;
}

static const auto managed = cudaMemAllocationTypeManaged;
static cudaMemLocation none = {cudaMemLocationTypeNone, 0}, device = {cudaMemLocationTypeDevice, 0},
                       host = {cudaMemLocationTypeHost, 0};

static cudaMemPool_t made(cudaMemLocation where)
{
    cudaMemPoolProps props = {};
    props.allocType = managed;
    props.location = where;
    cudaMemPool_t pool = nullptr;
    EXPECT("a pool", gives(cudaMemPoolCreate(&pool, &props), cudaSuccess) && pool);
    return pool;
}

static const cudaMemAccessDesc both[] = {{device, cudaMemAccessFlagsProtReadWrite},
                                         {host, cudaMemAccessFlagsProtReadWrite}};

static bool may_access(cudaMemPool_t pool, cudaMemLocation who)
{
    cudaMemAccessFlags may{};
    return cudaMemPoolGetAccess(&may, pool, &who) == cudaSuccess && may == cudaMemAccessFlagsProtReadWrite;
}

static void memory()
{
    for (cudaMemLocation where : {none, device, host}) {
        cudaMemPool_t pool = made(where);
        int* p = nullptr;
        EXPECT("for both", gives(cudaMemPoolSetAccess(pool, both, 2), cudaSuccess));
        EXPECT("from it", gives(cudaMallocFromPoolAsync(&p, 8 * sizeof *p, pool, nullptr), cudaSuccess) && p);
        cudaStreamSynchronize(nullptr);
        for (int i = 0; i < 8; ++i)
            p[i] = 10;
        count_up<<<1, 32>>>(p, 8);
        EXPECT("the kernel writes", gives(cudaDeviceSynchronize(), cudaSuccess));
        EXPECT("the host reads", p[0] == 10 && p[7] == 17);
        cudaPointerAttributes a{};
        EXPECT("is managed", gives(cudaPointerGetAttributes(&a, p + 1), cudaSuccess) &&
                                 a.type == cudaMemoryTypeManaged && a.hostPointer == p + 1 && a.devicePointer == p + 1);
        unsigned long long used = 0;
        EXPECT("is counted", gives(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess) &&
                                 used == 8 * sizeof *p);
        EXPECT("free", gives(cudaFreeAsync(p, nullptr), cudaSuccess));
        EXPECT("once only", gives(cudaFreeAsync(p, nullptr), cudaErrorInvalidValue));
        EXPECT("destroy", gives(cudaMemPoolDestroy(pool), cudaSuccess));
        EXPECT("is destroyed", gives(cudaMallocFromPoolAsync(&p, 4, pool, nullptr), cudaErrorInvalidValue));
    }
}

static void access()
{
    cudaMemPool_t on_device = made(device), on_host = made(host), anywhere = made(none);
    // An H200 says the same of each.
    for (cudaMemPool_t pool : {on_device, on_host, anywhere})
        EXPECT("not yet", !may_access(pool, device) && !may_access(pool, host));
    for (cudaMemPool_t pool : {on_device, on_host, anywhere}) {
        EXPECT("grant", gives(cudaMemPoolSetAccess(pool, both, 2), cudaSuccess));
        EXPECT("is granted", may_access(pool, device) && may_access(pool, host));
    }
    const cudaMemAccessDesc wrong[] = {both[0], {{cudaMemLocationTypeDevice, 5}, cudaMemAccessFlagsProtReadWrite}};
    cudaMemPool_t another = made(host);
    EXPECT("another device", gives(cudaMemPoolSetAccess(another, wrong, 2), cudaErrorInvalidDevice));
    EXPECT("all or nothing", !may_access(another, device));
    for (cudaMemPool_t pool : {on_device, on_host, anywhere, another})
        cudaMemPoolDestroy(pool);
}

static void current()
{
    cudaMemPool_t standard = nullptr, of_host = nullptr, pinned = nullptr, now = nullptr, own = made(none);
    EXPECT("the standard one", gives(cudaMemGetDefaultMemPool(&standard, &none, managed), cudaSuccess) && standard);
    EXPECT("the host's", gives(cudaMemGetDefaultMemPool(&of_host, &host, managed), cudaSuccess) && of_host != standard);
    cudaDeviceGetDefaultMemPool(&pinned, 0);
    EXPECT("is not the device's", pinned != standard && pinned != of_host);
    int* p = nullptr;
    cudaPointerAttributes a{};
    EXPECT("from it", gives(cudaMallocFromPoolAsync(&p, 4, standard, nullptr), cudaSuccess) &&
                          cudaPointerGetAttributes(&a, p) == cudaSuccess && a.type == cudaMemoryTypeManaged);
    cudaFree(p);
    EXPECT("set", gives(cudaMemSetMemPool(&none, managed, own), cudaSuccess));
    EXPECT("get", gives(cudaMemGetMemPool(&now, &none, managed), cudaSuccess) && now == own);
    EXPECT("the host's stays", gives(cudaMemGetMemPool(&now, &host, managed), cudaSuccess) && now == of_host);
    EXPECT("another location", gives(cudaMemSetMemPool(&host, managed, own), cudaErrorInvalidValue));
    for (cudaMemLocation where : {device, host})
        EXPECT("another type",
               gives(cudaMemSetMemPool(&where, cudaMemAllocationTypePinned, own), cudaErrorInvalidValue));
    EXPECT("not the device's", gives(cudaDeviceSetMemPool(0, own), cudaErrorInvalidValue));
    EXPECT("pinned is another type", gives(cudaMemSetMemPool(&device, managed, pinned), cudaErrorInvalidValue));
    EXPECT("destroy", gives(cudaMemPoolDestroy(own), cudaSuccess));
    EXPECT("the standard one again", gives(cudaMemGetMemPool(&now, &none, managed), cudaSuccess) && now == standard);
    EXPECT("it stays", gives(cudaMemPoolDestroy(standard), cudaErrorInvalidValue));
    EXPECT("pinned memory is somewhere",
           gives(cudaMemGetDefaultMemPool(&now, &none, cudaMemAllocationTypePinned), cudaErrorInvalidValue));
}
#endif

__managed__ int counter = 7, row[4];

static void variables()
{
    void* at = nullptr;
    std::size_t size = 0;
    EXPECT("a variable's address", gives(cudaGetSymbolAddress(&at, counter), cudaSuccess) && at == &counter);
    EXPECT("an array's size", gives(cudaGetSymbolSize(&size, row), cudaSuccess) && size == sizeof row);
    int nine = 9, seen = 0;
    EXPECT("copied to", gives(cudaMemcpyToSymbol(row, &nine, 4, 8), cudaSuccess) && row[2] == 9);
    EXPECT("copied from", gives(cudaMemcpyFromSymbol(&seen, counter, 4), cudaSuccess) && seen == 7);
    EXPECT("no symbol", gives(cudaGetSymbolAddress(&at, (const void*)&nine), cudaErrorInvalidSymbol));
}

#if CUDART_VERSION >= 13000
static bool accessed_by(void* p, int first, int second)
{
    int who[3] = {};
    return cudaMemRangeGetAttribute(who, sizeof who, cudaMemRangeAttributeAccessedBy, p, 4096) == cudaSuccess &&
           who[0] == first && who[1] == second && who[2] == cudaInvalidDeviceId;
}
static void hints()
{
    const int nobody = cudaInvalidDeviceId;
    void* p = nullptr;
    cudaMallocManaged(&p, 4096);
    EXPECT("no hint", accessed_by(p, nobody, nobody));
    cudaMemAdvise(p, 4096, cudaMemAdviseSetAccessedBy, host);
    EXPECT("the host", accessed_by(p, cudaCpuDeviceId, nobody));
    cudaMemAdvise(p, 4096, cudaMemAdviseSetAccessedBy, device);
    EXPECT("both", accessed_by(p, 0, cudaCpuDeviceId));
    cudaMemAdvise(p, 4096, cudaMemAdviseUnsetAccessedBy, host);
    EXPECT("the device", accessed_by(p, 0, nobody));
    cudaFree(p);
}
#endif

int main()
{
    variables();
#if CUDART_VERSION >= 13000
    hints();
    memory();
    access();
    current();
#endif
    return failures;
}
