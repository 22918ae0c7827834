// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defects that end the time in which a block is one piece of code: what its warps did before is to count. Prints what
// each kernel computes; with "without" each runs without its defect, and nothing may be found.
#include <cstdio>
#include <cstring>

constexpr int threads = 256;

// Each thread accesses its own element, and then its neighbour's, without the barrier between.
__global__ void neighbour(const int* in, int* out, int defect)
{
    __shared__ int s[threads + 1];
    const int t = threadIdx.x;
    s[t] = in[t];
    if (t == 0) s[threads] = 7;
    if (!defect) __syncthreads();
    out[t] = s[t] + s[t + 1];
}

// One thread stores where another one has loaded, has stored, or will load.
__global__ void one_behind_loads(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int sum = s[t];
    if (t == 200) s[defect ? 5 : 200] = sum + 1;
    __syncthreads();
    out[t] = sum + s[t];
}
__global__ void one_behind_stores(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    if (t == 3) s[defect ? 200 : 3] = 1;
    __syncthreads();
    out[t] = s[t];
}
__global__ void one_before_loads(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t == 3) s[defect ? 200 : 3] = 12345;
    out[t] = s[t] * 2;
}

// Threads of two warps, while other threads wait for them.
__global__ void some_behind_loads(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    int even = 2 * t;
    s[t] = in[t];
    __syncthreads();
    int sum = s[t];
    if (t >= 50 && t < 170) {
        even = 3 * t;
        sum += in[t + 1];
        s[t + (defect ? 64 : 0)] = sum;
        sum += even;
    }
    __syncthreads();
    out[t] = sum + s[t] + even;
}
__global__ void some_before_loads(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int sum = t, others = 5 * t;
    if (t < 96) s[t] = sum = s[t + 96] + others;
    if (!defect) __syncthreads();
    if (t >= 40 && t < 200) others += s[t - 40];
    out[t] = sum + others;
}

// A store of the value that is already there is no race: in every other thread.
__global__ void same_value(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    s[t] = in[t] + (defect ? t & 1 : 0);
    out[t] = s[threads - 1 - t];
}
__global__ void same_value_twice(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    s[t] = in[t] + defect;
    asm volatile("" ::: "memory");
    s[t] = in[t];
    if (!defect) __syncthreads();
    out[t] = s[threads - 1 - t];
}

// Two threads access one place, one after the other.
__global__ void two_threads(const int* in, int* out, int defect)
{
    __shared__ int s[2];
    const int t = threadIdx.x;
    if (t < 2) s[t] = 1;
    __syncthreads();
    if (t == 200) s[1] = in[3];
    if (t == (defect ? 5 : 200)) s[1] = in[2];
    __syncthreads();
    out[t] = s[t % 2];
}

// All threads access one place.
__global__ void one_place(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t * (1 - defect)] = in[t];
    __syncthreads();
    out[t] = s[t * (1 - defect)];
}

// A value that was never written.
__global__ void others_unwritten(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    if (!defect) s[t] = in[t];
    if (t == 3) s[t] = 1;
    out[t] = s[t] + 1;
}
__global__ void unwritten(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    if (t < (defect ? 100 : threads)) s[t] = in[t];
    __syncthreads();
    out[t] = s[t] + 1;
}
__global__ void every_other(const int* in, int* out, int defect)
{
    __shared__ int s[2 * threads];
    const int t = threadIdx.x;
    s[2 * t] = in[t];
    __syncthreads();
    out[t] = s[2 * t + (defect && t == 77)] * 3;
}
__global__ void some_unwritten(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    int sum = in[t];
    s[t] = 0;
    __syncthreads();
    __shared__ int more[threads];
    if (t < (defect ? 70 : 71)) more[t] = sum;
    __syncthreads();
    if (t < 71) s[t] = more[t];
    __syncthreads();
    if (s[t] > 3) sum += 2;
    out[t] = sum;
}

// Global memory that was never written, after a written part.
__global__ void unwritten_global(const int* in, int* out, int defect)
{
    const int t = threadIdx.x;
    __shared__ int s[threads];
    s[t] = in[t];
    const int v = in[t + (defect ? threads : 0)];
    out[t] = v > 3 ? s[t] : s[t] + 1;
}
__global__ void some_unwritten_global(const int* in, int* out, int defect)
{
    const int t = threadIdx.x;
    int v = in[t];
    if (t > 33 && t < 99) v += in[t + (defect ? threads : 0)];
    out[t] = v > 3 ? t : v;
}

// An atomic of one thread, of one warp, and of two warps.
__global__ void atomics(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int* const total = out + threads + 4 * blockIdx.x + (defect ? threads : 0); // never written
    if (t == 0) atomicAdd(total, s[7]);
    if (t > 3 && t < 9) atomicAdd(total + 1, s[t]);
    if (t < 64) atomicAdd(total + 2, s[t]);
    out[t] = s[t] + (defect ? 0 : t);
}

// The first warp's stores after its atomic come before the second one's atomic.
__global__ void atomics_in_order(const int* in, int* out, int defect)
{
    const int t = threadIdx.x;
    int sum = in[t];
    if (t < 64) {
        atomicAdd(out + threads + 4 * blockIdx.x + (defect && t > 31 ? threads : 0), sum);
        sum += t;
    }
    const int v = in[t + (defect ? threads : 0)];
    out[t] = v > 3 ? sum : v;
}

// Instructions that order accesses, and exchanges within a warp.
__global__ void fences(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __threadfence_block();
    const int v = s[t] + __shfl_xor_sync(~0u, t, 1) + __ballot_sync(~0u, in[t] & 1);
    if (!defect) __syncthreads();
    out[t] = v + s[threads - 1 - t];
}

// Unrolled loops.
__global__ void turns(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 32; ++k)
        sum += s[k] * in[k];
    if (defect && t > 99 && t < 110) s[t - 80] = sum;
    __syncthreads();
    out[t] = sum + s[t];
}
// More loads than the list of accesses holds.
__global__ void many_loads(const int* in, int* out, int defect)
{
    __shared__ int s[threads];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 1500; ++k) {
        sum += s[t] ^ k;
        sum += s[k & 127] * 3;
        sum ^= s[t] + in[k & 63];
    }
    if (defect && t == 255) s[5] = sum;
    __syncthreads();
    out[t] = sum + s[t];
}

// Rows and columns, bytes, and several elements at once.
__global__ void transposed(const int* in, int* out, int defect)
{
    __shared__ int s[16][17];
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    s[y][x] = in[threadIdx.x];
    if (!defect) __syncthreads();
    const int v = s[x][y];
    __syncthreads();
    s[x][y] = v + 1;
    out[threadIdx.x] = s[x][y];
}
__global__ void rows(const int* in, int* out, int defect)
{
    __shared__ int s[16][17];
    const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    s[x][y] = in[t];
    if (!defect) __syncthreads();
    int sum = 0;
    for (int k = 0; k < 16; ++k)
        sum += s[y][k] - s[k][x];
    s[x][y] += defect;
    out[t] = sum;
}
// Two threads of a column store to its element, without the barrier between.
__global__ void column(const int* in, int* out, int defect)
{
    __shared__ int s[16];
    const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    if (y == 0) s[x] = in[x];
    __syncthreads();
    if (t == 2) s[x] = 1;
    if (!defect) __syncthreads();
    if (t == 2 + 5 * 16) s[x] = 2;
    __syncthreads();
    out[t] = s[x];
}
__global__ void narrow(const int* in, int* out, int defect)
{
    __shared__ char s[threads];
    __shared__ short two[2 * threads];
    const int t = threadIdx.x;
    s[t] = char(in[t]);
    two[2 * t] = short(t);
    if (t != 90 || !defect) two[2 * t + 1] = short(in[t]);
    __syncthreads();
    const int v = reinterpret_cast<int*>(two)[t];
    out[t] = v + s[t] + s[t & 3 ? 5 : 6];
    if (!defect) __syncthreads();
    s[t] = char(v);
}
__global__ void wide(const int* in, int* out, int defect)
{
    __shared__ int4 s[threads];
    const int t = threadIdx.x;
    s[t] = {in[t], t, 2 * t, defect};
    if (t == 60) s[t + (defect ? 100 : 0)].z = 5;
    __syncthreads();
    const int4 v = s[t];
    if (t == 9) reinterpret_cast<int*>(s)[4 * t + (defect ? 7 : 3)] = v.y;
    out[t] = v.x + v.y * v.z + s[t].w;
}

int main(int count, char**)
{
    const struct {
        const char* name;
        void (*kernel)(const int*, int*, int);
        dim3 block;
    } kernels[] = {{"neighbour", neighbour, threads},
                   {"one_behind_loads", one_behind_loads, threads},
                   {"one_behind_stores", one_behind_stores, threads},
                   {"one_before_loads", one_before_loads, threads},
                   {"some_behind_loads", some_behind_loads, threads},
                   {"some_before_loads", some_before_loads, threads},
                   {"two_threads", two_threads, threads},
                   {"one_place", one_place, threads},
                   {"others_unwritten", others_unwritten, threads},
                   {"unwritten", unwritten, threads},
                   {"every_other", every_other, threads},
                   {"some_unwritten", some_unwritten, threads},
                   {"unwritten_global", unwritten_global, threads},
                   {"some_unwritten_global", some_unwritten_global, threads},
                   {"atomics", atomics, threads},
                   {"atomics_in_order", atomics_in_order, threads},
                   {"fences", fences, threads},
                   {"turns", turns, threads},
                   {"many_loads", many_loads, threads},
                   {"transposed", transposed, threads},
                   {"rows", rows, {16, 16}},
                   {"column", column, {16, 16}},
                   {"narrow", narrow, threads},
                   {"wide", wide, threads},
                   {"same_value", same_value, threads},
                   {"same_value_twice", same_value_twice, threads}};
    static int host[3 * threads];
    for (int k = 0; k < 3 * threads; ++k)
        host[k] = k * 7 % 61;
    for (const auto& one : kernels) {
        int *in = nullptr, *out = nullptr;
        if (cudaMalloc(&in, 2 * threads * sizeof(int)) || cudaMalloc(&out, 3 * threads * sizeof(int))) return 1;
        if (cudaMemcpy(in, host, threads * sizeof(int), cudaMemcpyHostToDevice)) return 1;
        if (cudaMemset(out, 0, 2 * threads * sizeof(int))) return 1;
        one.kernel<<<2, one.block>>>(in, out, count == 1);
        int result[2 * threads];
        const cudaError_t error = cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
        unsigned long long sum = 0;
        for (const int x : result)
            sum = sum * 31 + static_cast<unsigned>(x);
        std::printf("%s: %llu, %s\n", one.name, sum, cudaGetErrorName(error));
        std::fprintf(stderr, "-- %s\n", one.name);
        cudaFree(in);
        cudaFree(out);
    }
}
