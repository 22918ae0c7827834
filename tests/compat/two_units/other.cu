// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static texture<float, 1, cudaReadModeElementType> values;

__global__ void read_other(float* out) { *out = tex1Dfetch(values, 1); }

void use_other(float* memory)
{
    cudaBindTexture(NULL, values, memory, 64);
    values.filterMode = cudaFilterModePoint;
    read_other<<<1, 1>>>(memory);
    cudaUnbindTexture(values);
}
