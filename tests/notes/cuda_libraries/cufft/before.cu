// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transform with the layout of its data named, and the errors of cuFFT by name, as programs up to CUDA 8 have both.
// both.
#include <cstdio>

#include <cufft.h>

const char* name_of(cufftResult result)
{
    switch (result) {
    case CUFFT_SUCCESS:
        return "CUFFT_SUCCESS";
    case CUFFT_INVALID_PLAN:
        return "CUFFT_INVALID_PLAN";
    case CUFFT_INVALID_SIZE:
        return "CUFFT_INVALID_SIZE";
    case CUFFT_INCOMPLETE_PARAMETER_LIST:
        return "CUFFT_INCOMPLETE_PARAMETER_LIST";
    case CUFFT_PARSE_ERROR:
        return "CUFFT_PARSE_ERROR";
    case CUFFT_LICENSE_ERROR:
        return "CUFFT_LICENSE_ERROR";
    default:
        return "another error of cuFFT";
    }
}

cufftResult transform(cufftComplex* data, int n)
{
    cufftHandle plan;
    cufftResult result = cufftPlan1d(&plan, n, CUFFT_C2C, 1);
    if (result != CUFFT_SUCCESS) return result;
    cufftSetCompatibilityMode(plan, CUFFT_COMPATIBILITY_FFTW_PADDING);
    result = cufftExecC2C(plan, data, data, CUFFT_FORWARD);
    cufftDestroy(plan);
    return result;
}

int main()
{
    const int n = 8;
    cufftComplex values[n] = {}, *data;
    values[0].x = 1; // the transform is ones
    cudaMalloc((void**)&data, sizeof values);
    cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
    const cufftResult result = transform(data, n);
    cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(data);
    float sum = 0;
    for (const cufftComplex& one : values)
        sum += one.x;
    printf("%s, sum %g\n", name_of(result), sum);
    return !(result == CUFFT_SUCCESS && sum == n);
}
