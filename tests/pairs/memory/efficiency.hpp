// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The old profiler's metrics gld_efficiency and gst_efficiency, from the emulated device's counters.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "../counters.hpp"

namespace pairs {

//! Gives the counters of the kernel with that name. Without such a kernel, the test ends.
inline cuda_emulator_counters kernel_of(const std::vector<cuda_emulator_counters>& kernels, const std::string& name)
{
    for (const cuda_emulator_counters& one : kernels)
        if (one.kernel == name) return one;
    BOOST_FAIL("no kernel " << name);
    return {};
}

//! Gives the requested bytes in per cent of the moved bytes, rounded. In lines of 128 bytes: loads, with Fermi's L1
//! cache on.
inline long efficiency_of_lines(const cuda_emulator_global_counters& counted)
{
    return std::lround(100.0 * static_cast<double>(counted.requested_bytes) /
                       static_cast<double>(128 * counted.lines_128));
}

//! In segments of 32 bytes: loads with Fermi's L1 off, and all stores. Today's sectors have the same size and
//! alignment.
inline long efficiency_of_segments(const cuda_emulator_global_counters& counted)
{
    BOOST_TEST(counted.sectors_32 == counted.segments_32);
    return std::lround(100.0 * static_cast<double>(counted.requested_bytes) /
                       static_cast<double>(32 * counted.segments_32));
}

//! Tests that each lane of whole warps moves 16 bytes, `bytes` in all, and none of them twice.
inline void check_sixteen_bytes_a_thread(const cuda_emulator_global_counters& counted, std::size_t bytes)
{
    BOOST_TEST(counted.requests == bytes / (16 * 32));
    BOOST_TEST(counted.requested_bytes == bytes);
    BOOST_TEST(counted.sectors_32 == bytes / 32);
}

} // namespace pairs
