// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA source of C++11, with the names that the header adds.
texture<float> values;
__global__ void one(float* p) { *p = tex1Dfetch(values, 0) + __shfl(*p, 0); }
int main()
{
    float* p;
    cudaDeviceProp properties;
    cudaMalloc(&p, sizeof(float));
    cudaBindTexture(NULL, values, p, sizeof(float));
    one<<<1, 1>>>(p);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, "_Z3onePf");
    return cudaThreadSynchronize() + cudaGetDeviceProperties(&properties, 0) + properties.clockRate;
}
