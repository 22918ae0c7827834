// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcu++ and cooperative groups: barriers, asynchronous copies, latches, semaphores, atomics of every width, spans.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
#include <cstdint>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/span>
#include <vector>

namespace cg = cooperative_groups;
constexpr int threads = 128;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Neighbours exchange through shared memory, three rounds behind one barrier.
__global__ void exchange(int* data)
{
    __shared__ int line[threads];
    __shared__ block_barrier bar;
    if (threadIdx.x == 0) init(&bar, threads);
    __syncthreads();
    line[threadIdx.x] = data[threadIdx.x];
    bar.arrive_and_wait();
    for (int round = 0; round < 3; ++round) {
        const int next = line[(threadIdx.x + 1) % threads];
        bar.arrive_and_wait();
        line[threadIdx.x] += next;
        bar.wait(bar.arrive());
    }
    data[threadIdx.x] = line[threadIdx.x];
}

// A tile of global memory arrives asynchronously, by a barrier and by a group.
__global__ void reverse_tiles(const int* in, int* out)
{
    __shared__ alignas(16) int tile[threads];
    __shared__ block_barrier bar;
    const auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    const int base = blockIdx.x * threads;
    if (blockIdx.x % 2) {
        cuda::memcpy_async(block, tile, in + base, cuda::aligned_size_t<16>(sizeof tile), bar);
        bar.arrive_and_wait();
    } else {
        cg::memcpy_async(block, tile, in + base, sizeof tile);
        cg::wait(block);
    }
    out[base + threadIdx.x] = tile[threads - 1 - threadIdx.x];
}

// The last of the blocks to arrive sums what the others wrote.
__global__ void last_block_sums(int* parts, unsigned* arrived, int* sum)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x * blockIdx.x;
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*arrived);
        last = count.fetch_add(1, cuda::std::memory_order_acq_rel) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    int s = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
        s += parts[b];
    *sum = s;
}

template <class T>
__global__ void atomics(T* v)
{
    cuda::atomic_ref<T, cuda::thread_scope_device> add(v[0]), most(v[1]), least(v[2]), swapped(v[3]);
    add.fetch_add(T(threadIdx.x));
    most.fetch_max(T(threadIdx.x));
    least.fetch_min(T(threadIdx.x + 3));
    T seen = swapped.load();
    while (!swapped.compare_exchange_weak(seen, seen + 2)) {}
}

// Each is one byte of a word whose other bytes nothing has written, in shared memory and at the end of an allocation.
__global__ void bytes(signed char* v, int* out)
{
    __shared__ alignas(4) signed char own[4];
    if (threadIdx.x == 0) own[1] = 5;
    __syncthreads();
    cuda::atomic_ref<signed char, cuda::thread_scope_block> in_shared(own[1]);
    in_shared.fetch_sub(1);
    cuda::atomic_ref<signed char, cuda::thread_scope_device> in_global(v[4]);
    in_global.fetch_add(2);
    signed char seen = in_global.load();
    while (!in_global.compare_exchange_weak(seen, seen + 1)) {}
    __syncthreads();
    if (threadIdx.x == 0) out[0] = own[1], out[1] = v[4];
}

// One thread at a time, through a semaphore; and a latch that all pass.
__global__ void guarded(int* total, int* passed)
{
    using semaphore = cuda::binary_semaphore<cuda::thread_scope_block>;
    using latch = cuda::latch<cuda::thread_scope_block>;
    __shared__ alignas(semaphore) char door_bytes[sizeof(semaphore)];
    __shared__ alignas(latch) char latch_bytes[sizeof(latch)];
    auto& door = reinterpret_cast<semaphore&>(door_bytes);
    auto& all = reinterpret_cast<latch&>(latch_bytes);
    if (threadIdx.x == 0) {
        new (&door) semaphore(1);
        new (&all) latch(blockDim.x);
    }
    __syncthreads();
    door.acquire();
    const int before = *const_cast<volatile int*>(total);
    *const_cast<volatile int*>(total) = before + 1;
    __threadfence();
    door.release();
    all.arrive_and_wait();
    atomicAdd(passed, *const_cast<volatile int*>(total) == static_cast<int>(blockDim.x));
}

__global__ void scans(int* out)
{
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int rank = tile.thread_rank();
    out[threadIdx.x] = cg::inclusive_scan(tile, rank) * 1000 + cg::exclusive_scan(tile, 1);
    const auto odd = cg::labeled_partition(tile, rank % 3);
    out[threads + threadIdx.x] = odd.size() * 100 + odd.thread_rank();
}

__global__ void spans(cuda::std::span<int> data)
{
    const cuda::std::array<int, 4> factors = {1, 10, 100, 1000};
    for (int& x : data.subspan(4 * threadIdx.x, 4))
        x *= factors[(&x - data.data()) % 4];
}

template <class T>
T* managed(std::size_t n)
{
    T* p = nullptr;
    cudaMallocManaged(&p, n * sizeof(T));
    for (std::size_t k = 0; k < n; ++k)
        p[k] = T(0);
    return p;
}
template <class T>
bool atomics_hold()
{
    T* v = managed<T>(4);
    v[2] = T(100);
    atomics<T><<<1, 64>>>(v);
    return cudaDeviceSynchronize() == cudaSuccess && v[0] == T(63 * 32) && v[1] == T(63) && v[2] == T(3) &&
           v[3] == T(128);
}

int main()
{
    int* a = managed<int>(16 * threads);
    int* b = managed<int>(16 * threads);
    std::vector<int> line(threads);
    for (int k = 0; k < threads; ++k)
        a[k] = line[k] = k * k % 37;
    for (int round = 0; round < 3; ++round) {
        const std::vector<int> before = line;
        for (int k = 0; k < threads; ++k)
            line[k] += before[(k + 1) % threads];
    }
    exchange<<<1, threads>>>(a);
    EXPECT("cuda::barrier", cudaDeviceSynchronize() == cudaSuccess && std::vector<int>(a, a + threads) == line);

    bool ok = true;
    for (int k = 0; k < 16 * threads; ++k)
        a[k] = 3 * k;
    reverse_tiles<<<16, threads>>>(a, b);
    ok = cudaDeviceSynchronize() == cudaSuccess;
    for (int k = 0; k < 16 * threads; ++k)
        ok &= b[k] == 3 * (k / threads * threads + threads - 1 - k % threads);
    EXPECT("memcpy_async", ok);

    auto* arrived = managed<unsigned>(1);
    last_block_sums<<<40, 64>>>(a, arrived, b);
    EXPECT("acquire and release", cudaDeviceSynchronize() == cudaSuccess && b[0] == 39 * 40 * 79 / 6);

    EXPECT("atomics of int", atomics_hold<int>());
    EXPECT("atomics of unsigned", atomics_hold<unsigned>());
    EXPECT("atomics of 64 bits", atomics_hold<long long>() && atomics_hold<unsigned long long>());
    EXPECT("atomics of float", atomics_hold<float>());
    EXPECT("atomics of double", atomics_hold<double>());
    signed char* five;
    cudaMalloc(&five, 5);
    cudaMemset(five + 4, -3, 1);
    bytes<<<1, 20>>>(five, a);
    EXPECT("atomics of bytes", cudaDeviceSynchronize() == cudaSuccess && a[0] == -15 && a[1] == 57);
    cudaFree(five);

    a[0] = b[0] = 0;
    guarded<<<1, 64>>>(a, b);
    EXPECT("semaphore and latch", cudaDeviceSynchronize() == cudaSuccess && a[0] == 64 && b[0] == 64);

    scans<<<1, threads>>>(a);
    ok = cudaDeviceSynchronize() == cudaSuccess;
    for (int k = 0; k < threads; ++k) {
        const int r = k % 32, label = r % 3;
        ok &= a[k] == r * (r + 1) / 2 * 1000 + r;
        ok &= a[threads + k] == (label < 2 ? 11 : 10) * 100 + r / 3;
    }
    EXPECT("scans and labelled partitions", ok);

    for (int k = 0; k < 256; ++k)
        a[k] = k;
    spans<<<1, 64>>>(cuda::std::span<int>(a, 256));
    ok = cudaDeviceSynchronize() == cudaSuccess;
    const int factors[] = {1, 10, 100, 1000};
    for (int k = 0; k < 256; ++k)
        ok &= a[k] == k * factors[k % 4];
    EXPECT("span and array", ok);
    return failures;
}
