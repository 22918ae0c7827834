// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A short program with CUB's device-wide algorithms. The emulated device mostly starts, reads the PTX and decodes the
// kernels.
#include <cub/cub.cuh>

#include <cstdio>

namespace {

constexpr int n = 64;

// Calls an algorithm of CUB twice, as each requires: to get the size of its storage, and with the storage.
template <class Call>
bool run(Call call)
{
    void* storage = nullptr;
    std::size_t bytes = 0;
    return call(storage, bytes) == cudaSuccess && cudaMalloc(&storage, bytes) == cudaSuccess &&
           call(storage, bytes) == cudaSuccess && cudaFree(storage) == cudaSuccess;
}

bool holds(const int* memory, int at, int expected)
{
    int value = 0;
    return cudaMemcpy(&value, memory + at, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess && value == expected;
}

struct is_even {
    __device__ bool operator()(int x) const { return x % 2 == 0; }
};

} // namespace

int main()
{
    int host[n];
    for (int k = 0; k < n; ++k)
        host[k] = n - k;
    int *in = nullptr, *out = nullptr;
    bool right = cudaMalloc(&in, sizeof host) == cudaSuccess && cudaMalloc(&out, sizeof host) == cudaSuccess &&
                 cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess;
    right = right && run([&](void* s, std::size_t& b) { return cub::DeviceReduce::Sum(s, b, in, out, n); }) &&
            holds(out, 0, n * (n + 1) / 2);
    right = right && run([&](void* s, std::size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, in, out, n); }) &&
            holds(out, n - 1, n * (n + 1) / 2);
    right = right && run([&](void* s, std::size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n); }) &&
            holds(out, n - 1, n);
    right =
        right &&
        run([&](void* s, std::size_t& b) { return cub::DeviceSelect::If(s, b, in, out, out + n - 1, n, is_even{}); }) &&
        holds(out, n - 1, n / 2);
    right = right && run([&](void* s, std::size_t& b) {
                return cub::DeviceHistogram::HistogramEven(s, b, in, out, 5, 1, n + 1, n);
            }) &&
            holds(out, 3, n / 4);
    std::printf("%s\n", right ? "right" : "wrong");
    return !right;
}
