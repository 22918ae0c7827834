// The figures that the document's profiler gave for its kernel readOffset, out of the very file that shows it: load
// efficiency and transactions with Fermi's L1 cache on and off, for 0, 11 and 128 elements of offset.
#define BOOST_TEST_MODULE read_offset_counters
#include <boost/test/included/unit_test.hpp>

#include "cuda_emulator.h"
#include "memory/read_offset.hpp"

#include <cmath>
#include <cstring>

namespace {

cuda_emulator_counters counters_of(const char* kernel)
{
    cuda_emulator_counters c = {};
    for (std::size_t k = 0; cuda_emulator_get_counters(k, &c); ++k)
        if (std::strcmp(c.kernel, kernel) == 0) return c;
    BOOST_FAIL("no kernel " << kernel);
    return c;
}

struct expected {
    std::size_t offset;
    std::uint64_t requests, requested_bytes, lines_128, segments_32;
    int efficiency_l1_on, efficiency_l1_off; // per cent, rounded as a profiler's table has them
};

} // namespace

// 2 loads by each of 32,768 warps, of 128 bytes. 11 floats on, a warp's floats lie in 2 lines and 5 segments, but for
// those of the last warp, whose last 11 threads load nothing: 84 bytes in 1 line and 3 segments. 128 floats on, the
// last 4 warps load nothing.
BOOST_AUTO_TEST_CASE(efficiency_and_transactions)
{
    const expected cases[] = {
        {0, 65536, 8388608, 65536, 262144, 100, 100},
        {11, 65536, 8388520, 131070, 327676, 50, 80},
        {128, 65528, 8387584, 65528, 262112, 100, 100},
    };
    BOOST_TEST_REQUIRE(cuda_emulator_start_counting() == 1);
    for (const expected& one : cases)
        BOOST_TEST_CONTEXT("offset " << one.offset)
        {
            cuda_emulator_reset_counters();
            const auto in = pairs::read_offset::make(1 << 20, 1, one.offset, 512);
            pairs::read_offset::legacy(in);
            const cuda_emulator_global_counters loads = counters_of("readOffset").global_loads;
            BOOST_TEST(loads.requests == one.requests);
            BOOST_TEST(loads.requested_bytes == one.requested_bytes);
            BOOST_TEST(loads.lines_128 == one.lines_128);
            BOOST_TEST(loads.segments_32 == one.segments_32);
            BOOST_TEST(loads.sectors_32 == one.segments_32);
            auto efficiency = [&](std::uint64_t moved) {
                return std::lround(100.0 * static_cast<double>(loads.requested_bytes) / static_cast<double>(moved));
            };
            BOOST_TEST(efficiency(loads.lines_128 * 128) == one.efficiency_l1_on);
            BOOST_TEST(efficiency(loads.segments_32 * 32) == one.efficiency_l1_off);
        }
}
