// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with CUDA's own calls and the standard library.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const cudaError_t error = (call);                                                                              \
        if (error != cudaSuccess) {                                                                                    \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error));             \
            std::exit(EXIT_FAILURE);                                                                                   \
        }                                                                                                              \
    } while (false)

__global__ void scale(float* data, float factor, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

int main(int argc, char** argv)
{
    int n = 1000;
    for (int i = 1; i < argc; i++)
        if (std::strncmp(argv[i], "--n=", 4) == 0) n = std::atoi(argv[i] + 4);

    CHECK(cudaSetDevice(0)); // or leave the choice to CUDA_VISIBLE_DEVICES
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    std::fprintf(stderr, "Using device 0: %s\n", properties.name);
    std::vector<float> h_data(n), reference(n);
    for (int i = 0; i < n; i++) {
        h_data[i] = static_cast<float>(i);
        reference[i] = 2.5f * h_data[i];
    }

    float* d_data = nullptr;
    CHECK(cudaMalloc(&d_data, n * sizeof(float)));
    CHECK(cudaMemcpy(d_data, h_data.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    scale<<<(n + 255) / 256, 256>>>(d_data, 2.5f, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaMemcpy(h_data.data(), d_data, n * sizeof(float), cudaMemcpyDeviceToHost));

    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    std::printf("a time was measured: %s\n", milliseconds > 0 ? "yes" : "no");
    bool passed = true;
    for (int i = 0; i < n; i++)
        passed = passed && std::fabs(h_data[i] - reference[i]) <= 1e-6f;
    std::printf("%d elements: %s\n", n, passed ? "PASSED" : "FAILED");
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_data));
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
