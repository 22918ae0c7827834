// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that run on their own and tell an mbarrier: as CUDA C++ has them (cuda::barrier, cuda::memcpy_async), as the
// instructions that it is made of (cuda::ptx), within a block and between those of a cluster, and as CUB uses them.
#include "../programs/expect.h"

#include <cooperative_groups.h>
#include <cub/device/device_transform.cuh>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int tile = 256;

// Two stages: while one tile is worked on, the next is copied.
__global__ void pipeline(const int* in, int* out, int tiles)
{
    __shared__ alignas(128) int stage[2][tile];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ block_barrier full[2];
    if (threadIdx.x == 0) {
        init(&full[0], blockDim.x);
        init(&full[1], blockDim.x);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    auto fetch = [&](int n) {
        if (threadIdx.x == 0) {
            cuda::memcpy_async(stage[n % 2], in + n * tile, cuda::aligned_size_t<16>(sizeof stage[0]), full[n % 2]);
        }
        return full[n % 2].arrive();
    };
    block_barrier::arrival_token tokens[2] = {fetch(0), fetch(1)};
    for (int n = 0; n < tiles; ++n) {
        full[n % 2].wait(std::move(tokens[n % 2]));
        for (int i = threadIdx.x; i < tile; i += blockDim.x)
            out[n * tile + i] = 3 * stage[n % 2][tile - 1 - i] + n;
        __syncthreads();
        if (n + 2 < tiles) tokens[n % 2] = fetch(n + 2);
    }
}

__device__ bool elected()
{
    unsigned yes;
    asm volatile("{ .reg .pred %%p; elect.sync _|%%p, 0xffffffff; selp.u32 %0, 1, 0, %%p; }" : "=r"(yes));
    return yes;
}

// The same by one thread that says how many bytes come, and others that wait for a parity; results leave by a bulk
// copy.
__global__ void by_parity(const int* in, int* out, int tiles)
{
    __shared__ alignas(16) int words[tile];
    __shared__ alignas(16) int results[tile];
    __shared__ std::uint64_t full;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    for (int n = 0; n < tiles; ++n) {
        if (threadIdx.x < 32 && elected()) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof words);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, words, in + n * tile, sizeof words / 2, &full);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, words + tile / 2, in + n * tile + tile / 2,
                               sizeof words / 2, &full);
            // A copy of no bytes may have any address.
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, reinterpret_cast<char*>(words) + 7, in, 0, &full);
        }
        while (!ptx::mbarrier_try_wait_parity(&full, n % 2)) {}
        for (int i = threadIdx.x; i < tile; i += blockDim.x)
            results[i] = words[i ^ 1] - n;
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + n * tile, results, sizeof results);
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

// A ring: each block sends its words to the next, by a bulk copy, by st.async and by remote arrivals.
__global__ void __cluster_dims__(4) ring(const int* in, int* out)
{
    __shared__ alignas(16) int mine[tile];
    __shared__ alignas(16) int got[tile];
    __shared__ alignas(16) int stored[64];
    __shared__ std::uint64_t full, empty;
    cg::cluster_group c = cg::this_cluster();
    const unsigned rank = c.block_rank(), next = (rank + 1) % 4, before = (rank + 3) % 4, t = threadIdx.x;
    for (int i = t; i < tile; i += blockDim.x)
        mine[i] = in[blockIdx.x * tile + i];
    if (t == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::mbarrier_init(&empty, blockDim.x);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::fence_proxy_async();
    c.sync();
    for (int round = 0; round < 3; ++round) {
        if (t == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full,
                                           sizeof got + sizeof stored);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, c.map_shared_rank(got, next), mine, sizeof got,
                               c.map_shared_rank(&full, next));
        }
        if (t < 16) {
            const int values[4] = {int(rank), int(t), round, 7};
            ptx::st_async(c.map_shared_rank(stored, next) + 4 * t, values, c.map_shared_rank(&full, next));
        }
        while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, round % 2)) {}
        for (int i = t; i < tile; i += blockDim.x)
            out[(round * gridDim.x + blockIdx.x) * (tile + 64) + i] = got[i];
        if (t < 64) out[(round * gridDim.x + blockIdx.x) * (tile + 64) + tile + t] = stored[t];
        // The one before may send again.
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                             c.map_shared_rank(&empty, before));
        while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &empty, round % 2)) {}
        for (int i = t; i < tile; i += blockDim.x)
            mine[i] += 10;
        ptx::fence_proxy_async();
        __syncthreads();
    }
    c.sync();
}

// Reductions by bulk copies into the first block, and from there into global memory.
__global__ void __cluster_dims__(4) bulk_sums(const unsigned* in, unsigned* out, float* floats, __half* halves)
{
    __shared__ alignas(16) unsigned terms[tile];
    __shared__ alignas(16) unsigned sums[tile];
    __shared__ alignas(16) unsigned greatest[tile];
    __shared__ alignas(16) float numbers[64];
    __shared__ alignas(16) __half small[64];
    __shared__ unsigned counter;
    __shared__ std::uint64_t full;
    cg::cluster_group c = cg::this_cluster();
    const unsigned t = threadIdx.x;
    for (int i = t; i < tile; i += blockDim.x) {
        terms[i] = in[blockIdx.x * tile + i];
        sums[i] = greatest[i] = 0;
    }
    if (t < 64) {
        numbers[t] = 0.25f * t;
        small[t] = __float2half(blockIdx.x + t);
    }
    if (t == 0) {
        counter = 0;
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::fence_proxy_async();
    c.sync();
    std::uint64_t* const there = c.map_shared_rank(&full, 0);
    if (t == 0) {
        if (c.block_rank() == 0)
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full,
                                           4 * (sizeof sums + sizeof greatest + sizeof counter));
        ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_add, c.map_shared_rank(sums, 0), terms,
                                  sizeof sums, there);
        ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_max, c.map_shared_rank(greatest, 0),
                                  terms, sizeof greatest, there);
        ptx::red_async(ptx::op_add, c.map_shared_rank(&counter, 0), c.block_rank() + 1, there);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, floats, numbers, sizeof numbers);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_max, halves, small, sizeof small);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    if (c.block_rank() == 0) {
        while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {}
        const unsigned cluster = blockIdx.x / 4;
        for (int i = t; i < tile; i += blockDim.x) {
            out[cluster * (2 * tile + 1) + i] = sums[i];
            out[cluster * (2 * tile + 1) + tile + i] = greatest[i];
        }
        if (t == 0) out[cluster * (2 * tile + 1) + 2 * tile] = counter;
    }
    c.sync();
}

// One copy for several blocks: each gets the bytes, and each block's mbarrier counts them.
__global__ void __cluster_dims__(4) multicast(const int* in, int* out, unsigned short ranks)
{
    __shared__ alignas(16) int words[tile];
    __shared__ std::uint64_t full;
    cg::cluster_group c = cg::this_cluster();
    for (int i = threadIdx.x; i < tile; i += blockDim.x)
        words[i] = -1;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full,
                                       ranks >> c.block_rank() & 1 ? sizeof words : 0);
    }
    ptx::fence_proxy_async();
    c.sync();
    if (c.block_rank() == 2 && threadIdx.x == 0) {
        const auto to = static_cast<unsigned>(__cvta_generic_to_shared(words));
        const auto bar = static_cast<unsigned>(__cvta_generic_to_shared(&full));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], "
                     "%2, [%3], %4;" ::"r"(to),
                     "l"(in + blockIdx.x / 4 * tile), "r"(unsigned(sizeof words)), "r"(bar), "h"(ranks)
                     : "memory");
    }
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {}
    for (int i = threadIdx.x; i < tile; i += blockDim.x)
        out[blockIdx.x * tile + i] = words[i];
    c.sync();
}

template <class T>
static T* device_copy(const std::vector<T>& v)
{
    T* p = nullptr;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
template <class T>
static std::vector<T> host_copy(const T* p, std::size_t n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

// Undefined values are stored to a quarter of a tile, and both kinds of copies write over them.
__global__ void over_undefined(const int* in, int* out)
{
    __shared__ alignas(16) int words[tile];
    __shared__ volatile int never[tile];
    __shared__ std::uint64_t full;
    if (threadIdx.x % 4 == 0) words[threadIdx.x] = never[threadIdx.x];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    constexpr int half = tile / 2;
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof words / 2);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, words, in, sizeof words / 2, &full);
    }
    if (threadIdx.x < half / 4) {
        const auto to = static_cast<unsigned>(__cvta_generic_to_shared(words + half + 4 * threadIdx.x));
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n\tcp.async.wait_all;"
                     :
                     : "r"(to), "l"(in + half + 4 * threadIdx.x)
                     : "memory");
    }
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x];
}

int main()
{
    constexpr int tiles = 7, blocks = 8;
    std::vector<int> in(blocks * tile);
    unsigned seed = 7;
    for (int& v : in) {
        seed = seed * 1664525u + 1013904223u;
        v = static_cast<int>(seed >> 8);
    }
    int* device_in = device_copy(in);
    std::vector<int> expected(tiles * tile);
    for (int k = 0; k < tiles * tile; ++k)
        expected[k] = 3 * in[k / tile * tile + tile - 1 - k % tile] + k / tile;
    int* out = device_copy(std::vector<int>(3 * blocks * (tile + 64)));
    pipeline<<<1, 64>>>(device_in, out, tiles);
    EXPECT("a pipeline of cuda::memcpy_async", host_copy(out, expected.size()) == expected);
    for (int k = 0; k < tiles * tile; ++k)
        expected[k] = in[k ^ 1] - k / tile;
    by_parity<<<1, 96>>>(device_in, out, tiles);
    EXPECT("bulk copies in and out", host_copy(out, expected.size()) == expected);
    over_undefined<<<1, tile>>>(device_in, out);
    EXPECT("copies over undefined values", host_copy(out, tile) == std::vector<int>(in.begin(), in.begin() + tile));

    ring<<<blocks, 64>>>(device_in, out);
    const auto sent = host_copy(out, 3 * blocks * (tile + 64));
    bool copied = true, stored = true;
    for (int round = 0; round < 3; ++round)
        for (int b = 0; b < blocks; ++b) {
            const int before = b / 4 * 4 + (b + 3) % 4;
            const int* got = &sent[(round * blocks + b) * (tile + 64)];
            for (int i = 0; i < tile; ++i)
                copied &= got[i] == in[before * tile + i] + 10 * round;
            for (int t = 0; t < 16; ++t)
                stored &= got[tile + 4 * t] == before % 4 && got[tile + 4 * t + 1] == t &&
                          got[tile + 4 * t + 2] == round && got[tile + 4 * t + 3] == 7;
        }
    EXPECT("bulk copies to the next block", copied);
    EXPECT("asynchronous stores", stored);

    std::vector<unsigned> terms(in.begin(), in.end());
    unsigned* device_terms = device_copy(terms);
    unsigned* sums = device_copy(std::vector<unsigned>(2 * (2 * tile + 1)));
    float* floats = device_copy(std::vector<float>(64, 1.0f));
    __half* halves = device_copy(std::vector<__half>(64));
    bulk_sums<<<blocks, 128>>>(device_terms, sums, floats, halves);
    const auto got = host_copy(sums, 2 * (2 * tile + 1));
    bool added = true, greatest = true, counted = true, reals = true, small = true;
    for (int cluster = 0; cluster < 2; ++cluster) {
        for (int i = 0; i < tile; ++i) {
            unsigned sum = 0, most = 0;
            for (int b = 0; b < 4; ++b) {
                const unsigned term = terms[(4 * cluster + b) * tile + i];
                sum += term;
                most = std::max(most, term);
            }
            added &= got[cluster * (2 * tile + 1) + i] == sum;
            greatest &= got[cluster * (2 * tile + 1) + tile + i] == most;
        }
        counted &= got[cluster * (2 * tile + 1) + 2 * tile] == 1 + 2 + 3 + 4;
    }
    const auto numbers = host_copy(floats, 64);
    const auto halves_got = host_copy(halves, 64);
    for (int t = 0; t < 64; ++t) {
        reals &= numbers[t] == 1.0f + blocks * 0.25f * t;
        small &= __half2float(halves_got[t]) == blocks - 1 + t;
    }
    EXPECT("bulk sums in another block", added);
    EXPECT("bulk maxima in another block", greatest);
    EXPECT("asynchronous sums", counted);
    EXPECT("bulk sums of floats in global memory", reals);
    EXPECT("bulk maxima of halves in global memory", small);

    for (unsigned short ranks : {0xf, 0x5, 0x8}) {
        multicast<<<blocks, 64>>>(device_in, out, ranks);
        const auto cast = host_copy(out, blocks * tile);
        bool right = true;
        for (int b = 0; b < blocks; ++b)
            for (int i = 0; i < tile; ++i)
                right &= cast[b * tile + i] == (ranks >> b % 4 & 1 ? in[b / 4 * tile + i] : -1);
        EXPECT("a copy for several blocks", right);
    }

    // CUB takes bulk copies on this architecture.
    const int n = 100003;
    std::vector<int> a(n), b(n);
    for (int k = 0; k < n; ++k) {
        a[k] = k;
        b[k] = 7 * k;
    }
    int *device_a = device_copy(a), *device_b = device_copy(b), *c = device_copy(a);
    for (int shift : {0, 1, 3}) {
        cudaMemset(c, 0, n * sizeof(int));
        cub::DeviceTransform::Transform(cuda::std::make_tuple(device_a + shift, device_b), c, n - 3,
                                        [] __device__(int x, int y) { return x - y; });
        const auto result = host_copy(c, n - 3);
        bool right = true;
        for (int k = 0; k < n - 3; ++k)
            right &= result[k] == k + shift - 7 * k;
        EXPECT("cub::DeviceTransform", right);
    }
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    return failures;
}
