// A short program with CUB's device-wide algorithms: what it takes is mostly what the emulated device needs to start.
#include <cub/cub.cuh>

#include <cstdio>

namespace {

template <class Call>
bool run(Call call)
{
    void* storage = nullptr;
    std::size_t bytes = 0;
    return call(storage, bytes) == cudaSuccess && cudaMalloc(&storage, bytes) == cudaSuccess &&
           call(storage, bytes) == cudaSuccess && cudaFree(storage) == cudaSuccess;
}

} // namespace

int main(int count, char**)
{
    constexpr int n = 64;
    int host[n], result[n];
    for (int k = 0; k < n; ++k)
        host[k] = n - k;
    int *in = nullptr, *out = nullptr;
    bool right = cudaMalloc(&in, sizeof host) == cudaSuccess && cudaMalloc(&out, sizeof host) == cudaSuccess &&
                 cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess;
    right = right && run([&](void* s, std::size_t& b) { return cub::DeviceReduce::Sum(s, b, in, out, n); }) &&
            cudaMemcpy(result, out, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess && result[0] == n * (n + 1) / 2;
    // The others are there, as in any program that uses CUB in more than one place, and with an argument they run.
    if (right && count > 1)
        right = run([&](void* s, std::size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, in, out, n); }) &&
                run([&](void* s, std::size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n); }) &&
                cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess && result[n - 1] == n;
    std::printf("%s\n", right ? "right" : "wrong");
    return !right;
}
