// Where variables live, who sees them and for how long: automatic and __shared__ as ever, the others with an owner.
//
// Source:  G, table of variable qualifiers
// Legacy:  legacy/memory/variable_qualifiers.cu
// Note:    migration-notes/device_variables.md, migration-notes/constant_memory_symbols.md

#include <cstdio>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/span>

#include "../support/buffers.hpp" // check(), device_buffer: RAII, every call checked

// GlobalVar: global memory, as long as its owner lives. ConstantVar: a parameter, which is constant memory, the
// launch's own.
__global__ void variables(cuda::std::span<int> local, cuda::std::span<int> shared, int* GlobalVar, int ConstantVar)
{
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    int LocalVar = 0;         // a register: the thread's, as long as the thread runs
    __shared__ int SharedVar; // shared memory: the block's, as long as the block runs

    if (threadIdx.x == 0) SharedVar = 0;
    __syncthreads();

    if (i < local.size()) {
        LocalVar += ConstantVar;
        cuda::atomic_ref<int, cuda::thread_scope_block>{SharedVar}.fetch_add(LocalVar, cuda::memory_order_relaxed);
        local[i] = LocalVar;
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        shared[blockIdx.x] = SharedVar;
        cuda::atomic_ref<int, cuda::thread_scope_device>{*GlobalVar}.fetch_add(SharedVar, cuda::memory_order_relaxed);
    }
}

__global__ void fixedIndex(cuda::std::span<int> fixed, int ConstantVar)
{
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i >= fixed.size()) return;
    const cuda::std::array<int, 4> LocalArray{ConstantVar, 2 * ConstantVar, 3 * ConstantVar, 4 * ConstantVar};
    fixed[i] = LocalArray[0] + LocalArray[1] + LocalArray[2] + LocalArray[3];
}

// An array stays in registers as long as all indices are known when compiling: so each element is looked at, not one
// chosen.
__global__ void chosenIndex(cuda::std::span<const int> index, cuda::std::span<int> chosen, int ConstantVar)
{
    cuda::std::array<int, 8> LocalArray{};
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const std::size_t n = chosen.size() / LocalArray.size();
    if (i >= n) return;
    for (std::size_t k = i; k < index.size(); k += n) {
        const int number = index[k];
#pragma unroll
        for (int element = 0; element < 8; element++)
            if (number == element) LocalArray[element] += ConstantVar;
    }
#pragma unroll
    for (int element = 0; element < 8; element++)
        chosen[element * n + i] = LocalArray[element];
}

using ints = std::vector<int>;

// What the variables hold after so many launches: LocalVar, SharedVar, GlobalVar; and from n threads the sum of an
// array, and the eight elements of one.
std::tuple<ints, ints, int, ints, ints> variable_qualifiers(int value, int launches, std::size_t n, unsigned threads,
                                                            const ints& h_index)
{
    if (threads == 0) throw std::invalid_argument{"variable_qualifiers: empty block"};
    if (n == 0) return {};
    const unsigned blocks = grid_of(n, threads);
    const device_buffer<int> index{h_index}, local{n, zeroed}, shared{blocks, zeroed}, GlobalVar{1, zeroed};
    const device_buffer<int> fixed{n}, chosen{8 * n};

    for (int launch = 0; launch < launches; launch++) {
        variables<<<blocks, threads>>>({local.data(), n}, {shared.data(), blocks}, GlobalVar.data(), value);
        check(cudaGetLastError());
    }
    fixedIndex<<<blocks, threads>>>({fixed.data(), n}, value);
    check(cudaGetLastError());
    chosenIndex<<<blocks, threads>>>({index.data(), index.size()}, {chosen.data(), chosen.size()}, value);
    check(cudaGetLastError());

    return {local.to_host(), shared.to_host(), GlobalVar.to_host()[0], fixed.to_host(), chosen.to_host()};
}

int main()
try {
    const int blocks = 4, threads = 64, n = blocks * threads, launches = 3, count = 8;
    ints index(n * count);
    for (int i = 0; i < n * count; i++)
        index[i] = i / n % 7; // of each thread 0, 1, 2, 3, 4, 5, 6, 0

    const auto [local, shared, global, fixed, chosen] = variable_qualifiers(1, launches, n, threads, index);

    std::printf("%d launches of %d blocks of %d threads, each of which adds 1:\n", launches, blocks, threads);
    std::printf("LocalVar   %4d in every thread\n", local.back());
    std::printf("SharedVar  %4d in every block\n", shared.back());
    std::printf("GlobalVar  %4d\n", global);
    std::printf("LocalArray {1 2 3 4}: sum %d\n", fixed.back());
    std::printf("LocalArray {");
    for (int k = 0; k < 8; k++)
        std::printf(k ? " %d" : "%d", chosen[k * n + n - 1]);
    std::printf("}: counted\n");
} catch (const std::exception& error) {
    return failed(error);
}
