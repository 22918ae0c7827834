// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shadow cells, the records that they name, and the log of loads.
#include <boost/test/unit_test.hpp>

#include "check/read_log.h"
#include "check/silent_stores.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace cuda_emulator;

namespace {

constexpr u32 threads = 96, bytes = 1024;

// The parts of the shared-memory check, for a block of three warps.
struct parts {
    shared_reads touched;
    bool forgot = false;
    access_records records{threads, false, [this] {
                               forgot = true;
                               cells.forget_order();
                               records.forget();
                               records.block_barrier();
                           }};
    std::vector<char> memory = std::vector<char>(bytes);
    shadow_cells cells;
    read_log log{touched, records, cells};
    decoded_function function;
    instruction code[2] = {};

    explicit parts(bool narrow_accesses = false)
        : cells(memory.data(), bytes, narrow_accesses, touched, records)
    {
        records.start_block();
        cells.start_block(false);
        records.block_barrier();
    }
    u32 stamp(u32 warp, int lane, int at = 0) { return records.stamp_of(warp, code[at], &function, true) | u32(lane); }
};

} // namespace

BOOST_AUTO_TEST_CASE(a_barrier_orders_all_threads)
{
    parts p;
    const u32 stamp = p.stamp(0, 5);
    BOOST_TEST(p.records.before(stamp, 5));
    BOOST_TEST(!p.records.before(stamp, 6));
    BOOST_TEST(!p.records.before(stamp, 37));
    p.records.block_barrier();
    BOOST_TEST(p.records.before(stamp, 6));
    BOOST_TEST(p.records.before(stamp, 37));
}

BOOST_AUTO_TEST_CASE(a_record_ends_at_a_synchronisation)
{
    parts p;
    const u32 first = p.stamp(1, 0);
    BOOST_TEST(p.stamp(1, 0) == first);
    BOOST_TEST(p.stamp(1, 0, 1) != first);
    BOOST_TEST(p.stamp(2, 0) != first);
    p.records.block_barrier();
    BOOST_TEST(p.stamp(1, 0) > first);
}

BOOST_AUTO_TEST_CASE(stamps_of_an_earlier_block_mean_unwritten)
{
    parts p;
    p.cells.written[3] = p.stamp(0, 0);
    BOOST_TEST(p.cells.is_written(3));
    BOOST_TEST(!p.records.start_block());
    BOOST_TEST(!p.cells.is_written(3));
    p.cells.set_written({3, 3});
    BOOST_TEST(p.cells.is_written(3));
}

BOOST_AUTO_TEST_CASE(the_two_readers_are_of_different_warps)
{
    parts p;
    for (const auto& [warp, lane] : {std::pair{0u, 1}, {0u, 2}, {1u, 3}, {0u, 4}})
        p.cells.add_reader(7, p.stamp(warp, lane));
    BOOST_TEST(p.cells.read[7] == p.stamp(0, 1));
    BOOST_TEST(p.cells.read_too[7] == p.stamp(1, 3));
}

// ordered() is a fast path: whatever it accepts, before() accepts for each lane and cell.
BOOST_AUTO_TEST_CASE(ordered_never_accepts_an_unordered_stamp)
{
    std::mt19937 random(3);
    int accepted = 0;
    for (int turn = 0; turn < 2000; ++turn) {
        parts p;
        const u32 warp = random() % 3;
        const auto fill = [&](u32 one_in) {
            for (u32& s : p.cells.written)
                if (random() % one_in == 0) s = p.stamp(random() % 3, random() % 32, random() % 2);
        };
        fill(2);
        if (turn % 2) p.records.block_barrier();
        fill(turn % 3 ? 200 : 2);
        alignas(32) u32 cell[warp_size];
        for (u32 l = 0; l < warp_size; ++l) {
            cell[l] = random() % 100;
            if (turn % 5 == 0) p.cells.written[cell[l]] = p.stamp(warp, static_cast<int>(l));
        }
        if (!p.cells.ordered(p.cells.written.data(), cell, 2, -1, warp)) continue;
        ++accepted;
        for (u32 l = 0; l < warp_size; ++l)
            for (u32 k = 0; k < 2; ++k)
                BOOST_TEST_REQUIRE(p.records.before(p.cells.written[cell[l] + k], warp * warp_size + l));
    }
    BOOST_TEST(accepted > 20);
}

// Wide accesses to cells of a byte have a fast path of their own.
BOOST_AUTO_TEST_CASE(four_cells_are_ordered_if_each_is)
{
    std::mt19937 random(5);
    int accepted = 0;
    for (int turn = 0; turn < 4000; ++turn) {
        parts p(true);
        const u32 warp = random() % 3, count = turn % 2 ? 4 : 8;
        for (u32& s : p.cells.written)
            s = p.stamp(random() % 3, random() % 32);
        p.records.block_barrier();
        alignas(32) u32 cell[warp_size];
        for (u32 l = 0; l < warp_size; ++l) {
            cell[l] = random() % 100 * count;
            if (turn % 3 == 0) p.cells.written[cell[l] + random() % count] = p.stamp(warp, static_cast<int>(l));
        }
        if (turn % 4 == 0) p.cells.written[cell[random() % 32] + random() % count] = p.stamp(random() % 3, 9);
        const u32* const stamps = p.cells.written.data();
        bool each = true;
        for (u32 k = 0; k < count; ++k)
            each = each && p.cells.ordered(stamps + k, cell, 1, -1, warp);
        BOOST_TEST_REQUIRE(p.cells.ordered(stamps, cell, count, -1, warp) == each);
        accepted += each;
    }
    BOOST_TEST(accepted > 100);
    BOOST_TEST(accepted < 3900);
}

BOOST_AUTO_TEST_CASE(the_latest_stamp_is_the_maximum)
{
    std::mt19937 random(7);
    for (int turn = 0; turn < 400; ++turn) {
        parts p(true);
        const u32 count = 1u << turn % 5;
        std::iota(p.cells.written.begin(), p.cells.written.end(), random() % 100);
        std::shuffle(p.cells.written.begin(), p.cells.written.end(), random);
        alignas(32) u32 cell[warp_size];
        u32 most = 0;
        for (u32& c : cell) {
            c = random() % (bytes / 16) * count;
            most = std::max(most, *std::max_element(&p.cells.written[c], &p.cells.written[c] + count));
        }
        BOOST_TEST_REQUIRE(p.cells.latest(p.cells.written.data(), cell, count) == most);
    }
}

BOOST_AUTO_TEST_CASE(a_store_stamps_each_cell_as_silent_or_written)
{
    std::mt19937 random(11);
    for (int turn = 0; turn < 4000; ++turn) {
        parts p(true);
        alignas(32) char registers[4 * warp_size * 16];
        for (char& r : registers)
            r = random() % 2;
        for (char& m : p.memory)
            m = random() % 2;
        for (u32& s : p.cells.written)
            s = random() % 3 ? p.stamp(random() % 3, random() % 32) : 0;
        p.records.block_barrier();
        warp w;
        w.base[in_registers] = registers;
        instruction& i = p.code[0];
        i.element = static_cast<std::uint8_t>(1u << random() % 5);
        const u32 elements = 1u << random() % (i.element == 16 ? 1 : 2), count = i.element * elements;
        for (u32 e = 0; e < 4; ++e)
            i.operands[1 + e] = e * warp_size * 16 | in_registers;
        alignas(32) u32 cell[warp_size];
        std::iota(cell, cell + warp_size, 0);
        std::shuffle(cell, cell + warp_size, random);
        for (u32& c : cell)
            c *= count;
        const u32 mask = turn % 2 ? all_lanes : static_cast<u32>(random()), stamp = p.stamp(1, 0);
        auto written = p.cells.written, read = p.cells.read;
        bool any = false;
        each_lane(mask, [&](int l) {
            for (u32 k = 0; k < count; ++k) {
                const bool silent = is_silent_store(p.cells, w, i, l, cell[l] + k, k);
                (silent ? read : written)[cell[l] + k] = stamp | u32(l);
                any |= silent;
            }
        });
        BOOST_TEST_REQUIRE(stamp_store(p.cells, w, i, mask, cell, count, stamp) == any);
        BOOST_TEST_REQUIRE((p.cells.written == written));
        BOOST_TEST_REQUIRE((p.cells.read == read));
    }
}

BOOST_AUTO_TEST_CASE(the_known_range_ends_at_an_unwritten_cell)
{
    for (u32 low = 0; low < 40; ++low)
        for (u32 high = 60; high < 100; ++high) { // a scan compares many cells at once
            parts p;
            for (u32 c = low; c <= high; ++c)
                p.cells.written[c] = p.stamp(0, 0);
            BOOST_TEST(p.cells.are_written({50, 53}));
            BOOST_TEST(p.touched.known_written.low == low);
            BOOST_TEST(p.touched.known_written.high == high);
            BOOST_TEST(!p.cells.are_written({high, high + 1}));
        }
}

BOOST_AUTO_TEST_CASE(exactly_the_ranges_without_an_unwritten_cell_are_written)
{
    std::mt19937 random(3);
    const auto size = static_cast<u32>(bytes);
    for (int turn = 0; turn < 300; ++turn) {
        parts p(true);
        for (u32& s : p.cells.written)
            s = p.stamp(0, 0);
        for (u32 holes = random() % 4; holes > 0; --holes)
            p.cells.written[random() % size] = 0;
        for (int query = 0; query < 40; ++query) {
            const u32 low = random() % size, high = std::min(size - 1, low + static_cast<u32>(random() % 300));
            bool all = true;
            for (u32 c = low; c <= high; ++c)
                all = all && p.cells.is_written(c);
            BOOST_TEST_REQUIRE(p.cells.are_written({low, high}) == all);
            for (u32 c = p.touched.known_written.low; c <= p.touched.known_written.high; ++c)
                BOOST_TEST_REQUIRE(p.cells.is_written(c));
            p.cells.written[random() % size] = p.stamp(1, 0); // the block writes on
        }
        BOOST_TEST(!p.records.start_block());
        p.cells.start_block(false);
        BOOST_TEST(!p.cells.are_written({70, 200}));
    }
}

BOOST_AUTO_TEST_CASE(used_up_numbers_forget_the_order_only)
{
    parts p;
    const u32 stamp = p.stamp(1, 7);
    p.cells.written[4] = stamp;
    while (!p.forgot)
        p.records.stamp_of_copy(p.code[0], &p.function);
    BOOST_TEST(p.cells.is_written(4));
    BOOST_TEST(!p.cells.is_written(5));
    BOOST_TEST(p.records.before(p.cells.written[4], 0));
    BOOST_TEST(p.records.generation() == 1);
}

BOOST_AUTO_TEST_CASE(a_load_becomes_a_stamp_on_demand)
{
    parts p;
    warp w;
    activation a;
    a.function = &p.function;
    w.current = &a;
    w.index = 2;
    const auto load = [&](u32 offset) {
        p.log.next().by_place(offset);
        p.log.keep(w, p.code[0], 1u << 9, 8);
    };
    load(40);
    BOOST_TEST(p.cells.read[10] == 0);
    p.log.apply();
    BOOST_TEST((p.cells.read[10] & access_records::thread_mask) == 2 * warp_size + 9);
    BOOST_TEST(p.cells.read[11] == p.cells.read[10]);
    BOOST_TEST(p.cells.read[12] == 0);
    load(80);
    p.log.clear();
    p.log.apply();
    BOOST_TEST(p.cells.read[20] == 0);
}

BOOST_AUTO_TEST_CASE(a_full_log_loses_no_load)
{
    parts p;
    warp w;
    activation a;
    a.function = &p.function;
    w.current = &a;
    for (u32 n = 0; n < 10000; ++n) {
        u32* const offset = p.log.next().by_lane();
        std::fill_n(offset, warp_size, n % 2 ? 0 : 4 * (n % 200));
        p.log.keep(w, p.code[0], 1, 4);
    }
    p.log.apply();
    for (u32 c = 0; c < 200; c += 2)
        BOOST_TEST(p.cells.read[c] != 0);
    BOOST_TEST(p.cells.read[1] == 0);
}
