// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses that are reserved, memory that is made, and the one mapped to the other.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cstdint>
#include <cstdlib>
#include <cuda.h>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

static CUmemAccessDesc access(CUmemAccess_flags flags) { return {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, flags}; }

// Another process gets the file descriptor, maps its memory, and writes to it.
static int use(int file, std::size_t piece)
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    CUmemGenericAllocationHandle memory = 0;
    CUdeviceptr at = 0;
    const auto posix = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CUmemAccessDesc all = access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    unsigned host[2] = {};
    const bool good = cuMemImportFromShareableHandle(&memory, (void*)(std::intptr_t)file, posix) == CUDA_SUCCESS &&
                      cuMemAddressReserve(&at, piece, 0, 0, 0) == CUDA_SUCCESS &&
                      cuMemMap(at, piece, 0, memory, 0) == CUDA_SUCCESS &&
                      cuMemSetAccess(at, piece, &all, 1) == CUDA_SUCCESS && cuMemcpyDtoH(host, at, 8) == CUDA_SUCCESS &&
                      host[1] == 11 && cuMemsetD32(at, 12, 2) == CUDA_SUCCESS;
    return good ? 0 : 1;
}

static void share(CUmemAllocationProp p, std::size_t piece)
{
    const auto posix = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    int file = -1, supported = 0;
    CUmemGenericAllocationHandle plain, shared, again = 0;
    EXPECT("may be shared",
           cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 0) ==
                   CUDA_SUCCESS &&
               supported == 1);
    cuMemCreate(&plain, piece, &p, 0);
    EXPECT("not asked for", cuMemExportToShareableHandle(&file, plain, posix, 0) == CUDA_ERROR_INVALID_VALUE);
    cuMemRelease(plain);
    p.requestedHandleTypes = posix;
    EXPECT("to share", cuMemCreate(&shared, piece, &p, 0) == CUDA_SUCCESS &&
                           cuMemExportToShareableHandle(&file, shared, posix, 0) == CUDA_SUCCESS && file >= 0);
    CUdeviceptr at = 0;
    CUmemAccessDesc all = access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    cuMemAddressReserve(&at, piece, 0, 0, 0), cuMemMap(at, piece, 0, shared, 0), cuMemSetAccess(at, piece, &all, 1);
    cuMemsetD32(at, 11, 2);
    const std::string number = std::to_string(file), bytes = std::to_string(piece);
    fcntl(file, F_SETFD, 0);
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) execl("/proc/self/exe", "virtual_memory", number.c_str(), bytes.c_str(), nullptr);
    int status = -1;
    EXPECT("another process", waitpid(child, &status, 0) == child && status == 0);
    unsigned host[2] = {};
    EXPECT("what it wrote", cuMemcpyDtoH(host, at, 8) == CUDA_SUCCESS && host[0] == 12 && host[1] == 12);
    EXPECT("in the same process",
           cuMemImportFromShareableHandle(&again, (void*)(std::intptr_t)file, posix) == CUDA_SUCCESS);
    EXPECT("no file",
           cuMemImportFromShareableHandle(&again, (void*)(std::intptr_t)-1, posix) == CUDA_ERROR_INVALID_VALUE);
    close(file);
    EXPECT("given back", cuMemUnmap(at, piece) == CUDA_SUCCESS && cuMemAddressFree(at, piece) == CUDA_SUCCESS &&
                             cuMemRelease(shared) == CUDA_SUCCESS && cuMemRelease(again) == CUDA_SUCCESS);
}

int main(int count, char** words)
{
    if (count > 2) return use(std::atoi(words[1]), std::atoll(words[2]));
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    CUmodule m;
    CUfunction f;
    cuModuleLoad(&m, KERNELS ".fatbin");
    cuModuleGetFunction(&f, m, "scale");
    CUmemAllocationProp p = {}, q = {};
    p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    p.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    std::size_t piece = 0, left = 0, less = 0, total = 0;
    EXPECT("granularity",
           cuMemGetAllocationGranularity(&piece, &p, CU_MEM_ALLOC_GRANULARITY_MINIMUM) == CUDA_SUCCESS && piece);
    CUdeviceptr a = 0, b = 0;
    cuMemGetInfo(&left, &total);
    EXPECT("reserve", cuMemAddressReserve(&a, 4 * piece, 0, 0, 0) == CUDA_SUCCESS && a % piece == 0);
    EXPECT("elsewhere", cuMemAddressReserve(&b, piece, 0, 0, 0) == CUDA_SUCCESS && b != a);
    EXPECT("not of any size", cuMemAddressReserve(&b, 100, 0, 0, 0) == CUDA_ERROR_INVALID_VALUE);
    CUmemGenericAllocationHandle first, second, again = 0;
    EXPECT("memory", cuMemCreate(&first, piece, &p, 0) == CUDA_SUCCESS);
    EXPECT("more of it", cuMemCreate(&second, piece, &p, 0) == CUDA_SUCCESS);
    cuMemGetInfo(&less, &total);
    EXPECT("is taken", left - less == 2 * piece);
    EXPECT("nothing is there yet", cuMemsetD32(a, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("map", cuMemMap(a, piece, 0, first, 0) == CUDA_SUCCESS);
    EXPECT("behind it", cuMemMap(a + piece, piece, 0, second, 0) == CUDA_SUCCESS);
    EXPECT("not twice", cuMemMap(a, piece, 0, second, 0) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("not outside", cuMemMap(a + 4 * piece, piece, 0, first, 0) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("nobody may", cuMemsetD32(a, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    CUmemAccessDesc all = access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    unsigned long long flags = 99;
    EXPECT("access", cuMemSetAccess(a, 2 * piece, &all, 1) == CUDA_SUCCESS &&
                         cuMemGetAccess(&flags, &all.location, a + 5) == CUDA_SUCCESS &&
                         flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    // Both pieces are one range for copies and kernels.
    EXPECT("over the border", cuMemsetD32(a + piece - 8, 7, 4) == CUDA_SUCCESS);
    EXPECT("not further", cuMemsetD32(a + 2 * piece - 8, 7, 4) == CUDA_ERROR_INVALID_VALUE);
    CUdeviceptr at = a + piece - 8;
    char more = 0;
    int n = 4, host[4] = {};
    void* arguments[] = {&at, &more, &n};
    EXPECT("a kernel", cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    cuMemcpyDtoH(host, at, 16);
    EXPECT("its results", host[0] == 28 && host[3] == 28);
    // The same memory at two addresses.
    EXPECT("map again",
           cuMemMap(b, piece, 0, second, 0) == CUDA_SUCCESS && cuMemSetAccess(b, piece, &all, 1) == CUDA_SUCCESS);
    cuMemcpyDtoH(host, b, 8);
    EXPECT("the same", host[0] == 28 && host[1] == 28);
    EXPECT("its handle", cuMemRetainAllocationHandle(&again, (void*)(b + 3)) == CUDA_SUCCESS && again == second &&
                             cuMemRelease(again) == CUDA_SUCCESS);
    EXPECT("its properties", cuMemGetAllocationPropertiesFromHandle(&q, second) == CUDA_SUCCESS && q.type == p.type);
    EXPECT("release", cuMemRelease(first) == CUDA_SUCCESS && cuMemRelease(second) == CUDA_SUCCESS &&
                          cuMemRelease(second) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("is there still", cuMemsetD32(a, 5, 1) == CUDA_SUCCESS);
    EXPECT("not to be freed so", cuMemFree(a) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("in use", cuMemAddressFree(a, 4 * piece) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("unmap a part of one", cuMemUnmap(a, piece / 2) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("unmap", cuMemUnmap(a, 2 * piece) == CUDA_SUCCESS && cuMemsetD32(a, 5, 1) == CUDA_ERROR_INVALID_VALUE);
    cuMemcpyDtoH(host, b, 8);
    EXPECT("the other place keeps it", host[1] == 28 && cuMemUnmap(b, piece) == CUDA_SUCCESS);
    EXPECT("free the addresses",
           cuMemAddressFree(a, 4 * piece) == CUDA_SUCCESS && cuMemAddressFree(b, piece) == CUDA_SUCCESS);
    cuMemGetInfo(&less, &total);
    EXPECT("all is back", left == less);
    share(p, piece);
    cuMemGetInfo(&less, &total);
    EXPECT("all that was shared is back", left == less);
    return failures;
}
