// Sum of squares: each block adds its threads' partial sums, and its thread 0 does all the adding.
//
// Source:  H, section 12, "Thread 的同步", first kernel
// Modern:  modern/reduction/sum_of_squares_thread0.cu
// Note:    migration-notes/thread_0_sums.md, migration-notes/clock_timing.md, migration-notes/host_sums.md
// Domain:  DATA_SIZE numbers (fewer are padded with zeros) whose squares add up to less than 2^31: not looked into, as
//          that would take a pass of the CPU over all numbers
// Defects: kept: clock() of different multiprocessors is compared, so the printed time means nothing on today's GPUs;
//          squares and sums are int: larger ones wrap on the GPU, and on the CPU, which adds 32, an overflow is
//          undefined; one thread adds while 255 wait. Mended: clock_t printed with %d; an error was not noticed. The
//          document shows the kernel, and of main what section 11's has not. So from there: the loop over the clocks,
//          and the line that is printed. Ours: the numbers, rand() % 10 as in the series' first part, the headers, and
//          main
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DATA_SIZE  1048576
#define BLOCK_NUM  32
#define THREAD_NUM 256

__global__ static void sumOfSquares(int *num, int* result, clock_t* time)
{
    extern __shared__ int shared[];
    const int tid = threadIdx.x;
    const int bid = blockIdx.x;
    int i;

    if (tid == 0) time[bid] = clock();

    shared[tid] = 0;
    for (i = bid * THREAD_NUM + tid; i < DATA_SIZE; i += BLOCK_NUM * THREAD_NUM)
        shared[tid] += num[i] * num[i];

    __syncthreads();
    if (tid == 0) {
        for (i = 1; i < THREAD_NUM; i++)
            shared[0] += shared[i];
        result[bid] = shared[0];
    }

    if (tid == 0) time[bid + BLOCK_NUM] = clock();
}

// The middle of the document's main: copies DATA_SIZE numbers in, adds BLOCK_NUM sums up.
// What went wrong, if anything did, is in cudaGetLastError afterwards; sum and cycles are 0 then.
int sum_of_squares_thread0(const int* data, clock_t* cycles)
{
    int *gpudata = NULL, *result = NULL;
    clock_t* time = NULL;
    *cycles = 0;
    cudaMalloc((void**)&gpudata, sizeof(int) * DATA_SIZE);
    cudaMalloc((void**)&result, sizeof(int) * BLOCK_NUM);
    cudaMalloc((void**)&time, sizeof(clock_t) * BLOCK_NUM * 2);
    if (cudaPeekAtLastError() != cudaSuccess) {
        cudaFree(gpudata);
        cudaFree(result);
        cudaFree(time);
        return 0;
    }
    cudaMemcpy(gpudata, data, sizeof(int) * DATA_SIZE, cudaMemcpyHostToDevice);

    sumOfSquares<<<BLOCK_NUM, THREAD_NUM, THREAD_NUM * sizeof(int)>>>(gpudata, result, time);

    int sum[BLOCK_NUM];
    clock_t time_used[BLOCK_NUM * 2];
    cudaMemcpy(&sum, result, sizeof(int) * BLOCK_NUM, cudaMemcpyDeviceToHost);
    cudaMemcpy(&time_used, time, sizeof(clock_t) * BLOCK_NUM * 2, cudaMemcpyDeviceToHost);
    cudaFree(gpudata);
    cudaFree(result);
    cudaFree(time);
    if (cudaPeekAtLastError() != cudaSuccess) return 0;

    int final_sum = 0;
    for (int i = 0; i < BLOCK_NUM; i++)
        final_sum += sum[i];

    clock_t min_start, max_end;
    min_start = time_used[0];
    max_end = time_used[BLOCK_NUM];
    for (int i = 1; i < BLOCK_NUM; i++) {
        if (min_start > time_used[i]) min_start = time_used[i];
        if (max_end < time_used[i + BLOCK_NUM]) max_end = time_used[i + BLOCK_NUM];
    }
    *cycles = max_end - min_start;
    return final_sum;
}

int main()
{
    static int data[DATA_SIZE];
    for (int i = 0; i < DATA_SIZE; i++)
        data[i] = rand() % 10;

    clock_t cycles;
    int final_sum = sum_of_squares_thread0(data, &cycles);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        fprintf(stderr, "Cuda error: %s.\n", cudaGetErrorString(err));
        return EXIT_FAILURE;
    }
    printf("sum: %d  time: %ld\n", final_sum, (long)cycles);
    return 0;
}
