// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs did before Volta, when a warp ran in lock-step: right then, and races since. The argument names the
// program.
#include <cstdio>
#include <cstring>

constexpr int threads = 256, blocks = 3, warps = threads / 32, bins = 64;

// The end of a reduction as it was taught: one warp, volatile, no barrier.
__global__ void reduction(const int* in, int* out)
{
    __shared__ int partial[threads];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * threads + t];
    __syncthreads();
    for (unsigned step = threads / 2; step > 32; step /= 2) {
        if (t < step) partial[t] += partial[t + step];
        __syncthreads();
    }
    if (t < 32) {
        volatile int* s = partial;
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

// Counts of a warp's own, without atomics: of lanes that write one place some lane's tag stays, and the others try
// again.
__device__ void count(volatile unsigned* counts, unsigned value, unsigned tag)
{
    unsigned next;
    do {
        next = (counts[value] & 0x07ffffff) + 1 | tag;
        counts[value] = next;
    } while (counts[value] != next);
}
__global__ void histogram(const int* in, int* out)
{
    __shared__ unsigned counts[warps * bins];
    const unsigned t = threadIdx.x;
    for (unsigned k = t; k < warps * bins; k += threads)
        counts[k] = 0;
    __syncthreads();
    unsigned* const own = counts + t / 32 * bins;
    const int value = in[blockIdx.x * threads + t];
    count(own, value % bins, t << 27);
    count(own, value % 3, t << 27);
    __syncthreads();
    if (t >= bins) return;
    unsigned sum = 0;
    for (int w = 0; w < warps; ++w)
        sum += counts[w * bins + t] & 0x07ffffff;
    atomicAdd(out + t, sum);
}

// The first one with a barrier forgotten: no lock-step orders two warps.
__global__ void two_warps(const int* in, int* out)
{
    __shared__ int partial[threads];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * threads + t];
    __syncthreads();
    if (t < 64) {
        volatile int* s = partial;
        s[t] += s[t + 192] + s[t + 128] + s[t + 64];
        s[t] += s[(t + 32) % 64];
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

// The first lane returns, and the others vote with the mask of all: that is right in both orders. The compiler joins
// the two stores, so the first lane meets the others' path before it returns.
__global__ void returned(int* out)
{
    if (threadIdx.x == 0) {
        out[0] = 7;
        return;
    }
    out[threadIdx.x] = __popc(__ballot_sync(~0u, true));
}

int main(int, char** arguments)
{
    auto is = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
    int *in, *out;
    cudaMallocManaged(&in, blocks * threads * sizeof(int));
    cudaMallocManaged(&out, bins * sizeof(int));
    int expected[bins] = {};
    for (int k = 0; k < blocks * threads; ++k) {
        in[k] = k * 37 % 101;
        if (is("reduction")) expected[k / threads] += in[k];
        if (is("returned") && k < 32) expected[k] = k == 0 ? 7 : 31;
        if (is("histogram")) ++expected[in[k] % bins], ++expected[in[k] % 3];
    }
    cudaMemset(out, 0, bins * sizeof(int));
    if (is("reduction")) reduction<<<blocks, threads>>>(in, out);
    if (is("histogram")) histogram<<<blocks, threads>>>(in, out);
    if (is("returned")) returned<<<1, 32>>>(out);
    if (is("two_warps")) two_warps<<<blocks, threads>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s, %s\n", cudaGetErrorName(error),
                std::memcmp(out, expected, sizeof expected) == 0 ? "right" : "wrong");
    return 0;
}
