// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions: attributes, occupancy, libraries, the ways to launch, and the versions of a call that programs ask for.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <string>

static std::size_t CUDA_CB four_each(int threads) { return 4 * std::size_t(threads); }

static void attributes(CUfunction f)
{
    int value = -1, blocks = 0, grid = 0, block = 0;
    EXPECT("threads",
           cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f) == CUDA_SUCCESS && value == 128);
    EXPECT("shared memory",
           cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, f) == CUDA_SUCCESS && value == 128);
    EXPECT("more of it",
           cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000) == CUDA_SUCCESS &&
               cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, f) == CUDA_SUCCESS &&
               value == 60000);
    EXPECT("too much",
           cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("no function", cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr) == CUDA_ERROR_INVALID_HANDLE);
    EXPECT("cache", cuFuncSetCacheConfig(f, CU_FUNC_CACHE_PREFER_L1) == CUDA_SUCCESS);
    EXPECT("occupancy",
           cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 128, 512) == CUDA_SUCCESS && blocks > 0);
    EXPECT("block size", cuOccupancyMaxPotentialBlockSize(&grid, &block, f, four_each, 0, 0) == CUDA_SUCCESS &&
                             block > 0 && block <= 128 && grid > 0);
    EXPECT("at most 64",
           cuOccupancyMaxPotentialBlockSize(&grid, &block, f, nullptr, 0, 64) == CUDA_SUCCESS && block <= 64);
    CUfunctionLoadingState state;
    EXPECT("loaded", cuFuncLoad(f) == CUDA_SUCCESS && cuFuncIsLoaded(&state, f) == CUDA_SUCCESS &&
                         state == CU_FUNCTION_LOADING_STATE_LOADED);
}

static void launches(CUfunction f)
{
    CUdeviceptr values, out;
    const unsigned n = 64;
    cuMemAlloc(&values, 4 * n), cuMemAlloc(&out, 4);
    cuMemsetD32(values, 2, n);
    void* arguments[] = {&values, &out};
    const auto sums = [&] {
        int sum = 0;
        cuMemcpyDtoH(&sum, out, 4);
        cuMemsetD32(out, 0, 1);
        return sum == 1 + 2 * int(n);
    };
    EXPECT("dynamic shared memory",
           cuLaunchKernel(f, 1, 1, 1, n, 1, 1, 4 * n, nullptr, arguments, nullptr) == CUDA_SUCCESS && sums());
    EXPECT("cooperative",
           cuLaunchCooperativeKernel(f, 1, 1, 1, n, 1, 1, 4 * n, nullptr, arguments) == CUDA_SUCCESS && sums());
    CUlaunchAttribute a = {};
    a.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    a.value.cooperative = 1;
    CUlaunchConfig c = {1, 1, 1, n, 1, 1, 4 * n, nullptr, &a, 1};
    EXPECT("with attributes", cuLaunchKernelEx(&c, f, arguments, nullptr) == CUDA_SUCCESS && sums());
    EXPECT("too many threads",
           cuLaunchKernel(f, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_ERROR_INVALID_VALUE);
    // As before CUDA 4.
    EXPECT("block shape", cuFuncSetBlockShape(f, n, 1, 1) == CUDA_SUCCESS);
    EXPECT("shared size", cuFuncSetSharedSize(f, 4 * n) == CUDA_SUCCESS);
    EXPECT("parameters", cuParamSetv(f, 0, &values, 8) == CUDA_SUCCESS && cuParamSetv(f, 8, &out, 8) == CUDA_SUCCESS);
    EXPECT("their size", cuParamSetSize(f, 16) == CUDA_SUCCESS);
    EXPECT("launch", cuLaunch(f) == CUDA_SUCCESS && sums());
    EXPECT("a grid", cuLaunchGrid(f, 1, 1) == CUDA_SUCCESS && sums());
    cuMemFree(values), cuMemFree(out);
}

static void libraries()
{
    CUlibrary library = nullptr, owner = nullptr;
    CUkernel k = nullptr;
    CUfunction f = nullptr;
    CUmodule m = nullptr;
    EXPECT("a library", cuLibraryLoadFromFile(&library, KERNELS ".fatbin", nullptr, nullptr, 0, nullptr, nullptr, 0) ==
                            CUDA_SUCCESS);
    EXPECT("a kernel", cuLibraryGetKernel(&k, library, "add_to_total") == CUDA_SUCCESS);
    EXPECT("none", cuLibraryGetKernel(&k, library, "none") == CUDA_ERROR_NOT_FOUND);
    EXPECT("its function", cuKernelGetFunction(&f, k) == CUDA_SUCCESS);
    EXPECT("its library", cuKernelGetLibrary(&owner, k) == CUDA_SUCCESS && owner == library);
    EXPECT("its module", cuLibraryGetModule(&m, library) == CUDA_SUCCESS);
    CUdeviceptr total = 0;
    std::size_t size = 0;
    EXPECT("a managed variable", cuLibraryGetManaged(&total, &size, library, "total") == CUDA_SUCCESS && size == 4);
    EXPECT("no other", cuLibraryGetManaged(&total, &size, library, "offset") == CUDA_ERROR_NOT_FOUND);
    int five = 5, value = -1;
    void* arguments[] = {&five};
    EXPECT("launch", cuLaunchKernel((CUfunction)k, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    EXPECT("wait", cuCtxSynchronize() == CUDA_SUCCESS);
    EXPECT("the host reads it", *reinterpret_cast<int*>(total) == 10);
    EXPECT("unload", cuLibraryUnload(library) == CUDA_SUCCESS && cuLibraryUnload(library) == CUDA_ERROR_INVALID_HANDLE);
    // The runtime's calls.
    cudaLibrary_t own = nullptr;
    cudaKernel_t kernel = nullptr;
    void* address = nullptr;
    unsigned count = 0;
    EXPECT("of the runtime",
           cudaLibraryLoadFromFile(&own, KERNELS ".ptx", nullptr, nullptr, 0, nullptr, nullptr, 0) == cudaSuccess);
    EXPECT("its kernel", cudaLibraryGetKernel(&kernel, own, "add_to_total") == cudaSuccess);
    EXPECT("how many", cudaLibraryGetKernelCount(&count, own) == cudaSuccess && count == 4);
    EXPECT("its variable", cudaLibraryGetGlobal(&address, &size, own, "offset") == cudaSuccess && size == 4);
    EXPECT("copy", cudaMemcpy(&value, address, 4, cudaMemcpyDeviceToHost) == cudaSuccess && value == 7);
    EXPECT("its launch", cudaLaunchKernel((void*)kernel, 1, 1, arguments, 0, nullptr) == cudaSuccess);
    EXPECT("its managed one",
           cudaLibraryGetManaged(&address, &size, own, "total") == cudaSuccess && *static_cast<int*>(address) == 10);
    EXPECT("gone", cudaLibraryUnload(own) == cudaSuccess && cudaLibraryUnload(own) == cudaErrorInvalidResourceHandle);
    EXPECT("and its kernel",
           cudaLaunchKernel((void*)kernel, 1, 1, arguments, 0, nullptr) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

static void versions()
{
    void *plain = nullptr, *newest = nullptr;
    CUdriverProcAddressQueryResult found;
    EXPECT("before CUDA 11.4", cuGetProcAddress("cuCtxCreate", &plain, 11030, 0, &found) == CUDA_SUCCESS && plain);
    EXPECT("today's",
           cuGetProcAddress("cuCtxCreate", &newest, 13000, 0, &found) == CUDA_SUCCESS && newest && newest != plain);
    CUcontext c = nullptr;
    EXPECT("which is the one without parameters", reinterpret_cast<CUresult (*)(CUcontext*, unsigned, CUdevice)>(plain)(
                                                      &c, CU_CTX_SCHED_SPIN, 0) == CUDA_SUCCESS &&
                                                      c && cuCtxDestroy(c) == CUDA_SUCCESS);
    EXPECT("too old", cuGetProcAddress("cuLibraryLoadData", &plain, 11000, 0, &found) == CUDA_SUCCESS && !plain &&
                          found == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    EXPECT("no such call", cuGetProcAddress("cuNothing", &plain, 13000, 0, &found) == CUDA_SUCCESS && !plain &&
                               found == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    EXPECT("what is not there", cuGetProcAddress("cuGreenCtxCreate", &plain, 13000, 0, &found) == CUDA_SUCCESS &&
                                    !plain && found == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

static void device()
{
    char bus[32] = "", name[64] = "";
    CUdevice d = -1;
    int by_runtime = -1, can = -1;
    CUdevprop p;
    EXPECT("its bus", cuDeviceGetPCIBusId(bus, sizeof bus, 0) == CUDA_SUCCESS &&
                          cuDeviceGetByPCIBusId(&d, bus) == CUDA_SUCCESS && d == 0);
    EXPECT("by the runtime", cudaDeviceGetByPCIBusId(&by_runtime, bus) == cudaSuccess && by_runtime == 0);
    EXPECT("another", cudaDeviceGetByPCIBusId(&by_runtime, "0000:ff:00.0") == cudaErrorInvalidDevice);
    EXPECT("no bus", cudaDeviceGetByPCIBusId(&by_runtime, "device") == cudaErrorInvalidValue);
    cudaGetLastError();
    EXPECT("properties", cuDeviceGetProperties(&p, 0) == CUDA_SUCCESS && p.SIMDWidth == 32);
    EXPECT("no peer", cuDeviceCanAccessPeer(&can, 0, 0) == CUDA_SUCCESS && can == 0);
    EXPECT("name", cuDeviceGetName(name, sizeof name, 0) == CUDA_SUCCESS && name[0]);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaLaunchAttributeValue v = {}, w = {};
    v.syncPolicy = cudaSyncPolicyBlockingSync;
    EXPECT("a stream's attribute",
           cudaStreamSetAttribute(s, cudaLaunchAttributeSynchronizationPolicy, &v) == cudaSuccess &&
               cudaStreamGetAttribute(s, cudaLaunchAttributeSynchronizationPolicy, &w) == cudaSuccess &&
               w.syncPolicy == cudaSyncPolicyBlockingSync);
    EXPECT("none of a stream", cudaStreamSetAttribute(s, cudaLaunchAttributeCooperative, &v) == cudaErrorInvalidValue);
    EXPECT("copied", cudaStreamCopyAttributes(nullptr, s) == cudaSuccess &&
                         cudaStreamGetAttribute(nullptr, cudaLaunchAttributeSynchronizationPolicy, &w) == cudaSuccess &&
                         w.syncPolicy == cudaSyncPolicyBlockingSync);
    cudaGetLastError();
    cudaStreamDestroy(s);
}

int main()
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    CUmodule m;
    CUfunction f;
    EXPECT("load", cuModuleLoad(&m, KERNELS ".fatbin") == CUDA_SUCCESS);
    EXPECT("a function", cuModuleGetFunction(&f, m, "shared_sum") == CUDA_SUCCESS);
    attributes(f);
    launches(f);
    libraries();
    versions();
    device();
    return failures;
}
