// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread block clusters: who is who, the cluster's barrier, and the shared memory of the other blocks by loads, stores
// and atomics. Everything is held against the host's own computation.
#include "../programs/expect.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

namespace cg = cooperative_groups;

struct place {
    unsigned id[3], ids[3], in[3], size[3], rank, count, explicit_cluster, block[3], thread_rank;
};

__global__ void who_is_who(place* out)
{
    const cg::cluster_group c = cg::this_cluster();
    const cg::grid_group g = cg::this_grid();
    if (threadIdx.x != 3) return;
    place p;
    asm("mov.u32 %0, %%clusterid.x; mov.u32 %1, %%clusterid.y; mov.u32 %2, %%clusterid.z;"
        : "=r"(p.id[0]), "=r"(p.id[1]), "=r"(p.id[2]));
    asm("mov.u32 %0, %%nclusterid.x; mov.u32 %1, %%nclusterid.y; mov.u32 %2, %%nclusterid.z;"
        : "=r"(p.ids[0]), "=r"(p.ids[1]), "=r"(p.ids[2]));
    const dim3 in = c.block_index(), size = c.dim_blocks();
    p.in[0] = in.x, p.in[1] = in.y, p.in[2] = in.z;
    p.size[0] = size.x, p.size[1] = size.y, p.size[2] = size.z;
    p.rank = c.block_rank();
    p.count = c.num_blocks();
    asm("{ .reg .pred %%p; mov.pred %%p, %%is_explicit_cluster; selp.u32 %0, 1, 0, %%p; }" : "=r"(p.explicit_cluster));
    p.block[0] = blockIdx.x, p.block[1] = blockIdx.y, p.block[2] = blockIdx.z;
    p.thread_rank = c.thread_rank();
    out[g.block_rank()] = p;
}

// Each block has a part of the bins; all blocks of the cluster count into all of them.
constexpr int bins = 64, values = 4096;
__global__ void histogram(const int* in, int n, int* out)
{
    extern __shared__ int part[];
    cg::cluster_group c = cg::this_cluster();
    const int mine = bins / c.num_blocks();
    for (int i = threadIdx.x; i < mine; i += blockDim.x)
        part[i] = 0;
    c.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(c.map_shared_rank(part, in[i] / mine) + in[i] % mine, 1);
    c.sync();
    for (int i = threadIdx.x; i < mine; i += blockDim.x)
        atomicAdd(&out[c.block_rank() * mine + i], part[i]);
}

// A sum by a tree of blocks: each step half of the blocks read what others have.
__global__ void __cluster_dims__(8) tree_sum(const unsigned* in, unsigned* out)
{
    __shared__ unsigned sum;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    for (unsigned step = c.num_blocks() / 2; step > 0; step /= 2) {
        c.sync();
        if (c.block_rank() < step && threadIdx.x == 0) sum += *c.map_shared_rank(&sum, c.block_rank() + step);
    }
    c.sync();
    if (c.block_rank() == 0 && threadIdx.x == 0) out[blockIdx.x / c.num_blocks()] = sum;
}

// Instructions on addresses of the window shared::cluster, in all widths; the left neighbour's memory is written, the
// right one's read.
__global__ void __cluster_dims__(3) windows(unsigned long long* out, unsigned* bits)
{
    __shared__ unsigned long long word[32];
    __shared__ ushort4 quads[32];
    __shared__ float number;
    cg::cluster_group c = cg::this_cluster();
    const unsigned rank = c.block_rank(), left = (rank + 2) % 3, right = (rank + 1) % 3, t = threadIdx.x;
    const unsigned own = static_cast<unsigned>(__cvta_generic_to_shared(&word[t]));
    const unsigned own_quads = static_cast<unsigned>(__cvta_generic_to_shared(&quads[t]));
    if (t == 0) number = 0.5f;
    c.sync();
    unsigned at_left, at_right, quads_left;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at_left) : "r"(own), "r"(left));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at_right) : "r"(own), "r"(right));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(quads_left) : "r"(own_quads), "r"(left));
    asm volatile("st.shared::cluster.u64 [%0], %1;" ::"r"(at_left), "l"(rank * 1000ull + t) : "memory");
    asm volatile("st.shared::cluster.v4.u16 [%0], {%1, %2, %3, %4};" ::"r"(quads_left), "h"(short(rank)), "h"(short(t)),
                 "h"(short(7)), "h"(short(8))
                 : "memory");
    float* there = c.map_shared_rank(&number, right);
    if (t < 4) atomicAdd(there, 0.25f);
    c.sync();
    unsigned long long seen, old;
    asm volatile("ld.shared::cluster.u64 %0, [%1];" : "=l"(seen) : "r"(at_right) : "memory");
    c.sync();
    asm volatile("atom.shared::cluster.add.u64 %0, [%1], %2;" : "=l"(old) : "r"(at_right), "l"(1ull) : "memory");
    asm volatile("red.shared::cluster.max.u64 [%0], %1;" ::"r"(at_left), "l"(2000ull) : "memory");
    c.sync();
    const unsigned at = (blockIdx.x * 32 + t) * 4;
    out[at] = seen;
    out[at + 1] = word[t];
    out[at + 2] = quads[t].x * 1000000ull + quads[t].y * 100 + quads[t].z * 10 + quads[t].w;
    out[at + 3] = static_cast<unsigned long long>(number * 100);
    // Which window, and whose: of an own address, another block's, and global memory.
    unsigned answer = 0;
    const void* addresses[] = {&word[t], c.map_shared_rank(&word[t], right), out};
    for (int k = 0; k < 3; ++k) {
        unsigned cta, cluster, global;
        asm("{ .reg .pred %%p; isspacep.shared::cta %%p, %1; selp.u32 %0, 1, 0, %%p; }"
            : "=r"(cta)
            : "l"(addresses[k]));
        asm("{ .reg .pred %%p; isspacep.shared::cluster %%p, %1; selp.u32 %0, 1, 0, %%p; }"
            : "=r"(cluster)
            : "l"(addresses[k]));
        asm("{ .reg .pred %%p; isspacep.global %%p, %1; selp.u32 %0, 1, 0, %%p; }" : "=r"(global) : "l"(addresses[k]));
        answer |= (cta | cluster << 1 | global << 2) << (4 * k);
    }
    unsigned rank_of_own, rank_of_right;
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank_of_own) : "r"(own));
    asm("getctarank.u64 %0, %1;" : "=r"(rank_of_right) : "l"(addresses[1]));
    // An own address means the same to the others, where it is one of the cluster.
    const bool same = static_cast<unsigned>(__cvta_generic_to_shared(addresses[1])) == at_right;
    bits[blockIdx.x * 32 + t] = answer | (rank_of_own == rank) << 16 | (rank_of_right == right) << 17 | same << 18;
    c.sync();
}

// An address of a block's own shared memory goes to the others as a number, and means that block's there.
__global__ void __cluster_dims__(4) handed_over(unsigned* out)
{
    __shared__ unsigned value[2], address;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0) {
        value[1] = 100 + c.block_rank();
        address = static_cast<unsigned>(__cvta_generic_to_shared(&value[1]));
    }
    c.sync();
    if (threadIdx.x == 0) {
        const unsigned there = *c.map_shared_rank(&address, (c.block_rank() + 1) % 4);
        unsigned seen;
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(seen) : "r"(there) : "memory");
        out[blockIdx.x] = seen;
    }
    c.sync();
}

// Blocks wait for each other by flags in shared memory: they do run together.
__global__ void __cluster_dims__(2) ping_pong(unsigned* out)
{
    __shared__ unsigned ball;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0) ball = 0;
    c.sync();
    if (threadIdx.x == 0) {
        volatile unsigned* mine = &ball;
        volatile unsigned* other = c.map_shared_rank(&ball, c.block_rank() ^ 1);
        for (unsigned k = 0; k < 100; ++k) {
            const unsigned turn = 2 * k + c.block_rank();
            while (*mine != turn) {}
            __threadfence();
            *other = turn + 1;
        }
        out[blockIdx.x] = *mine;
    }
    c.sync();
}

// Arrivals and waits apart, several phases, and threads that return early.
__global__ void __cluster_dims__(2) phases(unsigned* out)
{
    __shared__ unsigned counter;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0) counter = 0;
    auto token = c.barrier_arrive();
    unsigned sum = 0;
    for (unsigned k = 0; k < threadIdx.x % 5; ++k)
        sum += k;
    c.barrier_wait(std::move(token));
    if (threadIdx.x >= 48) return; // no thread waits for these
    for (int round = 0; round < 3; ++round) {
        atomicAdd(c.map_shared_rank(&counter, 0), 1u + (sum > 1000));
        if (threadIdx.x % 2) {
            asm volatile("barrier.cluster.arrive.release;" ::: "memory");
            asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
        } else {
            c.sync();
        }
        const unsigned seen = *static_cast<volatile unsigned*>(c.map_shared_rank(&counter, 0));
        out[(round * gridDim.x + blockIdx.x) * 48 + threadIdx.x] = seen;
        c.sync();
    }
}

// A grid in units of clusters.
__global__ void __block_size__((32, 1, 1), (2, 2, 1)) counted_in_clusters(unsigned* blocks)
{
    if (threadIdx.x == 0) atomicAdd(blocks, 1 + (gridDim.x == 4 && gridDim.y == 6 && gridDim.z == 1) * 100u);
}

template <class Kernel, class... Arguments>
static cudaError_t launch(Kernel* kernel, dim3 grid, dim3 block, dim3 cluster, std::size_t shared,
                          Arguments... arguments)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster.x;
    attribute.val.clusterDim.y = cluster.y;
    attribute.val.clusterDim.z = cluster.z;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    config.attrs = &attribute;
    config.numAttrs = 1;
    const cudaError_t e = cudaLaunchKernelEx(&config, kernel, arguments...);
    cudaGetLastError();
    return e;
}

template <class T>
static T* device_array(std::size_t n)
{
    T* p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemset(p, 0, n * sizeof(T));
    return p;
}
template <class T>
static std::vector<T> host_copy(const T* p, std::size_t n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

static void check_places(const char* name, dim3 grid, dim3 cluster, bool given)
{
    const unsigned blocks = grid.x * grid.y * grid.z;
    place* out = device_array<place>(blocks);
    if (given) {
        EXPECT("a launch in clusters", launch(who_is_who, grid, 32, cluster, 0, out) == cudaSuccess);
    } else {
        who_is_who<<<grid, 32>>>(out);
    }
    const auto got = host_copy(out, blocks);
    bool right = true;
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; ++x) {
                const place& p = got[(z * grid.y + y) * grid.x + x];
                const unsigned at[] = {x, y, z}, g[] = {grid.x, grid.y, grid.z},
                               c[] = {cluster.x, cluster.y, cluster.z};
                for (int k = 0; k < 3; ++k)
                    right &= p.block[k] == at[k] && p.id[k] == at[k] / c[k] && p.ids[k] == g[k] / c[k] &&
                             p.in[k] == at[k] % c[k] && p.size[k] == c[k];
                const unsigned rank = (z % c[2] * c[1] + y % c[1]) * c[0] + x % c[0];
                right &= p.rank == rank && p.count == c[0] * c[1] * c[2] && p.thread_rank == rank * 32 + 3;
                right &= p.explicit_cluster == given;
            }
    EXPECT(name, right);
    cudaFree(out);
}

static void check_launches()
{
    place* out = device_array<place>(64);
    EXPECT("the cluster does not divide the grid", launch(who_is_who, 6, 32, 4, 0, out) == cudaErrorInvalidClusterSize);
    EXPECT("not in y either", launch(who_is_who, dim3(2, 3), 32, dim3(2, 2), 0, out) == cudaErrorInvalidClusterSize);
    EXPECT("more blocks than is portable", launch(who_is_who, 32, 32, 16, 0, out) == cudaErrorInvalidClusterSize);
    EXPECT("another size than the code has",
           launch(tree_sum, 8, 32, 4, 0, (const unsigned*)nullptr, (unsigned*)nullptr) == cudaErrorInvalidClusterSize);
    EXPECT("a size that was coded is set to itself alone",
           cudaFuncSetAttribute(tree_sum, cudaFuncAttributeRequiredClusterWidth, 2) == cudaErrorInvalidValue &&
               cudaFuncSetAttribute(tree_sum, cudaFuncAttributeRequiredClusterWidth, 8) == cudaSuccess);
    cudaGetLastError();
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, tree_sum);
    EXPECT("attributes of a coded size", a.requiredClusterWidth == 8 && a.requiredClusterHeight == 1 &&
                                             a.requiredClusterDepth == 1 && a.clusterDimMustBeSet == 1 &&
                                             a.nonPortableClusterSizeAllowed == 0);
    cudaFuncGetAttributes(&a, who_is_who);
    EXPECT("attributes of none", a.requiredClusterWidth == 0 && a.clusterDimMustBeSet == 0);
    int size = 0, clusters = 0, blocks = 0;
    cudaLaunchConfig_t config = {};
    config.gridDim = 32;
    config.blockDim = 256;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {4, 1, 1};
    cudaOccupancyMaxPotentialClusterSize(&size, (void*)who_is_who, &config);
    EXPECT("the largest portable cluster", size == 8);
    cudaOccupancyMaxPotentialClusterSize(&size, (void*)tree_sum, &config);
    EXPECT("the coded cluster", size == 8);
    EXPECT("no size to count",
           cudaOccupancyMaxActiveClusters(&clusters, (void*)who_is_who, &config) == cudaSuccess && clusters == 0);
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, who_is_who, 256, 0);
    EXPECT("clusters at once", cudaOccupancyMaxActiveClusters(&clusters, (void*)who_is_who, &config) == cudaSuccess &&
                                   clusters >= 1 && clusters <= blocks * p.multiProcessorCount / 4);
    attribute.val.clusterDim.x = 9;
    EXPECT("too many",
           cudaOccupancyMaxActiveClusters(&clusters, (void*)who_is_who, &config) == cudaErrorInvalidClusterSize &&
               cudaOccupancyMaxPotentialClusterSize(&size, (void*)who_is_who, &config) == cudaErrorInvalidClusterSize);
    EXPECT("the device has clusters", p.clusterLaunch == 1);
    cudaGetLastError();
    cudaFuncSetAttribute(who_is_who, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    EXPECT("16 blocks where allowed", launch(who_is_who, 32, 32, 16, 0, out) == cudaSuccess);
    EXPECT("17 never", launch(who_is_who, 34, 32, 17, 0, out) == cudaErrorInvalidClusterSize);
    cudaFuncSetAttribute(who_is_who, cudaFuncAttributeNonPortableClusterSizeAllowed, 0);
    cudaFree(out);
}

static void check_graph()
{
    int* in = device_array<int>(values);
    int* out = device_array<int>(bins);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {2, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = 64;
    config.dynamicSmemBytes = bins / 2 * sizeof(int);
    config.stream = s;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, histogram, (const int*)in, values, out);
    cudaGraph_t graph;
    cudaStreamEndCapture(s, &graph);
    cudaGraphExec_t run;
    cudaGraphInstantiate(&run, graph, 0);
    cudaGraphLaunch(run, s);
    cudaGraphLaunch(run, s);
    EXPECT("a captured launch in clusters", host_copy(out, bins)[0] == 2 * values);
    cudaGraphExecDestroy(run);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
    cudaFree(in);
    cudaFree(out);
}

int main()
{
    check_places("no clusters", dim3(3, 2, 2), 1, false);
    check_places("clusters of one", dim3(3, 2, 2), 1, true);
    check_places("clusters in x", dim3(6, 2, 2), 3, true);
    check_places("clusters in three dimensions", dim3(4, 6, 2), dim3(2, 2, 2), true);
    check_places("clusters in y", dim3(3, 8, 1), dim3(1, 8, 1), true);
    check_launches();

    std::vector<int> in(values), expected(bins);
    unsigned seed = 1;
    for (int& v : in) {
        seed = seed * 1664525u + 1013904223u;
        v = seed >> 26;
        ++expected[v];
    }
    int* device_in = device_array<int>(values);
    cudaMemcpy(device_in, in.data(), values * sizeof(int), cudaMemcpyHostToDevice);
    for (unsigned size : {1u, 2u, 4u, 8u}) {
        int* out = device_array<int>(bins);
        const bool launched = launch(histogram, 16, 96, size, bins / size * sizeof(int), (const int*)device_in, values,
                                     out) == cudaSuccess;
        EXPECT("a histogram in distributed memory", launched && host_copy(out, bins) == expected);
        cudaFree(out);
    }

    std::vector<unsigned> terms(32 * 64);
    std::vector<unsigned> sums(4);
    for (std::size_t k = 0; k < terms.size(); ++k) {
        seed = seed * 1664525u + 1013904223u;
        terms[k] = seed;
        sums[k / 512] += seed;
    }
    unsigned* device_terms = device_array<unsigned>(terms.size());
    cudaMemcpy(device_terms, terms.data(), terms.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    unsigned* device_sums = device_array<unsigned>(4);
    tree_sum<<<32, 64>>>(device_terms, device_sums);
    EXPECT("a tree of blocks", host_copy(device_sums, 4) == sums);

    auto* words = device_array<unsigned long long>(6 * 32 * 4);
    unsigned* bits = device_array<unsigned>(6 * 32);
    windows<<<6, 32>>>(words, bits);
    const auto got = host_copy(words, 6 * 32 * 4);
    const auto answers = host_copy(bits, 6 * 32);
    bool loads = true, stores = true, vectors = true, floats = true, spaces = true;
    for (unsigned b = 0; b < 6; ++b)
        for (unsigned t = 0; t < 32; ++t) {
            const unsigned rank = b % 3, right = (rank + 1) % 3;
            // The right one writes mine, and the one right of it what is at my right.
            const unsigned long long mine = right * 1000ull + t, at_right = (right + 1) % 3 * 1000ull + t;
            const auto* w = &got[(b * 32 + t) * 4];
            loads &= w[0] == at_right;
            // One added, and the greater of it and 2000: in either order.
            stores &= mine >= 2000 ? w[1] == mine + 1 : w[1] == 2000 || w[1] == 2001;
            vectors &= w[2] == right * 1000000ull + t * 100 + 78;
            floats &= w[3] == 150;
            spaces &= answers[b * 32 + t] == (3u | 2u << 4 | 4u << 8 | 7u << 16);
        }
    EXPECT("loads of shared::cluster", loads);
    EXPECT("atomics on shared::cluster", stores);
    EXPECT("vectors", vectors);
    EXPECT("sums of floats", floats);
    EXPECT("windows and ranks", spaces);

    unsigned* small = device_array<unsigned>(1024);
    handed_over<<<8, 32>>>(small);
    const auto handed = host_copy(small, 8);
    bool right = true;
    for (unsigned b = 0; b < 8; ++b)
        right &= handed[b] == 100 + (b + 1) % 4;
    EXPECT("an address handed over", right);
    ping_pong<<<6, 32>>>(small);
    const auto balls = host_copy(small, 6);
    EXPECT("blocks that wait for each other", balls[0] == 198 && balls[1] == 199 && balls[5] == 199);
    phases<<<4, 64>>>(small);
    const auto rounds = host_copy(small, 3 * 4 * 48);
    right = true;
    for (unsigned k = 0; k < rounds.size(); ++k)
        right &= rounds[k] == (k / 192 + 1) * 96;
    EXPECT("phases", right);
    cudaMemset(small, 0, sizeof(unsigned));
    counted_in_clusters<<<dim3(2, 3), 32>>>(small);
    EXPECT("a grid of clusters", host_copy(small, 1)[0] == 24 * 101);
    check_graph();
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    return failures;
}
