// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as nvcc compiles them, counted through cuda_emulator.h: strides over shared memory in every width, the
// interface's own promises. Prints what is wrong, and says so in its exit status.
#include "cuda_emulator.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

int failures = 0;

void expect(bool holds, const char* what)
{
    if (holds) return;
    std::printf("failed: %s\n", what);
    ++failures;
}

constexpr int longest = 33 * 31 + 1;

template <class T>
__global__ void strided(const T* in, T* out, int stride)
{
    __shared__ T tile[longest];
    tile[threadIdx.x * stride] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[(31 - threadIdx.x) * stride];
}

__global__ void only_global(int* p) { p[threadIdx.x] += 1; }

__constant__ double2 constants[128];

// Each lane reads one of `different` addresses.
template <class T>
__global__ void from_constants(T* out, int different)
{
    out[threadIdx.x] = reinterpret_cast<const T*>(constants)[threadIdx.x % different];
}

template <class T>
__global__ void from_anywhere(const T* in, T* out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

// Conflicts of one access by 32 threads, as tests/emulator/profile/memory_model_test.cpp has them.
constexpr int strides[] = {1, 2, 3, 4, 8, 16, 32, 33};

template <class T>
void check_strides(const char* type, const std::uint64_t (&conflicts)[8])
{
    T* memory = nullptr;
    cudaMalloc(&memory, 64 * sizeof(T));
    cudaMemset(memory, 0, 64 * sizeof(T));
    for (int k = 0; k < 8; ++k) {
        cuda_emulator_reset_counters();
        strided<<<1, 32>>>(memory, memory + 32, strides[k]);
        cuda_emulator_counters c;
        char what[80];
        std::snprintf(what, sizeof what, "%s, stride %d", type, strides[k]);
        expect(cuda_emulator_get_counters(0, &c) == 1, what);
        expect(c.shared_loads.bank_conflicts == conflicts[k] && c.shared_stores.bank_conflicts == conflicts[k], what);
        expect(c.shared_loads.requests == 1 && c.shared_stores.requests == 1 && c.block_barriers == 1, what);
        expect(c.global_loads.requested_bytes == 32 * sizeof(T), what);
    }
    cudaFree(memory);
}

template <class T>
void check_constants(const char* type, int pieces)
{
    T* out = nullptr;
    cudaMalloc(&out, 32 * sizeof(T));
    for (const int different : {1, 2, 8, 32}) {
        cuda_emulator_reset_counters();
        from_constants<<<1, 32>>>(out, different);
        cuda_emulator_counters c;
        char what[80];
        std::snprintf(what, sizeof what, "constants of type %s, %d addresses", type, different);
        expect(cuda_emulator_get_counters(0, &c) && c.constant_loads.requests == 1, what);
        const auto least = static_cast<std::uint64_t>(pieces), wanted = least * static_cast<std::uint64_t>(different);
        expect(c.constant_loads.cache_requests == wanted && c.constant_loads.replays == wanted - least, what);
        expect(c.global_loads.requests == 0, what);
    }
    // An H200, too, goes through L1 here and asks nothing of the constant cache.
    void* in = nullptr;
    cudaGetSymbolAddress(&in, constants);
    cuda_emulator_reset_counters();
    from_anywhere<<<1, 32>>>(static_cast<const T*>(in), out);
    cuda_emulator_counters c;
    expect(cuda_emulator_get_counters(0, &c) && c.constant_loads.requests == 0 && c.global_loads.requests == 1,
           "constants behind a pointer are global loads");
    cudaFree(out);
}

void check_interface()
{
    int* p = nullptr;
    cudaMalloc(&p, 32 * sizeof(int));
    cudaMemset(p, 0, 32 * sizeof(int));
    cuda_emulator_reset_counters();
    expect(cuda_emulator_kernels() == 0, "a reset forgets every kernel");
    only_global<<<1, 32>>>(p);
    strided<<<1, 32>>>(reinterpret_cast<float*>(p), reinterpret_cast<float*>(p), 1);
    only_global<<<3, 32>>>(p);
    expect(cuda_emulator_kernels() == 2, "launches of one kernel are counted together");
    cuda_emulator_counters c, d;
    expect(cuda_emulator_get_counters(0, &c) && std::strcmp(c.kernel, "(anonymous namespace)::only_global") == 0 &&
               c.launches == 2 && c.global_loads.requests == 4,
           "kernels come in the order of their first launch, with their sums");
    expect(cuda_emulator_get_counters(1, &d) && std::strcmp(d.kernel, "(anonymous namespace)::strided<float>") == 0,
           "names come without arguments");
    cuda_emulator_stop_counting();
    only_global<<<1, 32>>>(p);
    expect(cuda_emulator_get_counters(0, &d) && std::memcmp(&c, &d, sizeof c) == 0, "stopped, nothing is counted");
    cuda_emulator_start_counting();
    expect(cuda_emulator_get_counters(0, &d) && d.launches == 2, "what was counted stays");
    expect(cuda_emulator_get_counters(2, &d) == 0 && d.launches == 2, "no such kernel: the counters stay as they were");
    // A program built with an older header, which had fewer counters.
    std::memset(&d, 0x5a, sizeof d);
    expect(cuda_emulator()->get(0, &d, 2 * sizeof(std::uint64_t)) == 1 && d.launches == 2 &&
               d.warp_instructions == 0x5a5a5a5a5a5a5a5a,
           "no byte more is written than the program has room for");
    cudaFree(p);
}

} // namespace

int main()
{
    if (!cuda_emulator_start_counting()) {
        std::printf("skipped: not the emulated device\n");
        return 77;
    }
    check_strides<char>("char", {0, 0, 0, 0, 1, 3, 7, 0});
    check_strides<short>("short", {0, 0, 1, 1, 3, 7, 15, 0});
    check_strides<float>("float", {0, 1, 0, 3, 7, 15, 31, 0});
    check_strides<double>("double", {0, 2, 0, 6, 14, 30, 30, 0});
    check_strides<float4>("float4", {0, 4, 0, 12, 28, 28, 28, 0});
    check_constants<short>("short", 1);
    check_constants<float>("float", 1);
    check_constants<float2>("float2", 1);
    check_constants<double>("double", 1);
    check_constants<float4>("float4", 2);
    check_constants<double2>("double2", 2);
    check_interface();
    expect(cudaDeviceSynchronize() == cudaSuccess, "no error");
    return failures != 0;
}
