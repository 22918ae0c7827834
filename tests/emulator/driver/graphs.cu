// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs of the driver API.
// Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cuda.h>

static int noted;
static void CUDA_CB note(void* p) { noted += *static_cast<int*>(p); }

int main()
{
    cuInit(0);
    CUcontext context;
    cuCtxCreate(&context, nullptr, 0, 0);
    CUmodule m;
    CUfunction f;
    cuModuleLoad(&m, KERNELS ".fatbin");
    cuModuleGetFunction(&f, m, "scale");
    CUdeviceptr values;
    cuMemAlloc(&values, 64);
    CUgraph g;
    CUgraphNode set, kernel, copy, host, one;
    EXPECT("create", cuGraphCreate(&g, 0) == CUDA_SUCCESS);
    CUDA_MEMSET_NODE_PARAMS s = {values, 0, 2, 4, 3, 1}, s2 = {};
    EXPECT("memset", cuGraphAddMemsetNode(&set, g, nullptr, 0, &s, context) == CUDA_SUCCESS);
    char more = 1;
    int n = 3, back[3] = {}, ten = 10;
    void* arguments[] = {&values, &more, &n};
    CUDA_KERNEL_NODE_PARAMS k = {f, 1, 1, 1, 32, 1, 1, 0, arguments}, k2 = {};
    EXPECT("kernel", cuGraphAddKernelNode(&kernel, g, &set, 1, &k) == CUDA_SUCCESS);
    CUDA_MEMCPY3D c = {}, c2 = {};
    c.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    c.srcDevice = values;
    c.dstMemoryType = CU_MEMORYTYPE_HOST;
    c.dstHost = back;
    c.WidthInBytes = 12;
    c.Height = c.Depth = 1;
    EXPECT("copy", cuGraphAddMemcpyNode(&copy, g, &kernel, 1, &c, context) == CUDA_SUCCESS);
    CUDA_HOST_NODE_PARAMS h = {note, &ten};
    EXPECT("host", cuGraphAddHostNode(&host, g, &copy, 1, &h) == CUDA_SUCCESS);
    EXPECT("a memset's", cuGraphMemsetNodeGetParams(set, &s2) == CUDA_SUCCESS && s2.dst == values && s2.value == 2);
    EXPECT("a kernel's", cuGraphKernelNodeGetParams(kernel, &k2) == CUDA_SUCCESS && k2.func == f &&
                             k2.blockDimX == 32 && *static_cast<char*>(k2.kernelParams[1]) == 1);
    EXPECT("a copy's", cuGraphMemcpyNodeGetParams(copy, &c2) == CUDA_SUCCESS &&
                           c2.srcMemoryType == CU_MEMORYTYPE_DEVICE && c2.dstHost == back && c2.WidthInBytes == 12);
    CUgraphNodeType type;
    std::size_t count = 0;
    EXPECT("types", cuGraphNodeGetType(copy, &type) == CUDA_SUCCESS && type == CU_GRAPH_NODE_TYPE_MEMCPY);
    EXPECT("nodes", cuGraphGetNodes(g, nullptr, &count) == CUDA_SUCCESS && count == 4);
    CUgraphExec x;
    EXPECT("instantiate", cuGraphInstantiate(&x, g, 0) == CUDA_SUCCESS);
    EXPECT("launch",
           cuGraphLaunch(x, nullptr) == CUDA_SUCCESS && back[0] == 2 * 3 + 7 + 1 && back[2] == back[0] && noted == 10);
    more = 100;
    EXPECT("a kernel in place", cuGraphExecKernelNodeSetParams(x, kernel, &k) == CUDA_SUCCESS);
    s.value = 5;
    EXPECT("a memset in place", cuGraphExecMemsetNodeSetParams(x, set, &s, context) == CUDA_SUCCESS);
    c.WidthInBytes = 4;
    EXPECT("a copy in place", cuGraphExecMemcpyNodeSetParams(x, copy, &c, context) == CUDA_SUCCESS);
    cuGraphLaunch(x, nullptr);
    EXPECT("what they do", back[0] == 5 * 3 + 7 + 100 && back[1] == 14 && noted == 20);
    CUgraphExecUpdateResultInfo info;
    EXPECT("update", cuGraphExecUpdate(x, g, &info) == CUDA_SUCCESS && info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
    cuGraphLaunch(x, nullptr);
    EXPECT("is the graph's again", back[0] == 14);
    // The general way, with arguments in one buffer.
    struct {
        CUdeviceptr p;
        char more;
        int n;
    } packed = {values, 0, 3};
    std::size_t size = sizeof packed;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CUgraphNodeParams p = {};
    p.type = CU_GRAPH_NODE_TYPE_KERNEL;
    p.kernel.func = f;
    p.kernel.gridDimX = p.kernel.gridDimY = p.kernel.gridDimZ = p.kernel.blockDimY = p.kernel.blockDimZ = 1;
    p.kernel.blockDimX = 32;
    p.kernel.extra = extra;
    CUgraph second;
    cuGraphCreate(&second, 0);
    EXPECT("any node", cuGraphAddNode(&one, second, nullptr, nullptr, 0, &p) == CUDA_SUCCESS);
    CUDA_GRAPH_INSTANTIATE_PARAMS ip = {};
    CUgraphExec y;
    EXPECT("with parameters", cuGraphInstantiateWithParams(&y, second, &ip) == CUDA_SUCCESS &&
                                  ip.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS);
    cuMemsetD32(values, 1, 3);
    cuGraphLaunch(y, nullptr);
    cuMemcpyDtoH(back, values, 12);
    EXPECT("its work", back[2] == 10);
    EXPECT("destroy", cuGraphExecDestroy(x) == CUDA_SUCCESS && cuGraphExecDestroy(y) == CUDA_SUCCESS &&
                          cuGraphDestroy(g) == CUDA_SUCCESS);
    return failures;
}
