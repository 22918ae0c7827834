// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What orders accesses to shared memory, and what does not: each case is correct, and with a second argument it lacks
// the one thing that orders it.
#include "defect.h"

#include <cstring>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_pipeline.h>
#include <utility>

__device__ void sync_some(int barrier, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
__device__ void arrive_some(int barrier, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// Warp 0 produces for warp 1 with one barrier, and waits for free space at another.
__global__ void named_barriers(float* out, bool broken)
{
    __shared__ float item[32];
    const int lane = threadIdx.x % 32;
    for (int k = 0; k < 4; ++k) {
        if (threadIdx.x < 32) {
            if (k > 0) sync_some(2, 64);
            item[lane] = k + lane;
            arrive_some(1, 64);
        } else {
            if (!broken) sync_some(1, 64);
            out[k * 32 + lane] = item[31 - lane];
            if (broken) sync_some(1, 64);
            if (k < 3) arrive_some(2, 64);
        }
    }
}

__global__ void mbarrier(float* out, bool broken)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    __shared__ float item[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    item[threadIdx.x] = threadIdx.x;
    auto token = ready.arrive();
    if (!broken) ready.wait(std::move(token));
    out[threadIdx.x] = item[63 - threadIdx.x];
    if (broken) ready.wait(std::move(token));
}

// Without the fences nothing says that the sum of the last owner is there when the lock is free.
__global__ void lock(float* out, bool broken)
{
    __shared__ int taken;
    __shared__ float sum;
    if (threadIdx.x == 0) {
        taken = 0;
        sum = 0;
    }
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&taken, 0, 1) == 0) {
            if (!broken) __threadfence_block();
            sum += 1;
            if (!broken) __threadfence_block();
            atomicExch(&taken, 0);
            done = true;
        }
    __syncthreads();
    out[threadIdx.x] = sum;
}

__global__ void flag(float* out, bool broken)
{
    __shared__ int ready;
    __shared__ float item;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> r(ready);
    if (threadIdx.x == 63) {
        item = out[63];
        if (broken) {
            r.store(1, cuda::std::memory_order_relaxed);
        } else {
            r.store(1, cuda::std::memory_order_release);
        }
    }
    if (threadIdx.x == 0) {
        if (broken) {
            while (r.load(cuda::std::memory_order_relaxed) == 0) {}
        } else {
            while (r.load(cuda::std::memory_order_acquire) == 0) {}
        }
        *out = item;
    }
}

// Each half of the warp synchronises by itself: that orders nothing between the halves.
__global__ void half_warps(float* out, bool broken)
{
    __shared__ float item[32];
    const unsigned lane = threadIdx.x, mask = lane < 16 ? 0xffffu : 0xffff0000u;
    item[lane] = lane;
    __syncwarp(mask);
    out[lane] = item[lane ^ (broken ? 16 : 8)];
}

__global__ void asynchronous_copy(const float* in, float* out, bool broken)
{
    __shared__ float item[64];
    __pipeline_memcpy_async(&item[threadIdx.x], &in[threadIdx.x], sizeof(float));
    __pipeline_commit();
    if (!broken) __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = item[63 - threadIdx.x];
}

// The later group is still under way.
__global__ void later_copy(const float* in, float* out, bool broken)
{
    __shared__ float item[2][64];
    for (int k = 0; k < 2; ++k) {
        __pipeline_memcpy_async(&item[k][threadIdx.x], &in[threadIdx.x], sizeof(float));
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    out[threadIdx.x] = item[broken ? 1 : 0][threadIdx.x];
    __pipeline_wait_prior(0);
}

// Warp 1, which goes first, has read or written what warp 0 has copied over.
__device__ void copy_over(const float* in, float* out, bool writes, bool broken)
{
    __shared__ float item[32];
    const unsigned lane = threadIdx.x % 32;
    if (threadIdx.x < 32) item[lane] = lane;
    __syncthreads();
    if (threadIdx.x >= 32) {
        if (writes) {
            item[lane] = -1;
        } else {
            out[threadIdx.x] = item[lane];
        }
    }
    if (!broken) __syncthreads();
    if (threadIdx.x >= 32) return;
    __pipeline_memcpy_async(&item[lane], &in[lane], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[lane] = item[lane];
}
__global__ void copied_after_read(const float* in, float* out, bool broken) { copy_over(in, out, false, broken); }
__global__ void copied_after_write(const float* in, float* out, bool broken) { copy_over(in, out, true, broken); }

__global__ void bytes(float* out, bool broken)
{
    __shared__ char item[64];
    item[broken ? threadIdx.x / 2 : threadIdx.x] = static_cast<char>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = item[broken ? threadIdx.x / 2 : threadIdx.x];
}

// Many threads may set the same flag to the same value.
__global__ void same_value(const float* in, float* out, bool broken)
{
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[threadIdx.x] > 3) found = broken ? threadIdx.x : 1;
    __syncthreads();
    out[threadIdx.x] = found;
}

// Many threads may copy one element, as cooperative groups do behind the last element.
__global__ void copied_by_many(const float* in, float* out, bool broken)
{
    __shared__ float item;
    __pipeline_memcpy_async(&item, &in[broken ? threadIdx.x : 3], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = item;
}

// A store of the value that is there is no race with a read, whichever comes first.
__global__ void stored_after_read(float* out, bool broken)
{
    __shared__ int found;
    if (threadIdx.x == 0) found = 1;
    __syncthreads();
    out[threadIdx.x] = found;
    if (threadIdx.x == 40) found = broken ? 2 : 1;
}

__device__ void store_before_read(float* out, unsigned writer, int value)
{
    __shared__ int found;
    if (threadIdx.x == 0) found = 1;
    __syncthreads();
    if (threadIdx.x == writer) found = value;
    out[threadIdx.x] = *const_cast<volatile int*>(&found);
}
__global__ void stored_before_read(float* out, bool broken) { store_before_read(out, 5, broken ? 2 : 1); }
// Of a thread whose warp goes first.
__global__ void stored_first(float* out, bool broken) { store_before_read(out, 40, broken ? 2 : 1); }

// … but it races with a store that changes the value, because either may be the last.
__global__ void stored_again(float* out, bool broken)
{
    __shared__ double found[2];
    if (threadIdx.x < 2) found[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 40) found[1] = 1; // the first: this warp goes on from the barrier that it completes
    if (threadIdx.x == 5) found[1] = broken ? 2 : 1;
    __syncthreads();
    out[threadIdx.x] = found[threadIdx.x % 2];
}

// Thread 0 is among those that count, and its own store comes before its own atomic.
__global__ void own_store(float* out, bool broken)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 5;
    if (!broken) __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    out[threadIdx.x] = count;
}

// The guide's own loop: it begins with a plain load, and sees by the comparison when that was too early.
__global__ void compare_and_swap(float* out, bool broken)
{
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int old = sum, assumed = -1; old != assumed;) {
        assumed = old;
        old = atomicCAS(&sum, assumed, assumed + 1);
    }
    if (broken) {
        if (threadIdx.x == 5) sum = -1; // no part of the game
    }
    __syncthreads();
    out[threadIdx.x] = sum;
}

// A shuffle makes lanes meet, but does not order memory.
__global__ void shuffle(float* out, bool broken)
{
    __shared__ float item[32];
    item[threadIdx.x] = threadIdx.x;
    const int other = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
    if (!broken) __syncwarp();
    out[threadIdx.x] = item[other];
}

// The compiler has all threads read total[0] and most throw it away: no race with thread 0, which goes on to write it.
__global__ void speculation(float* out, bool broken)
{
    __shared__ float total[64];
    float sum = 0;
    total[threadIdx.x] = 1;
    for (int k = 0; k < 3; ++k) {
        if (threadIdx.x == (broken ? 40 : 0)) sum += total[0];
        total[threadIdx.x] = k;
    }
    out[threadIdx.x] = sum;
}

// A warp's lanes read what thread 0 of another warp overwrites behind a barrier of its warp alone.
__global__ void reuse(float* out, bool broken)
{
    __shared__ float shared;
    for (int k = 0; k < 3; ++k) {
        if (threadIdx.x == 0) shared = k;
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] += shared;
        if (broken) {
            __syncwarp();
        } else {
            __syncthreads();
        }
    }
}

// One thread alone has read what another warp overwrites.
__global__ void read_alone(float* out, bool broken)
{
    __shared__ double item[64];
    item[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 40) *out = item[5];
    if (!broken) __syncthreads();
    item[threadIdx.x] = -1;
    __syncthreads();
    if (threadIdx.x > 0) out[threadIdx.x] = item[63 - threadIdx.x];
}

// Several threads read one element before another thread writes it.
__global__ void read_by_many(float* out, bool broken)
{
    __shared__ volatile float first;
    if (threadIdx.x >= 32) {
        if (broken) out[threadIdx.x] = first;
        __syncwarp();
    } else if (threadIdx.x == 0) {
        for (int k = 0; k < 64; ++k)
            __nanosleep(0); // the other warp is first
        first = 1;
    }
    __syncthreads();
    out[threadIdx.x] = first;
}

// One lane clears what the other lanes of its warp count.
__global__ void counted_by_others(float* out, bool broken)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    if (!broken) __syncwarp();
    if (threadIdx.x > 0) atomicAdd(&count, 1);
    __syncwarp();
    out[threadIdx.x] = count;
}

// One lane reads what the other lanes of its warp go on to count.
__global__ void counted_after_read(float* out, bool broken)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncwarp();
    if (threadIdx.x == 0) out[0] = count;
    if (!broken) __syncwarp();
    if (threadIdx.x > 0) atomicAdd(&count, 1);
    __syncwarp();
    if (threadIdx.x > 0) out[threadIdx.x] = count;
}

// A write and a read in one line, without a loop.
__global__ void reversed_in_a_line(float* out, bool broken)
{
    __shared__ int numbers[64];
    const int t = threadIdx.x;
    if (broken) {
        numbers[t] = 2 * t, out[t] = numbers[63 - t];
    } else {
        numbers[t] = t;
        __syncthreads();
        out[t] = numbers[63 - t];
    }
}

__global__ void counted_in_a_line(float* out, bool broken)
{
    __shared__ int bins[8];
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    __syncthreads();
    if (broken)
        bins[threadIdx.x % 8] += 1;
    else
        atomicAdd(&bins[threadIdx.x % 8], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x % 8];
}

int main(int count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = count > 2;
    float *in = numbers(256), *out = numbers(256);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("named_barriers")) named_barriers<<<2, 64>>>(out, broken);
    if (is("mbarrier")) mbarrier<<<2, 64>>>(out, broken);
    if (is("lock")) lock<<<2, 64>>>(out, broken);
    if (is("flag")) flag<<<2, 64>>>(out, broken);
    if (is("half_warps")) half_warps<<<2, 32>>>(out, broken);
    if (is("asynchronous_copy")) asynchronous_copy<<<2, 64>>>(in, out, broken);
    if (is("later_copy")) later_copy<<<2, 64>>>(in, out, broken);
    if (is("copied_after_read")) copied_after_read<<<2, 64>>>(in, out, broken);
    if (is("copied_after_write")) copied_after_write<<<2, 64>>>(in, out, broken);
    if (is("bytes")) bytes<<<2, 64>>>(out, broken);
    if (is("copied_by_many")) copied_by_many<<<2, 64>>>(in, out, broken);
    if (is("same_value")) same_value<<<2, 64>>>(in, out, broken);
    if (is("stored_after_read")) stored_after_read<<<2, 64>>>(out, broken);
    if (is("stored_before_read")) stored_before_read<<<2, 64>>>(out, broken);
    if (is("stored_first")) stored_first<<<2, 64>>>(out, broken);
    if (is("read_alone")) read_alone<<<2, 64>>>(out, broken);
    if (is("stored_again")) stored_again<<<2, 64>>>(out, broken);
    if (is("own_store")) own_store<<<2, 64>>>(out, broken);
    if (is("compare_and_swap")) compare_and_swap<<<2, 64>>>(out, broken);
    if (is("shuffle")) shuffle<<<2, 32>>>(out, broken);
    if (is("speculation")) speculation<<<2, 64>>>(out, broken);
    if (is("read_by_many")) read_by_many<<<2, 64>>>(out, broken);
    if (is("counted_by_others")) counted_by_others<<<2, 32>>>(out, broken);
    if (is("counted_after_read")) counted_after_read<<<2, 32>>>(out, broken);
    if (is("reversed_in_a_line")) reversed_in_a_line<<<2, 64>>>(out, broken);
    if (is("counted_in_a_line")) counted_in_a_line<<<2, 64>>>(out, broken);
    if (is("reuse")) reuse<<<2, 64>>>(out, broken);
    return report_result();
}
