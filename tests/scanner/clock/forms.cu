// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host clocks around launches without a wait, in the forms that --fix=clock replaces by events. It leaves one form, in
// which the program waits. All print milliseconds.
#include <chrono>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

#define BILLION 1000000000L

__global__ void add(int* values, int number) { values[threadIdx.x] += number; }

template <class T>
__global__ void twice(T* values)
{
    values[threadIdx.x] *= 2;
}

double ticks(int* values)
{
    clock_t start, stop;
    start = clock();
    add<<<1, 32>>>(values, 3);
    stop = clock();
    return 1000.0 * (double)(stop - start) / CLOCKS_PER_SEC;
}

int main()
{
    int *values, result[32];
    cudaMalloc(&values, sizeof result);
    cudaMemset(values, 0, sizeof result);
    printf("ticks %f ms\n", ticks(values));

    clock_t begin = clock();
    for (int i = 0; i < 3; i++) {
        twice<int><<<1, 32>>>(values);
        cudaGetLastError();
    }
    clock_t end = clock();
    printf("loop %f ms\n", ((double)(end - begin)) * 1000 / CLOCKS_PER_SEC);

    auto first = std::chrono::high_resolution_clock::now();
    add<<<1, 32>>>(values, 1);
    auto last = std::chrono::high_resolution_clock::now();
    std::chrono::duration<double, std::milli> time = last - first;
    printf("chrono %f ms, %f ms\n", time.count(),
           std::chrono::duration_cast<std::chrono::microseconds>(last - first).count() / 1e3);

    struct timeval morning, evening;
    gettimeofday(&morning, NULL);
    add<<<1, 32>>>(values, 1);
    gettimeofday(&evening, NULL);
    double elapsed = (evening.tv_sec - morning.tv_sec) * 1000.0 + (evening.tv_usec - morning.tv_usec) / 1000.0;
    printf("day %f ms\n", elapsed);

    begin = clock();
    twice<int><<<1, 32>>>(values);
    end = clock();
    printf("again %f ms\n", 1000.0 * (end - begin) / CLOCKS_PER_SEC);

    struct timeval before, behind;
    gettimeofday(&before, NULL);
    add<<<1, 32>>>(values, 1);
    gettimeofday(&behind, NULL);
    long microseconds = (behind.tv_sec - before.tv_sec) * 1000000 + (behind.tv_usec - before.tv_usec);
    printf("whole %.3f ms\n", microseconds / 1000.0);

    struct timespec dawn, dusk;
    clock_gettime(CLOCK_MONOTONIC, &dawn);
    add<<<1, 32>>>(values, 1);
    clock_gettime(CLOCK_MONOTONIC, &dusk);
    printf("posix %f ms\n", ((dusk.tv_sec - dawn.tv_sec) + (double)(dusk.tv_nsec - dawn.tv_nsec) / BILLION) * 1e3);

    std::chrono::time_point<std::chrono::steady_clock> from, until;
    from = std::chrono::steady_clock::now();
    add<<<1, 32>>>(values, 1);
    until = std::chrono::steady_clock::now();
    std::chrono::duration<double, std::milli> span(until - from);
    printf("points %f ms\n", span.count());

    clock_t waits = clock();
    add<<<1, 32>>>(values, 1);
    cudaDeviceSynchronize();
    clock_t waited = clock();
    printf("waits %f ms\n", (waited - waits) * 1000.0 / CLOCKS_PER_SEC);

    cudaMemcpy(result, values, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[0], result[31]);
    cudaFree(values);
    return 0;
}
