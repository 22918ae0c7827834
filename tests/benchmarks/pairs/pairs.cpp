// The legacy and the modern kernels of the pairs at several sizes, and cuBLAS beside the matrix products. No test: a
// time depends on the machine. table.py makes a table of what this writes with --benchmark_format=json.
//
// What is timed is what the paired tests and the program `pairs` call, kernel by kernel with CUDA events; the copies
// between host and device are not in it.

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>
#ifdef CUDA_LEGACY_WITH_CUBLAS
    #include <cublas_v2.h>
#endif

#include "pair.hpp"
#include "time_runs.hpp"

namespace {

constexpr unsigned seed = 1;

bool begins(const char* text, const char* with) { return std::strncmp(text, with, std::strlen(with)) == 0; }

// Products are given by the elements of the result.
std::vector<std::size_t> sizes_of(const pairs::pair& one)
{
    if (begins(one.slug(), "matmul/")) {
        std::vector<std::size_t> sizes;
        for (const std::size_t width : {64, 256, 512, 1000, 1024, 2048, 4096})
            sizes.push_back(width * width);
        return sizes;
    }
    if (one.default_size() == 1 << 20) return {1 << 16, 1 << 20, 1 << 24, 1 << 28};
    return {one.default_size()};
}

void time_side(benchmark::State& state, const pairs::pair& one, pairs::side side, std::size_t size)
{
    try {
        if (const auto run = one.timed(side, size, seed))
            time_runs(state, run);
        else
            state.SkipWithError("outside of the legacy domain");
    } catch (const std::exception& error) {
        cudaGetLastError();
        state.SkipWithError(error.what());
    }
}

#ifdef CUDA_LEGACY_WITH_CUBLAS
// Which of cuBLAS's functions computes what the pair does.
template <class T>
struct product;

template <>
struct product<float> {
    static constexpr auto function = cublasSgemm;
};

template <>
struct product<double> {
    static constexpr auto function = cublasDgemm;
};

// cuBLAS launches through the driver, past the timer of the pairs: so events around the call.
template <class T>
void time_cublas(benchmark::State& state, std::size_t size)
{
    const auto width = static_cast<int>(std::sqrt(static_cast<double>(size)));
    const std::vector<T> ones(size, 1);
    T* memory = nullptr;
    cublasHandle_t handle = nullptr;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    if (cudaMalloc(reinterpret_cast<void**>(&memory), 3 * size * sizeof(T)) == cudaSuccess &&
        cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS) {
        for (int i = 0; i < 2; i++)
            cudaMemcpy(memory + i * size, ones.data(), size * sizeof(T), cudaMemcpyHostToDevice);
        const T one = 1, zero = 0;
        const auto multiply = [&] {
            return product<T>::function(handle, CUBLAS_OP_N, CUBLAS_OP_N, width, width, width, &one, memory, width,
                                        memory + size, width, &zero, memory + 2 * size, width);
        };
        time_runs(state, [&] {
            multiply(); // while this one runs, the next is submitted
            cudaEventRecord(begin);
            multiply();
            cudaEventRecord(end);
            cudaEventSynchronize(end);
            float milliseconds = 0;
            cudaEventElapsedTime(&milliseconds, begin, end);
            return milliseconds;
        });
    }
    if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess || !handle)
        state.SkipWithError(handle ? cudaGetErrorName(error) : "cuBLAS cannot be used");
    if (handle) cublasDestroy(handle);
    cudaFree(memory);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}
#endif

void add(const std::string& name, std::size_t size, const std::function<void(benchmark::State&)>& function)
{
    const int runs = size >= std::size_t{1} << 24 ? 5 : 15;
    benchmark::RegisterBenchmark((name + "/" + std::to_string(size)).c_str(), function)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(runs);
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    int devices = 0;
    if (cuda_emulator() || cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::fprintf(stderr, "%s: there is no GPU here, and no other time means anything\n", argv[0]);
        return 1;
    }
    for (const auto& owned : pairs::all_pairs()) {
        const pairs::pair& one = *owned;
        const std::string slug = one.slug();
        for (const std::size_t size : sizes_of(one)) {
            add(slug + "/legacy", size,
                [&one, size](auto& state) { time_side(state, one, pairs::side::legacy, size); });
            add(slug + "/modern", size,
                [&one, size](auto& state) { time_side(state, one, pairs::side::modern, size); });
#ifdef CUDA_LEGACY_WITH_CUBLAS
            if (slug == "matmul/tiled")
                add(slug + "/cublas", size, [size](auto& state) { time_cublas<float>(state, size); });
            if (slug == "matmul/shared_double")
                add(slug + "/cublas", size, [size](auto& state) { time_cublas<double>(state, size); });
#endif
        }
    }
    benchmark::RunSpecifiedBenchmarks();
}
