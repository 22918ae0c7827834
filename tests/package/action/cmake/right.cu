// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void fill(int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

int main()
{
    int *out = 0, last = 0;
    cudaMalloc(&out, 100 * sizeof(int));
    fill<<<4, 32>>>(out, 100);
    cudaMemcpy(&last, out + 99, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(out);
    return last != 99;
}
