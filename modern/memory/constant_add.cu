// A number, passed by value, added to the sum of two vectors by as many blocks as it takes.
//
// Source:  K, chapter 8, addKernel
// Legacy:  legacy/memory/constant_add.cu
// Note:    migration-notes/constant_memory_symbols.md, migration-notes/single_block_launch.md

#include <cstdio>
#include <stdexcept>
#include <vector>

#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

constexpr int threads_per_block = 256;

__global__ void addKernel(cuda::std::span<int> c, cuda::std::span<const int> a, cuda::std::span<const int> b, int add)
{
    // Four elements to a thread; the last few, which fill no int4, go to the threads after those.
    const std::size_t i = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x;
    const std::size_t quads = c.size() / 4;
    if (i < quads) {
        const int4 p = reinterpret_cast<const int4*>(a.data())[i], q = reinterpret_cast<const int4*>(b.data())[i];
        reinterpret_cast<int4*>(c.data())[i] = {p.x + q.x + add, p.y + q.y + add, p.z + q.z + add, p.w + q.w + add};
    } else if (const std::size_t j = 3 * quads + i; j < c.size()) {
        c[j] = a[j] + b[j] + add;
    }
}

std::vector<int> constant_add(const std::vector<int>& a, const std::vector<int>& b, int r)
{
    if (a.size() != b.size()) throw std::invalid_argument{"constant_add: vectors of other sizes"};
    if (a.empty()) return {};
    const device_buffer<int> dev_a{a}, dev_b{b}, dev_c{a.size()};

    const std::size_t threads = a.size() / 4 + a.size() % 4;
    const unsigned blocks = grid_of(threads, threads_per_block);
    addKernel<<<blocks, threads_per_block>>>({dev_c.data(), dev_c.size()}, {dev_a.data(), dev_a.size()},
                                             {dev_b.data(), dev_b.size()}, r);
    check(cudaGetLastError());

    return dev_c.to_host();
}

int main()
try {
    const std::vector<int> a{1, 2, 3, 4, 5}, b{10, 20, 30, 40, 50};
    const int r = 2;

    const std::vector<int> c = constant_add(a, b, r);

    for (std::size_t i = 0; i < c.size(); i++)
        std::printf("%d + %d + %d = %d\n", a[i], b[i], r, c[i]);
} catch (const std::exception& error) {
    return failed(error);
}
