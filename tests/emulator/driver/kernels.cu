// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder load themselves, as PTX and as a fat binary.
extern "C" {

__device__ int offset = 7;
__constant__ int factor = 3;
__device__ __managed__ int total = 5;

__global__ void scale(int* p, char more, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = p[i] * factor + offset + more;
}
__global__ void add_to_total(int n) { total += n; }
__global__ void __launch_bounds__(128) shared_sum(const int* p, int* out)
{
    __shared__ int fixed[32];
    extern __shared__ int values[];
    values[threadIdx.x] = p[threadIdx.x];
    if (threadIdx.x < 32) fixed[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x) return;
    int sum = fixed[31];
    for (int k = 0; k < blockDim.x; ++k)
        sum += values[k];
    *out = sum;
}
__global__ void fetch(cudaTextureObject_t t, float* out, int width)
{
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x % width + 0.5f, threadIdx.x / width + 0.5f);
}

} // extern "C"
