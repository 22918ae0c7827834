// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many cycles a result takes to arrive: of arithmetic in registers, and of loads from each memory. One thread
// follows a chain in which every load gives the next address, so that no two are under way at once. Run by hand.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "../../../compat/emulator/include/cuda_emulator.h"
#include "../../../modern/support/cuda.hpp" // check(), and the owner device_memory

namespace {

constexpr int steps_at_once = 64; // unrolled, so that the loop around them costs next to nothing
constexpr int repetitions = 5;

struct measured {
    long long cycles, nanoseconds;
    std::uint64_t end; // where the chain led: so that no step is left out
};

__device__ long long nanoseconds()
{
    long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

// Each step makes `at` of `at`: the next one cannot begin before.
template <class Address, class Step>
__device__ measured time_steps(Address at, int steps, Step step)
{
    const long long since = nanoseconds(), begin = clock64();
    for (int i = 0; i < steps; i += steps_at_once)
#pragma unroll
        for (int j = 0; j < steps_at_once; j++)
            step(at);
    const long long end = clock64();
    return {end - begin, nanoseconds() - since, at};
}

__global__ void registers(int steps, measured* out)
{
    *out = time_steps(1u, steps, [](unsigned& x) {
        const float f = __uint_as_float(x);
        x = __float_as_uint(__fmaf_rn(f, f, f));
    });
}

constexpr int constants = 16384; // all of constant memory, 64 KB
__constant__ unsigned constant_chain[constants];

__global__ void constant_memory(int steps, measured* out)
{
    const auto load = [](unsigned& at) {
        at = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(constant_chain) + at);
    };
    time_steps(0u, steps, load); // fills the cache
    *out = time_steps(0u, steps, load);
}

// The constant is not loaded: it is an operand of the instruction.
__global__ void constant_operand(int steps, measured* out)
{
    *out = time_steps(1u, steps, [](unsigned& x) {
        const float f = __uint_as_float(x);
        x = __float_as_uint(__fmaf_rn(f, __uint_as_float(constant_chain[0]), f));
    });
}

// `next` are offsets in bytes, as in the other chains; here they become addresses in shared memory.
__global__ void shared_memory(const unsigned* next, int length, int steps, measured* out)
{
    extern __shared__ unsigned chain[];
    const auto base = static_cast<unsigned>(__cvta_generic_to_shared(chain));
    for (int i = 0; i < length; i++)
        chain[i] = base + next[i];
    *out = time_steps(base, steps, [](unsigned& at) { asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)); });
}

enum class cached { in_l1, in_l2, nowhere };

// `nodes` elements of `chain`, `spacing` bytes apart, each the address of another one.
__global__ void link(unsigned char* chain, const unsigned* next, std::size_t nodes, std::size_t spacing)
{
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < nodes) *reinterpret_cast<unsigned char**>(chain + i * spacing) = chain + next[i] * spacing;
}

template <cached where>
__global__ void global_memory(const unsigned char* chain, int steps, measured* out)
{
    const auto load = [](std::uint64_t& at) {
        if (where == cached::in_l1)
            asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
        else
            asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)); // not in L1
    };
    const auto begin = reinterpret_cast<std::uint64_t>(chain);
    if (where != cached::nowhere) time_steps(begin, steps, load); // fills the cache
    *out = time_steps(begin, steps, load);
}

// One cycle through 0 .. length-1 in random order (Sattolo): no step is short, and none can be foreseen.
std::vector<unsigned> random_cycle(std::size_t length)
{
    std::vector<unsigned> next(length);
    std::iota(next.begin(), next.end(), 0u);
    std::mt19937 random{1};
    for (std::size_t i = length - 1; i > 0; i--)
        std::swap(next[i], next[std::uniform_int_distribution<std::size_t>{0, i - 1}(random)]);
    return next;
}

// The same, as offsets in bytes of elements that lie side by side.
std::vector<unsigned> random_offsets(std::size_t length)
{
    std::vector<unsigned> next = random_cycle(length);
    for (unsigned& one : next)
        one *= sizeof(unsigned);
    return next;
}

// The best of several runs.
template <class Launch>
void report(const char* what, int steps, Launch launch)
{
    device_memory<measured> out;
    check(cudaMalloc(out.out(), sizeof(measured)));
    measured best{};
    for (int run = 0; run < repetitions; run++) {
        launch(steps, out);
        check(cudaGetLastError());
        measured one;
        check(cudaMemcpy(&one, out, sizeof one, cudaMemcpyDeviceToHost));
        if (run == 0 || one.cycles < best.cycles) best = one;
    }
    std::printf("%-44s %8d %8.1f %8.1f\n", what, steps, double(best.cycles) / steps, double(best.nanoseconds) / steps);
}

void report_constant(const char* what, std::size_t length)
{
    const std::vector<unsigned> next = random_offsets(length);
    check(cudaMemcpyToSymbol(constant_chain, next.data(), length * sizeof(unsigned)));
    report(what, std::max<int>(4096, static_cast<int>(length)),
           [](int steps, measured* out) { constant_memory<<<1, 1>>>(steps, out); });
}

template <cached where>
void report_global(const char* what, std::size_t bytes, std::size_t spacing, int steps)
{
    const std::size_t nodes = bytes / spacing;
    const std::vector<unsigned> cycle = random_cycle(nodes);
    device_memory<unsigned> next;
    device_memory<unsigned char> chain;
    check(cudaMalloc(next.out(), cycle.size() * sizeof(unsigned)));
    check(cudaMemcpy(next, cycle.data(), cycle.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    check(cudaMalloc(chain.out(), bytes));
    link<<<static_cast<unsigned>((nodes + 255) / 256), 256>>>(chain, next, nodes, spacing);
    check(cudaGetLastError());
    // What is written here takes the place of the chain in L2.
    const std::size_t other_bytes = where == cached::nowhere ? bytes : 1;
    device_memory<unsigned char> other;
    check(cudaMalloc(other.out(), other_bytes));
    report(what, steps, [&](int n, measured* out) {
        check(cudaMemset(other, 1, other_bytes));
        global_memory<where><<<1, 1>>>(chain, n, out);
    });
}

void measure()
{
    int device, driver;
    cudaDeviceProp properties;
    check(cudaGetDevice(&device));
    check(cudaGetDeviceProperties(&properties, device));
    check(cudaDriverGetVersion(&driver));
    std::printf("%s, compute capability %d.%d, L2 %d KB, driver for CUDA %d.%d\n", properties.name, properties.major,
                properties.minor, properties.l2CacheSize / 1024, driver / 1000, driver % 1000 / 10);
    std::printf("%-44s %8s %8s %8s\n", "", "steps", "cycles", "ns");

    report("multiply-add of registers", 4096, [](int steps, measured* out) { registers<<<1, 1>>>(steps, out); });
    report("multiply-add, one operand a constant", 4096,
           [](int steps, measured* out) { constant_operand<<<1, 1>>>(steps, out); });
    report_constant("constant memory, indexed, chain of 1 KB", 256);
    report_constant("constant memory, indexed, chain of 8 KB", 2048);
    report_constant("constant memory, indexed, chain of 64 KB", constants);

    const std::vector<unsigned> next = random_offsets(1024);
    device_memory<unsigned> offsets;
    check(cudaMalloc(offsets.out(), next.size() * sizeof(unsigned)));
    check(cudaMemcpy(offsets, next.data(), next.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    report("shared memory, chain of 4 KB", 4096, [&](int steps, measured* out) {
        shared_memory<<<1, 1, 1024 * sizeof(unsigned)>>>(offsets, 1024, steps, out);
    });
    report_global<cached::in_l1>("global memory, 16 KB, in L1", 16 << 10, 64, 4096);
    report_global<cached::in_l2>("global memory, 2 MB, in L2", 2 << 20, 256, 8192);
    report_global<cached::in_l2>("global memory, 16 MB, in L2", 16 << 20, 2048, 8192);
    report_global<cached::nowhere>("global memory, 512 MB, in no cache", 512 << 20, 2048, 16384);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1) {
        const bool asked = !std::strcmp(argv[1], "--help") || !std::strcmp(argv[1], "-h");
        std::fprintf(asked ? stdout : stderr,
                     "usage: %s\nPrints how many cycles and nanoseconds one load after the other takes from each "
                     "memory of the current GPU.\nTakes no arguments; CUDA_VISIBLE_DEVICES chooses the GPU.\n",
                     argv[0]);
        return asked ? 0 : 2;
    }
    try {
        if (cuda_emulator()) throw std::runtime_error{"the emulated device has no latencies: this needs a GPU"};
        measure();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
}
