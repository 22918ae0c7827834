// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Something to count for report_test.py: many blocks, with divergence, shared and constant memory, atomics and a
// texture.
#include <cstdio>

__constant__ float halves[2] = {0.5f, 0.5f};

__global__ void work(cudaTextureObject_t texture, const float* in, float* out, unsigned* total, int n)
{
    __shared__ float tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[(threadIdx.x * 2 + threadIdx.x / 32) % 64] = i < n ? in[i] + tex1Dfetch<float>(texture, i) : 0;
    __syncthreads();
    // As many rounds as the thread says: branches that diverge.
    const float half = halves[threadIdx.x % 2];
    float sum = 0;
    for (int k = 0; k < i % 7; ++k)
        sum = sum * half + tile[k];
    if (i < n) out[i] = sum;
    if (i % 32 == 0) atomicAdd(total, 1u);
}

int main()
{
    constexpr int n = 100 * 64 - 13;
    float* in = nullptr;
    unsigned* total = nullptr;
    cudaMalloc(&in, 2 * 100 * 64 * sizeof(float));
    cudaMalloc(&total, sizeof *total);
    cudaMemset(in, 0, 2 * 100 * 64 * sizeof(float));
    cudaMemset(total, 0, sizeof *total);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    work<<<100, 64>>>(texture, in, in + 100 * 64, total, n);
    unsigned warps = 0;
    const cudaError_t error = cudaMemcpy(&warps, total, sizeof warps, cudaMemcpyDeviceToHost);
    std::printf("%s %u\n", cudaGetErrorName(error), warps);
    return error != cudaSuccess || warps != 200;
}
