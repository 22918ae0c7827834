// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuModule* as programs use it: PTX, fat binaries and machine code, from files and from memory.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

static std::string content(const char* path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

static void runs(const char* how, CUmodule m)
{
    std::printf("     %s\n", how);
    CUfunction scale = nullptr, none = nullptr;
    EXPECT("a kernel", cuModuleGetFunction(&scale, m, "scale") == CUDA_SUCCESS);
    EXPECT("none of this name", cuModuleGetFunction(&none, m, "scales") == CUDA_ERROR_NOT_FOUND && !none);
    EXPECT("a variable is no kernel", cuModuleGetFunction(&none, m, "offset") == CUDA_ERROR_NOT_FOUND);
    CUdeviceptr offset = 0, values = 0;
    std::size_t bytes = 0;
    EXPECT("a variable", cuModuleGetGlobal(&offset, &bytes, m, "offset") == CUDA_SUCCESS && bytes == 4);
    const int twenty = 20;
    int host[3] = {1, 2, 3}, n = 3;
    char more = 100;
    cuMemcpyHtoD(offset, &twenty, 4);
    cuMemAlloc(&values, sizeof host);
    cuMemcpyHtoD(values, host, sizeof host);
    void* arguments[] = {&values, &more, &n};
    EXPECT("a launch", cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    cuMemcpyDtoH(host, values, sizeof host);
    EXPECT("its results", host[0] == 123 && host[1] == 126 && host[2] == 129);
    // The same arguments behind each other, aligned as in a structure.
    struct {
        CUdeviceptr p;
        char more;
        int n;
    } packed = {values, 1, 2};
    std::size_t size = sizeof packed;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    EXPECT("packed arguments", cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra) == CUDA_SUCCESS);
    cuMemcpyDtoH(host, values, sizeof host);
    EXPECT("their results", host[0] == 123 * 3 + 21 && host[1] == 126 * 3 + 21 && host[2] == 129);
    EXPECT("both kinds of arguments",
           cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, extra) == CUDA_ERROR_INVALID_VALUE);
    size = 8;
    EXPECT("too few bytes",
           cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra) == CUDA_ERROR_INVALID_VALUE);
    cuMemFree(values);
    unsigned count = 0;
    CUfunction all[8] = {};
    EXPECT("its kernels", cuModuleGetFunctionCount(&count, m) == CUDA_SUCCESS && count == 4);
    EXPECT("each of them", cuModuleEnumerateFunctions(all, 8, m) == CUDA_SUCCESS && all[3] && !all[4]);
    CUmodule owner = nullptr;
    const char* name = nullptr;
    EXPECT("whose it is", cuFuncGetModule(&owner, scale) == CUDA_SUCCESS && owner == m);
    EXPECT("its name", cuFuncGetName(&name, scale) == CUDA_SUCCESS && std::strcmp(name, "scale") == 0);
    std::size_t at = 0, length = 0;
    EXPECT("its parameters", cuFuncGetParamInfo(scale, 2, &at, &length) == CUDA_SUCCESS && at == 12 && length == 4);
    EXPECT("and no more", cuFuncGetParamInfo(scale, 3, &at, &length) == CUDA_ERROR_INVALID_VALUE);
    // Memory of another module's variable of the same name is another.
    CUmodule second = nullptr;
    CUdeviceptr other = 0;
    EXPECT("once more", cuModuleLoad(&second, KERNELS ".ptx") == CUDA_SUCCESS && second != m);
    int value = 0;
    cuModuleGetGlobal(&other, nullptr, second, "offset");
    cuMemcpyDtoH(&value, other, 4);
    EXPECT("its own variables", other != offset && value == 7);
    EXPECT("unload", cuModuleUnload(second) == CUDA_SUCCESS);
    EXPECT("unloaded", cuModuleUnload(second) == CUDA_ERROR_INVALID_HANDLE &&
                           cuModuleGetGlobal(&other, nullptr, second, "offset") == CUDA_ERROR_INVALID_HANDLE);
    EXPECT("its memory is gone", cuMemcpyDtoH(&value, other, 4) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("the first goes, too", cuModuleUnload(m) == CUDA_SUCCESS);
    EXPECT("and its kernels",
           cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_ERROR_INVALID_HANDLE);
}

int main()
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    CUmodule m = nullptr;
    EXPECT("no file", cuModuleLoad(&m, KERNELS ".none") == CUDA_ERROR_FILE_NOT_FOUND && !m);
    EXPECT("nothing", cuModuleLoadData(&m, nullptr) == CUDA_ERROR_INVALID_VALUE);
    EXPECT("a file of PTX", cuModuleLoad(&m, KERNELS ".ptx") == CUDA_SUCCESS);
    runs("from a file of PTX", m);
    EXPECT("a file with a fat binary", cuModuleLoad(&m, KERNELS ".fatbin") == CUDA_SUCCESS);
    runs("from a file with a fat binary", m);
    const std::string text = content(KERNELS ".ptx");
    EXPECT("PTX", cuModuleLoadData(&m, text.c_str()) == CUDA_SUCCESS);
    runs("from PTX", m);
    {
        // The program may forget the image after the call.
        std::string binary = content(KERNELS ".fatbin");
        EXPECT("a fat binary", cuModuleLoadFatBinary(&m, binary.data()) == CUDA_SUCCESS);
        binary.assign(binary.size(), 'x');
    }
    runs("from a fat binary", m);
    // -lineinfo keeps the PTX in machine code.
    EXPECT("a file of machine code", cuModuleLoad(&m, KERNELS ".cubin") == CUDA_SUCCESS);
    runs("from a file of machine code", m);
    const std::string code = content(KERNELS ".cubin");
    EXPECT("machine code", cuModuleLoadData(&m, code.data()) == CUDA_SUCCESS);
    runs("from machine code", m);
    char log[64] = "x", information[64] = "x";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_MAX_REGISTERS,
                              CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, (void*)sizeof log, (void*)32, information, (void*)sizeof information};
    EXPECT("with options", cuModuleLoadDataEx(&m, text.c_str(), 5, options, values) == CUDA_SUCCESS);
    EXPECT("nothing to say", !log[0] && !information[0] && !values[1] && !values[4]);
    runs("with options", m);
    return failures;
}
