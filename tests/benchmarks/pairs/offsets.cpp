// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an offset and the size of a block cost the pairs that add vectors from an offset on. Run by hand; no test: a
// time depends on the machine. The kernels alone are timed, by CUDA events, each after what timing_start.hpp says.

#include <cstdio>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>

#include "memory/read_offset.hpp"
#include "memory/read_offset_unroll4.hpp"
#include "memory/write_offset.hpp"
#include "time_runs.hpp"

namespace {

template <class Pair>
void add(const char* side, typename Pair::result (*run)(const typename Pair::input&), std::size_t size,
         std::size_t offset, int block)
{
    const std::string name = std::string{Pair::slug} + "/" + side + "/offset:" + std::to_string(offset) +
                             "/block:" + std::to_string(block) + "/" + std::to_string(size);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) {
                                     const auto in = Pair::make(size, 1, offset, block);
                                     time_runs(state, [&] {
                                         const pairs::launch_timer timer;
                                         run(in);
                                         return timer.milliseconds(Pair::warmups);
                                     });
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(20);
}

template <class Pair>
void add_both(std::size_t size, std::size_t offset, int block)
{
    add<Pair>("legacy", &Pair::legacy, size, offset, block);
    add<Pair>("modern", &Pair::modern, size, offset, block);
}

template <class Pair>
void add_all()
{
    for (const int exponent : {20, 24})
        for (const std::size_t offset : {0, 11, 128})
            add_both<Pair>(std::size_t{1} << exponent, offset, 512);
    for (const int block : {1024, 512, 256, 128})
        add_both<Pair>(std::size_t{1} << 22, 0, block);
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
    add_all<pairs::memory::read_offset>();
    add_all<pairs::memory::read_offset_unroll4>();
    add_all<pairs::memory::write_offset>();
    benchmark::RunSpecifiedBenchmarks();
}
