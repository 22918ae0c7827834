// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What orders accesses to global memory, within a block and between blocks. Each case is right, and with a second
// argument something is missing.
#include "defect.h"

#include <cooperative_groups.h>
#include <cstring>
#include <cuda/atomic>

constexpr int n = 64;

// --- within a block
__global__ void barrier(float* a, float* out, bool broken)
{
    a[threadIdx.x] = threadIdx.x;
    if (!broken) __syncthreads();
    out[threadIdx.x] = a[blockDim.x - 1 - threadIdx.x];
}
__global__ void within_a_warp(float* a, float* out, bool broken)
{
    a[threadIdx.x] = threadIdx.x;
    if (!broken) __syncwarp();
    out[threadIdx.x] = a[threadIdx.x ^ 1];
}
__global__ void before_the_write(float* a, bool broken)
{
    const float next = a[(threadIdx.x + 1) % blockDim.x];
    if (!broken) __syncthreads();
    a[threadIdx.x] = next + 1;
}

// Thread 0 counts, too, behind its own store.
__global__ void own_store(int* count, bool broken)
{
    if (threadIdx.x == 0) *count = 5;
    if (!broken) __syncthreads();
    atomicAdd(count, 1);
}

// The same for the thread that counts last.
__global__ void last_thread_reads(int* count, float* out, bool broken)
{
    atomicAdd(count, 1);
    if (!broken) __syncthreads();
    if (threadIdx.x == blockDim.x - 1) *out = *count;
}

// --- between blocks, without an order
__global__ void sum(float* total, const float* in, bool broken)
{
    if (broken) {
        *total += in[blockIdx.x];
    } else {
        atomicAdd(total, in[blockIdx.x]);
    }
}
__global__ void overlap(float* out, bool broken)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    out[broken ? k - blockIdx.x : k] = k;
}
__global__ void same_value(int* flag, bool broken) { *flag = broken ? blockIdx.x : 7; }
__global__ void bins(int* count, const float* in, bool broken)
{
    int* const bin = count + static_cast<int>(in[blockIdx.x * blockDim.x + threadIdx.x]) % 4;
    if (broken) {
        ++*bin;
    } else {
        atomicAdd(bin, 1);
    }
}
__global__ void characters(char* out, bool broken)
{
    out[blockIdx.x] = blockIdx.x;
    if (broken) out[blockIdx.x + 1] = 1;
}
__global__ void in_place(float* a, float* b, int count, bool broken)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k > 0 && k < count - 1) (broken ? a : b)[k] = a[k - 1] + a[k + 1];
}
__global__ void step(float* a, float* b, int which)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (which & 1) a[k] = k;
    if (which & 2) b[k] = a[gridDim.x * blockDim.x - 1 - k];
}
__device__ int counter;
__global__ void variable(bool broken)
{
    if (broken) {
        counter = counter + 1;
    } else {
        atomicAdd(&counter, 1);
    }
}
__global__ void least(float* out, const float* in, bool broken)
{
    auto* const place = reinterpret_cast<int*>(out);
    const float x = -in[blockIdx.x] - blockIdx.x;
    for (int seen = *place; __int_as_float(seen) > x;) {
        const int old = atomicCAS(place, seen, __float_as_int(x));
        if (old == seen) break;
        seen = old;
    }
    if (broken) *out = x;
}

// --- between blocks, by messages
__device__ unsigned arrived;
__global__ void ticket(float* partial, float* out, bool fence, bool barrier)
{
    __shared__ bool last;
    partial[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    if (barrier) __syncthreads();
    if (threadIdx.x == 0) {
        if (fence) __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
        if (fence) __threadfence();
    }
    __syncthreads();
    if (!last) return;
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b)
        total += partial[b * blockDim.x + threadIdx.x];
    out[threadIdx.x] = total;
}
// All threads' fences, then the barrier, then one thread's message.
__global__ void fences_first(float* partial, float* out, bool broken)
{
    __shared__ bool last;
    partial[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    if (!broken) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    for (int b = 0; b < gridDim.x; ++b)
        out[threadIdx.x] += partial[b * blockDim.x + threadIdx.x];
}
// The last block's own atomic is the latest write to the sum. Those of the others must come before its read, too.
__global__ void last_block_reads(float* total, float* out, bool broken)
{
    __shared__ bool last;
    atomicAdd(&total[threadIdx.x], 1.0f);
    __syncthreads();
    if (threadIdx.x == 0) {
        if (!broken) __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
        if (!broken) __threadfence();
    }
    __syncthreads();
    if (last) out[threadIdx.x] = total[threadIdx.x];
}
// The same, and it only clears the sum for the next launch. It may clear the counter without a fence: its own result
// says that all others have counted.
__global__ void last_block_clears(float* total, bool broken)
{
    atomicAdd(total, 1.0f);
    if (!broken) __threadfence();
    if (atomicAdd(&arrived, 1) != gridDim.x - 1) return;
    arrived = 0;
    if (!broken) __threadfence();
    *total = 0;
}
__global__ void flag(float* data, volatile int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        if (broken) __threadfence(); // too early
        *data = 3;
        if (!broken) __threadfence();
        *ready = 1;
    } else {
        while (*ready == 0) {}
        __threadfence();
        *out = *data;
    }
}
__global__ void reader_without_fence(float* data, volatile int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        __threadfence();
        *ready = 1;
    } else {
        while (*ready == 0) {}
        if (!broken) __threadfence();
        *out = *data;
    }
}
__global__ void released(float* data, int* ready, float* out, bool broken)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> r(*ready);
    if (blockIdx.x == 0) {
        *data = 3;
        r.store(1, broken ? cuda::memory_order_relaxed : cuda::memory_order_release);
    } else {
        while (r.load(cuda::memory_order_acquire) == 0) {}
        *out = *data;
    }
}
// A sum that goes from block to block.
__global__ void chain(float* sums, int* ready, const float* in, bool broken)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> mine(ready[blockIdx.x]);
    float before = 0;
    if (blockIdx.x > 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> r(ready[blockIdx.x - 1]);
        while (r.load(broken ? cuda::memory_order_relaxed : cuda::memory_order_acquire) == 0) {}
        before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + in[blockIdx.x];
    mine.store(1, cuda::memory_order_release);
}
// The order goes on through a block between.
__global__ void handed_on(float* data, int* ready, float* out, bool broken)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> a(ready[0]), b(ready[1]);
    if (blockIdx.x == 0) {
        *data = 3;
        a.store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        while (a.load(broken ? cuda::memory_order_relaxed : cuda::memory_order_acquire) == 0) {}
        b.store(1, cuda::memory_order_release);
    } else {
        while (b.load(cuda::memory_order_acquire) == 0) {}
        *out = *data;
    }
}
__global__ void lock(int* mutex, float* total, const float* in, bool broken)
{
    while (atomicCAS(mutex, 0, 1) != 0) {}
    if (!broken) __threadfence();
    *total += in[blockIdx.x];
    if (!broken) __threadfence();
    atomicExch(mutex, 0);
}
__global__ void whole_grid(float* a, float* b, bool broken)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
    a[k] = k;
    if (!broken) cooperative_groups::this_grid().sync();
    b[k] = a[count - 1 - k];
}

// --- `volatile` data, as programs before Volta have it. It races on request.
__global__ void volatile_data(volatile float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        if (!broken) __threadfence();
        atomicExch(ready, 1);
    } else {
        while (atomicExch(ready, 0) == 0) {}
        *out = *data; // CUDA's own example has no fence here
    }
}
__global__ void volatile_ticket(volatile float* partial, volatile float* out, bool broken)
{
    partial[blockIdx.x] = 1.0f + blockIdx.x;
    if (broken) {
        __threadfence_block();
    } else {
        __threadfence();
    }
    if (atomicAdd(&arrived, 1) != gridDim.x - 1) return;
    for (int b = 0; b < gridDim.x; ++b)
        *out += partial[b];
}
__global__ void volatile_lock(int* mutex, volatile float* total, bool broken)
{
    while (atomicCAS(mutex, 0, 1) != 0) {}
    if (!broken) __threadfence(); // whoever takes a lock needs one
    *total = blockIdx.x;
    __threadfence();
    atomicExch(mutex, 0);
}
__global__ void volatile_store(int* data, bool broken)
{
    if (blockIdx.x == 0 || !broken) {
        atomicExch(data, 1);
    } else {
        *static_cast<volatile int*>(data) = 2;
    }
}
__global__ void volatile_poll(int* data, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        if (broken) {
            *static_cast<volatile int*>(data) = 1;
        } else {
            atomicExch(data, 1);
        }
    } else {
        while (*static_cast<volatile int*>(data) == 0) {}
        *out = 1;
    }
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    bool broken = count > 2;
    float *a = numbers(8 * n), *b = numbers(8 * n);
    int* const flags = zeros(16);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("barrier")) barrier<<<1, n>>>(a, b, broken);
    if (is("within_a_warp")) within_a_warp<<<1, 32>>>(a, b, broken);
    if (is("before_the_write")) before_the_write<<<1, n>>>(a, broken);
    if (is("own_store")) own_store<<<1, n>>>(flags, broken);
    if (is("last_thread_reads")) last_thread_reads<<<1, n>>>(flags, b, broken);
    if (is("sum")) sum<<<8, 1>>>(b, a, broken);
    if (is("overlap")) overlap<<<4, n>>>(a, broken);
    if (is("same_value")) same_value<<<4, n>>>(flags, broken);
    if (is("bins")) bins<<<4, n>>>(flags, a, broken);
    if (is("characters")) characters<<<4, 1>>>(reinterpret_cast<char*>(flags), broken);
    if (is("in_place")) in_place<<<4, n>>>(a, b, 4 * n, broken);
    if (is("one_launch")) {
        for (int k = broken ? 3 : 1; k < 4; ++k)
            if (k != 3 || broken) step<<<4, n>>>(a, b, k);
    }
    if (is("variable")) variable<<<4, 1>>>(broken);
    if (is("least")) least<<<8, 1>>>(b, a, broken);
    if (is("ticket_without_fence")) ticket<<<4, n>>>(a, b, !broken, true);
    if (is("ticket_without_barrier")) ticket<<<4, n>>>(a, b, true, !broken);
    if (is("fences_first")) fences_first<<<4, n>>>(a, b, broken);
    if (is("last_block_reads")) last_block_reads<<<4, n>>>(a, b, broken);
    if (is("last_block_clears")) last_block_clears<<<4, 1>>>(a, broken);
    if (is("flag")) flag<<<2, 1>>>(a, flags, b, broken);
    if (is("reader_without_fence")) reader_without_fence<<<2, 1>>>(a, flags, b, broken);
    if (is("released")) released<<<2, 1>>>(a, flags, b, broken);
    if (is("chain")) chain<<<8, 1>>>(b, flags, a, broken);
    if (is("handed_on")) handed_on<<<3, 1>>>(a, flags, b, broken);
    if (is("lock")) lock<<<8, 1>>>(flags, b, a, broken);
    if (is("whole_grid")) {
        void* parameters[] = {&a, &b, &broken};
        cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), dim3(2), dim3(n), parameters, 0, nullptr);
    }
    if (is("volatile_data")) volatile_data<<<2, 1>>>(a, flags, b, broken);
    if (is("volatile_ticket")) volatile_ticket<<<4, 1>>>(a, b, broken);
    if (is("volatile_lock")) volatile_lock<<<4, 1>>>(flags, b, broken);
    if (is("volatile_store")) volatile_store<<<2, 1>>>(flags, broken);
    if (is("volatile_poll")) volatile_poll<<<2, 1>>>(flags, b, broken);
    cudaMemcpyFromSymbol(flags + 15, counter, sizeof counter);
    return report_result();
}
