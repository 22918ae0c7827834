// Accesses to shared memory whose lanes never want different words of one bank, for any type and any stride.
//
// Source:  K, chapter 7, the section on data banks
// Legacy:  legacy/memory/bank_conflicts.cu
// Note:    migration-notes/bank_conflicts.md

#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <cuda/cmath>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

constexpr int N = 1024; // elements of a block
constexpr int threads_per_block = 256;

// For char and short alike. Lanes that want parts of one word share one access: no padding, no conflict.
template <class T>
__global__ void narrowAccess(cuda::std::span<const T> in, cuda::std::span<T> out)
{
    __shared__ T s[N];
    const std::size_t begin = blockIdx.x * std::size_t{N};
    const auto count = static_cast<int>(min(in.size() - begin, std::size_t{N}));
    for (int i = threadIdx.x; i < count; i += threads_per_block)
        s[i] = in[begin + i];
    __syncthreads();

    for (int i = threadIdx.x; i < count; i += threads_per_block) {
        const T data = s[i];
        out[begin + i] = data;
    }
}

// Every L-th of all elements; the block copies those of its own N. A word of padding after each row: what would meet in
// one bank, a row apart, is in different ones.
__global__ void floatAccess(cuda::std::span<const float> in, cuda::std::span<float> out, std::size_t L, int row)
{
    __shared__ float s[N + N / 32];
    const std::size_t begin = blockIdx.x * std::size_t{N};
    const auto count = static_cast<int>(min(in.size() - begin, std::size_t{N}));
    for (int i = threadIdx.x; i < count; i += threads_per_block)
        s[i + i / row] = in[begin + i];
    __syncthreads();

    const std::size_t end = cuda::ceil_div(begin + count, L);
    for (std::size_t i = cuda::ceil_div(begin, L) + threadIdx.x; i < end; i += threads_per_block) {
        const auto k = static_cast<int>(i * L - begin);
        const float data = s[k + k / row];
        out[i] = data;
    }
}

// A grid of blocks of N elements, as many as it takes.
template <class Kernel, class T, class... Parameters>
std::vector<T> run(Kernel kernel, const std::vector<T>& h_in, std::size_t size, Parameters... parameters)
{
    if (h_in.empty()) return {};
    const device_buffer<T> in{h_in}, out{size};
    const unsigned blocks = grid_of(in.size(), N);
    kernel<<<blocks, threads_per_block>>>({in.data(), in.size()}, {out.data(), out.size()}, parameters...);
    check(cudaGetLastError());
    return out.to_host();
}

std::tuple<std::vector<char>, std::vector<short>, std::vector<float>> bank_conflicts(const std::vector<char>& h_chars,
                                                                                     const std::vector<short>& h_shorts,
                                                                                     const std::vector<float>& h_floats,
                                                                                     std::size_t L)
{
    if (L == 0) throw std::invalid_argument{"bank_conflicts: L is 0"};
    // A stride of L comes back to its first bank after so many words.
    const int row = L < N ? std::lcm(32, static_cast<int>(L)) : N;
    return {run(narrowAccess<char>, h_chars, h_chars.size()), run(narrowAccess<short>, h_shorts, h_shorts.size()),
            run(floatAccess, h_floats, cuda::ceil_div(h_floats.size(), L), L, row)};
}

int main()
try {
    std::vector<char> chars(N);
    std::vector<short> shorts(N);
    std::vector<float> floats(N);
    for (int i = 0; i < N; i++) {
        chars[i] = static_cast<char>(i % 100);
        shorts[i] = static_cast<short>(i);
        floats[i] = static_cast<float>(i);
    }

    for (int L = 1; L <= 4; L *= 2) {
        const auto [plain, half, strided] = bank_conflicts(chars, shorts, floats, L);
        std::printf("L = %d: char %d, short %d, float %g %g %g\n", L, plain[99], half[N - 1], strided[1], strided[2],
                    strided[N / L - 1]);
    }
} catch (const std::exception& error) {
    return failed(error);
}
