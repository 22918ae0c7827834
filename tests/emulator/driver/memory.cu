// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the driver API: allocation, copies in one to three dimensions, memsets, what a pointer points to, pools.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include "process_memory.h"
#include <cstring>
#include <cuda.h>
#include <vector>

static void allocation()
{
    CUdeviceptr p = 0, base = 0;
    std::size_t pitch = 0, size = 0, left = 0, total = 0;
    EXPECT("none", cuMemAlloc(&p, 0) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("pitched", cuMemAllocPitch(&p, &pitch, 100, 5, 4) == CUDA_SUCCESS && pitch >= 100);
    EXPECT("of odd elements", cuMemAllocPitch(&base, &pitch, 100, 5, 3) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("its range", cuMemGetAddressRange(&base, &size, p + 17) == CUDA_SUCCESS && base == p && size == 5 * pitch);
    EXPECT("no range", cuMemGetAddressRange(&base, &size, 16) == CUDA_ERROR_NOT_FOUND);
    EXPECT("what is left", cuMemGetInfo(&left, &total) == CUDA_SUCCESS && left && left < total);
    EXPECT("free", cuMemFree(p) == CUDA_SUCCESS && cuMemFree(p) == CUDA_ERROR_INVALID_VALUE);
    void *host = nullptr, *own = std::malloc(64);
    unsigned flags = 0;
    EXPECT("of the host", cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP) == CUDA_SUCCESS && host);
    EXPECT("on the device", cuMemHostGetDevicePointer(&p, host, 0) == CUDA_SUCCESS && p);
    EXPECT("its flags", cuMemHostGetFlags(&flags, host) == CUDA_SUCCESS && flags & CU_MEMHOSTALLOC_DEVICEMAP);
    EXPECT("a memset through it", cuMemsetD32(p, 9, 16) == CUDA_SUCCESS && static_cast<int*>(host)[15] == 9);
    EXPECT("free it", cuMemFreeHost(host) == CUDA_SUCCESS);
    EXPECT("register", cuMemHostRegister(own, 64, 0) == CUDA_SUCCESS);
    EXPECT("twice", cuMemHostRegister(own, 64, 0) == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    EXPECT("unregister", cuMemHostUnregister(own) == CUDA_SUCCESS &&
                             cuMemHostUnregister(own) == CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    std::free(own);
}

static void pointers()
{
    CUdeviceptr device = 0, managed = 0;
    void* host = nullptr;
    cuMemAlloc(&device, 256);
    cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL);
    cuMemAllocHost(&host, 64);
    CUmemorytype type = CUmemorytype(0);
    unsigned long long one = 0, two = 0;
    unsigned is = 1; // the driver writes four bytes
    int ordinal = -1;
    CUdeviceptr out = 0;
    std::size_t size = 0;
    EXPECT("of the device", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device) == CUDA_SUCCESS &&
                                type == CU_MEMORYTYPE_DEVICE);
    EXPECT("of the host",
           cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)host) == CUDA_SUCCESS &&
               type == CU_MEMORYTYPE_HOST);
    EXPECT("not managed", cuPointerGetAttribute(&is, CU_POINTER_ATTRIBUTE_IS_MANAGED, device) == CUDA_SUCCESS && !is);
    EXPECT("managed", cuPointerGetAttribute(&is, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed) == CUDA_SUCCESS && is);
    EXPECT("no pointer of the host",
           cuPointerGetAttribute(&out, CU_POINTER_ATTRIBUTE_HOST_POINTER, device) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("its beginning",
           cuPointerGetAttribute(&out, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, device + 9) == CUDA_SUCCESS &&
               out == device);
    EXPECT("its size",
           cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, device + 9) == CUDA_SUCCESS && size == 256);
    cuPointerGetAttribute(&one, CU_POINTER_ATTRIBUTE_BUFFER_ID, device);
    cuPointerGetAttribute(&two, CU_POINTER_ATTRIBUTE_BUFFER_ID, managed);
    EXPECT("numbers", one != two);
    CUpointer_attribute several[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                     CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void* places[] = {&type, &ordinal, &size};
    EXPECT("several at once", cuPointerGetAttributes(3, several, places, device) == CUDA_SUCCESS &&
                                  type == CU_MEMORYTYPE_DEVICE && ordinal == 0 && size == 256);
    int unknown = 0;
    EXPECT("of any memory", cuPointerGetAttributes(3, several, places, (CUdeviceptr)&unknown) == CUDA_SUCCESS &&
                                type == 0 && ordinal == -2 && size == 0);
    EXPECT("one of it", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&unknown) ==
                            CUDA_ERROR_INVALID_VALUE);
    unsigned sync = 1;
    EXPECT("set", cuPointerSetAttribute(&sync, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, device) == CUDA_SUCCESS);
    cuMemFree(device), cuMemFree(managed), cuMemFreeHost(host);
}

static void memsets()
{
    CUdeviceptr p;
    unsigned char bytes[64];
    cuMemAlloc(&p, sizeof bytes);
    const auto are = [&](std::size_t from, std::size_t to, unsigned value, int width) {
        cuMemcpyDtoH(bytes, p, sizeof bytes);
        for (std::size_t k = from; k < to; k += width)
            if (std::memcmp(bytes + k, &value, width)) return false;
        return true;
    };
    EXPECT("bytes", cuMemsetD8(p, 0xab, 64) == CUDA_SUCCESS && are(0, 64, 0xab, 1));
    EXPECT("two bytes", cuMemsetD16(p + 2, 0x1234, 5) == CUDA_SUCCESS && are(2, 12, 0x1234, 2) && are(12, 64, 0xab, 1));
    EXPECT("four bytes", cuMemsetD32(p + 16, 0x01020304, 4) == CUDA_SUCCESS && are(16, 32, 0x01020304, 4) &&
                             are(32, 64, 0xab, 1) && are(12, 16, 0xab, 1));
    EXPECT("an odd address", cuMemsetD16(p + 1, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("too many", cuMemsetD32(p, 1, 17) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("rows", cuMemsetD2D32(p, 16, 7, 2, 4) == CUDA_SUCCESS && are(0, 8, 7, 4) && are(16, 24, 7, 4) &&
                       are(24, 32, 0x01020304, 4) && are(48, 56, 7, 4) && are(56, 64, 0xab, 1));
    CUstream s;
    cuStreamCreate(&s, CU_STREAM_NON_BLOCKING);
    EXPECT("in a stream",
           cuMemsetD16Async(p, 3, 32, s) == CUDA_SUCCESS && cuStreamSynchronize(s) == CUDA_SUCCESS && are(0, 64, 3, 2));
    cuStreamDestroy(s);
    cuMemFree(p);
}

static void copies()
{
    const int width = 6, height = 4;
    std::vector<int> host(width * height), back(width * height, -1);
    for (int k = 0; k < width * height; ++k)
        host[k] = k;
    CUdeviceptr p;
    std::size_t pitch;
    cuMemAllocPitch(&p, &pitch, width * 4, height, 4);
    CUDA_MEMCPY2D c = {};
    c.srcMemoryType = CU_MEMORYTYPE_HOST;
    c.srcHost = host.data();
    c.srcPitch = width * 4;
    c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    c.dstDevice = p;
    c.dstPitch = pitch;
    c.WidthInBytes = width * 4;
    c.Height = height;
    EXPECT("rows to the device", cuMemcpy2D(&c) == CUDA_SUCCESS);
    int one = -1;
    cuMemcpyDtoH(&one, p + 2 * pitch + 3 * 4, 4);
    EXPECT("are there", one == 2 * width + 3);
    c.Height = height + 1;
    EXPECT("a row too many", cuMemcpy2D(&c) == CUDA_ERROR_INVALID_VALUE);
    // A part of it, into an array.
    CUarray array = nullptr;
    CUDA_ARRAY_DESCRIPTOR d = {width, height, CU_AD_FORMAT_SIGNED_INT32, 1}, e;
    EXPECT("an array", cuArrayCreate(&array, &d) == CUDA_SUCCESS);
    EXPECT("its description", cuArrayGetDescriptor(&e, array) == CUDA_SUCCESS && e.Width == width &&
                                  e.Height == height && e.Format == CU_AD_FORMAT_SIGNED_INT32 && e.NumChannels == 1);
    c = {};
    c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    c.srcDevice = p;
    c.srcPitch = pitch;
    c.srcXInBytes = 4;
    c.srcY = 1;
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    c.dstArray = array;
    c.dstXInBytes = 6;
    c.dstY = 2;
    c.WidthInBytes = 12;
    c.Height = 2;
    EXPECT("at half a texel", cuMemcpy2D(&c) == CUDA_SUCCESS);
    c.dstXInBytes = 8;
    EXPECT("a part into an array", cuMemcpy2D(&c) == CUDA_SUCCESS);
    c = {};
    c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    c.srcArray = array;
    c.srcXInBytes = 8;
    c.srcY = 2;
    c.dstMemoryType = CU_MEMORYTYPE_HOST;
    c.dstHost = back.data();
    c.WidthInBytes = 12;
    c.Height = 2;
    c.dstPitch = 12;
    EXPECT("and back", cuMemcpy2DAsync(&c, nullptr) == CUDA_SUCCESS && back[0] == width + 1 && back[2] == width + 3 &&
                           back[3] == 2 * width + 1 && back[5] == 2 * width + 3 && back[6] == -1);
    c.Height = 3;
    EXPECT("past the array", cuMemcpy2D(&c) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("destroy", cuArrayDestroy(array) == CUDA_SUCCESS && cuArrayDestroy(array) == CUDA_ERROR_INVALID_HANDLE);
    d.Height = 0;
    cuArrayCreate(&array, &d);
    EXPECT("into a row", cuMemcpyHtoA(array, 4, host.data(), 12) == CUDA_SUCCESS);
    EXPECT("out of it", cuMemcpyAtoH(back.data(), array, 8, 8) == CUDA_SUCCESS && back[0] == 1 && back[1] == 2);
    EXPECT("to memory", cuMemcpyAtoD(p, array, 4, 12) == CUDA_SUCCESS);
    cuMemcpyDtoH(back.data(), p, 12);
    EXPECT("is there", back[0] == 0 && back[2] == 2);
    cuArrayDestroy(array);
    // A volume.
    CUDA_ARRAY3D_DESCRIPTOR v = {3, 2, 4, CU_AD_FORMAT_SIGNED_INT32, 1, 0};
    EXPECT("a volume", cuArray3DCreate(&array, &v) == CUDA_SUCCESS);
    CUDA_MEMCPY3D m = {};
    m.srcMemoryType = CU_MEMORYTYPE_HOST;
    m.srcHost = host.data();
    m.srcPitch = 12;
    m.srcHeight = 2;
    m.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    m.dstArray = array;
    m.WidthInBytes = 12;
    m.Height = 2;
    m.Depth = 4;
    EXPECT("fill it", cuMemcpy3D(&m) == CUDA_SUCCESS);
    m = {};
    m.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    m.srcArray = array;
    m.srcXInBytes = 4;
    m.srcZ = 1;
    m.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    m.dstDevice = p;
    m.dstPitch = 8;
    m.dstHeight = 2;
    m.WidthInBytes = 8;
    m.Height = 2;
    m.Depth = 2;
    EXPECT("a part of it", cuMemcpy3DAsync(&m, nullptr) == CUDA_SUCCESS);
    cuMemcpy((CUdeviceptr)back.data(), p, 32);
    EXPECT("by any copy", back[0] == 7 && back[1] == 8 && back[2] == 10 && back[4] == 13 && back[7] == 17);
    cuArrayDestroy(array);
    cuMemFree(p);
}

static void ranges()
{
    CUdeviceptr p;
    cuMemAllocManaged(&p, 4096, CU_MEM_ATTACH_GLOBAL);
    const CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    int value = -9, list[2] = {9, 9}, type = -9, number = -9;
    const auto get = [&](CUmem_range_attribute a, int* out) {
        return cuMemRangeGetAttribute(out, sizeof *out, a, p, 4096) == CUDA_SUCCESS;
    };
    EXPECT("nobody said", get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, &value) && value == CU_DEVICE_INVALID &&
                              get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, &type) &&
                              type == CU_MEM_LOCATION_TYPE_INVALID);
    EXPECT("advise", cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host) == CUDA_SUCCESS &&
                         cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, device) == CUDA_SUCCESS);
    EXPECT("where", get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, &value) && value == CU_DEVICE_CPU &&
                        get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, &type) &&
                        type == CU_MEM_LOCATION_TYPE_HOST);
    EXPECT("by whom",
           cuMemRangeGetAttribute(list, sizeof list, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, p, 4096) == CUDA_SUCCESS &&
               list[0] == 0 && list[1] == CU_DEVICE_INVALID);
    cuMemAdvise(p, 4096, CU_MEM_ADVISE_UNSET_ACCESSED_BY, device);
    EXPECT("by nobody",
           cuMemRangeGetAttribute(list, sizeof list, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, p, 4096) == CUDA_SUCCESS &&
               list[0] == CU_DEVICE_INVALID);
    cuMemPrefetchAsync(p, 4096, device, 0, nullptr);
    void* data[] = {&type, &number};
    std::size_t sizes[] = {4, 4};
    CUmem_range_attribute attributes[] = {CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE,
                                          CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID};
    EXPECT("several", cuMemRangeGetAttributes(data, sizes, attributes, 2, p, 4096) == CUDA_SUCCESS &&
                          type == CU_MEM_LOCATION_TYPE_DEVICE && number == 0);
    cuMemFree(p);
}

static void pools()
{
    CUmemoryPool standard = nullptr, pool = nullptr, current = nullptr;
    CUdeviceptr p = 0;
    cuuint64_t used = 99, keep = 1 << 20;
    EXPECT("the standard one", cuDeviceGetDefaultMemPool(&standard, 0) == CUDA_SUCCESS && standard);
    EXPECT("allocate", cuMemAllocAsync(&p, 100, nullptr) == CUDA_SUCCESS);
    EXPECT("counts",
           cuMemPoolGetAttribute(standard, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used) == CUDA_SUCCESS && used == 100);
    EXPECT("free", cuMemFreeAsync(p, nullptr) == CUDA_SUCCESS);
    EXPECT("keep", cuMemPoolSetAttribute(standard, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep) == CUDA_SUCCESS);
    CUmemPoolProps props = {};
    props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    EXPECT("a pool", cuMemPoolCreate(&pool, &props) == CUDA_SUCCESS);
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    EXPECT("who may", cuMemPoolSetAccess(pool, &access, 1) == CUDA_SUCCESS);
    CUmemAccess_flags may{};
    CUmemLocation device{CU_MEM_LOCATION_TYPE_DEVICE, 0}, host{CU_MEM_LOCATION_TYPE_HOST, 0};
    EXPECT("the device may",
           cuMemPoolGetAccess(&may, pool, &device) == CUDA_SUCCESS && may == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    EXPECT("the host may not",
           cuMemPoolGetAccess(&may, pool, &host) == CUDA_SUCCESS && may == CU_MEM_ACCESS_FLAGS_PROT_NONE);
    EXPECT("from it", cuMemAllocFromPoolAsync(&p, 64, pool, nullptr) == CUDA_SUCCESS);
    EXPECT("whose it is", cuPointerGetAttribute(&current, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p + 8) == CUDA_SUCCESS &&
                              current == pool && cuMemFree(p) == CUDA_SUCCESS);
    EXPECT("of no pool", cuMemAlloc(&p, 64) == CUDA_SUCCESS &&
                             cuPointerGetAttribute(&current, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p) == CUDA_SUCCESS &&
                             !current && cuMemFree(p) == CUDA_SUCCESS);
    EXPECT("current", cuDeviceSetMemPool(0, pool) == CUDA_SUCCESS && cuDeviceGetMemPool(&current, 0) == CUDA_SUCCESS &&
                          current == pool);
    EXPECT("destroy", cuMemPoolTrimTo(pool, 0) == CUDA_SUCCESS && cuMemPoolDestroy(pool) == CUDA_SUCCESS);
}

// Allocations share pages. What is freed goes back all the same, once nothing in the page is used.
static void freed_pages()
{
    const process_memory before = process_memory::now();
    bool good = true;
    for (int k = 0; k < 20000; ++k) {
        CUdeviceptr p = 0;
        good &= cuMemAlloc(&p, 4000) == CUDA_SUCCESS && cuMemsetD8(p, 1, 4000) == CUDA_SUCCESS;
        good &= cuMemFree(p) == CUDA_SUCCESS;
    }
    EXPECT("allocate and free", good);
    const std::ptrdiff_t more = process_memory::now().resident - before.resident;
    std::printf("     %td MB more are resident\n", more);
    EXPECT("the memory is there again", more < 16 || !process_memory::is_known());
}

// Of memory that was freed long ago not even the address is known. A graph's own addresses are its to use again.
static void freed_addresses()
{
    CUgraph graph = nullptr;
    CUgraphExec exec = nullptr;
    CUgraphNode made = nullptr, freed = nullptr;
    CUDA_MEM_ALLOC_NODE_PARAMS node = {};
    node.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    node.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    node.bytesize = 64;
    cuGraphCreate(&graph, 0);
    cuGraphAddMemAllocNode(&made, graph, nullptr, 0, &node);
    cuGraphAddMemFreeNode(&freed, graph, &made, 1, node.dptr);
    cuGraphInstantiate(&exec, graph, 0);
    const process_memory before = process_memory::now();
    bool good = true;
    CUdeviceptr p = 0;
    for (int k = 0; k < 300000; ++k)
        good &= cuMemAlloc(&p, 16) == CUDA_SUCCESS && cuMemFree(p) == CUDA_SUCCESS;
    EXPECT("allocate and free very often", good);
    const std::ptrdiff_t more = process_memory::now().resident - before.resident;
    std::printf("     %td MB more are resident\n", more);
    EXPECT("that is bounded", more < 20 || !process_memory::is_known());
    EXPECT("a graph's memory", cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    EXPECT("the last one is known", cuMemFree(p) == CUDA_ERROR_INVALID_VALUE);
}

// What is live beside freed memory stays as it is, and so does what is known of it: the kernel reads what was written.
static void live_neighbours()
{
    struct piece {
        CUdeviceptr at = 0;
        int words = 0;
    };
    CUmodule m = nullptr;
    CUfunction scale = nullptr;
    cuModuleLoad(&m, KERNELS ".ptx");
    cuModuleGetFunction(&scale, m, "scale");
    std::vector<piece> all(1500);
    unsigned state = 1;
    const auto random = [&](unsigned n) { return (state = state * 1664525u + 1013904223u) / 65536 % n; };
    bool stays = true;
    const auto release = [&](piece& p) {
        char none = 0;
        void* arguments[] = {&p.at, &none, &p.words};
        cuLaunchKernel(scale, 1, 1, 1, 1024, 1, 1, 0, nullptr, arguments, nullptr); // x * 3 + 7
        std::vector<int> host(p.words);
        cuMemcpyDtoH(host.data(), p.at, host.size() * 4);
        for (int k = 0; k < p.words; ++k)
            stays &= host[k] == (k < 1024 ? (p.words + k) * 3 + 7 : p.words + k);
        stays &= cuMemFree(p.at) == CUDA_SUCCESS;
        p = {};
    };
    for (int turn = 0; turn < 6000; ++turn) {
        piece& p = all[random(all.size())];
        if (p.at) release(p);
        p.words = 1 + static_cast<int>(random(random(8) ? 900 : 12000));
        std::vector<int> host(p.words);
        for (int k = 0; k < p.words; ++k)
            host[k] = p.words + k;
        stays &= cuMemAlloc(&p.at, host.size() * 4) == CUDA_SUCCESS;
        // In two calls: of what one call fills, no more is known of its bytes.
        const std::size_t part = host.size() / 2;
        stays &= cuMemcpyHtoD(p.at + part * 4, host.data() + part, (host.size() - part) * 4) == CUDA_SUCCESS;
        stays &= part == 0 || cuMemcpyHtoD(p.at, host.data(), part * 4) == CUDA_SUCCESS;
    }
    for (piece& p : all)
        if (p.at) release(p);
    EXPECT("what is live stays", stays);
    cuModuleUnload(m);
}

// Sizes that became negative, or whose bytes are none: nothing is written, and nothing takes for ever.
static void sizes()
{
    const std::size_t huge = std::size_t(-4), words = std::size_t(1) << 62; // of four bytes each: none
    int host[4] = {1, 2, 3, 4}, back[4] = {};
    CUdeviceptr p = 0, q = 0;
    std::size_t pitch = 0;
    cuMemAlloc(&p, sizeof host);
    cuMemcpyHtoD(p, host, sizeof host);
    const auto invalid = [](CUresult e) { return e == CUDA_ERROR_INVALID_VALUE; };
    for (const std::size_t n : {huge, words, std::size_t(17)}) {
        EXPECT("to the device", invalid(cuMemcpyHtoD(p, host, n)) && invalid(cuMemcpyHtoDAsync(p, host, n, nullptr)));
        EXPECT("to the host", invalid(cuMemcpyDtoH(back, p, n)) && invalid(cuMemcpyDtoHAsync(back, p, n, nullptr)));
        EXPECT("on the device", invalid(cuMemcpyDtoD(p, p, n)) && invalid(cuMemcpy(p, p, n)));
        EXPECT("bytes", invalid(cuMemsetD8(p, 1, n)) && invalid(cuMemsetD8Async(p, 1, n, nullptr)));
        EXPECT("two bytes", invalid(cuMemsetD16(p, 1, n)) && invalid(cuMemsetD16Async(p, 1, n, nullptr)));
        EXPECT("four bytes", invalid(cuMemsetD32(p, 1, n)) && invalid(cuMemsetD32Async(p, 1, n, nullptr)));
        EXPECT("rows", invalid(cuMemsetD2D32(p, 4, 1, 1, n)) && invalid(cuMemsetD2D8(p, 4, 1, 4, n)));
        CUDA_MEMCPY2D c = {};
        c.srcMemoryType = CU_MEMORYTYPE_HOST;
        c.srcHost = host;
        c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        c.dstDevice = p;
        c.WidthInBytes = n;
        c.Height = 1;
        EXPECT("a wide row", invalid(cuMemcpy2D(&c)));
        c.srcPitch = c.dstPitch = c.WidthInBytes = 4;
        c.Height = n;
        EXPECT("many rows", invalid(cuMemcpy2D(&c)) && invalid(cuMemcpy2DAsync(&c, nullptr)));
        c.Height = 1;
        c.dstXInBytes = n;
        EXPECT("a row that begins far away", invalid(cuMemcpy2D(&c)));
    }
    cuMemcpyDtoH(back, p, sizeof back);
    EXPECT("nothing is changed", std::memcmp(back, host, sizeof back) == 0);
    EXPECT("memory", cuMemAlloc(&q, huge) == CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT("rows of memory", cuMemAllocPitch(&q, &pitch, words, 3, 4) == CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT("rows that come to nothing",
           cuMemAllocPitch(&q, &pitch, words, 8, 4) == CUDA_ERROR_INVALID_VALUE &&
               cuMemAllocPitch(&q, &pitch, 1u << 31, words, 4) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("addresses", cuMemAddressReserve(&q, std::size_t(-1) << 21, 0, 0, 0) == CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT("to register", invalid(cuMemHostRegister(host, huge, 0)));
    cuMemFree(p);
}

int main()
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    allocation();
    pointers();
    sizes();
    memsets();
    copies();
    ranges();
    pools();
    freed_pages();
    freed_addresses();
    live_neighbours();
    return failures;
}
