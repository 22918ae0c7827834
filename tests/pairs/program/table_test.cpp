// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of `pairs run`: how it continues on further lines, and how it formats counters.

#include "program/columns.hpp"
#include "program/counters.hpp"

#include <sstream>

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

namespace {

const std::vector<pairs::column> columns{
    {"pair", 10}, {"size", 5, true, true}, {"legacy", 6}, {"modern", 6, false, true}, {"cost", 8, true}};

std::string printed(int width, const std::vector<std::string>& cells = {})
{
    std::ostringstream out;
    pairs::print_columns(out, columns, width, cells);
    return out.str();
}

cuda_emulator_counters counted(std::uint64_t instructions, std::uint64_t requests, std::uint64_t sectors,
                               std::uint64_t conflicts, std::uint64_t replays)
{
    cuda_emulator_counters c = {};
    c.kernel = "k";
    c.thread_instructions = instructions;
    c.global_loads.requests = requests;
    c.global_stores.sectors_32 = sectors;
    c.shared_atomics.bank_conflicts = conflicts;
    c.constant_loads.replays = replays;
    return c;
}

} // namespace

BOOST_AUTO_TEST_CASE(one_line_where_there_is_room)
{
    BOOST_TEST(printed(0) == "pair         size  legacy  modern      cost\n");
    BOOST_TEST(printed(43) == printed(0));
    BOOST_TEST(printed(43, {"a/b", "7", "1", "1", "12"}) == "a/b             7  1       1             12\n");
}

BOOST_AUTO_TEST_CASE(further_lines_where_there_is_not)
{
    BOOST_TEST(printed(42) == "pair         size  legacy  modern\n        cost\n");
    // Both results continue together.
    BOOST_TEST(printed(32) == "pair         size\n    legacy  modern      cost\n");
    BOOST_TEST(printed(20) == "pair         size\n    legacy  modern\n        cost\n");
    BOOST_TEST(printed(32, {"a/b", "7", "1", "2", "3"}) == "a/b             7\n    1       2              3\n");
    BOOST_TEST(printed(1) == printed(20));
}

BOOST_AUTO_TEST_CASE(empty_cells_leave_no_blanks_and_no_lines)
{
    BOOST_TEST(printed(0, {"a/b", "7", "1", "", ""}) == "a/b             7  1\n");
    BOOST_TEST(printed(20, {"a/b", "7", "", "", ""}) == "a/b             7\n");
}

BOOST_AUTO_TEST_CASE(characters_count_not_bytes)
{
    BOOST_TEST(printed(0, {"ä…", "7", "1", "2", "3"}) == "ä…              7  1       2              3\n");
}

BOOST_AUTO_TEST_CASE(counts_with_suffixes)
{
    const std::pair<std::uint64_t, const char*> cases[] = {
        {0, "0"},
        {99999, "99999"},
        {100000, "100k"},
        {999499, "999k"},
        {999500, "1.00M"},
        {1234567, "1.23M"},
        {9994999, "9.99M"},
        {9995000, "10.0M"},
        {99949999, "99.9M"},
        {99950000, "100M"},
        {25165703, "25.2M"},
        {999499999, "999M"},
        {1000000000, "1.00G"},
        {18446744073709551615u, "18.4E"},
    };
    for (const auto& [count, text] : cases)
        BOOST_TEST(pairs::with_suffix(count) == text);
}

BOOST_AUTO_TEST_CASE(a_side_is_the_sum_of_its_kernels)
{
    pairs::side_outcome side;
    side.kernels = {counted(100, 2, 3, 4, 7), counted(11, 2, 3, 5, 31)};
    const pairs::counter_summary sum = pairs::summary_of(&side);
    BOOST_TEST(sum.thread_instructions == "111");
    BOOST_TEST(sum.sectors_per_request == "1.50");
    BOOST_TEST(sum.bank_conflicts == "9");
    BOOST_TEST(sum.constant_replays == "38");
    BOOST_TEST(pairs::summary_of(nullptr).thread_instructions == "-");
    side.kernels.clear();
    BOOST_TEST(pairs::summary_of(&side).sectors_per_request == "-");
}
