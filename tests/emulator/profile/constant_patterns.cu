// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a warp's load of constants asks of the constant cache, by the addresses of its lanes. The experiment behind
// count_constant() of profile/memory_model.h: h200_constants.csv holds what an H200 said (2026-11-21, driver
// 580.159.04, CUDA 13.0.88, Nsight Compute 2025.3.1; requests of parameters left out), and on the emulated device every
// pattern must count the same.
//
//     constant_patterns h200_constants.csv    on the emulated device: compares
//     constant_patterns                       on a GPU: cycles of a load in a chain of loads, for each pattern
//     ncu --metrics idc__requests.sum,sm__idc_divergent_instruction_replays.sum constant_patterns once
//                                             the GPU's counters of 1024 loads for each pattern, in order
#include "cuda_emulator.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

__constant__ __align__(128) unsigned char table[32768]; // zeros, which the compiler cannot know

__device__ unsigned bits(unsigned char x) { return x; }
__device__ unsigned bits(unsigned short x) { return x; }
__device__ unsigned bits(unsigned x) { return x; }
__device__ unsigned bits(double x) { return static_cast<unsigned>(__double2loint(x) | __double2hiint(x)); }
__device__ unsigned bits(double2 x) { return bits(x.x) | bits(x.y); }

// 8 * rounds loads by the lanes of `mask`, each of which waits for the one before.
template <class T>
__global__ void chain(const unsigned* offsets, unsigned mask, int rounds, unsigned* out, long long* cycles)
{
    unsigned at = offsets[threadIdx.x];
    if (!(mask >> threadIdx.x & 1)) return;
    const long long begin = clock64();
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < 8; k++)
            at += bits(*reinterpret_cast<const T*>(table + at));
    cycles[threadIdx.x] = clock64() - begin;
    out[threadIdx.x] = at;
}

// The same; each load has a guard.
__global__ void guarded(const unsigned* offsets, unsigned mask, int rounds, unsigned* out, long long* cycles)
{
    unsigned at = offsets[threadIdx.x];
    const unsigned on = mask >> threadIdx.x & 1;
    const unsigned long long base = __cvta_generic_to_constant(table);
    const long long begin = clock64();
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < 8; k++) {
            unsigned v = 0;
            asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.const.u32 %0, [%1]; }"
                         : "+r"(v)
                         : "l"(base + at), "r"(on));
            at += v;
        }
    cycles[threadIdx.x] = clock64() - begin;
    out[threadIdx.x] = at;
}

// Through a pointer of which the compiler does not know that it leads to constants.
__global__ void generic(const unsigned char* const* pointer, const unsigned* offsets, int rounds, unsigned* out,
                        long long* cycles)
{
    const unsigned char* const from = *pointer;
    unsigned at = offsets[threadIdx.x];
    const long long begin = clock64();
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < 8; k++)
            at += *reinterpret_cast<const unsigned*>(from + at);
    cycles[threadIdx.x] = clock64() - begin;
    out[threadIdx.x] = at;
}

struct pattern {
    std::string load, addresses;
    unsigned mask;
    std::function<unsigned(unsigned)> offset;
};

std::vector<pattern> all_patterns()
{
    std::vector<pattern> all;
    auto add = [&](const std::string& load, const std::string& addresses, std::function<unsigned(unsigned)> offset,
                   unsigned mask = ~0u) {
        all.push_back({load, addresses, mask, offset});
    };
    const auto text = [](unsigned n) { return std::to_string(n); };
    const struct {
        const char* load;
        unsigned bytes;
    } types[] = {{"unsigned", 4}, {"double", 8}, {"double2", 16}};
    for (const auto& [load, bytes] : types) {
        for (const unsigned n : {1, 2, 3, 4, 8, 16, 32})
            add(load, text(n) + " different, 64 bytes apart, lane by lane", [n](unsigned l) { return l % n * 64; });
        for (const unsigned n : {2, 4, 8, 16})
            add(load, text(n) + " different, 64 bytes apart, in blocks", [n](unsigned l) { return l * n / 32 * 64; });
        for (const unsigned stride : {4, 8, 16, 32, 64, 128, 256})
            if (stride >= bytes) add(load, "every " + text(stride) + " bytes", [=](unsigned l) { return l * stride; });
        add(load, "neighbours, backwards", [b = bytes](unsigned l) { return (31 - l) * b; });
        add(load, "neighbours, shuffled", [b = bytes](unsigned l) { return l * 13 % 32 * b; });
        for (const unsigned apart : {4, 8, 16, 32, 64})
            for (const unsigned from : {0u, bytes})
                if (apart >= bytes)
                    add(load, "two, " + text(apart) + " bytes apart, from " + text(from),
                        [=](unsigned l) { return from + l % 2 * apart; });
    }
    add("unsigned char", "one", [](unsigned) { return 64u; });
    add("unsigned char", "neighbours", [](unsigned l) { return l; });
    add("unsigned char", "the bytes of a word", [](unsigned l) { return l % 4; });
    add("unsigned char", "every 4 bytes", [](unsigned l) { return l * 4; });
    add("unsigned short", "one", [](unsigned) { return 64u; });
    add("unsigned short", "neighbours", [](unsigned l) { return l * 2; });
    add("unsigned short", "the halves of a word", [](unsigned l) { return l % 2 * 2; });
    for (const unsigned mask :
         {0x1u, 0x80000000u, 0x80000001u, 0x1fu, 0xffffu, 0xffff0000u, 0x55555555u, 0x7fffffffu, ~0u})
        for (const char* load : {"unsigned", "double", "guarded"}) {
            add(
                load, "every 64 bytes, by lanes", [](unsigned l) { return l * 64; }, mask);
            add(
                load, "one, by lanes", [](unsigned) { return 0u; }, mask);
        }
    add("generic", "one", [](unsigned) { return 0u; });
    add("generic", "4 different", [](unsigned l) { return l % 4 * 64; });
    add("generic", "neighbours", [](unsigned l) { return l * 4; });
    add("generic", "every 64 bytes", [](unsigned l) { return l * 64; });
    return all;
}

// Cycles of all loads of the slowest lane.
long long run(const pattern& p, int rounds)
{
    static unsigned *offsets = nullptr, *out = nullptr;
    static long long* cycles = nullptr;
    static unsigned char** pointer = nullptr;
    if (!offsets) {
        void* from = nullptr;
        cudaGetSymbolAddress(&from, table);
        cudaMalloc(&offsets, 32 * sizeof *offsets);
        cudaMalloc(&out, 32 * sizeof *out);
        cudaMalloc(&cycles, 32 * sizeof *cycles);
        cudaMalloc(&pointer, sizeof *pointer);
        cudaMemcpy(pointer, &from, sizeof from, cudaMemcpyHostToDevice);
    }
    unsigned at[32];
    for (unsigned l = 0; l < 32; l++)
        at[l] = p.offset(l);
    cudaMemcpy(offsets, at, sizeof at, cudaMemcpyHostToDevice);
    cudaMemset(cycles, 0, 32 * sizeof *cycles);
    if (p.load == "unsigned char") chain<unsigned char><<<1, 32>>>(offsets, p.mask, rounds, out, cycles);
    if (p.load == "unsigned short") chain<unsigned short><<<1, 32>>>(offsets, p.mask, rounds, out, cycles);
    if (p.load == "unsigned") chain<unsigned><<<1, 32>>>(offsets, p.mask, rounds, out, cycles);
    if (p.load == "double") chain<double><<<1, 32>>>(offsets, p.mask, rounds, out, cycles);
    if (p.load == "double2") chain<double2><<<1, 32>>>(offsets, p.mask, rounds, out, cycles);
    if (p.load == "guarded") guarded<<<1, 32>>>(offsets, p.mask, rounds, out, cycles);
    if (p.load == "generic") generic<<<1, 32>>>(pointer, offsets, rounds, out, cycles);
    long long each[32] = {};
    cudaMemcpy(each, cycles, sizeof each, cudaMemcpyDeviceToHost);
    return *std::max_element(each, each + 32);
}

std::string name_of(const pattern& p)
{
    char lanes[16];
    std::snprintf(lanes, sizeof lanes, ";%08x;", p.mask);
    return p.load + ";" + p.addresses + lanes;
}

// 1 when the emulated device does not count as the file says. Its lines: load, addresses, lanes, requests to the
// constant cache and replays for a load, cycles.
int compare(const char* file)
{
    std::ifstream in(file);
    std::string line;
    std::getline(in, line); // the columns
    int differences = 0;
    for (const pattern& p : all_patterns()) {
        cuda_emulator_reset_counters();
        run(p, 128);
        cuda_emulator_counters c;
        cuda_emulator_get_counters(0, &c);
        const auto& loads = c.constant_loads;
        const std::string counted = name_of(p) + std::to_string(loads.cache_requests / 1024.0) + ";" +
                                    std::to_string(loads.replays / 1024.0) + ";";
        std::getline(in, line);
        unsigned long long requests = 0, replays = 0;
        const std::string name = line.substr(0, std::min(line.size(), name_of(p).size()));
        if (name != name_of(p) || std::sscanf(line.c_str() + name.size(), "%llu;%llu;", &requests, &replays) != 2 ||
            loads.cache_requests != 1024 * requests || loads.replays != 1024 * replays) {
            std::printf("here: %s\nthere: %s\n", counted.c_str(), line.c_str());
            ++differences;
        }
    }
    if (std::getline(in, line)) {
        std::printf("only there: %s\n", line.c_str());
        ++differences;
    }
    return differences != 0;
}

} // namespace

int main(int argc, char** argv)
{
    const bool once = argc > 1 && !std::strcmp(argv[1], "once");
    int status = 0;
    if (argc > 1 && !once) {
        if (!cuda_emulator_start_counting()) {
            std::printf("skipped: not the emulated device\n");
            return 77;
        }
        status = compare(argv[1]);
    } else {
        for (const pattern& p : all_patterns()) {
            const long long short_chain = once ? 0 : run(p, 16), long_chain = run(p, once ? 128 : 32);
            std::printf("%s%.1f\n", name_of(p).c_str(), double(long_chain - short_chain) / (once ? 1024 : 128));
        }
    }
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
    return status || error != cudaSuccess;
}
