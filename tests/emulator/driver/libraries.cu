// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries belong to no context, and are assembled when they are first used: as on an H200. The errors of the kernels
// of a later version or of no code are those of a module, because no probe asked for them.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <string>

#define HEAD ".version 7.8\n.target sm_75\n.address_size 64\n"
static const char* const fine = HEAD R"(.visible .global .align 4 .u32 v = 1;
.visible .entry k1 (.param .u64 p)
{ .reg .b64 %rd<3>; .reg .b32 %r<3>; ld.param.u64 %rd1, [p]; mov.u32 %r1, 42; st.global.u32 [%rd1], %r1; ret; }
)";
static const char* const unknown = HEAD ".visible .entry k () { .reg .b32 %r<5>; bogus.u32 %r1, %r2; ret; }\n";

int main()
{
    // Queries of the runtime initialise the driver.
    int count = 0, warp = 0;
    EXPECT("before", cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0) == CUDA_ERROR_NOT_INITIALIZED);
    cudaGetDeviceCount(&count);
    EXPECT("after a query",
           cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0) == CUDA_SUCCESS && warp == 32);

    CUlibrary library = nullptr;
    CUkernel k = nullptr;
    CUfunction f = nullptr;
    CUmodule m = nullptr;
    CUdeviceptr v = 0;
    CUcontext context = nullptr;
    unsigned kernels = 0;
    int threads = 0;
    std::size_t offset = 1, size = 0;
    const char* name = nullptr;
    EXPECT("load", cuLibraryLoadData(&library, fine, 0, 0, 0, 0, 0, 0) == CUDA_SUCCESS);
    EXPECT("kernel", cuLibraryGetKernel(&k, library, "k1") == CUDA_SUCCESS && k);
    EXPECT("count", cuLibraryGetKernelCount(&kernels, library) == CUDA_SUCCESS && kernels == 1);
    EXPECT("attribute", cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k, 0) == CUDA_SUCCESS &&
                            threads == 1024);
    EXPECT("parameter", cuKernelGetParamInfo(k, 0, &offset, &size) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("name", cuKernelGetName(&name, k) == CUDA_SUCCESS && name[1] == '1');
    EXPECT("no context came", cuCtxGetCurrent(&context) == CUDA_SUCCESS && !context);
    EXPECT("function", cuKernelGetFunction(&f, k) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("module", cuLibraryGetModule(&m, library) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT("variable", cuLibraryGetGlobal(&v, &size, library, "v") == CUDA_ERROR_INVALID_CONTEXT);

    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    EXPECT("function in a context", cuKernelGetFunction(&f, k) == CUDA_SUCCESS);
    EXPECT("parameter in a context",
           cuKernelGetParamInfo(k, 0, &offset, &size) == CUDA_SUCCESS && offset == 0 && size == 8);
    EXPECT("variable in a context", cuLibraryGetGlobal(&v, &size, library, "v") == CUDA_SUCCESS && size == 4);
    void* arguments[] = {&v};
    int result = 0;
    EXPECT("launch", cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    cuMemcpyDtoH(&result, v, 4);
    EXPECT("result", result == 42);

    CUlibrary wrong = nullptr;
    EXPECT("text that does not assemble", cuLibraryLoadData(&wrong, unknown, 0, 0, 0, 0, 0, 0) == CUDA_SUCCESS);
    EXPECT("its kernel", cuLibraryGetKernel(&k, wrong, "k") == CUDA_ERROR_INVALID_PTX);
    EXPECT("its module", cuLibraryGetModule(&m, wrong) == CUDA_ERROR_INVALID_PTX);
    EXPECT("its kernels are none", cuLibraryGetKernelCount(&kernels, wrong) == CUDA_SUCCESS && kernels == 0);
    char log[256] = "";
    CUjit_option of_log[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, (void*)sizeof log};
    EXPECT("with a log", cuLibraryLoadData(&wrong, unknown, of_log, values, 2, 0, 0, 0) == CUDA_SUCCESS);
    EXPECT("which has the reason", std::strstr(log, "Not a name of any known instruction: 'bogus'"));
    EXPECT("the kernel of it", cuLibraryGetKernel(&k, wrong, "k") == CUDA_ERROR_INVALID_PTX);
    std::string later = fine;
    later.replace(later.find("sm_75"), 5, "sm_100");
    EXPECT("for a later device", cuLibraryLoadData(&wrong, later.c_str(), 0, 0, 0, 0, 0, 0) == CUDA_SUCCESS &&
                                     cuLibraryGetKernel(&k, wrong, "k1") == CUDA_ERROR_INVALID_PTX);
    later = fine;
    later.replace(later.find("7.8"), 3, "9.9");
    EXPECT("of a later version", cuLibraryLoadData(&wrong, later.c_str(), 0, 0, 0, 0, 0, 0) == CUDA_SUCCESS &&
                                     cuLibraryGetKernel(&k, wrong, "k1") == CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    EXPECT("no code", cuLibraryLoadData(&wrong, "garbage", 0, 0, 0, 0, 0, 0) == CUDA_SUCCESS &&
                          cuLibraryGetKernel(&k, wrong, "k1") == CUDA_ERROR_INVALID_IMAGE);
    return failures;
}
