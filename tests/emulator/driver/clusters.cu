// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches in clusters as both APIs describe them: cuLaunchKernelEx and cudaLaunchKernelExC, with right attributes and
// with such as CUDA's manual forbids. Prints one line per check and exits with the number of failures.
#include "../programs/expect.h"
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <string>
#include <vector>

namespace cg = cooperative_groups;

struct seen {
    int rank, size, neighbour;
};

// Each block reads what the next one of its cluster has in its shared memory: that block's place in the grid.
__device__ void look_around(seen* out)
{
    __shared__ int word;
    cg::cluster_group c = cg::this_cluster();
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (threadIdx.x == 0) word = block;
    c.sync();
    if (threadIdx.x == 0) {
        const int next = (c.block_rank() + 1) % c.num_blocks();
        out[block] = {int(c.block_rank()), int(c.num_blocks()), *c.map_shared_rank(&word, next)};
    }
    c.sync();
}
__global__ void any_size(seen* out) { look_around(out); }
__global__ void __cluster_dims__(2, 1, 1) of_two(seen* out) { look_around(out); }
__global__ void __launch_bounds__(64, 1, 4) at_most_four(seen* out) { look_around(out); }

constexpr int room = 64;
static seen* out = nullptr;

// What each launch writes to, and whether it is all there: in grids of one dimension, or of clusters of two by two.
static bool ran(dim3 grid, dim3 cluster)
{
    const int blocks = grid.x * grid.y, size = cluster.x * cluster.y;
    std::vector<seen> got(room);
    cudaMemcpy(got.data(), out, room * sizeof(seen), cudaMemcpyDeviceToHost);
    bool good = cudaGetLastError() == cudaSuccess;
    for (int y = 0; y < int(grid.y); ++y)
        for (int x = 0; x < int(grid.x); ++x) {
            const seen& s = got[y * grid.x + x];
            const int rank = y % cluster.y * cluster.x + x % cluster.x, next = (rank + 1) % size;
            const int next_x = x / cluster.x * cluster.x + next % cluster.x,
                      next_y = y / cluster.y * cluster.y + next / cluster.x;
            good &= s.rank == rank && s.size == size && s.neighbour == next_y * int(grid.x) + next_x;
        }
    for (int k = blocks; k < room; ++k)
        good &= got[k].size == -1;
    return good;
}
static bool nothing_ran() { return ran(dim3(0, 0), dim3(1, 1)); }

static cudaLaunchAttribute cluster_of(unsigned x, unsigned y = 1, unsigned z = 1)
{
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim = {x, y, z};
    return a;
}
static cudaLaunchAttribute preferred(unsigned x)
{
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributePreferredClusterDimension;
    a.val.preferredClusterDim = {x, 1, 1};
    return a;
}

// By the runtime and by the driver, which must agree.
struct result {
    cudaError_t error = cudaSuccess;
    bool ran = false;
    bool is(cudaError_t e) const { return error == e && ran == (e == cudaSuccess); }
};
static result launch(const void* kernel, dim3 grid, dim3 cluster, std::vector<cudaLaunchAttribute> attributes)
{
    void* arguments[] = {&out};
    result both[2];
    for (const bool by_driver : {false, true}) {
        cudaMemset(out, 0xff, room * sizeof(seen));
        result& r = both[by_driver];
        if (by_driver) {
            CUlaunchConfig c = {};
            c.gridDimX = grid.x, c.gridDimY = grid.y, c.gridDimZ = grid.z;
            c.blockDimX = 64, c.blockDimY = c.blockDimZ = 1;
            c.attrs = reinterpret_cast<CUlaunchAttribute*>(attributes.data());
            c.numAttrs = attributes.size();
            cudaFunction_t f = nullptr;
            cudaGetFuncBySymbol(&f, kernel);
            r.error = static_cast<cudaError_t>(cuLaunchKernelEx(&c, f, arguments, nullptr));
        } else {
            cudaLaunchConfig_t c = {};
            c.gridDim = grid;
            c.blockDim = 64;
            c.attrs = attributes.data();
            c.numAttrs = attributes.size();
            r.error = cudaLaunchKernelExC(&c, kernel, arguments);
        }
        cudaGetLastError();
        r.ran = r.error == cudaSuccess ? ran(grid, cluster) : !nothing_ran();
    }
    if (both[0].error != both[1].error || both[0].ran != both[1].ran) {
        std::printf("     the runtime says %s, the driver %s\n", cudaGetErrorName(both[0].error),
                    cudaGetErrorName(both[1].error));
        return {cudaErrorUnknown, false};
    }
    return both[0];
}

static void sizes_of_a_launch()
{
    const void* const f = reinterpret_cast<const void*>(any_size);
    EXPECT("no cluster", launch(f, 8, 1, {}).is(cudaSuccess));
    EXPECT("of one block", launch(f, 8, 1, {cluster_of(1)}).is(cudaSuccess));
    EXPECT("of four", launch(f, 8, 4, {cluster_of(4)}).is(cudaSuccess));
    EXPECT("of eight", launch(f, 8, 8, {cluster_of(8)}).is(cudaSuccess));
    EXPECT("of two by two", launch(f, dim3(4, 6), dim3(2, 2), {cluster_of(2, 2)}).is(cudaSuccess));
    EXPECT("it does not divide the grid", launch(f, 8, 3, {cluster_of(3)}).is(cudaErrorInvalidClusterSize));
    EXPECT("… in y", launch(f, dim3(4, 3), 2, {cluster_of(2, 2)}).is(cudaErrorInvalidClusterSize));
    EXPECT("… in z", launch(f, 4, 2, {cluster_of(1, 1, 2)}).is(cudaErrorInvalidClusterSize));
    EXPECT("a dimension of zero", launch(f, 8, 2, {cluster_of(2, 0)}).is(cudaErrorInvalidClusterSize));
    EXPECT("larger than is portable", launch(f, 32, 16, {cluster_of(16)}).is(cudaErrorInvalidClusterSize));
    EXPECT("… by its volume", launch(f, dim3(8, 8), 8, {cluster_of(4, 4)}).is(cudaErrorInvalidClusterSize));
    cudaFunction_t function = nullptr;
    cudaGetFuncBySymbol(&function, f);
    EXPECT("allow it",
           cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1) == CUDA_SUCCESS);
    EXPECT("now it runs", launch(f, 32, 16, {cluster_of(16)}).is(cudaSuccess));
    EXPECT("and no larger one", launch(f, 64, 32, {cluster_of(32)}).is(cudaErrorInvalidClusterSize));
    EXPECT("forbid it",
           cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0) == CUDA_SUCCESS);
    EXPECT("which counts", launch(f, 32, 16, {cluster_of(16)}).is(cudaErrorInvalidClusterSize));
}

static void sizes_of_the_code()
{
    const void *const two = reinterpret_cast<const void*>(of_two), *const four =
                                                                       reinterpret_cast<const void*>(at_most_four);
    EXPECT("the code's size", launch(two, 8, 2, {}).is(cudaSuccess));
    EXPECT("the launch says the same", launch(two, 8, 2, {cluster_of(2)}).is(cudaSuccess));
    EXPECT("… or another", launch(two, 8, 4, {cluster_of(4)}).is(cudaErrorInvalidClusterSize));
    EXPECT("… or as many blocks otherwise",
           launch(two, dim3(2, 2), 2, {cluster_of(1, 2)}).is(cudaErrorInvalidClusterSize));
    EXPECT("a grid that it does not divide", launch(two, 3, 2, {}).is(cudaErrorInvalidClusterSize));
    EXPECT("at most four, as four", launch(four, 8, 4, {cluster_of(4)}).is(cudaSuccess));
    EXPECT("… as eight", launch(four, 8, 8, {cluster_of(8)}).is(cudaErrorInvalidClusterSize));
}

// The function's own size, which must be given in all dimensions: that is looked at when it is launched.
static void sizes_of_a_function()
{
    const void* const f = reinterpret_cast<const void*>(any_size);
    cudaFunction_t function = nullptr;
    cudaGetFuncBySymbol(&function, f);
    const auto set = [&](int width, int height, int depth) {
        return cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, width) == CUDA_SUCCESS &&
               cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, height) == CUDA_SUCCESS &&
               cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, depth) == CUDA_SUCCESS;
    };
    EXPECT("two for the function", set(2, 1, 1) && launch(f, 8, 2, {}).is(cudaSuccess));
    EXPECT("and for the launch", launch(f, 8, 2, {cluster_of(2)}).is(cudaSuccess));
    EXPECT("another for the launch", launch(f, 8, 4, {cluster_of(4)}).is(cudaErrorInvalidClusterSize));
    EXPECT("too many", set(16, 1, 1) && launch(f, 16, 16, {}).is(cudaErrorInvalidClusterSize));
    EXPECT("only some are given", set(2, 0, 0) && launch(f, 8, 2, {}).is(cudaErrorInvalidClusterSize));
    int width = -1;
    EXPECT("none", set(0, 0, 0) && launch(f, 8, 1, {}).is(cudaSuccess) &&
                       cuFuncGetAttribute(&width, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, function) == CUDA_SUCCESS &&
                       width == 0);
}

static void several_attributes()
{
    const void* const f = reinterpret_cast<const void*>(any_size);
    cudaLaunchAttribute policy = {}, priority = {};
    policy.id = cudaLaunchAttributeClusterSchedulingPolicyPreference;
    policy.val.clusterSchedulingPolicyPreference = cudaClusterSchedulingPolicySpread;
    priority.id = cudaLaunchAttributePriority;
    EXPECT("before and after it", launch(f, 8, 4, {policy, cluster_of(4), priority}).is(cudaSuccess));
    EXPECT("without it", launch(f, 8, 1, {policy, priority}).is(cudaSuccess));
    // A larger one that the device may use instead. Here it never does.
    EXPECT("a preferred size", launch(f, 8, 2, {cluster_of(2), preferred(4)}).is(cudaSuccess));
    EXPECT("which alone counts for nothing", launch(f, 8, 1, {preferred(3)}).is(cudaSuccess));
    EXPECT("no multiple of the other", launch(f, 12, 2, {cluster_of(2), preferred(3)}).is(cudaErrorInvalidClusterSize));
    EXPECT("it does not divide the grid",
           launch(f, 6, 2, {preferred(4), cluster_of(2)}).is(cudaErrorInvalidClusterSize));
    EXPECT("more than the code allows",
           launch(reinterpret_cast<const void*>(at_most_four), 8, 2, {cluster_of(2), preferred(8)})
               .is(cudaErrorInvalidClusterSize));
    void* arguments[] = {&out};
    cudaLaunchConfig_t c = {};
    c.gridDim = c.blockDim = 1;
    c.numAttrs = 1;
    EXPECT("attributes that are not there", cudaLaunchKernelExC(&c, f, arguments) == cudaErrorInvalidValue);
    cudaGetLastError();
}

static void graphs()
{
    CUgraph graph = nullptr;
    CUgraphExec exec = nullptr;
    CUgraphNode node = nullptr;
    void* arguments[] = {&out};
    CUDA_KERNEL_NODE_PARAMS p = {};
    cudaGetFuncBySymbol(&p.func, reinterpret_cast<const void*>(any_size));
    p.gridDimX = 8, p.blockDimX = 64, p.gridDimY = p.gridDimZ = p.blockDimY = p.blockDimZ = 1;
    p.kernelParams = arguments;
    cuGraphCreate(&graph, 0);
    cuGraphAddKernelNode(&node, graph, nullptr, 0, &p);
    CUlaunchAttributeValue value = {};
    value.clusterDim = {4, 1, 1};
    EXPECT("a node in clusters",
           cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value) == CUDA_SUCCESS);
    cudaMemset(out, 0xff, room * sizeof(seen));
    EXPECT("it runs", cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS &&
                          cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS && ran(8, 4));
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
}

int main()
{
    cudaMalloc(&out, room * sizeof(seen));
    sizes_of_a_launch();
    sizes_of_the_code();
    sizes_of_a_function();
    several_attributes();
    graphs();
    return failures;
}
