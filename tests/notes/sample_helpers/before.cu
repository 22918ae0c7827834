// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program as the CUDA SDK taught to write them, with its helpers.
#include <cutil_inline.h>

__global__ void scale(float* data, float factor, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

int main(int argc, char** argv)
{
    int n = 1000;
    unsigned int timer = 0;
    float* d_data = NULL;

    CUT_DEVICE_INIT(argc, argv);
    cutGetCmdLineArgumenti(argc, (const char**)argv, "n", &n);
    float* h_data = (float*)malloc(n * sizeof(float));
    float* reference = (float*)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        h_data[i] = (float)i;
        reference[i] = 2.5f * h_data[i];
    }

    cutilSafeCall(cudaMalloc((void**)&d_data, n * sizeof(float)));
    cutilSafeCall(cudaMemcpy(d_data, h_data, n * sizeof(float), cudaMemcpyHostToDevice));
    cutilCheckError(cutCreateTimer(&timer));
    cutilCheckError(cutStartTimer(timer));
    scale<<<(n + 255) / 256, 256>>>(d_data, 2.5f, n);
    cutilCheckMsg("scale");
    cutilSafeCall(cudaThreadSynchronize());
    cutilCheckError(cutStopTimer(timer));
    cutilSafeCall(cudaMemcpy(h_data, d_data, n * sizeof(float), cudaMemcpyDeviceToHost));

    printf("a time was measured: %s\n", cutGetTimerValue(timer) > 0 ? "yes" : "no");
    cutilCheckError(cutDeleteTimer(timer));
    printf("%d elements: %s\n", n, cutComparefe(reference, h_data, n, 1e-6f) ? "PASSED" : "FAILED");
    cutilSafeCall(cudaFree(d_data));
    free(h_data);
    free(reference);
    CUT_EXIT(argc, argv);
}
