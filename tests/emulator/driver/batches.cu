// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of several copies, words that streams write, older versions of the graph calls, and NVRTC's PTX.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <string>
#include <unistd.h>
#include <vector>

static void copies()
{
    int host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {};
    CUdeviceptr p;
    cuMemAlloc(&p, sizeof host);
    CUstream s;
    cuStreamCreate(&s, CU_STREAM_NON_BLOCKING);
    CUdeviceptr to[] = {p, p + 16}, from[] = {(CUdeviceptr)host, (CUdeviceptr)(host + 2)};
    std::size_t sizes[] = {8, 8}, of[] = {0};
    CUmemcpyAttributes a = {};
    a.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    EXPECT("a batch", cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, s) == CUDA_SUCCESS);
    cuMemcpyDtoH(back, p, sizeof back);
    EXPECT("its copies", back[0] == 1 && back[1] == 2 && back[4] == 3 && back[5] == 4);
    a.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
    EXPECT("no order", cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, s) == CUDA_ERROR_INVALID_VALUE);
    a.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
    of[0] = 1;
    EXPECT("no attributes for the first",
           cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, s) == CUDA_ERROR_INVALID_VALUE);
    of[0] = 0;
    EXPECT("not in the legacy stream",
           cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, nullptr) == CUDA_ERROR_INVALID_VALUE &&
               cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, CU_STREAM_LEGACY) == CUDA_ERROR_INVALID_VALUE);
    a.flags = 0x80;
    EXPECT("unknown flags", cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, s) == CUDA_ERROR_INVALID_VALUE);
    a.flags = sizes[1] = 0;
    EXPECT("a size of 0", cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, s) == CUDA_ERROR_INVALID_VALUE);
    sizes[1] = 8;
    CUgraph captured;
    cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
    EXPECT("not in a capture",
           cuMemcpyBatchAsync(to, from, sizes, 2, &a, of, 1, s) == CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EXPECT("which goes on", cuStreamEndCapture(s, &captured) == CUDA_SUCCESS);
    // Two columns of a host's rows, into memory that is packed.
    cudaMemcpy3DBatchOp op = {};
    op.src.type = op.dst.type = cudaMemcpyOperandTypePointer;
    op.src.op.ptr.ptr = host;
    op.src.op.ptr.rowLength = 16;
    op.dst.op.ptr.ptr = (void*)p;
    op.extent = {8, 2, 1};
    op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    EXPECT("nor rows in the legacy stream", cudaMemcpy3DBatchAsync(1, &op, 0, nullptr) == cudaErrorInvalidValue);
    EXPECT("rows", cudaMemcpy3DBatchAsync(1, &op, 0, s) == cudaSuccess);
    cuMemcpyDtoH(back, p, sizeof back);
    EXPECT("without what is between", back[0] == 1 && back[1] == 2 && back[2] == 5 && back[3] == 6);
    op.src.op.ptr.rowLength = 4;
    EXPECT("rows that are too short", cudaMemcpy3DBatchAsync(1, &op, 0, s) == cudaErrorInvalidValue);
    cudaGetLastError();
    // Words.
    EXPECT("write", cuStreamWriteValue32(s, p, 77, 0) == CUDA_SUCCESS &&
                        cuStreamWriteValue64(s, p + 8, 1ull << 40, 0) == CUDA_SUCCESS);
    EXPECT("wait", cuStreamWaitValue32(s, p, 77, CU_STREAM_WAIT_VALUE_EQ) == CUDA_SUCCESS &&
                       cuStreamWaitValue32(s, p, 70, CU_STREAM_WAIT_VALUE_GEQ) == CUDA_SUCCESS &&
                       cuStreamWaitValue64(s, p + 8, 3ull << 40, CU_STREAM_WAIT_VALUE_AND) == CUDA_SUCCESS);
    EXPECT("at half a word", cuStreamWriteValue32(s, p + 2, 1, 0) == CUDA_ERROR_INVALID_VALUE);
    CUstreamBatchMemOpParams ops[2] = {};
    ops[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    ops[0].writeValue.address = p + 4;
    ops[0].writeValue.value = 5;
    ops[1].operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    ops[1].waitValue.address = p + 4;
    ops[1].waitValue.value = 5;
    ops[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
    EXPECT("both", cuStreamBatchMemOp(s, 2, ops, 0) == CUDA_SUCCESS);
    ops[0].writeValue.value = 4;
    ops[1].waitValue.address = p + 2;
    EXPECT("one of them wrong", cuStreamBatchMemOp(s, 2, ops, 0) == CUDA_ERROR_INVALID_VALUE);
    ops[1].operation = static_cast<CUstreamBatchMemOpType>(77);
    EXPECT("or unknown", cuStreamBatchMemOp(s, 2, ops, 0) == CUDA_ERROR_INVALID_VALUE);
    cuMemcpyDtoH(back, p, 8);
    EXPECT("does nothing", back[1] == 5);
    const std::vector<CUstreamBatchMemOpParams> many(256, ops[0]);
    EXPECT("255 are the most",
           cuStreamBatchMemOp(s, 256, const_cast<CUstreamBatchMemOpParams*>(many.data()), 0) ==
                   CUDA_ERROR_INVALID_VALUE &&
               cuStreamBatchMemOp(s, 255, const_cast<CUstreamBatchMemOpParams*>(many.data()), 0) == CUDA_SUCCESS);
    EXPECT("no flush", cuStreamWaitValue32(s, p + 4, 4, CU_STREAM_WAIT_VALUE_EQ | CU_STREAM_WAIT_VALUE_FLUSH) ==
                           CUDA_ERROR_NOT_SUPPORTED);
    // A word that is not there yet: the stream waits for it, and what follows waits for the stream.
    CUstream other;
    cuStreamCreate(&other, CU_STREAM_NON_BLOCKING);
    EXPECT("a wait", cuStreamWaitValue32(s, p, 99, CU_STREAM_WAIT_VALUE_EQ) == CUDA_SUCCESS &&
                         cuStreamWriteValue32(s, p + 4, 6, 0) == CUDA_SUCCESS);
    EXPECT("goes on", cuStreamQuery(s) == CUDA_ERROR_NOT_READY && cuStreamQuery(other) == CUDA_SUCCESS);
    EXPECT("until another stream writes the word", cuStreamWriteValue32(other, p, 99, 0) == CUDA_SUCCESS);
    EXPECT("and ends", cuStreamSynchronize(s) == CUDA_SUCCESS);
    cuMemcpyDtoH(back, p, 8);
    EXPECT("before what follows", back[0] == 99 && back[1] == 6);
    cuStreamDestroy(other);
    cuStreamDestroy(s);
    // A GPU's driver crashes.
    EXPECT("a destroyed stream", cuStreamWriteValue32(s, p, 1, 0) == CUDA_ERROR_INVALID_HANDLE &&
                                     cuStreamWaitValue32(s, p, 1, 0) == CUDA_ERROR_INVALID_HANDLE &&
                                     cudaMemsetAsync((void*)p, 0, 4, s) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    cuMemFree(p);
}

// As a program that was built with CUDA 11 calls them.
static void old_graphs()
{
    const auto find = [](const char* name) { return dlsym(RTLD_DEFAULT, name); };
    CUmodule m;
    CUfunction f;
    cuModuleLoad(&m, KERNELS ".fatbin");
    cuModuleGetFunction(&f, m, "scale");
    CUdeviceptr p;
    cuMemAlloc(&p, 4);
    cuMemsetD32(p, 1, 1);
    char more = 0;
    int n = 1, value = 0;
    void* arguments[] = {&p, &more, &n};
    CUDA_KERNEL_NODE_PARAMS_v1 k = {f, 1, 1, 1, 1, 1, 1, 0, arguments, nullptr}, k2 = {};
    CUgraph g;
    CUgraphNode first, second, error = nullptr, all[2], to[2];
    CUgraphExec x;
    cuGraphCreate(&g, 0);
    auto* add = (CUresult(*)(CUgraphNode*, CUgraph, const CUgraphNode*, std::size_t,
                             const CUDA_KERNEL_NODE_PARAMS_v1*))find("cuGraphAddKernelNode");
    EXPECT("a kernel",
           add(&first, g, nullptr, 0, &k) == CUDA_SUCCESS && add(&second, g, nullptr, 0, &k) == CUDA_SUCCESS);
    auto* get = (CUresult(*)(CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v1*))find("cuGraphKernelNodeGetParams");
    EXPECT("its parameters", get(first, &k2) == CUDA_SUCCESS && k2.func == f && k2.kernelParams);
    auto* depend =
        (CUresult(*)(CUgraph, const CUgraphNode*, const CUgraphNode*, std::size_t))find("cuGraphAddDependencies");
    EXPECT("an edge", depend(g, &first, &second, 1) == CUDA_SUCCESS);
    std::size_t count = 2;
    auto* edges = (CUresult(*)(CUgraph, CUgraphNode*, CUgraphNode*, std::size_t*))find("cuGraphGetEdges");
    EXPECT("edges", edges(g, all, to, &count) == CUDA_SUCCESS && count == 1 && all[0] == first && to[0] == second);
    char log[16] = "x";
    auto* make = (CUresult(*)(CUgraphExec*, CUgraph, CUgraphNode*, char*, std::size_t))find("cuGraphInstantiate_v2");
    EXPECT("instantiate", make(&x, g, &error, log, sizeof log) == CUDA_SUCCESS && !log[0]);
    cuGraphLaunch(x, nullptr);
    cuMemcpyDtoH(&value, p, 4);
    EXPECT("its work", value == (1 * 3 + 7) * 3 + 7);
    CUgraphExecUpdateResult result;
    auto* update = (CUresult(*)(CUgraphExec, CUgraph, CUgraphNode*, CUgraphExecUpdateResult*))find("cuGraphExecUpdate");
    EXPECT("update", update(x, g, &error, &result) == CUDA_SUCCESS && result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
    // The tests of two architectures may run at once.
    const std::string path = KERNELS "." + std::to_string(getpid()) + ".dot";
    char text[4096] = "";
    EXPECT("a picture", cuGraphDebugDotPrint(g, path.c_str(), 0) == CUDA_SUCCESS);
    if (std::FILE* file = std::fopen(path.c_str(), "r")) {
        text[std::fread(text, 1, sizeof text - 1, file)] = '\0';
        std::fclose(file);
        std::remove(path.c_str());
    }
    EXPECT("of it", std::strstr(text, "kernel\\nscale") && std::strstr(text, "node_0 -> node_1;"));
}

// What NVRTC compiles while the program runs, where there is an NVRTC.
static void compiled()
{
    void* library = dlopen("libnvrtc.so.13", RTLD_NOW);
    if (!library) library = dlopen("libnvrtc.so", RTLD_NOW);
    if (!library) {
        std::printf("     no NVRTC\n");
        return;
    }
    using program = void*;
    auto* create = (int (*)(program*, const char*, const char*, int, const char* const*, const char* const*))dlsym(
        library, "nvrtcCreateProgram");
    auto* compile = (int (*)(program, int, const char* const*))dlsym(library, "nvrtcCompileProgram");
    auto* size_of = (int (*)(program, std::size_t*))dlsym(library, "nvrtcGetPTXSize");
    auto* get = (int (*)(program, char*))dlsym(library, "nvrtcGetPTX");
    int major = 0, minor = 0;
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0);
    const std::string architecture = "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
    const char* options[] = {architecture.c_str(), "-lineinfo"};
    program p;
    std::size_t size = 0;
    create(&p, "extern \"C\" __global__ void twice(float* p) { p[threadIdx.x] *= 2; }", "twice.cu", 0, nullptr,
           nullptr);
    EXPECT("compile", compile(p, 2, options) == 0 && size_of(p, &size) == 0);
    std::vector<char> ptx(size + 1);
    get(p, ptx.data());
    CUmodule m;
    CUfunction f;
    EXPECT("load", cuModuleLoadDataEx(&m, ptx.data(), 0, nullptr, nullptr) == CUDA_SUCCESS);
    EXPECT("find", cuModuleGetFunction(&f, m, "twice") == CUDA_SUCCESS);
    CUdeviceptr values;
    float host[32];
    for (int k = 0; k < 32; ++k)
        host[k] = k;
    cuMemAlloc(&values, sizeof host);
    cuMemcpyHtoD(values, host, sizeof host);
    void* arguments[] = {&values};
    EXPECT("launch", cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    cuMemcpyDtoH(host, values, sizeof host);
    EXPECT("its results", host[1] == 2 && host[31] == 62);
}

int main()
{
    cuInit(0);
    EXPECT("no context", cuStreamWriteValue32(nullptr, 256, 1, 0) == CUDA_ERROR_INVALID_CONTEXT);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    copies();
    old_graphs();
    compiled();
    return failures;
}
