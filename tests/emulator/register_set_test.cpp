// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sets of live registers behave as std::set does, in their order, too: the translated text follows it.
#include <boost/test/unit_test.hpp>

#include "translate/register_set.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

using cuda_emulator::operand_slot;
using cuda_emulator::translation::register_list;
using cuda_emulator::translation::register_set;

namespace {

using standard_set = std::set<operand_slot>;

register_list list_of(std::size_t size)
{
    std::vector<operand_slot> all;
    for (std::size_t k = 0; k < size; ++k)
        all.push_back(static_cast<operand_slot>(128 * k + 64));
    return std::make_shared<const std::vector<operand_slot>>(std::move(all));
}

std::vector<operand_slot> content_of(const register_set& s)
{
    std::vector<operand_slot> all;
    for (const operand_slot o : s)
        all.push_back(o);
    return all;
}

void expect_same(const register_set& s, const standard_set& other)
{
    const std::vector<operand_slot> mine = content_of(s), theirs(other.begin(), other.end());
    BOOST_TEST(mine == theirs, boost::test_tools::per_element());
}

} // namespace

// Sizes around a word of bits.
BOOST_AUTO_TEST_CASE(random_sets_are_those_of_the_standard_library)
{
    std::mt19937 random(1);
    for (const std::size_t size : {1u, 63u, 64u, 65u, 128u, 300u}) {
        const register_list list = list_of(size);
        for (int round = 0; round < 50; ++round) {
            register_set a(list), b(list);
            standard_set x, y;
            for (std::size_t k = 0; k < size; ++k) {
                const operand_slot o = (*list)[random() % size], p = (*list)[random() % size];
                a.insert(o), x.insert(o);
                b.insert(p), y.insert(p);
                if (random() % 3 == 0) a.erase(p), x.erase(p);
            }
            expect_same(a, x);
            for (const operand_slot o : *list)
                BOOST_TEST(a.count(o) == x.count(o));
            BOOST_TEST((a != b) == (x != y));
            register_set both = a, common = a;
            both.insert(b);
            common.keep(b);
            standard_set of_both = x, of_common;
            of_both.insert(y.begin(), y.end());
            std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::inserter(of_common, of_common.begin()));
            expect_same(both, of_both);
            expect_same(common, of_common);
        }
        const std::vector<operand_slot> all = content_of(register_set::all_of(list));
        BOOST_TEST(all == *list, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_slot_outside_of_the_list_is_in_no_set)
{
    const register_set all = register_set::all_of(list_of(3));
    for (const operand_slot o : {operand_slot{0}, operand_slot{65}, operand_slot{1 << 20}, cuda_emulator::no_operand})
        BOOST_TEST(all.count(o) == 0u);
    register_set changed = all;
    changed.erase(operand_slot{65});
    BOOST_TEST(!(changed != all));
}

BOOST_AUTO_TEST_CASE(a_set_without_a_list_is_empty)
{
    register_set s;
    BOOST_TEST(s.count(64) == 0u);
    BOOST_TEST(content_of(s).empty());
    register_set all = register_set::all_of(list_of(3));
    s.insert(all);
    BOOST_TEST(content_of(s).size() == 3u);
    all.keep(register_set());
    BOOST_TEST(content_of(all).empty());
}
