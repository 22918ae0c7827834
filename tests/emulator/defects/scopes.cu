// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes of atomics and fences: block scope orders nothing between blocks. Each case is right, and with a second
// argument one scope is too small, or the block that it is right for meets another one.
#include "defect.h"

#include <cstring>
#include <cuda/atomic>

namespace {

constexpr int n = 64;

__device__ void fence(bool narrow)
{
    if (narrow) {
        __threadfence_block();
    } else {
        __threadfence();
    }
}
__device__ int add(int* at, int value, bool narrow)
{
    return narrow ? atomicAdd_block(at, value) : atomicAdd(at, value);
}
__device__ int exchange(int* at, int value, bool narrow)
{
    return narrow ? atomicExch_block(at, value) : atomicExch(at, value);
}
__device__ int compare_and_swap(int* at, int seen, int value, bool narrow)
{
    return narrow ? atomicCAS_block(at, seen, value) : atomicCAS(at, seen, value);
}
template <cuda::thread_scope Scope>
using reference = cuda::atomic_ref<int, Scope>;
using of_block = reference<cuda::thread_scope_block>;
using of_device = reference<cuda::thread_scope_device>;

// --- atomics
__global__ void count(int* total, bool broken) { add(total, 1, broken); }
// Block scope is enough for a counter of one block.
__global__ void own_counter(int* totals, bool broken) { add(totals + (broken ? blockIdx.x / 2 : blockIdx.x), 1, true); }
__global__ void one_of_them(int* total, bool broken) { add(total, 1, broken && blockIdx.x == 1); }
__global__ void maximum(int* most, bool broken)
{
    const int mine = blockIdx.x * blockDim.x + threadIdx.x;
    if (broken) {
        atomicMax_block(most, mine);
    } else {
        atomicMax(most, mine);
    }
}
__global__ void set_bits(int* bits, bool broken)
{
    if (broken) {
        atomicOr_block(bits, 1 << blockIdx.x);
    } else {
        atomicOr(bits, 1 << blockIdx.x);
    }
}
__global__ void bins(int* counts, const float* in, bool broken)
{
    add(counts + static_cast<int>(in[blockIdx.x * blockDim.x + threadIdx.x]) % 4, 1, broken);
}
__global__ void product(int* total, bool broken)
{
    for (int seen = add(total, 0, broken), old; (old = compare_and_swap(total, seen, 3 * seen + 1, broken)) != seen;)
        seen = old;
}
__global__ void fetch_add(int* total, bool broken)
{
    if (broken) {
        of_block(*total).fetch_add(1, cuda::memory_order_relaxed);
    } else {
        of_device(*total).fetch_add(1, cuda::memory_order_relaxed);
    }
}
__global__ void visit(int* visited, int* visits, int* all, bool broken)
{
    const int node = threadIdx.x % 8;
    if (compare_and_swap(visited + node, 0, 1, broken) != 0) return;
    atomicAdd(visits + node, 1);
    atomicAdd(all, 1);
}

// --- fences
__global__ void writer_fence(float* data, volatile int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        fence(broken);
        *ready = 1;
    } else {
        while (*ready == 0) {}
        __threadfence();
        *out = *data;
    }
}
__global__ void reader_fence(float* data, volatile int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        __threadfence();
        *ready = 1;
    } else {
        while (*ready == 0) {}
        fence(broken);
        *out = *data;
    }
}
// Block scope is enough for two warps of one block.
__global__ void two_warps(float* data, volatile int* ready, float* out, bool broken)
{
    const bool writes = broken ? blockIdx.x == 0 : threadIdx.x == 0;
    if (writes && threadIdx.x == 0 && blockIdx.x == 0) {
        *data = 3;
        __threadfence_block();
        *ready = 1;
    } else if (threadIdx.x == 32 && blockIdx.x == (broken ? 1 : 0)) {
        while (*ready == 0) {}
        __threadfence_block();
        *out = *data;
    }
}
__global__ void by_exchange(float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        fence(broken);
        exchange(ready, 1, false);
    } else {
        while (add(ready, 0, false) == 0) {}
        __threadfence();
        *out = *data;
    }
}
__global__ void flag_of_block(float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        __threadfence();
        exchange(ready, 1, broken);
    } else {
        while (add(ready, 0, false) == 0) {}
        __threadfence();
        *out = *data;
    }
}
// The value is written again after a fence of a sufficient scope, and after one that is too small.
__global__ void later_fence(float* data, volatile int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 2;
        __threadfence();
        *data = 3;
        fence(broken);
        *ready = 1;
    } else {
        while (*ready == 0) {}
        __threadfence();
        *out = *data;
    }
}

// --- release and acquire
__global__ void released(float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        if (broken) {
            of_block(*ready).store(1, cuda::memory_order_release);
        } else {
            of_device(*ready).store(1, cuda::memory_order_release);
        }
    } else {
        while (of_device(*ready).load(cuda::memory_order_acquire) == 0) {}
        *out = *data;
    }
}
__global__ void acquired(float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        of_device(*ready).store(1, cuda::memory_order_release);
    } else {
        while ((broken ? of_block(*ready).load(cuda::memory_order_acquire)
                       : of_device(*ready).load(cuda::memory_order_acquire)) == 0) {}
        *out = *data;
    }
}
__global__ void handed_on(float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        of_device(ready[0]).store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        while (of_device(ready[0]).load(cuda::memory_order_relaxed) == 0) {}
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel,
                                  broken ? cuda::thread_scope_block : cuda::thread_scope_device);
        of_device(ready[1]).store(1, cuda::memory_order_release);
    } else {
        while (of_device(ready[1]).load(cuda::memory_order_acquire) == 0) {}
        *out = *data;
    }
}
// A warp hands a value to another of its block with block scope, which hands it to the next block.
__global__ void through_a_block(float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 3;
        of_block(ready[0]).store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 0 && threadIdx.x == 32) {
        while (of_block(ready[0]).load(cuda::memory_order_acquire) == 0) {}
        if (broken) {
            of_block(ready[1]).store(1, cuda::memory_order_release);
        } else {
            of_device(ready[1]).store(1, cuda::memory_order_release);
        }
    } else if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (of_device(ready[1]).load(cuda::memory_order_acquire) == 0) {}
        *out = *data;
    }
}
__global__ void system_scope(float* data, int* ready, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        *data = 3;
        if (broken) {
            __threadfence_block();
        } else {
            __threadfence_system();
        }
        reference<cuda::thread_scope_system>(*ready).store(1, cuda::memory_order_relaxed);
    } else {
        while (reference<cuda::thread_scope_system>(*ready).load(cuda::memory_order_acquire) == 0) {}
        *out = *data;
    }
}

// --- locks
struct scopes {
    bool take = false, taken = false, leave = false, left = false; //!< which of the four are of block scope
};
__device__ void add_locked(int* mutex, float* total, float value, scopes narrow)
{
    while (compare_and_swap(mutex, 0, 1, narrow.take) != 0) {}
    fence(narrow.taken);
    *total += value;
    fence(narrow.leave);
    exchange(mutex, 0, narrow.left);
}
__global__ void lock(int* mutex, float* total, scopes narrow) { add_locked(mutex, total, blockIdx.x + 1, narrow); }
// Block scope is enough where each block has a lock and a total.
__global__ void own_lock(int* mutexes, float* totals, bool broken)
{
    const int which = broken ? blockIdx.x / 2 : blockIdx.x;
    if (threadIdx.x % 32 == 0) add_locked(mutexes + which, totals + which, 1, {true, true, true, true});
}
__global__ void two_locks(int* mutexes, float* total, bool broken)
{
    add_locked(mutexes + (broken ? blockIdx.x % 2 : 0), total, blockIdx.x + 1, {});
}
__global__ void ticket_lock(int* tickets, float* total, bool broken)
{
    const int mine = add(tickets, 1, false);
    while (add(tickets + 1, 0, false) != mine) {}
    fence(broken);
    *total += 1;
    fence(broken);
    add(tickets + 1, 1, false);
}
__global__ void lock_by_reference(int* mutex, float* total, bool broken)
{
    int seen = 0;
    while (!of_device(*mutex).compare_exchange_weak(seen, 1, cuda::memory_order_acquire))
        seen = 0;
    *total += 1;
    if (broken) {
        of_block(*mutex).store(0, cuda::memory_order_release);
    } else {
        of_device(*mutex).store(0, cuda::memory_order_release);
    }
}

// --- reductions and barriers between blocks
__device__ void sum_by_the_last(float* partial, int* arrived, float* out, bool narrow_fence, bool narrow_count)
{
    __shared__ bool last;
    partial[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    fence(narrow_fence);
    __syncthreads();
    if (threadIdx.x == 0) last = add(arrived, 1, narrow_count) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    fence(narrow_fence);
    for (int b = 0; b < gridDim.x; ++b)
        out[threadIdx.x] += partial[b * blockDim.x + threadIdx.x];
}
__global__ void last_block_fence(float* partial, int* arrived, float* out, bool broken)
{
    sum_by_the_last(partial, arrived, out, broken, false);
}
__global__ void last_block_count(float* partial, int* arrived, float* out, bool broken)
{
    sum_by_the_last(partial, arrived, out, false, broken);
}
__device__ void wait_for_all(int* arrived, bool narrow_fence, bool narrow_count)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        fence(narrow_fence);
        add(arrived, 1, narrow_count);
        while (*static_cast<volatile int*>(arrived) < gridDim.x) {}
        fence(narrow_fence);
    }
    __syncthreads();
}
__global__ void barrier_fence(float* a, float* b, int* arrived, bool broken)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    a[k] = k;
    wait_for_all(arrived, broken, false);
    b[k] = a[all - 1 - k];
}
__global__ void barrier_count(float* a, float* b, int* arrived, bool broken)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    a[k] = k;
    wait_for_all(arrived, false, broken);
    b[k] = a[all - 1 - k];
}
__global__ void prefix(float* sums, int* ready, bool broken)
{
    float before = 0;
    if (blockIdx.x > 0) {
        while (of_device(ready[blockIdx.x - 1]).load(cuda::memory_order_acquire) == 0) {}
        before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + 2;
    fence(broken);
    of_device(ready[blockIdx.x]).store(1, cuda::memory_order_relaxed);
}

// --- queues of work
__global__ void take(int* head, float* items, bool broken)
{
    for (int k = add(head, 1, broken); k < n; k = add(head, 1, broken))
        items[k] += 1;
}
__global__ void push(float* items, int* tail, float* out, bool broken)
{
    if (blockIdx.x == 0) {
        for (int k = 0; k < 4; ++k) {
            items[k] = k;
            fence(broken);
            exchange(tail, k + 1, false);
        }
    } else {
        for (int k = 0; k < 4; ++k) {
            while (add(tail, 0, false) <= k) {}
            __threadfence();
            out[k] = items[k];
        }
    }
}
// A block takes from its own queue, and when that is empty from its neighbour's: the owner's scope is the thief's, too.
__global__ void steal(int* heads, float* items, bool broken)
{
    const int own = blockIdx.x, other = (blockIdx.x + 1) % gridDim.x;
    const int few = blockIdx.x == 0 ? 2 : 4;
    for (int k = add(heads + own, 1, broken); k < few; k = add(heads + own, 1, broken))
        items[4 * own + k] += 1;
    for (int k = add(heads + other, 1, false); k < 2; k = add(heads + other, 1, false))
        items[4 * other + k] += 1;
}

} // namespace

int main(int argument_count, char** arguments)
{
    const char* which = arguments[1];
    const bool broken = argument_count > 2;
    float *a = numbers(8 * n), *b = numbers(8 * n);
    int* const flags = zeros(16);
    auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    if (is("count")) count<<<4, n>>>(flags, broken);
    if (is("own_counter")) own_counter<<<4, n>>>(flags, broken);
    if (is("one_of_them")) one_of_them<<<4, 1>>>(flags, broken);
    if (is("maximum")) maximum<<<4, n>>>(flags, broken);
    if (is("set_bits")) set_bits<<<4, 1>>>(flags, broken);
    if (is("bins")) bins<<<4, n>>>(flags, a, broken);
    if (is("product")) product<<<4, 1>>>(flags, broken);
    if (is("fetch_add")) fetch_add<<<4, n>>>(flags, broken);
    if (is("visit")) visit<<<2, 32>>>(flags, reinterpret_cast<int*>(a), flags + 8, broken);
    if (is("writer_fence")) writer_fence<<<2, 1>>>(a, flags, b, broken);
    if (is("reader_fence")) reader_fence<<<2, 1>>>(a, flags, b, broken);
    if (is("two_warps")) two_warps<<<2, n>>>(a, flags, b, broken);
    if (is("by_exchange")) by_exchange<<<2, 1>>>(a, flags, b, broken);
    if (is("flag_of_block")) flag_of_block<<<2, 1>>>(a, flags, b, broken);
    if (is("later_fence")) later_fence<<<2, 1>>>(a, flags, b, broken);
    if (is("released")) released<<<2, 1>>>(a, flags, b, broken);
    if (is("acquired")) acquired<<<2, 1>>>(a, flags, b, broken);
    if (is("handed_on")) handed_on<<<3, 1>>>(a, flags, b, broken);
    if (is("through_a_block")) through_a_block<<<2, n>>>(a, flags, b, broken);
    if (is("system_scope")) system_scope<<<2, 1>>>(a, flags, b, broken);
    if (is("lock_take")) lock<<<4, 1>>>(flags, b, {broken});
    if (is("lock_taken")) lock<<<4, 1>>>(flags, b, {false, broken});
    if (is("lock_leave")) lock<<<4, 1>>>(flags, b, {false, false, broken});
    if (is("lock_left")) lock<<<4, 1>>>(flags, b, {false, false, false, broken});
    if (is("own_lock")) own_lock<<<4, n>>>(flags, b, broken);
    if (is("two_locks")) two_locks<<<4, 1>>>(flags, b, broken);
    if (is("ticket_lock")) ticket_lock<<<4, 1>>>(flags, b, broken);
    if (is("lock_by_reference")) lock_by_reference<<<4, 1>>>(flags, b, broken);
    if (is("last_block_fence")) last_block_fence<<<4, n>>>(a, flags, b, broken);
    if (is("last_block_count")) last_block_count<<<4, n>>>(a, flags, b, broken);
    if (is("barrier_fence")) barrier_fence<<<4, n>>>(a, b, flags, broken);
    if (is("barrier_count")) barrier_count<<<4, n>>>(a, b, flags, broken);
    if (is("prefix")) prefix<<<4, 1>>>(b, flags, broken);
    if (is("take")) take<<<4, 1>>>(flags, b, broken);
    if (is("push")) push<<<2, 1>>>(a, flags, b, broken);
    if (is("steal")) steal<<<2, 1>>>(flags, b, broken);
    return report_result();
}
