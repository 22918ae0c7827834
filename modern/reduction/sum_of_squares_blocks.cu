// Sum of squares: CUB reduces the whole device, and one number comes back.
//
// Source:  H, section 11
// Legacy:  legacy/reduction/sum_of_squares_blocks.cu
// Note:    migration-notes/host_sums.md, migration-notes/clock_timing.md

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include "../support/cuda.hpp" // check(), device_buffer, stopwatch: RAII, every call checked

struct square {
    __device__ long long operator()(int num) const { return static_cast<long long>(num) * num; }
};

long long sum_of_squares_blocks(const std::vector<int>& data, float* milliseconds)
{
    const device_buffer<int> gpudata{data};
    const device_buffer<long long> result{1};

    const auto sumOfSquares = [&](void* storage, std::size_t& bytes) {
        check(cub::DeviceReduce::TransformReduce(storage, bytes, gpudata.data(), result.data(), gpudata.size(),
                                                 cuda::std::plus<>{}, square{}, 0LL));
    };
    std::size_t bytes = 0;
    sumOfSquares(nullptr, bytes); // says how much storage it needs
    const device_buffer<std::byte> storage{bytes};

    stopwatch time;
    sumOfSquares(storage.data(), bytes);
    *milliseconds = time.stop();

    return result.to_host()[0];
}

int main()
{
    std::vector<int> data(1 << 20);
    for (int& x : data)
        x = std::rand() % 10;

    float milliseconds;
    const long long final_sum = sum_of_squares_blocks(data, &milliseconds);
    std::printf("sum: %lld  time: %.3f ms\n", final_sum, milliseconds);
}
