// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the compiler should vectorise: a long loop of many conditions, each with code that only computes, and
// functions. Prints a sum for each kernel and shape of the block.
#include <cstdio>
#include <cstdlib>

constexpr unsigned blocks = 2, largest = 96, points = 32, corners = 20;

struct corner {
    float x, y;
};

// Points in a polygon, as in lane_masks.cu, but each thread has many points.
__global__ void crossings(const corner* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    float x[points], y[points];
    unsigned odd[points];
#pragma unroll
    for (unsigned k = 0; k < points; ++k) {
        x[k] = static_cast<float>((thread * 7 + k * 11) % 97) / 48 - 1;
        y[k] = static_cast<float>((thread * 5 + k * 13) % 89) / 44 - 1;
        odd[k] = 0;
    }
    corner before = in[corners - 1];
#pragma unroll 1
    for (unsigned c = 0; c < corners; ++c) {
        const corner at = in[c];
        const float slope = (before.x - at.x) / (before.y - at.y);
#pragma unroll
        for (unsigned k = 0; k < points; ++k)
            if ((at.y > y[k]) != (before.y > y[k]) && x[k] < slope * (y[k] - at.y) + at.x) odd[k] = !odd[k];
        before = at;
    }
    unsigned all = 0;
#pragma unroll
    for (unsigned k = 0; k < points; ++k)
        all = all * 3 + odd[k];
    out[thread] = all;
}

// Functions that are no instruction of the processor.
__global__ void functions(const float* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[thread % (2 * corners)], r;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(r * 1.5f));
    out[thread] = __float_as_uint(x) + __float_as_uint(r);
}

// Directed rounding, and halves: exp() has the one, and neural networks have the other.
__global__ void small_and_directed(const float* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = in[thread % (2 * corners)];
    float r;
    unsigned h = __float_as_uint(x);
    asm("fma.rm.f32 %0, %1, %1, %2;" : "=f"(r) : "f"(x), "f"(1.5f));
    asm("fma.rn.f16x2 %0, %0, %0, %0;" : "+r"(h));
    out[thread] = __float_as_uint(r) + h;
}

// exp() among other arithmetic: a branch in one function would keep the whole loop from being vectorised.
__global__ void logistic(const float* in, unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = in[thread % (2 * corners)];
    out[thread] = __float_as_uint(x / (1 + expf(-x)));
}

unsigned sum_of(const unsigned* out, unsigned count)
{
    unsigned values[blocks * largest], sum = 0;
    if (cudaMemcpy(values, out, count * sizeof *out, cudaMemcpyDeviceToHost) != cudaSuccess) std::exit(1);
    for (unsigned k = 0; k < count; ++k)
        sum = sum * 5 + values[k];
    return sum;
}

int main()
{
    corner polygon[corners], *in;
    for (unsigned c = 0; c < corners; ++c)
        polygon[c] = {static_cast<float>(c * 37 % 101) / 50 - 1, static_cast<float>(c * 53 % 103) / 51 - 1};
    unsigned* out;
    cudaMalloc(&in, sizeof polygon);
    cudaMalloc(&out, blocks * largest * sizeof *out);
    cudaMemcpy(in, polygon, sizeof polygon, cudaMemcpyHostToDevice);
    for (const unsigned threads : {64u, 96u, 40u}) { // the last has a warp that is not complete
        crossings<<<blocks, threads>>>(in, out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        functions<<<blocks, threads>>>(reinterpret_cast<const float*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        small_and_directed<<<blocks, threads>>>(reinterpret_cast<const float*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
        logistic<<<blocks, threads>>>(reinterpret_cast<const float*>(in), out);
        std::printf("%u threads: %u\n", threads, sum_of(out, blocks * threads));
    }
    return 0;
}
