// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cluster attribute of a captured launch: the node has it, and keeps it when its parameters change.
#include "../programs/expect.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void ranks(int* p, int v)
{
    const cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0) p[blockIdx.x] = c.num_blocks() * 100 + c.block_rank() * 10 + v;
}

static int* device;
static cudaStream_t s;

static bool runs_in_pairs(cudaGraphExec_t x, int v)
{
    int got[2] = {};
    if (cudaGraphLaunch(x, s) != cudaSuccess || cudaStreamSynchronize(s) != cudaSuccess) return false;
    cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost);
    return got[0] == 200 + v && got[1] == 210 + v;
}

int main()
{
    cudaMalloc(&device, 64);
    cudaStreamCreate(&s);
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim = {2, 1, 1};
    cudaLaunchConfig_t c = {};
    c.gridDim = 4;
    c.blockDim = 32;
    c.stream = s;
    c.attrs = &a;
    c.numAttrs = 1;
    cudaGraph_t g, other;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    cudaLaunchKernelEx(&c, ranks, device, 1);
    cudaStreamEndCapture(s, &g);
    cudaGraphNode_t n;
    std::size_t count = 1;
    cudaGraphGetNodes(g, &n, &count);
    cudaLaunchAttributeValue v = {};
    EXPECT("the node has it", cudaGraphKernelNodeGetAttribute(n, a.id, &v) == cudaSuccess && v.clusterDim.x == 2 &&
                                  v.clusterDim.y == 1 && v.clusterDim.z == 1);
    cudaGraphExec_t x;
    cudaGraphInstantiate(&x, g, 0);
    EXPECT("runs in pairs", runs_in_pairs(x, 1));
    int two = 2;
    void* arguments[] = {&device, &two};
    cudaKernelNodeParams p = {};
    p.func = (void*)ranks;
    p.gridDim = 4;
    p.blockDim = 32;
    p.kernelParams = arguments;
    EXPECT("changed in place", cudaGraphExecKernelNodeSetParams(x, n, &p) == cudaSuccess && runs_in_pairs(x, 2));
    two = 3;
    EXPECT("changed in the graph", cudaGraphKernelNodeSetParams(n, &p) == cudaSuccess &&
                                       cudaGraphInstantiate(&x, g, 0) == cudaSuccess && runs_in_pairs(x, 3));
    // An update brings the other launch's attribute.
    cudaGraphExec_t y;
    two = 4;
    cudaGraphCreate(&other, 0);
    cudaGraphAddKernelNode(&n, other, nullptr, 0, &p);
    cudaGraphInstantiate(&y, other, 0);
    EXPECT("updated", cudaGraphExecUpdate(y, g, nullptr) == cudaSuccess && runs_in_pairs(y, 3));
    return failures;
}
