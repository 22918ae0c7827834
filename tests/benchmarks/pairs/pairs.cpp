// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stages of the pairs at several sizes, with the library's call and the device's limit beside them. It is no test,
// because a time depends on the machine. ./run bench builds and runs it, and makes a table of the output
// (tests/tools/benchmarks/table.py).
//
// The times are those of kernels, by CUDA events, in the functions that the paired tests and the program `pairs` call.
// They exclude the copies between host and device.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <cuda_runtime_api.h>

#include "library.hpp"
#include "memory/read_offset.hpp"
#include "memory/read_offset_unroll4.hpp"
#include "pair.hpp"
#include "time_runs.hpp"

namespace {

constexpr unsigned seed = 1;

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

// Products are given by the elements of the result. Where a library's call stands beside a pair, sizes that no cache
// holds, too.
std::vector<std::size_t> sizes_of(const pairs::pair& one, bool large)
{
    const std::string slug = one.slug();
    if (begins(slug, "matmul/")) {
        std::vector<std::size_t> sizes;
        for (const std::size_t width : {256, 1024, 2048, 4096})
            sizes.push_back(width * width);
        return sizes;
    }
    if (one.default_size() != 1 << 20) return {one.default_size()};
    std::vector<std::size_t> sizes{1 << 20, 1 << 24};
    if (library_call_for(slug, 1)) sizes.push_back(1 << 28);
    if (large && one.has_fast_stage() && library_call_for(slug, 1)) sizes.push_back(1 << 30);
    return sizes;
}

void with_errors_told(benchmark::State& state, const std::function<void()>& body)
{
    try {
        body();
    } catch (const std::exception& error) {
        cudaGetLastError();
        state.SkipWithError(error.what());
    }
}

// What was asked for last, and nothing else: it takes longer to make a large input than to time all its stages, and
// the memory holds few of them.
template <class Key, class Value>
class last_made {
public:
    const Value& of(const Key& key, const std::function<Value()>& make)
    {
        if (!value_ || key_ != key) {
            value_.reset();
            value_.emplace(make());
            key_ = key;
        }
        return *value_;
    }

private:
    Key key_{};
    std::optional<Value> value_;
};

void time_stage(benchmark::State& state, const pairs::pair& one, pairs::side side, std::size_t size)
{
    using stages = std::map<pairs::side, std::function<double()>>;
    static last_made<std::pair<std::string, std::size_t>, stages> made;
    const stages& all = made.of({one.slug(), size}, [&] { return one.timed(size, seed); });
    if (const auto found = all.find(side); found != all.end())
        time_runs(state, found->second);
    else
        state.SkipWithError("outside of the legacy domain");
}

void add(const std::string& name, const std::string& slug, std::size_t size,
         const std::function<void(benchmark::State&)>& function)
{
    const int runs = size >= std::size_t{1} << 28 ? 3 : size >= std::size_t{1} << 24 ? 5 : 15;
    benchmark::RegisterBenchmark((slug + "/" + name + "/" + std::to_string(size)).c_str(),
                                 [=](benchmark::State& state) { with_errors_told(state, [&] { function(state); }); })
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(runs);
}

void add_library(const std::string& slug, std::size_t size)
{
    add("library", slug, size, [=](benchmark::State& state) {
        const auto call = library_call_for(slug, size);
        if (!call) return state.SkipWithError("no library here");
        time_runs(state, call->run);
        state.SetLabel(call->name);
    });
    add("limit", slug, size, [=](benchmark::State& state) {
        const auto limit = limit_us(slug, size);
        if (!limit) return state.SkipWithError("no limit known");
        time_runs(state, [&] { return *limit / 1000; });
    });
}

void add_pair(const pairs::pair& one, bool large)
{
    static const std::pair<const char*, pairs::side> stages[] = {
        {"legacy", pairs::side::legacy}, {"twin", pairs::side::modern}, {"fast", pairs::side::fast}};
    for (const std::size_t size : sizes_of(one, large)) {
        for (const auto& [name, side] : stages) {
            if (side == pairs::side::fast && !one.has_fast_stage()) continue;
            add(name, one.slug(), size,
                [&one, side = side, size](benchmark::State& state) { time_stage(state, one, side, size); });
        }
        add_library(one.slug(), size);
    }
}

// The vector sum without its offset, as most programs have it.
void add_aligned_sums()
{
    using pairs::memory::read_offset;
    static const std::pair<const char*, read_offset::result (*)(const read_offset::input&)> stages[] = {
        {"legacy", &read_offset::legacy}, {"twin", &read_offset::modern}, {"fast", &read_offset::fast}};
    const std::string slug = "memory/read_offset/aligned";
    for (const std::size_t size : {std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 28}) {
        for (const auto& [name, stage] : stages)
            add(name, slug, size, [stage = stage, size](benchmark::State& state) {
                static last_made<std::size_t, read_offset::input> made;
                const auto& in = made.of(size, [&] { return read_offset::make(size, seed, 0, 512); });
                time_runs(state, [&] {
                    const pairs::launch_timer timer;
                    stage(in);
                    return timer.milliseconds(read_offset::warmups);
                });
            });
        add_library(slug, size);
    }
}

// The sums from another offset or in other blocks, which the document times, too. Its rows have names of their own:
// memory/read_offset/offset_128.
template <class Pair>
void add_offset_sums(const std::string& variant, std::size_t size, std::size_t offset, int block)
{
    using stage = typename Pair::result (*)(const typename Pair::input&);
    for (const auto& [name, run] : {std::pair<const char*, stage>{"legacy", &Pair::legacy}, {"twin", &Pair::modern}})
        add(name, Pair::slug + ("/" + variant), size, [=, run = run](benchmark::State& state) {
            const auto in = Pair::make(size, seed, offset, block);
            time_runs(state, [&] {
                const pairs::launch_timer timer;
                run(in);
                return timer.milliseconds(Pair::warmups);
            });
        });
}

void add_all_offset_sums()
{
    using pairs::memory::read_offset;
    using pairs::memory::read_offset_unroll4;
    constexpr std::size_t sums = std::size_t{1} << 24;
    add_offset_sums<read_offset>("offset_128", sums, 128, 512);
    for (const std::size_t offset : {0, 128})
        add_offset_sums<read_offset_unroll4>("offset_" + std::to_string(offset), sums, offset, 512);
    for (const int block : {1024, 512, 256, 128})
        add_offset_sums<read_offset_unroll4>("blocks_of_" + std::to_string(block), std::size_t{1} << 22, 0, block);
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
    try {
        cudaDeviceProp properties;
        if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
            throw std::runtime_error{"the device does not answer"};
        benchmark::AddCustomContext("device", properties.name);
        benchmark::AddCustomContext("starts_with", "an empty L2 cache"); // what timing_start.hpp does
        benchmark::AddCustomContext("copy_gigabytes_per_second", std::to_string(copy_rate() * 1e-9));
        const bool large = std::getenv("CUDA_LEGACY_BENCH_LARGE") != nullptr;
        for (const auto& owned : pairs::all_pairs())
            add_pair(*owned, large);
        add_aligned_sums();
        add_all_offset_sums();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
    benchmark::RunSpecifiedBenchmarks();
}
