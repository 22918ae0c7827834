// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles and votes without a mask, over everything that they can be asked for, and from where a shuffle takes its
// value.
//
// The oracle program prints what these give, and a test of compat's holds them against the rules below. Both CUDA 11.8
// and today's toolkit build it, so it needs nothing newer than C++14 and CUDA 11.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace warp_exchanges {

enum class exchange { idx, up, down, bfly };

const exchange all_exchanges[] = {exchange::idx, exchange::up, exchange::down, exchange::bfly};
const int all_widths[] = {1, 2, 4, 8, 16, 32};

//! Lanes and distances beyond any width: the GPU uses the lower five bits of the number.
const int operands = 70;

inline const char* name_of(exchange how)
{
    const char* names[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"};
    return names[static_cast<int>(how)];
}

//! The lane whose value a lane gets.
inline int source_lane(exchange how, int lane, int operand, int width)
{
    const int position = lane % width, segment = lane - position, by = operand % 32;
    switch (how) {
    case exchange::idx:
        return segment + by % width;
    case exchange::up:
        return position - by >= 0 ? lane - by : lane;
    case exchange::down:
        return position + by < width ? lane + by : lane;
    default:
        // The limit is the end of the lane's own segment: a lower segment may be read, a higher one may not.
        return (lane ^ by) < segment + width ? lane ^ by : lane;
    }
}

//! Gives each lane a different value, in both halves of a 64-bit one.
template <class T>
T value_of(int lane)
{
    return static_cast<T>(0x0123456789abcdLL * (lane + 3) - (1LL << 52));
}
template <>
inline float value_of<float>(int lane)
{
    return static_cast<float>(lane) * 1.37f - 11;
}
template <>
inline double value_of<double>(int lane)
{
    return static_cast<double>(lane) / 3 - 4;
}
template <>
inline __half value_of<__half>(int lane)
{
    return __float2half(static_cast<float>(lane) * 1.25f - 7);
}
template <>
inline __half2 value_of<__half2>(int lane)
{
    return __floats2half2_rn(static_cast<float>(lane) * 0.5f, 3 - static_cast<float>(lane));
}

template <class T>
__device__ T exchanged(exchange how, T value, int operand, int width)
{
    switch (how) {
    case exchange::idx:
        return __shfl(value, operand, width);
    case exchange::up:
        return __shfl_up(value, operand, width);
    case exchange::down:
        return __shfl_down(value, operand, width);
    default:
        return __shfl_xor(value, operand, width);
    }
}

//! Runs one block. `wanted` tells where the result is defined: it comes from an existing lane.
template <class T>
__global__ void exchange_each(T* out, const T* in, const unsigned char* wanted, exchange how, int width)
{
    const T value = in[threadIdx.x];
    for (int operand = 0; operand < operands; operand++) {
        const T result = exchanged(how, value, operand, width);
        const int at = operand * blockDim.x + threadIdx.x;
        if (wanted[at]) out[at] = result;
    }
}

template <class T>
T* device_copy(const std::vector<T>& of)
{
    T* copy = nullptr;
    cudaMalloc((void**)&copy, of.size() * sizeof(T));
    cudaMemcpy(copy, of.data(), of.size() * sizeof(T), cudaMemcpyHostToDevice);
    return copy;
}

//! Gives result [operand * threads + thread], with zero bytes where it is undefined, or nothing after an error.
template <class T>
std::vector<T> exchange_all(exchange how, int width, int threads)
{
    std::vector<T> in, out(operands * threads);
    std::memset((void*)out.data(), 0, out.size() * sizeof(T));
    std::vector<unsigned char> wanted;
    for (int thread = 0; thread < threads; thread++)
        in.push_back(value_of<T>(thread));
    for (int operand = 0; operand < operands; operand++)
        for (int thread = 0; thread < threads; thread++)
            wanted.push_back(thread / 32 * 32 + source_lane(how, thread % 32, operand, width) < threads);
    T *d_out = device_copy(out), *d_in = device_copy(in);
    unsigned char* d_wanted = device_copy(wanted);
    exchange_each<<<1, threads>>>(d_out, d_in, d_wanted, how, width);
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t copied = cudaMemcpy((void*)out.data(), d_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFree(d_in);
    cudaFree(d_wanted);
    if (launched != cudaSuccess || copied != cudaSuccess) out.clear();
    return out;
}

//! The results of a lane's votes.
struct votes {
    int any, all;
    unsigned ballot;
};

//! Tells whether a lane votes yes in round `round`: none, all, one, all but one, every third, and from lane 16 on.
__host__ __device__ inline bool yes(int round, int lane)
{
    switch (round) {
    case 0:
        return false;
    case 1:
        return true;
    case 2:
        return lane == 5;
    case 3:
        return lane != 5;
    case 4:
        return lane % 3 == 0;
    default:
        return lane >= 16;
    }
}
const int rounds = 6;

//! The lanes of `active` vote. The others of the block skip the vote, or have returned.
static __global__ void vote_each(votes* out, unsigned active, bool others_return)
{
    const int lane = threadIdx.x % 32;
    const bool takes_part = active >> lane & 1;
    if (others_return && !takes_part) return;
    for (int round = 0; round < rounds; round++) {
        if (takes_part) {
            // A predicate is any number other than 0.
            const int predicate = yes(round, lane) ? 0x100 << round : 0;
            const votes v = {__any(predicate), __all(predicate), static_cast<unsigned>(__ballot(predicate))};
            out[round * blockDim.x + threadIdx.x] = v;
        }
    }
}

//! Gives votes [round * threads + thread], with -1 for a thread that does not vote, or nothing after an error.
inline std::vector<votes> vote_all(int threads, unsigned active, bool others_return)
{
    std::vector<votes> out(rounds * threads, votes{-1, -1, ~0u});
    votes* d_out = device_copy(out);
    vote_each<<<1, threads>>>(d_out, active, others_return);
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t copied = cudaMemcpy(out.data(), d_out, out.size() * sizeof(votes), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    if (launched != cudaSuccess || copied != cudaSuccess) out.clear();
    return out;
}

//! Gives the numbers of a kernel with one number for each thread of a warp, or nothing after an error.
inline std::vector<int> numbers_of(void (*kernel)(int*), int threads = 32)
{
    std::vector<int> out(threads, -1);
    int* d_out = device_copy(out);
    kernel<<<1, threads>>>(d_out);
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t copied = cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    if (launched != cudaSuccess || copied != cudaSuccess) out.clear();
    return out;
}

//! Each side of a branch exchanges among its own lanes.
static __global__ void both_sides_of_a_branch(int* out)
{
    const int lane = threadIdx.x;
    int got = 100 + lane;
    if (lane % 2)
        got = __shfl_xor(got, 2);
    else
        got = __shfl_down(got, 4, 16);
    out[lane] = got;
}

//! One atomic addition for all lanes of a branch: the leader's result goes to the others.
static __global__ void aggregated_counter(int* out)
{
    __shared__ int counter;
    if (threadIdx.x == 0) counter = 1000;
    __syncthreads();
    const int lane = threadIdx.x;
    out[lane] = 0;
    if (lane % 5 != 1) {
        const unsigned taking = __ballot(1);
        const int leader = __ffs(taking) - 1;
        int base = 0;
        if (lane == leader) base = atomicAdd(&counter, __popc(taking));
        base = __shfl(base, leader);
        out[lane] = base + __popc(taking & ((1u << lane) - 1));
    }
}

//! Each lane leaves the loop after as many rounds as its number. The loop is not unrolled, so that lanes in their last
//! rounds are at another place than the others, with any compiler.
static __global__ void loop_of_different_length(int* out)
{
    const int lane = threadIdx.x;
    int voters = 0;
#pragma unroll 1
    for (int i = 0; i < lane; i++)
        voters += __popc(__ballot(1));
    out[lane] = voters;
}

//! All lanes stay in the loop as long as one lane needs it.
static __global__ void loop_while_any(int* out)
{
    const int lane = threadIdx.x;
    int left = lane * 7 % 23, passes = 0;
#pragma unroll 1
    while (__any(left > 0)) {
        left--;
        passes++;
    }
    out[lane] = passes * 100 + left;
}

//! The sum of a warp, as in CUDA 6's examples.
static __global__ void warp_sum(int* out)
{
    int sum = static_cast<int>(threadIdx.x * threadIdx.x);
    for (int distance = warpSize / 2; distance > 0; distance /= 2)
        sum += __shfl_down(sum, distance);
    out[threadIdx.x] = threadIdx.x % 32 == 0 ? sum : 0;
}

} // namespace warp_exchanges
