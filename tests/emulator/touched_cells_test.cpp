// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells which cells of shared memory may have been touched: every touched cell is found, and few others are.
#include <boost/test/unit_test.hpp>

#include "machine/shared_reads.h"

#include <algorithm>
#include <random>
#include <vector>

using cuda_emulator::cell_range;
using cuda_emulator::touched_cells;

namespace {

// A part has this number of cells, as a power of two, if 64 parts are all.
struct sizes {
    std::uint32_t cells, part_shift;
};
const sizes all_sizes[] = {{1, 0}, {2, 0}, {63, 0}, {64, 0}, {65, 1}, {128, 1}, {129, 2}, {12289, 8}, {16384, 8}};

} // namespace

BOOST_AUTO_TEST_CASE(nothing_touched_meets_nothing)
{
    for (const sizes& s : all_sizes)
        BOOST_TEST(!touched_cells().meets({0, s.cells - 1}, s.part_shift));
}

BOOST_AUTO_TEST_CASE(every_cell_meets_itself)
{
    for (const sizes& s : all_sizes)
        for (std::uint32_t c = 0; c < s.cells; ++c) {
            touched_cells touched;
            touched.extend({c, c}, s.part_shift);
            BOOST_TEST_REQUIRE(touched.meets({c, c}, s.part_shift));
            BOOST_TEST_REQUIRE(touched.meets({0, s.cells - 1}, s.part_shift));
        }
}

BOOST_AUTO_TEST_CASE(what_is_touched_is_never_missed)
{
    std::mt19937 random(7);
    for (const sizes& s : all_sizes)
        for (int turn = 0; turn < 200; ++turn) {
            const auto some_range = [&] {
                const std::uint32_t a = random() % s.cells,
                                    b = std::min<std::uint32_t>(s.cells - 1, a + random() % (1 + s.cells / 8));
                return cell_range{a, b};
            };
            touched_cells touched;
            std::vector<char> is_touched(s.cells);
            for (int k = 0; k < 4; ++k) {
                const cell_range r = some_range();
                touched.extend(r, s.part_shift);
                std::fill(is_touched.begin() + r.low, is_touched.begin() + r.high + 1, 1);
            }
            for (int k = 0; k < 20; ++k) {
                const cell_range r = some_range();
                const bool meets = std::count(is_touched.begin() + r.low, is_touched.begin() + r.high + 1, 1) != 0;
                BOOST_TEST_REQUIRE((!meets || touched.meets(r, s.part_shift)));
            }
        }
}

BOOST_AUTO_TEST_CASE(one_buffer_between_two_others)
{
    constexpr std::uint32_t shift = 8; // for 48 KiB of words, and one more
    touched_cells touched;
    touched.extend({0, 1023}, shift);
    touched.extend({8192, 9215}, shift);
    BOOST_TEST(!touched.meets({1024, 8191}, shift));
    BOOST_TEST(touched.meets({1023, 8191}, shift));
    BOOST_TEST(touched.meets({1024, 8192}, shift));
    BOOST_TEST(!touched.meets({9216, 12288}, shift));
}
