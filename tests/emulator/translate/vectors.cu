// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose body is long: many conditions one after the other, each with code that only computes. Prints a sum for
// each shape of the block.
#include <cstdio>

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
        unsigned values[blocks * largest];
        if (cudaMemcpy(values, out, blocks * threads * sizeof *out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
        unsigned sum = 0;
        for (unsigned k = 0; k < blocks * threads; ++k)
            sum = sum * 5 + values[k];
        std::printf("%u threads: %u\n", threads, sum);
    }
    return 0;
}
