// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recursion, function pointers, virtual calls, math, half, cooperative groups, printf, malloc, atomics, shuffles.
// Prints one line per check and exits with the number of failures.
#include "expect.h"
#include <cassert>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
struct base {
    __device__ virtual int f(int x) = 0;
};
struct da : base {
    __device__ int f(int x) override { return x + 1; }
};
struct db : base {
    __device__ int f(int x) override { return x * 2; }
};
__device__ int add(int a, int b) { return a + b; }
__device__ int mul(int a, int b) { return a * b; }
typedef int (*fp)(int, int);
__device__ fp table[2] = {add, mul};
__constant__ float coef[4] = {1, 2, 3, 4};
__device__ __managed__ int mg = 5;
__global__ void k_rec(int* o) { o[threadIdx.x] = fib(threadIdx.x % 12); }
__global__ void k_fp(int* o) { o[threadIdx.x] = table[threadIdx.x & 1](threadIdx.x, 7); }
__global__ void k_virt(int* o)
{
    da a;
    db b;
    base* p = threadIdx.x % 3 ? (base*)&a : (base*)&b;
    o[threadIdx.x] = p->f(threadIdx.x);
}
__global__ void k_math(double* o, const double* x)
{
    int i = threadIdx.x;
    double v = x[i];
    o[i] = sin(v) + exp(v) + log(fabs(v) + 1) + sqrt(fabs(v)) + pow(fabs(v), 1.5) + v / (v * v + 1) + cbrt(v) + erf(v) +
           tgamma(v);
}
__global__ void k_mathf(float* o, const float* x)
{
    int i = threadIdx.x;
    float v = x[i];
    o[i] = sinf(v) + expf(v) + logf(fabsf(v) + 1) + sqrtf(fabsf(v)) + powf(fabsf(v), 1.5f) + v / (v * v + 1) +
           __expf(v) + __sinf(v) + rsqrtf(fabsf(v) + 1) * coef[i & 3];
}
__global__ void k_half(float* o, const float* x)
{
    int i = threadIdx.x;
    __half h = __float2half(x[i]);
    __half2 h2 = __half2half2(h);
    h2 = __hfma2(h2, h2, h2);
    h = hexp(__hadd(h, __low2half(h2)));
    o[i] = __half2float(__hdiv(h, __float2half(3.f)));
}
__global__ void k_grid(int* o)
{
    cg::grid_group g = cg::this_grid();
    o[g.thread_rank()] = g.thread_rank();
    g.sync();
    int s = 0;
    for (int i = 0; i < g.size(); i += g.size() / 4)
        s += o[g.size() - 1 - i];
    g.sync();
    o[g.thread_rank()] = s;
}
__global__ void k_tile(int* o)
{
    auto b = cg::this_thread_block();
    auto t = cg::tiled_partition<16>(b);
    int v = cg::reduce(t, (int)threadIdx.x, cg::plus<int>());
    if (threadIdx.x % 3 == 0) {
        auto c = cg::coalesced_threads();
        v += c.size();
    }
    o[threadIdx.x] = v;
}
__global__ void k_printf(int n)
{
    printf("hello %d %f %s %lld\n", (int)threadIdx.x, n * 1.5, "str", (long long)n << 33);
}
// Half of the warps return behind a barrier of all, and the rest has barriers of its own.
__global__ void k_reorder(int* o)
{
    __shared__ int values[256];
    const unsigned t = threadIdx.x;
    values[t] = t;
    __syncthreads();
    if (t >= 128) return;
    const int sum = values[t] + values[t + 128];
    __syncthreads();
    values[127 - t] = sum;
    __syncthreads();
    o[t] = values[t];
}
__global__ void k_assert(int n) { assert(n == threadIdx.x || n < 100); }
__global__ void k_malloc(int* o)
{
    int* p = (int*)malloc(16);
    p[1] = threadIdx.x;
    o[threadIdx.x] = p[1];
    free(p);
}
__global__ void k_atomic(int* o, float* f, double* d, unsigned long long* u)
{
    atomicAdd(o, 1);
    atomicMax(o + 1, (int)threadIdx.x);
    atomicCAS(o + 2, 0, 5);
    atomicExch(o + 3, 7);
    atomicAdd(f, 1.5f);
    atomicAdd(d, 0.5);
    atomicAdd(u, 3ull);
    atomicInc((unsigned*)o + 4, 10);
    atomicOr(o + 5, 1 << (threadIdx.x & 31));
    cuda::atomic_ref<int> r(o[6]);
    r.fetch_add(2);
    r.fetch_max(3);
}
__global__ void k_shfl(int* o)
{
    int v = threadIdx.x;
    v += __shfl_xor_sync(~0u, v, 5);
    v += __shfl_down_sync(~0u, v, 3);
    v += __shfl_up_sync(~0u, v, 2);
    v += __shfl_sync(~0u, v, 7, 8);
    v += __ballot_sync(~0u, v & 1);
    v += __any_sync(~0u, v == 3) + __all_sync(~0u, v > 0);
    v += __popc(__match_any_sync(~0u, v & 7));
#if __CUDA_ARCH__ >= 800
    v += __reduce_add_sync(~0u, v);
#endif
    v += __brev(v) + __clz(v) + __ffs(v) + __byte_perm(v, v + 1, 0x1234) + __funnelshift_l(v, v + 1, 3) +
         __mul24(v, 3) + __umulhi(v, 123456789) + __sad(v, 3, 4) + __vadd4(v, v + 1) + __dp4a(v, v, v);
    o[threadIdx.x] = v;
}
__global__ void k_tex(float* o, cudaTextureObject_t t, cudaTextureObject_t t2, cudaTextureObject_t t3)
{
    int i = threadIdx.x;
    o[i] = tex1Dfetch<float>(t, i) + tex1D<float>(t2, i + 0.5f) + tex2D<float4>(t3, i + .5f, .5f).x +
           tex3D<float>(t2, i, 1, 2);
}
__global__ void k_surf(cudaSurfaceObject_t s)
{
    int v;
    surf2Dread(&v, s, threadIdx.x * 4, 0);
    surf2Dwrite(v + 1, s, threadIdx.x * 4, 1);
}
__global__ void k_clock(long long* o)
{
    o[0] = clock64();
    o[1] = clock();
    __nanosleep(10);
    __threadfence();
    __threadfence_system();
    __trap();
}

#include <cmath>
#include <cstring>
#include <vector>
template <class T>
struct buf {
    T* p;
    int n;
    buf(int n)
        : n(n)
    {
        cudaMallocManaged(&p, n * sizeof(T));
        memset(p, 0, n * sizeof(T));
    }
    T& operator[](int i) { return p[i]; }
};
static int hfib(int n) { return n < 2 ? n : hfib(n - 1) + hfib(n - 2); }
int main(int argc, char** argv)
{
    buf<int> o(1024);
    bool ok;
    k_rec<<<1, 64>>>(o.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    ok = true;
    for (int i = 0; i < 64; i++)
        ok &= o[i] == hfib(i % 12);
    EXPECT("recursion", ok);
    k_fp<<<1, 64>>>(o.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    ok = true;
    for (int i = 0; i < 64; i++)
        ok &= o[i] == ((i & 1) ? i * 7 : i + 7);
    EXPECT("fp", ok);
    k_virt<<<1, 64>>>(o.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    ok = true;
    for (int i = 0; i < 64; i++)
        ok &= o[i] == ((i % 3) ? i + 1 : i * 2);
    EXPECT("virt", ok);
    buf<double> x(64), y(64);
    for (int i = 0; i < 64; i++)
        x[i] = (i - 20) * 0.37;
    x[63] = 1e6;
    x[62] = 1e-310;
    k_math<<<1, 64>>>(y.p, x.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    double worst = 0;
    for (int i = 0; i < 63; i++) {
        double v = x[i];
        double r = sin(v) + exp(v) + log(fabs(v) + 1) + sqrt(fabs(v)) + pow(fabs(v), 1.5) + v / (v * v + 1) + cbrt(v) +
                   erf(v) + tgamma(v);
        if (std::isfinite(r)) worst = fmax(worst, fabs(y[i] - r) / fmax(1, fabs(r)));
    }
    printf("math worst %g err %s\n", worst, cudaGetErrorName(cudaGetLastError()));
    EXPECT("worst<1e-13", worst < 1e-13);
    buf<float> xf(64), yf(64);
    for (int i = 0; i < 64; i++)
        xf[i] = (i - 20) * 0.37f;
    k_mathf<<<1, 64>>>(yf.p, xf.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    worst = 0;
    for (int i = 0; i < 64; i++) {
        double v = xf[i];
        double r = sin(v) + exp(v) + log(fabs(v) + 1) + sqrt(fabs(v)) + pow(fabs(v), 1.5) + v / (v * v + 1) + exp(v) +
                   sin(v) + 1 / sqrt(fabs(v) + 1) * ((i & 3) + 1);
        worst = fmax(worst, fabs(yf[i] - r) / fmax(1, fabs(r)));
    }
    printf("mathf worst %g\n", worst);
    EXPECT("worst<1e-5", worst < 1e-5);
    for (int i = 0; i < 64; i++)
        xf[i] = i * 0.03f;
    k_half<<<1, 64>>>(yf.p, xf.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    worst = 0;
    for (int i = 0; i < 64; i++) {
        double v = xf[i];
        double r = exp(v + (v * v + v)) / 3;
        worst = fmax(worst, fabs(yf[i] - r) / r);
    }
    printf("half worst %g\n", worst);
    EXPECT("worst<2e-2", worst < 2e-2);
    {
        int blocks = 8, threads = 128;
        int* p = o.p;
        void* a[] = {&p};
        EXPECT("cudaLaunchCooperativeKernel((void*)k_grid,blocks,threads,a,0,0)==0",
               cudaLaunchCooperativeKernel((void*)k_grid, blocks, threads, a, 0, 0) == 0);
        EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
        int n = blocks * threads;
        int s = 0;
        for (int i = 0; i < n; i += n / 4)
            s += n - 1 - i;
        ok = true;
        for (int i = 0; i < n; i++)
            ok &= o[i] == s;
        EXPECT("grid", ok);
    }
    k_tile<<<1, 64>>>(o.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    ok = true;
    for (int i = 0; i < 64; i++) {
        int b = i / 16 * 16;
        int v = 16 * b + 120;
        int w = i / 32;
        int c = 0;
        for (int j = w * 32; j < w * 32 + 32; j++)
            c += j % 3 == 0;
        if (i % 3 == 0) v += c;
        ok &= o[i] == v;
    }
    EXPECT("tile", ok);
    k_printf<<<1, 2>>>(3);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    k_reorder<<<3, 256>>>(o.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    ok = true;
    for (int i = 0; i < 128; i++)
        ok &= o[i] == 2 * (127 - i) + 128;
    EXPECT("reordered", ok);
    k_malloc<<<1, 64>>>(o.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    ok = true;
    for (int i = 0; i < 64; i++)
        ok &= o[i] == i;
    EXPECT("malloc", ok);
    memset(o.p, 0, 4096);
    buf<float> f(1);
    buf<double> d(1);
    buf<unsigned long long> u(1);
    k_atomic<<<4, 64>>>(o.p, f.p, d.p, u.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    EXPECT("o[0]==256&&o[1]==63&&o[2]==5&&o[3]==7&&o[4]==256%11&&o[5]==-1&&f[0]==384&&d[0]==128&&u[0]==768",
           o[0] == 256 && o[1] == 63 && o[2] == 5 && o[3] == 7 && o[4] == 256 % 11 && o[5] == -1 && f[0] == 384 &&
               d[0] == 128 && u[0] == 768);
    k_shfl<<<1, 64>>>(o.p);
    EXPECT("no error", cudaDeviceSynchronize() == cudaSuccess);
    unsigned h = 0;
    for (int i = 0; i < 64; i++)
        h = h * 31 + o[i];
    printf("shfl hash %u\n", h);
    if (argc > 1) {
        if (argv[1][0] == 'a') {
            k_assert<<<1, 200>>>(150);
            printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        }
        if (argv[1][0] == 't') {
            long long* q;
            cudaMalloc(&q, 16);
            k_clock<<<1, 1>>>(q);
            printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        }
        if (argv[1][0] == 'o') {
            k_malloc<<<1, 1025 / 2>>>(o.p + 800);
            printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        }
    }
    return failures;
}
