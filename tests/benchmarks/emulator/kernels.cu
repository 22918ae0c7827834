// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two kernels timed by the host's clock, for speed.py: the best of several runs, and the number of instructions of
// each.
//
// Prints a line for each kernel: name, milliseconds, instructions of threads.
#include "cuda_emulator.h"
#include "textbook_kernels.h"

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

template <class Launch>
void measure(const char* name, Launch launch)
{
    unsigned long long instructions = 0;
    if (cuda_emulator_start_counting()) {
        cuda_emulator_reset_counters();
        launch();
        CHECK(cudaDeviceSynchronize());
        cuda_emulator_stop_counting();
        cuda_emulator_counters c;
        for (std::size_t k = 0; cuda_emulator_get_counters(k, &c); ++k)
            instructions += c.thread_instructions;
    }
    double best = 1e30;
    for (int run = 0; run < 20; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        launch();
        CHECK(cudaDeviceSynchronize());
        best =
            std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::printf("%s %.3f %llu\n", name, best, instructions);
}

} // namespace

int main()
{
    {
        constexpr int n = 256;
        const std::vector<float> ones(n * n, 1.0f);
        float* memory = nullptr;
        CHECK(cudaMalloc(&memory, 3 * n * n * sizeof(float)));
        for (int k = 0; k < 2; ++k)
            CHECK(cudaMemcpy(memory + k * n * n, ones.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
        measure("tiled", [&] {
            tiled<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(memory, memory + n * n, memory + 2 * n * n, n);
        });
        float last = 0;
        CHECK(cudaMemcpy(&last, memory + 3 * n * n - 1, sizeof last, cudaMemcpyDeviceToHost));
        if (last != n) return 1;
        CHECK(cudaFree(memory));
    }
    constexpr int n = 1 << 20;
    const std::vector<int> threes(n, 3);
    int *in = nullptr, *total = nullptr;
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&total, sizeof(int)));
    CHECK(cudaMemcpy(in, threes.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    auto is_right = [&] {
        int sum = 0;
        CHECK(cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost));
        return sum == 9 * n;
    };
    measure("sum_of_squares", [&] {
        CHECK(cudaMemset(total, 0, sizeof(int)));
        sum_of_squares<<<256, 256>>>(in, n, total);
    });
    if (!is_right()) return 1;
    void* storage = nullptr;
    std::size_t bytes = 0;
    CHECK(cub::DeviceReduce::TransformReduce(storage, bytes, in, total, n, cuda::std::plus<>{}, square{}, 0));
    CHECK(cudaMalloc(&storage, bytes));
    measure("sum_of_squares_cub", [&] {
        CHECK(cub::DeviceReduce::TransformReduce(storage, bytes, in, total, n, cuda::std::plus<>{}, square{}, 0));
    });
    return is_right() ? 0 : 1;
}
