// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs random kernels on the device that the loader's CUDA runtime library has, and holds what they leave in memory
// against the host's computation, bit for bit.
//
//     fuzz_kernels [-seed=N] [-runs=N] [-max_total_time=SECONDS] [-artifact_prefix=PATH] [-optimization=0..4]
//                  [-print=SEED]
//
// -seed is that of the first kernel, of which each has the next. -optimization is ptxas's, and 0: CUDA 13.0's computes
// other results from 1 on (tests/emulator/opcodes/H200.md has them). -print writes one kernel's PTX and runs nothing. At
// a difference it prints seed and shrunk program, leaves that in a file, and ends with status 1.
#include "shrink.hpp"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace {

using namespace kernel_fuzzer;

std::string message(const char* call, cudaError_t e)
{
    return std::string(call) + ": " + cudaGetErrorName(e) + ": " + cudaGetErrorString(e);
}

struct device_words {
    explicit device_words(const std::vector<u32>& v)
        : bytes(v.size() * 4)
    {
        if (cudaMalloc(&at, bytes) == cudaSuccess) cudaMemcpy(at, v.data(), bytes, cudaMemcpyHostToDevice);
    }
    ~device_words() { cudaFree(at); }
    device_words(const device_words&) = delete;
    void read(std::vector<u32>& v) const { cudaMemcpy(v.data(), at, bytes, cudaMemcpyDeviceToHost); }
    void* at = nullptr;
    std::size_t bytes;
};

// Gives an error, or an empty text.
std::string run_on_device(const program& p, memory& m, unsigned optimization)
{
    const std::string ptx = ptx_of(p);
    cudaLibrary_t library = nullptr;
    cudaJitOption option = cudaJitOptimizationLevel;
    void* value = reinterpret_cast<void*>(std::uintptr_t{optimization});
    if (cudaError_t e = cudaLibraryLoadData(&library, ptx.c_str(), &option, &value, 1, nullptr, nullptr, 0))
        return message("cudaLibraryLoadData", e);
    cudaKernel_t kernel = nullptr;
    cudaError_t e = cudaLibraryGetKernel(&kernel, library, name_of(p).c_str());
    if (e == cudaSuccess) {
        device_words in(m.in), out(m.out), counts(m.counters);
        void* arguments[] = {&out.at, &in.at, &counts.at};
        e = cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(p.blocks), dim3(p.threads), arguments, 0,
                             nullptr);
        if (e == cudaSuccess) e = cudaDeviceSynchronize();
        out.read(m.out);
        counts.read(m.counters);
        if (e == cudaSuccess) e = cudaGetLastError();
    }
    cudaLibraryUnload(library);
    return e == cudaSuccess ? "" : message("kernel", e);
}

std::string first_difference(const program& p, const memory& got, const memory& want)
{
    char s[160];
    for (std::size_t k = 0; k < want.out.size(); ++k)
        if (got.out[k] != want.out[k]) {
            const std::size_t thread = k / words_out, word = k % words_out;
            std::snprintf(s, sizeof s, "block %zu, thread %zu, word %zu of its %d: 0x%08x, expected 0x%08x",
                          thread / p.threads, thread % p.threads, word, words_out, got.out[k], want.out[k]);
            return s;
        }
    for (std::size_t k = 0; k < want.counters.size(); ++k)
        if (got.counters[k] != want.counters[k]) {
            std::snprintf(s, sizeof s, "counter %zu: 0x%08x, expected 0x%08x", k, got.counters[k], want.counters[k]);
            return s;
        }
    return "";
}

std::string difference(const program& p, unsigned optimization)
{
    memory got = memory_of(p), want = got;
    evaluate(p, want);
    const std::string error = run_on_device(p, got, optimization);
    return error.empty() ? first_difference(p, got, want) : error;
}

} // namespace

int main(int argc, char** argv)
{
    u64 seed = 1;
    long runs = -1, seconds = 0;
    unsigned optimization = 0;
    std::string prefix = "./";
    for (int k = 1; k < argc; ++k) {
        const std::string argument = argv[k], value = argument.substr(argument.find('=') + 1);
        auto is = [&](const char* name) { return argument.rfind(std::string("-") + name + "=", 0) == 0; };
        if (is("seed")) {
            seed = std::strtoull(value.c_str(), nullptr, 10);
        } else if (is("runs")) {
            runs = std::atol(value.c_str());
        } else if (is("max_total_time")) {
            seconds = std::atol(value.c_str());
        } else if (is("artifact_prefix")) {
            prefix = value;
        } else if (is("optimization") && value.size() == 1 && value[0] >= '0' && value[0] <= '4') {
            optimization = value[0] - '0';
        } else if (is("print")) {
            std::fputs(ptx_of(generate(std::strtoull(value.c_str(), nullptr, 10), 80)).c_str(), stdout);
            return 0;
        } else {
            std::fprintf(stderr, "%s: unknown option '%s'\n", argv[0], argv[k]);
            return 2;
        }
    }
    int major = 0, minor = 0;
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) != cudaSuccess) {
        std::printf("skipped: no CUDA device\n");
        return 77;
    }
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    const int architecture = major < 8 ? 10 * major + minor : 80;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    long done = 0;
    for (; (runs < 0 || done < runs) && (seconds == 0 ? runs >= 0 : std::chrono::steady_clock::now() < end);
         ++done, ++seed) {
        const program p = generate(seed, architecture);
        const std::string what = difference(p, optimization);
        if (what.empty()) continue;
        std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
        std::fflush(stdout);
        const program small = shrunk(p, [optimization](const program& q) {
            cudaDeviceReset(); // an error of the previous program would stay
            cudaGetLastError();
            return !difference(q, optimization).empty();
        });
        cudaDeviceReset();
        cudaGetLastError();
        const std::string file = prefix + "kernel-seed-" + std::to_string(seed) + ".ptx";
        std::ofstream(file) << "// " << small.blocks << " blocks of " << small.threads
                            << " threads: " << difference(small, optimization)
                            << "\n// ./run fuzz makes its inputs from the seed: fuzz_kernels -runs=1 -seed=" << seed
                            << " -optimization=" << optimization << "\n"
                            << ptx_of(small);
        std::printf("%sthe shrunk program is in %s\n", ptx_of(small).c_str(), file.c_str());
        return 1;
    }
    std::printf("%ld random kernels: nothing found\n", done);
    return 0;
}
