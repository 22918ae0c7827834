// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of two translation units: a reference of internal linkage with a name that the other unit also uses.
static texture<float, 1, cudaReadModeElementType> values;
texture<int> only_here;

__global__ void read_one(float* out) { *out = tex1Dfetch(values, 0) + tex1Dfetch(only_here, 0); }

void use_other(float* memory);

int main()
{
    float* memory = nullptr;
    cudaMalloc((void**)&memory, 64);
    cudaBindTexture(NULL, values, memory, 64);
    cudaBindTexture(NULL, only_here, memory, 64);
    read_one<<<1, 1>>>(memory);
    use_other(memory);
    cudaThreadSynchronize();
    cudaFree(memory);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
