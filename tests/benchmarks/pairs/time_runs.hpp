// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a kernel is timed here: what `run` returns, as Google Benchmark's time, and the best and the median beside it.
#pragma once

#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>

//! `run` returns milliseconds. It is called once before, which loads modules and warms up. The time of a line is the
//! mean; the counters best_us and median_us are microseconds.
template <class Run>
void time_runs(benchmark::State& state, const Run& run)
{
    std::vector<double> microseconds;
    run();
    for (auto _ : state) {
        microseconds.push_back(run() * 1000);
        state.SetIterationTime(microseconds.back() / 1e6);
    }
    std::sort(microseconds.begin(), microseconds.end());
    if (microseconds.empty()) return;
    state.counters["best_us"] = microseconds.front();
    state.counters["median_us"] = microseconds[microseconds.size() / 2];
}
