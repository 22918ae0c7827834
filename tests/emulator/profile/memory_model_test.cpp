// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines, segments, sectors and banks of single accesses, against counts worked out by hand.
#include <boost/test/unit_test.hpp>

#include "profile/memory_model.h"

#include <array>
#include <functional>

namespace {

constexpr std::uint32_t whole_warp = 0xffffffffu;
using lane_addresses = std::array<std::uint64_t, 32>;

lane_addresses addresses(const std::function<std::uint64_t(std::uint64_t)>& of_lane)
{
    lane_addresses at;
    for (std::uint64_t l = 0; l < 32; ++l)
        at[l] = of_lane(l);
    return at;
}

cuda_emulator_global_counters global(const lane_addresses& at, std::uint32_t bytes, std::uint32_t mask = whole_warp)
{
    cuda_emulator_global_counters c = {};
    cuda_emulator::count_global(c, at.data(), mask, bytes);
    return c;
}

cuda_emulator_shared_counters shared(const lane_addresses& at, std::uint32_t bytes, std::uint32_t mask = whole_warp,
                                     bool serial = false)
{
    cuda_emulator_shared_counters c = {};
    cuda_emulator::count_shared(c, at.data(), mask, bytes, serial);
    return c;
}

cuda_emulator_constant_counters constant(const lane_addresses& at, std::uint32_t bytes, std::uint32_t elements = 1,
                                         std::uint32_t mask = whole_warp)
{
    cuda_emulator_constant_counters c = {};
    cuda_emulator::count_constant(c, at.data(), mask, bytes, elements);
    return c;
}

struct global_case {
    const char* what;
    std::uint32_t bytes;
    std::uint64_t begin, stride; // bytes
    std::uint64_t lines, segments, sectors;
};

struct shared_case {
    std::uint32_t bytes;
    std::uint64_t stride; // elements
    std::uint64_t wavefronts, conflicts;
};

struct constant_case {
    const char* what;
    std::uint32_t bytes, elements;
    std::function<std::uint64_t(std::uint64_t)> address;
    std::uint64_t cache_requests, replays;
};

} // namespace

BOOST_AUTO_TEST_CASE(global_lines_segments_and_sectors)
{
    const global_case cases[] = {
        {"floats, aligned", 4, 0x1000, 4, 1, 4, 4},
        {"floats, from the 11th on", 4, 0x1000 + 44, 4, 2, 5, 5},
        {"floats, from the 8th on: a sector boundary", 4, 0x1000 + 32, 4, 2, 4, 4},
        {"every second float", 4, 0x1000, 8, 2, 8, 8},
        {"every 8th float", 4, 0x1000, 32, 8, 32, 32},
        {"every 32nd float", 4, 0x1000, 128, 32, 32, 32},
        {"one float for all", 4, 0x1000, 0, 1, 1, 1},
        {"bytes", 1, 0x1000, 1, 1, 1, 1},
        {"bytes across a sector boundary", 1, 0x1000 + 31, 1, 1, 2, 2},
        {"shorts", 2, 0x1000, 2, 1, 2, 2},
        {"doubles: two half warps", 8, 0x1000, 8, 2, 8, 8},
        {"doubles, from the first on", 8, 0x1000 + 8, 8, 4, 10, 9},
        {"one double for all: each half asks", 8, 0x1000, 0, 2, 2, 1},
        {"float4: four quarter warps", 16, 0x1000, 16, 4, 16, 16},
        {"float4, from the first on", 16, 0x1000 + 16, 16, 8, 20, 17},
        {"one float4 for all: each quarter asks", 16, 0x1000, 0, 4, 4, 1},
        {"32 bytes a lane", 32, 0x1000, 32, 8, 32, 32},
        {"floats not aligned to 4 bytes (checks off)", 4, 0x1000 + 30, 4, 2, 5, 5},
    };
    for (const global_case& one : cases)
        BOOST_TEST_CONTEXT(one.what)
        {
            const auto c = global(addresses([&](std::uint64_t l) { return one.begin + one.stride * l; }), one.bytes);
            BOOST_TEST(c.requests == 1u);
            BOOST_TEST(c.requested_bytes == 32u * one.bytes);
            BOOST_TEST(c.lines_128 == one.lines);
            BOOST_TEST(c.segments_32 == one.segments);
            BOOST_TEST(c.sectors_32 == one.sectors);
        }
}

BOOST_AUTO_TEST_CASE(order_of_lanes_does_not_matter)
{
    const auto c = global(addresses([](std::uint64_t l) { return 0x1000 + 4 * (31 - l); }), 4);
    BOOST_TEST(c.lines_128 == 1u);
    BOOST_TEST(c.segments_32 == 4u);
}

BOOST_AUTO_TEST_CASE(lanes_switched_off_ask_for_nothing)
{
    const auto floats = addresses([](std::uint64_t l) { return 0x1000 + 4 * l; });
    const auto some = global(floats, 4, 0x000000ff);
    BOOST_TEST(some.requested_bytes == 32u);
    BOOST_TEST(some.lines_128 == 1u);
    BOOST_TEST(some.sectors_32 == 1u);
    BOOST_TEST(global(floats, 4, 0).requests == 0u);
    // One half warp only.
    const auto doubles = global(addresses([](std::uint64_t l) { return 0x1000 + 8 * l; }), 8, 0xffff0000u);
    BOOST_TEST(doubles.lines_128 == 1u);
    BOOST_TEST(doubles.segments_32 == 4u);
    BOOST_TEST(shared(floats, 4, 0).requests == 0u);
    BOOST_TEST(shared(addresses([](std::uint64_t l) { return 128 * l; }), 4, 0x00000101).wavefronts == 2u);
}

BOOST_AUTO_TEST_CASE(copies_of_different_length)
{
    const auto at = addresses([](std::uint64_t l) { return 0x1000 + 16 * l; });
    std::array<std::uint32_t, 32> bytes{};
    bytes[0] = 16;
    bytes[1] = 4; // and no other lane reads at all
    cuda_emulator_global_counters c = {};
    cuda_emulator::count_global(c, at.data(), whole_warp, bytes.data(), 16);
    BOOST_TEST(c.requests == 1u);
    BOOST_TEST(c.requested_bytes == 20u);
    BOOST_TEST(c.sectors_32 == 1u);
    bytes = {};
    cuda_emulator::count_global(c, at.data(), whole_warp, bytes.data(), 16);
    BOOST_TEST(c.requests == 1u);
}

BOOST_AUTO_TEST_CASE(bank_conflicts_by_stride_and_width)
{
    const shared_case cases[] = {
        // char
        {1, 1, 1, 0},
        {1, 2, 1, 0},
        {1, 3, 1, 0},
        {1, 4, 1, 0},
        {1, 8, 2, 1},
        {1, 16, 4, 3},
        {1, 32, 8, 7},
        {1, 33, 1, 0},
        // short: with stride 3, words 1 and 33 (and four more pairs) share a bank
        {2, 1, 1, 0},
        {2, 2, 1, 0},
        {2, 3, 2, 1},
        {2, 4, 2, 1},
        {2, 8, 4, 3},
        {2, 16, 8, 7},
        {2, 32, 16, 15},
        {2, 33, 1, 0},
        // float: the greatest common divisor of stride and 32
        {4, 1, 1, 0},
        {4, 2, 2, 1},
        {4, 3, 1, 0},
        {4, 4, 4, 3},
        {4, 8, 8, 7},
        {4, 16, 16, 15},
        {4, 32, 32, 31},
        {4, 33, 1, 0},
        // double: half warps, so 2 passes are no conflict
        {8, 1, 2, 0},
        {8, 2, 4, 2},
        {8, 3, 2, 0},
        {8, 4, 8, 6},
        {8, 8, 16, 14},
        {8, 16, 32, 30},
        {8, 32, 32, 30},
        {8, 33, 2, 0},
        // float4: quarter warps, so 4 passes are none
        {16, 1, 4, 0},
        {16, 2, 8, 4},
        {16, 3, 4, 0},
        {16, 4, 16, 12},
        {16, 8, 32, 28},
        {16, 16, 32, 28},
        {16, 32, 32, 28},
        {16, 33, 4, 0},
    };
    for (const shared_case& one : cases)
        BOOST_TEST_CONTEXT(one.bytes << " bytes, stride " << one.stride)
        {
            const auto c = shared(addresses([&](std::uint64_t l) { return l * one.stride * one.bytes; }), one.bytes);
            BOOST_TEST(c.requests == 1u);
            BOOST_TEST(c.wavefronts == one.wavefronts);
            BOOST_TEST(c.bank_conflicts == one.conflicts);
        }
}

BOOST_AUTO_TEST_CASE(a_shared_word_is_no_conflict)
{
    BOOST_TEST(shared(addresses([](std::uint64_t) { return 64; }), 4).wavefronts == 1u);
    // Two words of one bank, each read by half of the lanes.
    BOOST_TEST(shared(addresses([](std::uint64_t l) { return 128 * (l % 2); }), 4).bank_conflicts == 1u);
    // Four bytes of one word.
    BOOST_TEST(shared(addresses([](std::uint64_t l) { return l / 8 * 128 + l % 4; }), 1).bank_conflicts == 3u);
    BOOST_TEST(shared(addresses([](std::uint64_t l) { return l % 4; }), 1).bank_conflicts == 0u);
    BOOST_TEST(shared(addresses([](std::uint64_t) { return 8; }), 8).bank_conflicts == 0u);
    BOOST_TEST(shared(addresses([](std::uint64_t) { return 16; }), 16).bank_conflicts == 0u);
}

BOOST_AUTO_TEST_CASE(atomics_take_turns_even_at_one_word)
{
    const auto same = addresses([](std::uint64_t) { return 64; });
    BOOST_TEST(shared(same, 4, whole_warp, true).wavefronts == 32u);
    BOOST_TEST(shared(same, 4, 0x0000000fu, true).bank_conflicts == 3u);
    const auto apart = addresses([](std::uint64_t l) { return 4 * l; });
    BOOST_TEST(shared(apart, 4, whole_warp, true).wavefronts == 1u);
}

// The counts of an H200 (idc__requests.sum for each load of a loop of 1024; replays:
// sm__idc_divergent_instruction_replays).
BOOST_AUTO_TEST_CASE(constants_by_different_addresses)
{
    const constant_case cases[] = {
        {"one float for all", 4, 1, [](auto) { return 64; }, 1, 0},
        {"floats", 4, 1, [](auto l) { return 4 * l; }, 32, 31},
        {"floats, backwards", 4, 1, [](auto l) { return 4 * (31 - l); }, 32, 31},
        {"floats, shuffled", 4, 1, [](auto l) { return 4 * (13 * l % 32); }, 32, 31},
        {"every 64th float", 4, 1, [](auto l) { return 256 * l; }, 32, 31},
        {"two neighbours", 4, 1, [](auto l) { return 4 * (l % 2); }, 2, 1},
        {"two far apart", 4, 1, [](auto l) { return 64 * (l % 2); }, 2, 1},
        {"two, a half warp each", 4, 1, [](auto l) { return 64 * (l / 16); }, 2, 1},
        {"three", 4, 1, [](auto l) { return 64 * (l % 3); }, 3, 2},
        {"sixteen", 4, 1, [](auto l) { return 64 * (l / 2); }, 16, 15},
        {"one double for all", 8, 1, [](auto) { return 8; }, 1, 0},
        {"doubles", 8, 1, [](auto l) { return 8 * l; }, 32, 31},
        {"two doubles", 8, 1, [](auto l) { return 8 + 8 * (l % 2); }, 2, 1},
        {"one double2 for all: two halves", 8, 2, [](auto) { return 16; }, 2, 0},
        {"double2", 8, 2, [](auto l) { return 16 * l; }, 64, 62},
        {"four double2", 8, 2, [](auto l) { return 64 * (l % 4); }, 8, 6},
        {"one byte for all", 1, 1, [](auto) { return 3; }, 1, 0},
        {"bytes", 1, 1, [](auto l) { return l; }, 32, 31},
        {"the four bytes of a word", 1, 1, [](auto l) { return l % 4; }, 4, 3},
        {"the two halves of a word", 2, 1, [](auto l) { return 2 * (l % 2); }, 2, 1},
    };
    for (const constant_case& one : cases)
        BOOST_TEST_CONTEXT(one.what)
        {
            const auto c = constant(addresses(one.address), one.bytes, one.elements);
            BOOST_TEST(c.requests == 1u);
            BOOST_TEST(c.cache_requests == one.cache_requests);
            BOOST_TEST(c.replays == one.replays);
        }
}

// The loads that ptxas makes: pieces of up to 8 bytes, but bytes and halves one by one.
BOOST_AUTO_TEST_CASE(vectors_of_constants)
{
    const auto same = addresses([](std::uint64_t) { return 64; });
    BOOST_TEST(constant(same, 4, 2).cache_requests == 1u);
    BOOST_TEST(constant(same, 4, 4).cache_requests == 2u);
    BOOST_TEST(constant(same, 1, 4).cache_requests == 4u);
    BOOST_TEST(constant(same, 2, 2).cache_requests == 2u);
    BOOST_TEST(constant(same, 4, 4).replays == 0u);
    const auto apart = addresses([](std::uint64_t l) { return 16 * l; });
    BOOST_TEST(constant(apart, 4, 4).cache_requests == 64u);
    BOOST_TEST(constant(apart, 4, 4).replays == 62u);
}

BOOST_AUTO_TEST_CASE(lanes_switched_off_want_no_constants)
{
    const auto floats = addresses([](std::uint64_t l) { return 4 * l; });
    const auto same = addresses([](std::uint64_t) { return 64; });
    BOOST_TEST(constant(floats, 4, 1, 0).requests == 0u);
    for (const std::uint32_t mask : {0x1u, 0x80000000u, 0x80000001u, 0x1fu, 0xffff0000u, 0x55555555u, 0x7fffffffu})
        BOOST_TEST_CONTEXT("lanes " << std::hex << mask)
        {
            const auto lanes = static_cast<std::uint64_t>(__builtin_popcount(mask));
            BOOST_TEST(constant(floats, 4, 1, mask).cache_requests == lanes);
            BOOST_TEST(constant(floats, 4, 1, mask).replays == lanes - 1);
            BOOST_TEST(constant(same, 4, 1, mask).cache_requests == 1u);
        }
}
