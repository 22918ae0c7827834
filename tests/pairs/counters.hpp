// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory accesses and branches of a side's kernels, from the emulated device's counters.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <cuda_emulator.h>

#include "paired_test.hpp"

namespace pairs {

//! A condition of a test case: the emulated device. No other device has these counters.
inline auto counters()
{
    return boost::unit_test::precondition([](boost::unit_test::test_unit_id) -> boost::test_tools::assertion_result {
        boost::test_tools::assertion_result there{cuda_emulator() != nullptr};
        there.message() << "counters are the emulated device's";
        return there;
    });
}

//! Gives the counters of each kernel that `side` launches on `in`, in the order of their first launch.
template <class Pair>
std::vector<cuda_emulator_counters> counters_of(typename Pair::result (*side)(const typename Pair::input&),
                                                const typename Pair::input& in)
{
    cuda_emulator_reset_counters();
    cuda_emulator_start_counting();
    side(in);
    cuda_emulator_stop_counting();
    std::vector<cuda_emulator_counters> kernels(cuda_emulator_kernels());
    for (std::size_t i = 0; i < kernels.size(); i++)
        cuda_emulator_get_counters(i, &kernels[i]);
    return kernels;
}

//! Gives the counters of a side that launches one kernel once.
template <class Pair>
cuda_emulator_counters counters_of_one_launch(typename Pair::result (*side)(const typename Pair::input&),
                                              const typename Pair::input& in)
{
    const auto kernels = counters_of<Pair>(side, in);
    BOOST_REQUIRE(kernels.size() == 1);
    BOOST_REQUIRE(kernels[0].launches == 1);
    return kernels[0];
}

//! Gives how many blocks of this size the emulated device holds at once. Only threads are scarce there, because each
//! modern kernel has 32 registers and a few hundred bytes of shared memory. If each block ends in one atomic, the
//! number of atomics is the number of blocks.
inline std::size_t resident_blocks(int threads_per_block = 256)
{
    int device = 0, multiprocessors = 0, threads = 0;
    BOOST_REQUIRE(cudaGetDevice(&device) == cudaSuccess);
    BOOST_REQUIRE(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device) == cudaSuccess);
    BOOST_REQUIRE(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device) == cudaSuccess);
    return static_cast<std::size_t>(multiprocessors) * (threads / threads_per_block);
}

} // namespace pairs
