// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB block and device algorithms, libcu++ barriers, asynchronous copies, a switch, a lock.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <vector>
namespace cg = cooperative_groups;
__global__ void k_barrier(const int* in, int* out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ int s[128];
    auto blk = cg::this_thread_block();
    if (threadIdx.x == 0) init(&b, blockDim.x);
    blk.sync();
    s[threadIdx.x] = in[threadIdx.x];
    b.arrive_and_wait();
    int v = s[127 - threadIdx.x];
    b.arrive_and_wait();
    s[threadIdx.x] = v * 2;
    auto tok = b.arrive();
    b.wait(std::move(tok));
    out[threadIdx.x] = s[(threadIdx.x + 1) % 128];
}
__global__ void k_memcpy(const int* in, int* out)
{
    __shared__ int s[256];
    auto blk = cg::this_thread_block();
    cg::memcpy_async(blk, s, in, sizeof(int) * 256);
    cg::wait(blk);
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        out[i] = s[255 - i];
}
__global__ void k_pipe(const int* in, int* out)
{
    __shared__ int s[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    if (threadIdx.x == 0) init(&b, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int), b);
    b.arrive_and_wait();
    out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void k_sel(int* d)
{
    extern __shared__ char sm[];
    double* p = (double*)sm;
    p[threadIdx.x] = threadIdx.x;
    __syncwarp();
    d[threadIdx.x] = (int)p[threadIdx.x ^ 1];
    switch (threadIdx.x % 7) {
    case 0:
        d[threadIdx.x] += 3;
        break;
    case 1:
        d[threadIdx.x] *= 5;
        break;
    case 2:
        d[threadIdx.x] ^= 9;
        break;
    case 3:
        d[threadIdx.x] -= 11;
        break;
    case 4:
        d[threadIdx.x] = ~d[threadIdx.x];
        break;
    case 5:
        d[threadIdx.x] <<= 2;
        break;
    default:
        d[threadIdx.x] = 0;
    }
}
__global__ void k_block(int* d, int* o)
{
    using BR = cub::BlockRadixSort<int, 128, 4>;
    using BL = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using BS = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    __shared__ union {
        BR::TempStorage a;
        BL::TempStorage b;
        BS::TempStorage c;
    } t;
    int v[4];
    BL(t.b).Load(d, v);
    __syncthreads();
    BR(t.a).Sort(v);
    __syncthreads();
    BS(t.c).Store(o, v);
}
__global__ void lock(int* l, int* c)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(l, 0, 1) == 0) {
            *(volatile int*)c = *(volatile int*)c + 1;
            __threadfence();
            atomicExch(l, 0);
            done = true;
        }
    }
}
int main()
{
    int *a, *o;
    cudaMallocManaged(&a, 1 << 20);
    cudaMallocManaged(&o, 1 << 20);
    for (int i = 0; i < 4096; i++)
        a[i] = (i * 7919) % 1009;
    bool ok;
    k_barrier<<<1, 128>>>(a, o);
    EXPECT("cudaDeviceSynchronize()==0", cudaDeviceSynchronize() == 0);
    ok = true;
    for (int i = 0; i < 128; i++)
        ok &= o[i] == 2 * a[127 - (i + 1) % 128];
    EXPECT("barrier", ok);
    k_memcpy<<<1, 64>>>(a, o);
    EXPECT("cudaDeviceSynchronize()==0", cudaDeviceSynchronize() == 0);
    ok = true;
    for (int i = 0; i < 256; i++)
        ok &= o[i] == a[255 - i];
    EXPECT("memcpy_async", ok);
    k_pipe<<<1, 128>>>(a, o);
    EXPECT("cudaDeviceSynchronize()==0", cudaDeviceSynchronize() == 0);
    ok = true;
    for (int i = 0; i < 128; i++)
        ok &= o[i] == a[127 - i];
    EXPECT("memcpy_async barrier", ok);
    k_sel<<<1, 128, 1024>>>(o);
    EXPECT("cudaDeviceSynchronize()==0", cudaDeviceSynchronize() == 0);
    ok = true;
    for (int i = 0; i < 128; i++) {
        int v = i ^ 1;
        switch (i % 7) {
        case 0:
            v += 3;
            break;
        case 1:
            v *= 5;
            break;
        case 2:
            v ^= 9;
            break;
        case 3:
            v -= 11;
            break;
        case 4:
            v = ~v;
            break;
        case 5:
            v <<= 2;
            break;
        default:
            v = 0;
        }
        ok &= o[i] == v;
    }
    EXPECT("switch", ok);
    k_block<<<1, 128>>>(a, o);
    EXPECT("cudaDeviceSynchronize()==0", cudaDeviceSynchronize() == 0);
    std::vector<int> r(a, a + 512);
    std::sort(r.begin(), r.end());
    EXPECT("std::equal(r.begin(),r.end(),o)", std::equal(r.begin(), r.end(), o));
    o[0] = o[1] = 0;
    lock<<<4, 64>>>(o, o + 1);
    EXPECT("cudaDeviceSynchronize()==0", cudaDeviceSynchronize() == 0);
    EXPECT("o[1]==256", o[1] == 256);
    int n = 10000;
    void* t = nullptr;
    size_t tb = 0;
    int* keys = a;
    for (int i = 0; i < n; i++)
        a[i] = (i * 7919) % 1009 - 500;
    auto run = [&](auto f) {
        t = nullptr;
        tb = 0;
        f();
        cudaMalloc(&t, tb);
        auto e = f();
        EXPECT("e==cudaSuccess&&cudaDeviceSynchronize()==cudaSuccess",
               e == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
        cudaFree(t);
    };
    int* num = o + 200000;
    run([&] { return cub::DeviceSelect::If(t, tb, a, o, num, n, [] __device__(int x) { return x > 0; }); });
    std::vector<int> sel;
    for (int i = 0; i < n; i++)
        if (a[i] > 0) sel.push_back(a[i]);
    EXPECT("*num==(int)sel.size()&&std::equal(sel.begin(),sel.end(),o)",
           *num == (int)sel.size() && std::equal(sel.begin(), sel.end(), o));
    run([&] { return cub::DeviceHistogram::HistogramEven(t, tb, a, o, 11, -500, 510, n); });
    std::vector<int> hist(10);
    for (int i = 0; i < n; i++)
        hist[(a[i] + 500) * 10 / 1010]++;
    EXPECT("std::equal(hist.begin(),hist.end(),o)", std::equal(hist.begin(), hist.end(), o));
    run([&] { return cub::DeviceScan::ExclusiveSum(t, tb, a, o, n); });
    int s = 0;
    ok = true;
    for (int i = 0; i < n; i++) {
        ok &= o[i] == s;
        s += a[i];
    }
    EXPECT("excl", ok);
    float* fa = (float*)(o + 100000);
    for (int i = 0; i < n; i++)
        fa[i] = i % 17;
    float* fo = (float*)o;
    run([&] { return cub::DeviceReduce::Max(t, tb, fa, fo, n); });
    EXPECT("*fo==16", *fo == 16);
    run([&] { return cub::DeviceReduce::ArgMin(t, tb, a, (cub::KeyValuePair<int, int>*)o, n); });
    EXPECT("o[1]==-500", o[1] == -500);
    run([&] { return cub::DeviceRadixSort::SortKeysDescending(t, tb, fa, fo, n); });
    EXPECT("std::is_sorted(fo,fo+n,std::greater<float>())", std::is_sorted(fo, fo + n, std::greater<float>()));
    return failures;
}
