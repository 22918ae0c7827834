// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both launches in a graph, which the host launches as one: CUDA 10.0 and later; cudaGraphInstantiate as of 12.0.
#include <cstdio>

__global__ void square(int* numbers, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] *= numbers[i];
}

__global__ void add_up(const int* numbers, int n, int* sum)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += numbers[i];
    *sum = total;
}

int main()
{
    const int n = 1000;
    int h_numbers[n], *d_numbers, *d_sum, sum = 0;
    for (int i = 0; i < n; i++)
        h_numbers[i] = i + 1;
    cudaMalloc((void**)&d_numbers, sizeof h_numbers);
    cudaMalloc((void**)&d_sum, sizeof sum);
    cudaMemcpy(d_numbers, h_numbers, sizeof h_numbers, cudaMemcpyHostToDevice);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    square<<<(n + 255) / 256, 256, 0, stream>>>(d_numbers, n);
    add_up<<<1, 1, 0, stream>>>(d_numbers, n, d_sum);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t steps;
    cudaGraphInstantiate(&steps, graph, 0);

    cudaGraphLaunch(steps, stream); // as often as you like
    cudaStreamSynchronize(stream);

    const cudaError_t error = cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("%s: %d\n", cudaGetErrorName(error), sum);
    cudaGraphExecDestroy(steps);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(d_sum);
    return cudaFree(d_numbers);
}
