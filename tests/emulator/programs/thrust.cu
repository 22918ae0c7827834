// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust on top of CUB: inner product, reduce, transform, scan, radix and merge sort.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_emulator.h>
#include <numeric>
#include <thrust/device_vector.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <vector>
__global__ void bs(int* in, int* out)
{
    using BS = cub::BlockScan<int, 128>;
    __shared__ BS::TempStorage t;
    int v = in[threadIdx.x];
    BS(t).InclusiveSum(v, v);
    out[threadIdx.x] = v;
}
struct sq {
    __host__ __device__ float operator()(float x) const { return x * x; }
};
float dot_product(const std::vector<float>& h_a, const std::vector<float>& h_b)
{
    const thrust::device_vector<float> d_a{h_a}, d_b{h_b};
    return thrust::inner_product(d_a.begin(), d_a.end(), d_b.begin(), 0.0f);
}
// Launches of all kernels that a product of n ones takes.
std::uint64_t launches_of_dot_product(int n)
{
    const std::vector<float> ones(n, 1);
    cuda_emulator_reset_counters();
    cuda_emulator_start_counting();
    dot_product(ones, ones);
    cuda_emulator_stop_counting();
    std::uint64_t launches = 0;
    cuda_emulator_counters kernel;
    for (std::size_t i = 0; cuda_emulator_get_counters(i, &kernel); i++)
        launches += kernel.launches;
    return launches;
}
int main()
{
    int n = 100000;
    std::vector<int> h(n);
    for (int i = 0; i < n; i++)
        h[i] = (i * 7919) % 1000 - 300;
    thrust::device_vector<int> d(h.begin(), h.end());
    int ref = std::accumulate(h.begin(), h.end(), 0);
    int* o;
    cudaMalloc(&o, sizeof(int) * n);
    void* tmp = nullptr;
    size_t tb = 0;
    cub::DeviceReduce::Sum(tmp, tb, thrust::raw_pointer_cast(d.data()), o, n);
    cudaMalloc(&tmp, tb);
    cudaError_t e = cub::DeviceReduce::Sum(tmp, tb, thrust::raw_pointer_cast(d.data()), o, n);
    int r;
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    EXPECT("DeviceReduce", e == cudaSuccess && r == ref);
    bs<<<1, 128>>>(thrust::raw_pointer_cast(d.data()), o);
    int hs[128];
    cudaMemcpy(hs, o, 512, cudaMemcpyDeviceToHost);
    int s = 0;
    bool ok = true;
    for (int i = 0; i < 128; i++) {
        s += h[i];
        ok &= s == hs[i];
    }
    EXPECT("blockscan", ok);
    EXPECT("thrust::reduce", thrust::reduce(d.begin(), d.end()) == ref);
    thrust::device_vector<float> f(n);
    thrust::transform(d.begin(), d.end(), f.begin(), sq());
    std::vector<float> hf(n);
    thrust::copy(f.begin(), f.end(), hf.begin());
    ok = true;
    for (int i = 0; i < n; i++)
        ok &= hf[i] == float(h[i]) * h[i];
    EXPECT("transform", ok);
    hf.assign(n, 3);
    hf[n - 1] = 5;
    EXPECT("inner product", dot_product(hf, std::vector<float>(n, 2)) == 6 * n + 4);
    EXPECT("one block's inner product: one launch", launches_of_dot_product(1024) == 1);
    EXPECT("many blocks' inner product: two launches", launches_of_dot_product(1 << 20) == 2);
    thrust::device_vector<int> g(n);
    thrust::inclusive_scan(d.begin(), d.end(), g.begin());
    std::vector<int> hg(n);
    thrust::copy(g.begin(), g.end(), hg.begin());
    ok = true;
    s = 0;
    for (int i = 0; i < n; i++) {
        s += h[i];
        ok &= hg[i] == s;
    }
    EXPECT("scan", ok);
    thrust::sort(d.begin(), d.end());
    std::vector<int> hd(n);
    thrust::copy(d.begin(), d.end(), hd.begin());
    std::sort(h.begin(), h.end());
    EXPECT("sort", hd == h);
    thrust::sort(d.begin(), d.end(), [] __host__ __device__(int a, int b) { return (a ^ 5) < (b ^ 5); });
    thrust::copy(d.begin(), d.end(), hd.begin());
    std::sort(h.begin(), h.end(), [](int a, int b) { return (a ^ 5) < (b ^ 5); });
    EXPECT("merge sort", hd == h);
    return failures;
}
